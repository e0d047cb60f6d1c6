// Violations that an accessibility checker (axe-core) rates as serious.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Results {
  violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[];
}

export async function seriousFaults(page: Page): Promise<string[]> {
  await page.evaluate(AXE); // evaluated by the debugger, which the page's policy does not bind
  const { violations } = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<Results> } };
    return axe.run();
  });
  return violations
    .filter(({ impact }) => ["serious", "critical"].includes(impact))
    .flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map((node) => `${id}: ${node.html.slice(0, 150)} ${node.failureSummary}`),
    );
}
