// Whole matches in a real browser, against the program, if `STOKER` names it.

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import { after, afterEach, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { seriousFaults } from "./access.ts";
import { launch, PHONE, WIDE } from "./browser.ts";
import { overflow } from "./looks.ts";
import { keep, picture } from "./pictures.ts";

const program = process.env.STOKER ?? "";
/** A folder with a bot for the sandbox. */
const bot = process.env.STOKER_BOT ?? "";

/** The program, at a table. */
class Session {
  readonly #process: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly #reader: Interface;

  constructor(args: readonly string[]) {
    this.#process = spawn(program, ["play", ...args], { stdio: ["ignore", "pipe", "inherit"] });
    if (!this.#process.stdout) throw new Error("no output");
    this.#reader = createInterface(this.#process.stdout);
    this.#lines = this.#reader[Symbol.asyncIterator]();
  }

  async line(): Promise<string> {
    const next = await this.#lines.next();
    return next.done === true ? "" : next.value;
  }

  /** The address of the page of a viewer, the next that is printed. */
  async address(viewer: string): Promise<string> {
    const line = await this.line();
    assert.ok(line.startsWith(`${viewer}: http://127.0.0.1:`), line);
    return line.slice(viewer.length + 2);
  }

  async end(): Promise<void> {
    this.#reader.close();
    this.#process.kill("SIGINT");
    if (this.#process.exitCode === null) await once(this.#process, "exit");
  }
}

describe("a person at the page", { skip: program === "" }, () => {
  let browser: Browser;
  const sessions: Session[] = [];
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
    await Promise.all(sessions.splice(0).map((session) => session.end()));
  });

  /** Begins a session; its page at the table, and what goes wrong on it. */
  async function sit(viewer: string, args: readonly string[], sight = WIDE) {
    const session = new Session(args);
    sessions.push(session);
    const address = await session.address(viewer);
    const context = await browser.newContext({ viewport: sight, colorScheme: sight.theme });
    const page = await context.newPage();
    const wrong: string[] = [];
    page.on("pageerror", (error) => wrong.push(String(error)));
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) wrong.push(message.text());
    });
    await page.goto(address);
    return { session, page, wrong, address };
  }

  /** The number of turns that the page shows. */
  async function turns(page: Page): Promise<number> {
    return Number((await page.locator("#replay").getAttribute("data-turns")) ?? -1);
  }

  /** Waits until the person is asked or the match is over; true if the person is asked. */
  async function asked(page: Page): Promise<boolean> {
    await page.waitForFunction(() => {
      const status = document.querySelector(".status");
      return status?.classList.contains("asked") === true || /over/.test(status?.textContent ?? "");
    });
    return (await page.locator(".status.asked").count()) > 0;
  }

  /** Waits until the page has got further than this turn. */
  async function beyond(page: Page, turn: number): Promise<void> {
    await page.waitForFunction(
      (before) => Number(document.querySelector<HTMLElement>("#replay")?.dataset.turns) !== before,
      turn,
    );
  }

  /** Plays to the end, one way or another. */
  async function playOut(page: Page, act: (turn: number) => Promise<void>): Promise<string> {
    while (await asked(page)) {
      const turn = await turns(page);
      await act(turn);
      await beyond(page, turn);
    }
    return (await page.locator(".status").textContent()) ?? "";
  }

  /** Makes a move by clicking a place; if several moves lead there, by clicking the first of them. */
  async function click(page: Page): Promise<void> {
    const places = page.locator(".spot.offered");
    if ((await places.count()) === 0) return page.locator(".offers button").first().click();
    await places.first().dispatchEvent("click");
    // Several moves are listed, and the first of them has the focus.
    const listed = page.locator(".offers button:focus");
    if ((await listed.count()) > 0) await listed.click();
  }

  test("plays Dracula by clicking places, looks at the board on the way, and sees the replay", async () => {
    const folder = mkdtempSync(join(tmpdir(), "stoker-play-"));
    const args = ["hunters=tracker", "--param", "start_score=12", "--seed", "3", "--record", folder];
    const { session, page, wrong, address } = await sit("dracula", args);
    await session.line();
    const result = await playOut(page, async (turn) => {
      await click(page);
      if (turn === 9) await page.goto(address);
    });
    assert.match(result, /won by/);
    await picture(page, "play-over");
    const [replay] = await Promise.all([
      page.context().waitForEvent("page"),
      page.getByText("Replay, with everything shown").click(),
    ]);
    await replay.getByText("everything", { exact: true }).first().waitFor();
    assert.match(await session.line(), /^match 0, seed 0000000000000003: /);
    const records = readFileSync(join(folder, "records.jsonl"), "utf8");
    assert.equal(records.split("\n").length, 2);
    assert.deepEqual(wrong, []);
  });

  test(
    "plays the hunters with the keyboard alone, against a folder in its sandbox",
    { skip: bot === "" },
    async () => {
      const args = [`dracula=${bot}`, "--param", "start_score=8", "--seed", "4"];
      const { page, wrong } = await sit("hunters", args);
      const result = await playOut(page, async () => {
        const first = await page.locator(".offers button").first().getAttribute("data-move");
        // The field for the move has the focus.
        await page.keyboard.type(first ?? "");
        await page.keyboard.press("Enter");
      });
      assert.match(result, /won by/);
      assert.deepEqual(wrong, []);
    },
  );

  test("plays the hunters by clicking, against a bot", async () => {
    const args = ["dracula=lurker", "--param", "start_score=10", "--seed", "6"];
    const { page, wrong } = await sit("hunters", args);
    const result = await playOut(page, () => click(page));
    assert.match(result, /won by/);
    assert.deepEqual(wrong, []);
  });

  test("plays Dracula by clicking, against a folder in its sandbox", { skip: bot === "" }, async () => {
    const args = [`hunters=${bot}`, "--param", "start_score=10", "--seed", "7"];
    const { page, wrong } = await sit("dracula", args);
    const result = await playOut(page, () => click(page));
    assert.match(result, /won by/);
    assert.deepEqual(wrong, []);
  });

  test("is told what a click does, and moves on the board with the keyboard alone", async () => {
    const args = ["dracula=lurker", "--param", "start_score=2", "--seed", "5"];
    const { page, wrong } = await sit("hunters", args);
    assert.ok(await asked(page));
    const hint = page.locator(".tip").getByText(/^Click: start in /);
    await page.locator(".spot.offered").first().dispatchEvent("pointerover");
    await hint.waitFor();
    const result = await playOut(page, async () => {
      // The board has one stop for the Tab key; from there the arrow keys lead everywhere.
      await page.locator(".spot.offered").first().focus();
      await page.keyboard.press("Enter");
      const listed = page.locator(".offers button:focus");
      if ((await listed.count()) > 0) await page.keyboard.press("Enter");
    });
    assert.match(result, /won by/);
    assert.deepEqual(wrong, []);
  });

  test("stays at an earlier turn while another person moves", async () => {
    const { session, page, wrong } = await sit("dracula", ["--ruleset", "kosmos", "--seed", "3"]);
    const other = await page.context().newPage();
    await other.goto(await session.address("hunter"));
    const isAsked = async (one: Page) => (await one.locator(".status.asked").count()) > 0;
    const mover = async () => {
      for (;;) {
        if (await isAsked(page)) return [page, other] as const;
        if (await isAsked(other)) return [other, page] as const;
        await page.waitForTimeout(20);
      }
    };
    // A hidden choice is no turn for the other person.
    for (let seen = 0, move = 0; seen < 3; move += 1) {
      assert.ok(move < 40, "too few moves are seen by the other person");
      const [moves, waits] = await mover();
      const [before, shown] = [await turns(moves), await turns(waits)];
      if (shown > 0) {
        await waits.locator("h1").first().click();
        await waits.keyboard.press("Home");
        await waits.waitForFunction(() => location.hash.includes("turn=0&"));
      }
      await moves.locator(".offers button").first().click();
      await beyond(moves, before);
      await mover();
      // There may be no earlier turn yet.
      if (shown === 0 || (await turns(waits)) === shown) continue;
      assert.match(new URL(waits.url()).hash, /turn=0&/);
      seen += 1;
    }
    const here = page.getByRole("button", { name: "Play on from here" });
    await page.locator("h1").first().click();
    await page.keyboard.press("End");
    await here.click();
    await page.getByText("The board shows the present").waitFor();
    assert.deepEqual(wrong, []);
  });

  test("tries again when its connection was refused", async () => {
    const session = new Session(["dracula=lurker", "--seed", "5"]);
    sessions.push(session);
    const page = await (await browser.newContext()).newPage();
    let refused = 0;
    await page.route("**/events*", async (route) => {
      refused += 1;
      if (refused < 3) await route.fulfill({ status: 429, body: "8 pages are open" });
      else await route.continue();
    });
    await page.goto(await session.address("hunters"));
    await page.locator(".status.lost").waitFor();
    assert.ok(await asked(page));
    assert.equal(await page.locator(".status.lost").count(), 0);
  });

  test("takes a move back, asks a bot, and goes on after a reload", async () => {
    const args = ["dracula=lurker", "--param", "start_score=40", "--seed", "5"];
    const { page, wrong } = await sit("hunters", args);
    for (let move = 0; move < 9; move += 1) {
      assert.ok(await asked(page));
      const turn = await turns(page);
      await page.locator(".offers button").first().click();
      await beyond(page, turn);
    }
    await asked(page);
    const before = await turns(page);
    await page.getByRole("button", { name: "Take back" }).click();
    await page.waitForFunction(
      (turn) => Number(document.querySelector<HTMLElement>("#replay")?.dataset.turns) === turn - 1,
      before,
    );
    await page.getByRole("button", { name: "What would it do?" }).click();
    await page.getByText("would choose").waitFor();
    await picture(page, "play-advice");
    await page.reload();
    assert.ok(await asked(page));
    assert.equal(await turns(page), before - 1);
    assert.deepEqual(await seriousFaults(page), []);
    assert.deepEqual(wrong, []);
  });

  test("plays a game in which bots are asked unnoticed", async () => {
    const args = ["--ruleset", "boss", "v1=random", "v2=random", "--seed", "3"];
    const { page, wrong } = await sit("v0", args);
    const result = await playOut(page, () => page.locator(".offers button").first().click());
    assert.match(result, /over/);
    assert.deepEqual(wrong, []);
  });

  test("refuses what is no move, in words", async () => {
    const { page } = await sit("hunters", ["dracula=lurker", "--seed", "5"]);
    assert.ok(await asked(page));
    await page.keyboard.type("nowhere at all");
    await page.keyboard.press("Enter");
    await page.locator(".refusal:not([hidden])").waitFor();
    assert.match((await page.locator(".refusal").textContent()) ?? "", /is not a move/);
  });

  test("fits a phone, without help in a rated match", async () => {
    const { page, wrong } = await sit("hunters", ["dracula=lurker", "--rated"], PHONE);
    assert.ok(await asked(page));
    assert.equal(await overflow(page), 0);
    assert.equal(await page.getByRole("button", { name: "Take back" }).isVisible(), false);
    keep("play-phone.png", await page.screenshot());
    assert.deepEqual(await seriousFaults(page), []);
    assert.deepEqual(wrong, []);
  });
});
