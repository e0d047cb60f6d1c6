// Patches, links and texts, without a browser.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { format, indexOf, nameOf, parse } from "../src/address.ts";
import { apply, scenes, seatsOf } from "../src/data.ts";
import type { Patch } from "../src/types.ts";
import { percent, plain, slug } from "../src/text.ts";
import { chaseReplay, documentOf } from "./fixture.ts";
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
    for (const track of replay.tracks) {
      assert.equal(scenes(documentOf(replay), replay, track).length, replay.turns.length + 1);
    }
  });
});

describe("seats", () => {
  test("are numbered through all viewers, whatever their names", () => {
    const viewers = [{ seats: ["a", "b"] }, { seats: ["a"] }];
    assert.deepEqual(seatsOf(viewers, 0), new Set([0, 1]));
    assert.deepEqual(seatsOf(viewers, 1), new Set([2]));
    assert.equal(seatsOf(viewers, null), undefined);
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

describe("shadings", () => {
  test("stay as they were where nothing is said, and are full where another is anything", () => {
    const replay = chaseReplay(1, 1);
    const [track] = replay.tracks;
    assert.ok(track);
    const key = documentOf(replay).sceneries[0]?.boards[0]?.spots[1]?.key ?? "";
    track.shadings = { likely: ["", "AB", "", "A"], possible: { of: "likely" } };
    const shown = scenes({ ...documentOf(replay), levels: { A: 0, B: 70 } }, replay, track);
    const shades = shown.map(({ shadings }) => [shadings?.likely?.[key], shadings?.possible?.[key]]);
    const none = [undefined, undefined];
    assert.deepEqual(shades, [none, [70, 1000], [70, 1000], none, none, none]);
  });
});

describe("texts", () => {
  test("show what cannot be seen", () => {
    assert.equal(plain("a\u0000\u001b[0m\u202eb\r\nc\td"), "a␀␛[0m⟨U+202E⟩b\nc\td");
  });

  test("probabilities are written in per cent", () => {
    assert.equal(percent(0.415), "41.5%");
    assert.equal(percent(1), "100.0%");
  });

  test("names become parts of links", () => {
    assert.equal(slug("The Hunters!"), "the-hunters");
  });
});
