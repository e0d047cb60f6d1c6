// Visible defects, measured: texts that overlap, and content wider than the page.

import type { Page } from "playwright-core";

/** Pairs of visible texts on the boards that overlap each other. */
export function overlappingTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = [...document.querySelectorAll<SVGTextElement>(".picture .label, .picture .note, .tag text")]
      .filter((text) => text.textContent && text.getAttribute("visibility") !== "hidden")
      .map((text) => ({ text: text.textContent, box: text.getBoundingClientRect() }));
    return texts.flatMap((a, i) =>
      texts.slice(i + 1).flatMap((b) => {
        const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
        const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
        return wide > 1 && high > 3 ? [`${a.text} over ${b.text}`] : [];
      }),
    );
  });
}

/** The number of pixels by which the page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
