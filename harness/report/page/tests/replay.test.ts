// The replay page in a real browser, opened from disk.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, afterEach, before, describe, test, type TestContext } from "node:test";
import type { Browser, CDPSession, Page } from "playwright-core";
import { seriousFaults } from "./access.ts";
import { frames, launch, open, PHONE, pageOf, type Sight, WIDE, write } from "./browser.ts";
import {
  chaseReplay,
  closed,
  documentOf,
  emptyDocument,
  gridReplay,
  HOSTILE,
  hostileReplay,
} from "./fixture.ts";
import type { Document, Replay } from "../src/types.ts";
import { overflow, overlappingTexts } from "./looks.ts";
import { keep, picture } from "./pictures.ts";

let browser: Browser;
let long: string;
let several: string;
let hostile: string;

before(async () => {
  browser = await launch();
  long = write("long.html", pageOf(documentOf(chaseReplay(366, 17))));
  several = write("several.html", pageOf(documentOf(chaseReplay(30, 17), gridReplay(18))));
  hostile = write("hostile.html", pageOf(documentOf(hostileReplay(1), gridReplay(2))));
});

after(() => browser.close());

afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

const where = (page: Page) => page.locator(".where").innerText();

async function press(page: Page, key: string): Promise<string> {
  await page.keyboard.press(key);
  await frames(page);
  return where(page);
}

