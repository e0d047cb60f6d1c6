// Pictures of a page for a person to look at, if `SCREENSHOTS` names a folder.

import { mkdirSync, writeFileSync } from "node:fs";
import type { Page } from "playwright-core";

export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

/** Keeps a file beside the pictures. */
export function keep(name: string, bytes: Buffer): void {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${name}`, bytes);
}
