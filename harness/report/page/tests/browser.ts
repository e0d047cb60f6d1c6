// A browser for the tests: Debian's Chromium, with a fresh profile, opening files from disk.

import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import type { Document } from "../src/types.ts";
import { packed } from "./packed.ts";

const ASSETS = "../assets";

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
}

/** The page of a document, put together as the program does. */
export function pageOf(document: Document): string {
  const asset = (name: string) => readFileSync(`${ASSETS}/${name}`, "utf8");
  const parts: Record<string, string> = {
    csp: asset("replay.csp"),
    title: document.title,
    style: asset("replay.css"),
    script: asset("replay.js"),
    data: packed(document),
  };
  return asset("replay.html").replace(/\{\{(\w+)\}\}/g, (_, name: string) => parts[name] ?? "");
}

const folder = mkdtempSync(join(tmpdir(), "stoker-page-"));

/** Writes a page to disk; its address. */
export function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return pathToFileURL(path).href;
}

export interface Sight {
  width: number;
  height: number;
  theme: "light" | "dark";
  reducedMotion?: boolean;
}

export const WIDE: Sight = { width: 1440, height: 900, theme: "light" };
export const PHONE: Sight = { width: 390, height: 844, theme: "light" };

/** A page with everything that went wrong in it. */
export interface Opened {
  page: Page;
  /** Errors and warnings of the console, exceptions, and requests for anything but the file. */
  wrong: string[];
}

export async function open(
  browser: Browser,
  address: string,
  sight: Sight = WIDE,
  ready = "#replay[data-ready]",
): Promise<Opened> {
  const context = await browser.newContext({
    viewport: { width: sight.width, height: sight.height },
    colorScheme: sight.theme,
    reducedMotion: sight.reducedMotion ? "reduce" : "no-preference",
    acceptDownloads: false,
  });
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) wrong.push(message.text());
  });
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("request", (request) => {
    const url = request.url();
    if (url.split("#")[0] !== address.split("#")[0] && !url.startsWith("data:"))
      wrong.push(`request for ${url}`);
  });
  await page.goto(address);
  await page.waitForSelector(ready, { state: "attached" });
  await frames(page, 2);
  return { page, wrong };
}

/** Lets the page draw. */
export async function frames(page: Page, count = 2): Promise<void> {
  await page.evaluate(async (wanted) => {
    for (let i = 0; i < wanted; i += 1) await new Promise(requestAnimationFrame);
  }, count);
}