describe("a replay opened from disk", () => {
  test("asks for nothing and reports no error", async () => {
    const { page, wrong } = await open(browser, several);
    await page.locator(".play").click();
    await page.waitForTimeout(1_200);
    assert.deepEqual(wrong, []);
    assert.notEqual(await where(page), "Turn 0 of 150, round 0");
  });

  test("a policy stops scripts and requests that were never there", async () => {
    const { page } = await open(browser, several);
    const ran = await page.evaluate(async () => {
      const script = document.createElement("script");
      script.textContent = "globalThis.harmed = true";
      document.body.append(script);
      const fetched = await fetch("data:,x").then(
        () => true,
        () => false,
      );
      return { harmed: "harmed" in globalThis, fetched };
    });
    assert.deepEqual(ran, { harmed: false, fetched: false });
  });

  test("steps by turn and round, with keys and buttons", async () => {
    const { page } = await open(browser, several);
    assert.equal(await press(page, "ArrowRight"), "Turn 1 of 150, round 0");
    assert.equal(await press(page, "ArrowRight"), "Turn 2 of 150, round 0");
    assert.equal(await press(page, "ArrowLeft"), "Turn 1 of 150, round 0");
    assert.equal(await press(page, "Shift+ArrowRight"), "Turn 6 of 150, round 1");
    assert.equal(await press(page, "Shift+ArrowRight"), "Turn 11 of 150, round 2");
    assert.equal(await press(page, "Shift+ArrowLeft"), "Turn 6 of 150, round 1");
    assert.equal(await press(page, "End"), "Turn 150 of 150, round 29");
    assert.equal(await press(page, "Home"), "Turn 0 of 150, round 0");
    await page.getByRole("button", { name: "On a turn" }).click();
    await frames(page);
    assert.equal(await where(page), "Turn 1 of 150, round 0");
  });

  test("the space bar plays and pauses", async () => {
    const { page } = await open(browser, several);
    await page.locator("select[aria-label=Speed]").selectOption("25");
    await page.locator("body").click({ position: { x: 2, y: 2 } });
    await page.keyboard.press(" ");
    await page.waitForTimeout(600);
    const there = await press(page, " ");
    assert.match(there, /^Turn [1-9]\d* of 150/);
    await page.waitForTimeout(300);
    assert.equal(await where(page), there);
  });

  test("the slider and the strip go to a turn", async () => {
    const { page } = await open(browser, several);
    await page.locator("input[type=range]").fill("75");
    await frames(page);
    assert.match(await where(page), /^Turn 75 /);
    await page.locator(".strip").scrollIntoViewIfNeeded();
    const box = await page.locator(".over").boundingBox();
    assert.ok(box);
    await page.mouse.click(box.x + box.width / 3, box.y + 30);
    await frames(page);
    assert.match(await where(page), /^Turn (49|50|51) /);
  });

  test("buttons jump to each kind of event, n and p to any", async () => {
    const { page } = await open(browser, long);
    await page.getByRole("button", { name: "Next maturation" }).click();
    await frames(page);
    assert.match(await where(page), /^Turn 65 /);
    await page.getByRole("button", { name: "Next fault" }).click();
    await frames(page);
    assert.match(await where(page), /^Turn 204 /);
    assert.match(await page.locator(".fault").innerText(), /wall timeout/);
    await press(page, "Home");
    const first = await press(page, "n");
    assert.notEqual(first, "Turn 0 of 1,830, round 0");
    await press(page, "n");
    assert.equal(await press(page, "p"), first);
  });

  test("digits change the point of view, which hides what its viewer does not know", async () => {
    const { page } = await open(browser, several);
    await press(page, "n");
    assert.equal(await page.locator(".piece[data-key=seat-4]").count(), 1);
    await press(page, "2");
    assert.equal(await page.locator(".piece[data-key=seat-4]").count(), 0);
    assert.ok((await page.locator(".shade:not([visibility])").count()) > 3);
    for (let i = 0; i < 5; i += 1) await press(page, "ArrowRight");
    await page.locator("input[type=range]").fill("10");
    await frames(page);
    assert.equal(await page.locator(".what").innerText(), "the hare has moved.");
  });

  test("a shading is a number too, for the mouse and for the keyboard", async () => {
    const { page } = await open(browser, several);
    await press(page, "2");
    await page.locator(".spot").first().focus();
    await page.keyboard.press("ArrowRight");
    const label = await page.locator(".spot:focus").getAttribute("aria-label");
    assert.match(label ?? "", /probability: \d\.\d{3}/);
    assert.match(await page.locator(".tip").innerText(), /probability: \d\.\d{3}/);
    assert.match(
      await page.locator(".legend .meaning").first().innerText(),
      /Probability that the hare is there/,
    );
  });

  test("links lead to a match, a turn and a point of view, and are kept up to date", async () => {
    const { page, wrong } = await open(browser, `${several}#match=17&turn=42&view=the-hounds`);
    assert.match(await where(page), /^Turn 42 /);
    assert.ok(await page.getByRole("radio", { name: "the hounds" }).isChecked());
    await press(page, "ArrowRight");
    await page.waitForTimeout(500);
    assert.match(page.url(), /#match=17&turn=43&view=the-hounds$/);
    await page.locator(".worst a").first().click();
    await frames(page, 4);
    assert.match(await where(page), /^Turn 13 /);
    await page.evaluate(() => {
      location.hash = "#match=18&turn=3&view=all";
    });
    await frames(page, 4);
    assert.match(await page.locator("h1").innerText(), /hopper against croaker/);
    assert.match(await where(page), /^Turn 3 of 30/);
    assert.deepEqual(wrong, []);
  });

  test("a link to a match that is not there says so, and shows one that is", async () => {
    const { page, wrong } = await open(browser, `${several}#match=99&turn=4&view=all`);
    assert.equal(await page.getByRole("alert").innerText(), "There is no match 99 on this page.");
    assert.match(await page.locator(".ending").innerText(), /match 17/);
    await page.evaluate(() => {
      location.hash = "#match=18&turn=3&view=all";
    });
    await page.locator(".ending", { hasText: "match 18" }).waitFor();
    assert.equal(await page.getByRole("alert").count(), 0);
    assert.deepEqual(wrong, []);
  });

  test("of two matches chosen at once, the last one is shown", async () => {
    // Reading the first takes longer than reading the second.
    const [slow, fast] = [closed(chaseReplay(366, 1)), closed(gridReplay(2))];
    const address = write("race.html", pageOf(documentOf(gridReplay(3), slow, fast)));
    const { page } = await open(browser, address);
    await page.evaluate(() => {
      const chooser = document.querySelector<HTMLSelectElement>("select[aria-label=Match]");
      for (const choice of ["1", "2"]) {
        if (chooser) chooser.value = choice;
        chooser?.dispatchEvent(new Event("change"));
      }
    });
    await page.waitForTimeout(1_000);
    assert.match(await page.locator(".ending").innerText(), /match 2[^0-9]/);
  });

  test("another match of the file can be chosen, of a game with other boards", async () => {
    const { page, wrong } = await open(browser, several);
    await page.getByLabel("Match", { exact: true }).selectOption({ index: 1 });
    await frames(page, 4);
    assert.equal(await page.locator(".picture").count(), 3);
    assert.equal(await page.locator(".picture .cell").count(), 23);
    await press(page, "End");
    assert.deepEqual(wrong, []);
    await picture(page, "grid-1440-light");
  });

  test("zooming shows more labels and never lets them collide", async () => {
    const { page } = await open(browser, several, PHONE);
    const names = () => page.locator(".label:not([visibility])").allTextContents();
    const before = (await names()).filter((name) => name.length > 2).length;
    for (let i = 0; i < 3; i += 1) await page.getByRole("button", { name: "Zoom in" }).click();
    await page.waitForTimeout(700);
    const after = (await names()).filter((name) => name.length > 2).length;
    assert.ok(after > before, `${after} names after zooming, ${before} before`);
    assert.deepEqual(await overlappingTexts(page), []);
  });
});

describe("another game", () => {
  test("the toy's records, played by the program, are shown from every point of view", async () => {
    const document = JSON.parse(readFileSync("tests/toy.json", "utf8")) as Document;
    const { page, wrong } = await open(browser, write("toy.html", pageOf(document)));
    const [replay] = document.replays as Replay[];
    assert.ok(replay);
    const last = replay.turns.length;
    assert.equal(await where(page), `Turn 0 of ${last}`);
    for (const [view, { name }] of replay.tracks.entries()) {
      await press(page, String(view + 1));
      assert.ok(await page.getByRole("radio", { name }).isChecked());
      await press(page, "Home");
      for (let turn = 1; turn <= last; turn += 1) await press(page, "ArrowRight");
      assert.equal(await where(page), `Turn ${last} of ${last}`);
      assert.equal(await page.locator(".pieces .piece").count(), 1);
      assert.match(await page.locator(".what").innerText(), / plays \d/);
    }
    // Dice are for those who share the first seat's knowledge.
    const dice = page.locator(".values tr", { hasText: "dice" }).locator(".number");
    assert.equal(await dice.innerText(), "unknown");
    await press(page, "2");
    assert.match(await dice.innerText(), /^\d/);
    await page.getByLabel("Match", { exact: true }).selectOption({ index: 1 });
    await page.locator(".ending", { hasText: "match 1" }).waitFor();
    assert.deepEqual(await overlappingTexts(page), []);
    assert.deepEqual(await seriousFaults(page), []);
    assert.deepEqual(wrong, []);
    await picture(page, "toy-1440-light");
  });
});

describe("hostile texts", () => {
  test("appear as text and do nothing", async () => {
    const { page, wrong } = await open(browser, hostile);
    for (const key of ["ArrowRight", "ArrowRight", "2", "1", "End", "Home", "ArrowRight"])
      await press(page, key);
    assert.deepEqual(wrong, []);
    assert.equal(await page.evaluate(() => "harmed" in globalThis || "harmed" in {}), false);
    assert.equal(await page.locator("#replay script, #replay img").count(), 0);
    const title = await page.locator("h1").innerText();
    assert.ok(title.includes(HOSTILE.script));
    assert.ok(title.includes("abc⟨U+202E⟩dcba⟨U+2066⟩x"));
    assert.ok(title.includes("bell␇ escape␛[31mred␀"));
    assert.equal(await overflow(page), 0);
    await page.setViewportSize({ width: PHONE.width, height: PHONE.height });
    await frames(page, 4);
    assert.equal(await overflow(page), 0);
  });

  test("a line of 100 kB is cut until it is asked for", async () => {
    const { page } = await open(browser, hostile);
    await press(page, "ArrowRight");
    const stderr = page.locator(".long", { hasText: "Standard error" });
    assert.ok((await stderr.locator("pre").innerText()).length < 3_000);
    await stderr.getByRole("button").click();
    assert.equal((await stderr.locator("pre").innerText()).length, HOSTILE.long.length);
    assert.equal(await overflow(page), 0);
  });
});

describe("odd files", () => {
  test("a game without turns, places and values is shown without an error", async () => {
    const { page, wrong } = await open(browser, write("empty.html", pageOf(emptyDocument())));
    for (const key of ["ArrowRight", "End", "n", " ", "2"]) await press(page, key);
    assert.equal(await where(page), "Turn 0 of 0");
    assert.ok(!(await page.locator("#replay").innerHTML()).includes("NaN"));
    assert.deepEqual(wrong, []);
  });

  test("a damaged file and one of another format say so", async () => {
    const broken = pageOf(documentOf(gridReplay(1))).replace(/(id="replays">)[^<]{40}/, "$1");
    const newer = pageOf({ ...documentOf(gridReplay(1)), format: 3 });
    for (const [name, text] of [
      ["broken.html", broken],
      ["newer.html", newer],
    ] as const) {
      const page = await browser.newPage();
      await page.goto(write(name, text));
      assert.match(await page.getByRole("alert").innerText(), /^This replay cannot be shown: .+/);
    }
  });
});

describe("every width and theme", () => {
  for (const size of [WIDE, PHONE]) {
    for (const theme of ["light", "dark"] as const) {
      const sight: Sight = { ...size, theme };
      const name = `${sight.width} pixels, ${theme}`;
      test(`${name}: nothing overlaps, sticks out or is out of reach`, async () => {
        const { page, wrong } = await open(browser, `${long}#match=17&turn=207&view=the-hounds`, sight);
        assert.equal(await overflow(page), 0);
        assert.deepEqual(await overlappingTexts(page), []);
        assert.deepEqual(await seriousFaults(page), []);
        await picture(page, `hounds-${sight.width}-${theme}`);
        await press(page, "1");
        assert.deepEqual(await overlappingTexts(page), []);
        assert.deepEqual(await seriousFaults(page), []);
        await picture(page, `all-${sight.width}-${theme}`);
        assert.deepEqual(wrong, []);
      });
    }
  }

  test("the switch overrides the system's theme", async () => {
    const { page } = await open(browser, several);
    const paper = () =>
      page.evaluate(() => getComputedStyle(document.querySelector(".replay") as Element).backgroundColor);
    const light = await paper();
    await page.getByRole("button", { name: "Dark" }).click();
    assert.notEqual(await paper(), light);
  });

  test("pieces do not glide where motion is to be reduced", async () => {
    const { page } = await open(browser, several, { ...WIDE, reducedMotion: true });
    await press(page, "ArrowRight");
    const transition = await page
      .locator(".piece")
      .first()
      .evaluate((piece) => getComputedStyle(piece).transitionDuration);
    assert.equal(transition, "0s");
  });

  test("the list of keys opens with a question mark", async () => {
    const { page } = await open(browser, several);
    await page.keyboard.press("?");
    assert.ok(await page.getByRole("dialog").isVisible());
    assert.deepEqual(await seriousFaults(page), []);
  });
});

describe("paper", () => {
  test("a printed replay leaves the controls away and fits two sheets of A4", async () => {
    const { page } = await open(browser, `${several}#match=17&turn=42&view=the-hounds`, {
      ...WIDE,
      theme: "dark",
    });
    const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
    const pages = pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length ?? 0;
    assert.ok(pages >= 1 && pages <= 2, `${pages} pages`);
    keep("paper.pdf", pdf);
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator(".controls").isVisible(), false);
    assert.ok(await page.locator(".picture").isVisible());
  });
});

