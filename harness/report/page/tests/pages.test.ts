// The pages that the program made, if `STOKER_PAGES` names their folder.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { after, afterEach, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { seriousFaults } from "./access.ts";
import { frames, launch, open, PHONE, WIDE } from "./browser.ts";
import { overflow, overlappingTexts } from "./looks.ts";
import { picture } from "./pictures.ts";

const folder = process.env.STOKER_PAGES;
const names = folder ? readdirSync(folder, { recursive: true }).map(String).filter(isReplay) : [];

function isReplay(name: string): boolean {
  return /(^|[/-])replay[^/]*\.html$/.test(name);
}

describe("pages made by the program", { skip: names.length === 0 }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

  for (const name of names) {
    const address = pathToFileURL(resolve(folder ?? "", name)).href;
    for (const sight of [WIDE, { ...WIDE, theme: "dark" }, PHONE, { ...PHONE, theme: "dark" }] as const) {
      test(`${name} at ${sight.width} pixels, ${sight.theme}`, async () => {
        const { page, wrong } = await open(browser, address, sight);
        const views = await page.getByRole("radio").count();
        for (let view = 1; view <= views; view += 1) {
          for (const key of ["Home", "ArrowRight", "n", "n", "Shift+ArrowRight", String(view), "n"]) {
            await page.keyboard.press(key);
          }
          await frames(page);
          assert.deepEqual(await overlappingTexts(page), []);
          assert.equal(await overflow(page), 0);
          assert.deepEqual(await seriousFaults(page), []);
          await picture(page, `${name.replace(/\W+/g, "-")}-${sight.width}-${sight.theme}-${view}`);
        }
        await page.keyboard.press("End");
        await frames(page);
        assert.deepEqual(wrong, []);
      });
    }
  }
});
