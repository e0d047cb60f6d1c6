// Patches, links and texts, without a browser.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { format, indexOf, nameOf, parse } from "../src/address.ts";
import { apply, scenes } from "../src/data.ts";
import type { Patch } from "../src/types.ts";
import { plain, slug } from "../src/text.ts";
import { chaseReplay } from "./fixture.ts";
import { diff } from "./patches.ts";

const flat = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

describe("patches", () => {
  test("replace, change, add, remove, shorten and lengthen", () => {
    const pairs: [unknown, unknown][] = [
      [1, 2],
      [
        { a: 1, b: { c: [1, 2, 3] } },
        { a: 1, b: { c: [1, 5] }, d: null },
      ],
      [[1], [1, { x: 1 }, "z"]],
      [{ a: [] }, { a: {} }],
    ];
    for (const [from, to] of pairs) assert.deepEqual(flat(apply(from, diff(from, to))), to);
  });

  test("leave what came before as it was", () => {
    const before = { a: [1, 2], b: { c: 1 } };
    const after = apply(before, { o: { a: { a: { 0: { "=": 9 } } } } }) as typeof before;
    assert.deepEqual(before, { a: [1, 2], b: { c: 1 } });
    assert.equal(after.b, before.b);
  });

  test("cannot reach the prototype of anything", () => {
    apply({}, JSON.parse('{"o":{"__proto__":{"=":{"harmed":1}}}}') as Patch);
    assert.equal("harmed" in {}, false);
  });

  test("give a scene before the first turn and one after each", () => {
    const replay = chaseReplay(3, 1);
    for (const track of replay.tracks) assert.equal(scenes(track).length, replay.turns.length + 1);
  });
});

describe("links", () => {
  test("are read as they are written", () => {
    const address = { match: "17", turn: 204, view: "the-hunters" };
    assert.deepEqual(parse(format(address)), address);
  });

  test("name a replay by the number of its match, and the others of that number by their order", () => {
    const replays = [17, 18, 17, 17].map((match) => ({ match }));
    const names = [...replays.keys()].map((index) => nameOf(replays, index));
    assert.deepEqual(names, ["17", "18", "17.2", "17.3"]);
    assert.deepEqual(
      names.map((name) => indexOf(replays, name)),
      [0, 1, 2, 3],
    );
    assert.equal(indexOf(replays, "19"), undefined);
    assert.equal(indexOf(replays, "17.4"), undefined);
    assert.deepEqual(parse("#match=17.2"), { match: "17.2" });
  });

  test("that make no sense are empty", () => {
    assert.deepEqual(parse("#match=-1&turn=x"), {});
    assert.deepEqual(parse(""), {});
  });
});

describe("texts", () => {
  test("show what cannot be seen", () => {
    assert.equal(plain("a\u0000\u001b[0m\u202eb\r\nc\td"), "a␀␛[0m⟨U+202E⟩b\nc\td");
  });

  test("names become parts of links", () => {
    assert.equal(slug("The Hunters!"), "the-hunters");
  });
});