describe("speed", () => {
  test("a frame of a scrub through 1830 turns costs about what one of 60 turns does", async (context) => {
    const short = write("short.html", pageOf(documentOf(chaseReplay(12, 17))));
    for (const view of ["all", "the-hounds"]) {
      const one = await scrubbing(context, short, view);
      const many = await scrubbing(context, long, view);
      assert.ok(many.main <= 3 * one.main, `${many.main} ms of the main thread a frame, not ${one.main}`);
      assert.ok(many.all <= 3 * one.all, `${many.all} ms of processor time a frame, not ${one.all}`);
      if (MEASURED) {
        assert.ok(many.main <= FRAME, `${many.main} ms of the main thread a frame`);
        assert.ok(many.median <= FRAME, `median frame of ${many.median} ms`);
      }
    }
  });

  test("a page of 5 MB can be used within a second", async (context) => {
    const replays = Array.from({ length: 84 }, (_, i) => chaseReplay(100, i));
    const text = pageOf(documentOf(...replays.map(closed)));
    const { page } = await open(browser, write("large.html", text));
    const ready = Number(await page.locator("#replay").getAttribute("data-ready"));
    context.diagnostic(`${(text.length / 1e6).toFixed(1)} MB, ready after ${ready} ms`);
    if (MEASURED) assert.ok(ready < 1_000, `${ready} ms`);
    await page.getByLabel("Match", { exact: true }).selectOption({ index: 83 });
    await page.locator(".ending", { hasText: "match 83" }).waitFor();
  });
});

