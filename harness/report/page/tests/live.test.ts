// A run that is watched in a real browser until it ends, if `STOKER` names the program.

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, afterEach, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { seriousFaults } from "./access.ts";
import { launch, PHONE, WIDE } from "./browser.ts";
import { overflow } from "./looks.ts";
import { keep, picture } from "./pictures.ts";

const program = process.env.STOKER ?? "";

const LIVE = ["--threads", "1", "--quiet", "--live", "--out", "run"];
/** A run of so many matches goes on until it is interrupted. */
const ENDLESS = ["--matches", "100000000"];

describe("the page of a run", { skip: program === "" }, () => {
  let browser: Browser;
  const runs: ChildProcess[] = [];
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
    await Promise.all(runs.splice(0).map(end));
  });

  async function end(run: ChildProcess): Promise<void> {
    run.kill("SIGINT");
    if (run.exitCode === null && run.signalCode === null) await once(run, "exit");
  }

  /** Begins a run and opens its page. */
  async function watch(args: readonly string[], sight = WIDE) {
    const cwd = mkdtempSync(join(tmpdir(), "stoker-live-"));
    const run = spawn(program, [...args, ...LIVE], { cwd, stdio: ["ignore", "ignore", "pipe"] });
    runs.push(run);
    const [line] = (await once(createInterface(run.stderr), "line")) as [string];
    const context = await browser.newContext({
      viewport: { width: sight.width, height: sight.height },
      colorScheme: sight.theme,
    });
    const page = await context.newPage();
    const wrong: string[] = [];
    page.on("pageerror", (error) => wrong.push(String(error)));
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) wrong.push(message.text());
    });
    await page.goto(line.replace(/^live: /, ""));
    return { run, page, wrong };
  }

  /** Waits until the page has shown this number of reports. */
  async function reports(page: Page, count: number): Promise<void> {
    await page.waitForFunction(
      (wanted) => Number(document.documentElement.dataset.reports ?? 0) >= wanted,
      count,
      { timeout: 120_000 },
    );
  }

  test("shows the report so far, a match, and the last report when the run ends", async () => {
    const { run, page, wrong } = await watch([
      "league",
      "patrol",
      "random",
      "wanderer",
      "lurker",
      ...ENDLESS,
    ]);
    await page.getByText(/of [\d,]+ matches: /).waitFor();
    await reports(page, 1);
    assert.match((await page.locator("header .summary").textContent()) ?? "", /so far/);
    // What a reader has sorted stays sorted in the next report, and what is being typed goes on.
    const sorter = page.locator("table.sorts .sorter").first();
    await sorter.click();
    const order = await page.locator("table.sorts th[aria-sort]").first().getAttribute("aria-sort");
    const field = page.locator("#search");
    await field.pressSequentially("patr");
    await reports(page, 2);
    await page.keyboard.type("ol");
    assert.equal(await field.inputValue(), "patrol");
    await field.fill("");
    const kept = page.locator("table.sorts th[aria-sort]").first();
    assert.equal(await kept.getAttribute("aria-sort"), order);
    await page.getByRole("button", { name: "Watch the next match" }).click();
    await page.getByText(/^The match is over: .*won by/).waitFor();
    await page.locator("#watched .boards").waitFor();
    await picture(page, "live");
    assert.deepEqual(await seriousFaults(page), []);
    const ended = once(run, "exit");
    run.kill("SIGINT");
    await page.getByText(/^interrupted after/).waitFor({ timeout: 120_000 });
    await ended;
    assert.match((await page.locator("header .summary").textContent()) ?? "", /stopped after/);
    // The last report has replays, which its links show.
    await page.locator("#replays a").first().click();
    await page.locator("#replay-place .boards").waitFor();
    assert.deepEqual(wrong, []);
  });

  test("sees a league end", async () => {
    const { run, page, wrong } = await watch(["league", "patrol", "wanderer", "--matches", "20000"]);
    const ended = once(run, "exit");
    await page.getByText(/^20000 matches; results in run$/).waitFor({ timeout: 240_000 });
    assert.deepEqual(await ended, [0, null]);
    assert.doesNotMatch((await page.locator("header .summary").textContent()) ?? "", /so far|stopped/);
    assert.deepEqual(wrong, []);
  });

  test("fits a phone", async () => {
    const { page, wrong } = await watch(["league", "patrol", "wanderer", ...ENDLESS], PHONE);
    await reports(page, 1);
    assert.equal(await overflow(page), 0);
    keep("live-phone.png", await page.screenshot());
    assert.deepEqual(await seriousFaults(page), []);
    assert.deepEqual(wrong, []);
  });

  test("shows the report so far of a sweep", async () => {
    const { page, wrong } = await watch([
      "sweep",
      "lurker",
      "patrol",
      "--vary",
      "lurker:depth=1..2",
      ...ENDLESS,
    ]);
    await reports(page, 1);
    assert.match((await page.locator("h1").textContent()) ?? "", /^Sweep/);
    assert.deepEqual(wrong, []);
  });
});
