// The reports that the program made, if `STOKER_PAGES` names their folder.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { after, afterEach, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { seriousFaults } from "./access.ts";
import { frames, launch, open, PHONE, type Sight, WIDE } from "./browser.ts";
import { overflow } from "./looks.ts";
import { picture } from "./pictures.ts";

const folder = process.env.STOKER_PAGES;
const names = folder ? readdirSync(folder, { recursive: true }).map(String).filter(isReport) : [];

function isReport(name: string): boolean {
  return /(^|[/-])report[^/]*\.html$/.test(name);
}

const SIGHTS = [WIDE, { ...WIDE, theme: "dark" }, PHONE, { ...PHONE, theme: "dark" }] as const;
const READY = "html[data-ready]";

/** The texts of a column of the first table that has it. */
function column(page: Page, name: string): Promise<string[]> {
  return page.evaluate((wanted) => {
    for (const table of document.querySelectorAll("table")) {
      const heads = [...(table.tHead?.rows[0]?.cells ?? [])];
      const at = heads.findIndex((head) => head.textContent === wanted);
      const rows = [...(table.tBodies[0]?.rows ?? [])];
      if (at >= 0 && rows.length > 1) return rows.map((row) => row.cells[at]?.textContent ?? "");
    }
    return [];
  }, name);
}

const falling = (texts: string[]) =>
  texts.map(Number).every((value, i, all) => i === 0 || value <= Number(all[i - 1]));

describe("reports made by the program", { skip: names.length === 0 }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

  for (const name of names) {
    const address = pathToFileURL(resolve(folder ?? "", name)).href;
    const opened = (hash = "", sight: Sight = WIDE) => open(browser, `${address}${hash}`, sight, READY);

    for (const sight of SIGHTS) {
      test(`${name} at ${sight.width} pixels, ${sight.theme}`, async () => {
        const { page, wrong } = await opened("", sight);
        const details = page.locator("details[data-name]").first();
        if ((await details.count()) > 0) await details.locator("summary").click();
        await frames(page);
        assert.equal(await overflow(page), 0);
        assert.deepEqual(await seriousFaults(page), []);
        assert.deepEqual(wrong, []);
        await picture(page, `${name.replace(/\W+/g, "-")}-${sight.width}-${sight.theme}`);
      });
    }

    test(`${name} is there at once`, async () => {
      const { page } = await opened();
      const ready = await page.evaluate(() => Number(document.documentElement.dataset.ready));
      console.log(`${name}: interactive after ${ready} ms`);
      assert.ok(ready < 3_000, `${ready} ms`);
    });

    test(`${name} sorts, and finds an entrant`, async () => {
      const { page, wrong } = await opened();
      const matches = await column(page, "Mean");
      if (matches.length === 0) return;
      await page.getByRole("button", { name: "Mean", exact: true }).first().click();
      assert.ok(falling(await column(page, "Mean")));
      await page.getByRole("button", { name: "Mean", exact: true }).first().click();
      assert.ok(falling((await column(page, "Mean")).reverse()));
      const entrant = (await column(page, "Entrant"))[0] ?? "";
      await page.getByRole("searchbox").fill(entrant);
      const shown = await page.locator("details[data-name]:visible").allInnerTexts();
      assert.ok(
        shown.length > 0 && shown.every((text) => text.toLowerCase().includes(entrant.toLowerCase())),
      );
      assert.deepEqual(wrong, []);
    });

    test(`${name} filters its leaderboards`, async () => {
      const { page, wrong } = await opened();
      const rows = page.locator("tr[data-side]:visible");
      const list = (name: string) => page.getByRole("combobox", { name });
      const [side, faults] = [list("Side"), list("Faults")];
      if ((await side.count()) === 0) return;
      const all = await rows.count();
      await side.focus();
      await page.keyboard.press("ArrowDown");
      const wanted = await side.inputValue();
      const sides = await rows.evaluateAll((shown) => shown.map((row) => row.dataset.side));
      assert.ok(sides.length > 0 && sides.length < all && sides.every((of) => of === wanted), String(sides));
      assert.match(await page.locator(".filters .found").innerText(), /^\d+ of \d+ rows$/);
      if ((await faults.count()) > 0) {
        await faults.selectOption("some");
        const counts = await rows.evaluateAll((shown) => shown.map((row) => row.dataset.faults));
        assert.ok(counts.every((of) => of === "some"));
        await faults.selectOption("");
      }
      const entrant = (await column(page, "Entrant"))[0] ?? "";
      await page.getByRole("searchbox").fill(entrant);
      const both = await rows.evaluateAll((shown) =>
        shown.map(({ dataset }) => [dataset.side, dataset.name]),
      );
      assert.ok(both.length > 0 && both.every(([of, found]) => of === wanted && found?.includes(entrant)));
      await side.selectOption("");
      await page.getByRole("searchbox").fill("");
      assert.equal(await rows.count(), all);
      assert.deepEqual(await seriousFaults(page), []);
      assert.deepEqual(wrong, []);
    });

    test(`${name} opens what a link leads to`, async () => {
      const { page } = await opened();
      const link = page.locator('th a[href^="#entrant-"]:visible').first();
      if ((await link.count()) === 0) return;
      const id = (await link.getAttribute("href"))?.slice(1) ?? "";
      await link.click();
      await page.waitForSelector(`details#${id}[open]`);
    });

    test(`${name} shows a match turn by turn`, async () => {
      const { page, wrong } = await opened();
      const link = page.locator('#replays td a[href^="#match="], #replays th a[href^="#match="]').first();
      if ((await link.count()) === 0) return;
      await link.click();
      await page.waitForSelector("#replay-place .where");
      await page.locator("#replay-place .ending").click();
      await page.keyboard.press("ArrowRight");
      await frames(page);
      assert.match(await page.locator("#replay-place .where").innerText(), /^Turn 1 /);
      assert.equal(await overflow(page), 0);
      assert.deepEqual(await seriousFaults(page), []);
      assert.deepEqual(wrong, []);
      await picture(page, `${name.replace(/\W+/g, "-")}-replay`);
      const match = (await link.getAttribute("href")) ?? "";
      const again = await opened(`${match}&turn=2`);
      await again.page.waitForSelector("#replay-place .where");
      assert.match(await again.page.locator("#replay-place .where").innerText(), /^Turn 2 /);
    });

    test(`${name} saves a chart`, async () => {
      const { page } = await opened();
      const save = page.locator("figure.chart button.save:visible").first();
      const [download] = await Promise.all([page.waitForEvent("download"), save.click()]);
      assert.match(download.suggestedFilename(), /\.svg$/);
    });

    test(`${name} prints on paper`, async () => {
      const { page } = await opened();
      await page.emulateMedia({ media: "print" });
      await page.setViewportSize({ width: 794, height: 1123 });
      await frames(page);
      assert.ok((await overflow(page)) < 200);
      await picture(page, `${name.replace(/\W+/g, "-")}-print`);
    });
  }
});