/** Milliseconds that a frame may take at 50 frames a second. */
const FRAME = 20;

/** True where times of the clock are tested: `STOKER_MEASURED=1`, on a machine with nothing else to do. */
const MEASURED = process.env.STOKER_MEASURED === "1";

interface Frames {
  /** Turns of the match. */
  turns: number;
  /** Milliseconds between frames. */
  median: number;
  slow: number;
  /** Milliseconds of processor time a frame: of the page's main thread, and of all of the browser. */
  main: number;
  all: number;
}

/** Scrubs through the match of a file, and tells what a frame took. */
async function scrubbing(context: TestContext, file: string, view: string): Promise<Frames> {
  const { page } = await open(browser, `${file}#match=17&turn=0&view=${view}`);
  const taken = await scrub(page);
  const { median, slow, main, all, turns } = taken;
  context.diagnostic(
    `${turns} turns, ${view}: frames of ${median.toFixed(1)} ms (median) and ${slow.toFixed(1)} ms ` +
      `(95th percentile); processor time a frame: ${main.toFixed(1)} ms of the main thread, ${all.toFixed(1)} ms in all`,
  );
  await page.close();
  return taken;
}

/** Drags the slider to and fro through the whole game, a few turns a frame. */
async function scrub(page: Page): Promise<Frames> {
  const meter = await page.context().newCDPSession(page);
  await meter.send("Performance.enable", { timeDomain: "threadTicks" });
  const before = [await mainTime(meter), await processorTime()] as const;
  const { turns, times } = await page.evaluate(async () => {
    const slider = document.querySelector<HTMLInputElement>("input[type=range]");
    if (!slider) throw new Error("no slider");
    const frame = () => new Promise<number>(requestAnimationFrame);
    const times: number[] = [];
    let last = await frame();
    const turns = Number(slider.max);
    for (let drawn = 0; drawn < 150; drawn++) {
      const along = (drawn * 6) % (2 * turns);
      slider.value = String(Math.min(along, 2 * turns - along));
      slider.dispatchEvent(new Event("input"));
      const now = await frame();
      times.push(now - last);
      last = now;
    }
    return { turns, times: times.sort((a, b) => a - b) };
  });
  const main = ((await mainTime(meter)) - before[0]) / times.length;
  const all = ((await processorTime()) - before[1]) / times.length;
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return { turns, median: at(0.5), slow: at(0.95), main, all };
}

/** Milliseconds that the page's main thread has computed. */
async function mainTime(meter: CDPSession): Promise<number> {
  const { metrics } = await meter.send("Performance.getMetrics");
  return 1_000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0);
}

/** Milliseconds that all processes of the browser have computed. */
async function processorTime(): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + 1_000 * cpuTime, 0);
}
