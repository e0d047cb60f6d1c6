// Replays as a part of another page.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { seriousFaults } from "./access.ts";
import { frames, launch, open, write } from "./browser.ts";
import { chaseReplay, closed, documentOf, gridReplay } from "./fixture.ts";
import { overflow } from "./looks.ts";
import { packed } from "./packed.ts";

/** A page with two containers, in the narrower of which the layout of a phone fits. */
function host(): string {
  const data = packed(documentOf(closed(chaseReplay(20, 17)), closed(gridReplay(17))));
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A report</title>
<link rel="icon" href="data:,"><style>${readFileSync("../assets/replay.css", "utf8")}</style></head>
<body><main><h1 id="heading-turn">A report</h1><label for="shading">Search</label><input id="shading">
<button id="remove">Remove</button><p id="keys"></p>
<section id="first"></section><section id="second" style="width: 30rem"></section></main>
<script type="application/json+deflate" id="replays">${data}</script>
<script>${readFileSync(".built/host.js", "utf8")}</script></body></html>`;
}

describe("replays in another page", () => {
  let browser: Browser;
  let address: string;
  before(async () => {
    browser = await launch();
    address = write("host.html", host());
  });
  after(() => browser.close());

  const opened = async (hash = "") => open(browser, `${address}${hash}`, undefined, "#first[data-ready]");

  test("leave its title, its address and its ids alone", async () => {
    const { page, wrong } = await opened("#elsewhere");
    await page.waitForTimeout(500);
    assert.equal(await page.title(), "A report");
    assert.match(page.url(), /#elsewhere$/);
    const twice = await page.evaluate(() => {
      const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
      return ids.filter((id, i) => ids.indexOf(id) !== i);
    });
    assert.deepEqual(twice, []);
    assert.equal(await page.locator("h1").count(), 1);
    assert.equal(await page.locator("main").count(), 1);
    assert.deepEqual(await seriousFaults(page), []);
    assert.equal(await overflow(page), 0);
    assert.deepEqual(wrong, []);
  });

  test("hear only keys that are pressed in them", async () => {
    const { page } = await opened();
    const where = (id: string) => page.locator(`#${id} .where`).innerText();
    await page.locator("#shading").focus();
    await page.keyboard.press("ArrowRight");
    await frames(page);
    assert.match(await where("first"), /^Turn 0 /);
    await page.locator("#first .ending").click();
    await page.keyboard.press("ArrowRight");
    await frames(page);
    assert.match(await where("first"), /^Turn 1 /);
    assert.match(await where("second"), /^Turn 0 /);
  });

  test("keep their points of view apart", async () => {
    const { page } = await opened();
    await page.locator("#first label", { hasText: "the hounds" }).click();
    await frames(page);
    assert.ok(await page.locator("#first input[type=radio]").nth(1).isChecked());
    assert.ok(await page.locator("#second input[type=radio]").nth(0).isChecked());
  });

  test("follow links, of which one can lead to the second match of a number", async () => {
    const { page } = await opened();
    await page.evaluate(() => {
      location.hash = "#match=17.2&turn=3&view=all";
    });
    await page.locator("#first .heading-0", { hasText: "hopper" }).waitFor();
    await frames(page);
    assert.match(await page.locator("#first .where").innerText(), /^Turn 3 /);
  });

  test("hear nothing any more once they are removed", async () => {
    const { page, wrong } = await opened();
    await page.locator("#remove").click();
    await page.evaluate(() => {
      location.hash = "#match=17&turn=2&view=all";
    });
    await frames(page, 4);
    assert.equal(await page.locator("#first").innerHTML(), "");
    assert.deepEqual(wrong, []);
  });
});
