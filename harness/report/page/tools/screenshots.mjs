// Takes the README's pictures, docs/pictures/*.jpg, from a run that it plays: npm run screenshots
//   STOKER    the program (else the checkout's target/release/stoker)
//   CHROMIUM  the browser (else /usr/bin/chromium)
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const PICTURES = join(ROOT, "docs/pictures");
const STOKER = process.env.STOKER ?? join(ROOT, "target/release/stoker");
/** The most bytes of a picture: readers of the README wait for them. */
const MOST = 150_000;

/** A league of all bots that do not search, and what is looked at of it. */
const LEAGUE = ["--matches", "40", "--seed", "7", "--records", "all", "--quiet"];
const MATCH = 15;
const SHOTS = [
  { name: "replay", hash: `#match=${MATCH}&turn=145&view=the-hunters`, ready: "#replay[data-ready]" },
  { name: "report", hash: "", ready: "main" },
];

/** Plays the league, and writes its pages; their paths, by the names of the shots. */
function pages(folder) {
  const run = join(folder, "example");
  const replay = join(folder, "replay.html");
  const stoker = (...args) =>
    execFileSync(STOKER, args, { cwd: folder, stdio: ["ignore", "inherit", "inherit"] });
  stoker("league", ...LEAGUE, "--out", run);
  stoker("replay", join(run, "records.jsonl.zst"), "--match", String(MATCH), "--html", replay);
  return { replay, report: join(run, "report.html") };
}

async function shoot(browser, path, { name, hash, ready }) {
  const page = await browser.newPage({ viewport: { width: 1120, height: 720 }, colorScheme: "light" });
  await page.goto(pathToFileURL(path).href + hash);
  await page.waitForSelector(ready, { state: "attached" });
  // By then, transitions have ended.
  await page.waitForTimeout(1000);
  const picture = join(PICTURES, `${name}.jpg`);
  await page.screenshot({ path: picture, type: "jpeg", quality: 70 });
  await page.close();
  const { size } = statSync(picture);
  if (size > MOST) throw new Error(`${picture} has ${size} bytes, more than ${MOST}`);
  console.log(`${picture}: ${size} bytes`);
}

const folder = mkdtempSync(join(tmpdir(), "stoker-screenshots-"));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
});
try {
  mkdirSync(PICTURES, { recursive: true });
  const made = pages(folder);
  for (const shot of SHOTS) {
    if (existsSync(made[shot.name])) await shoot(browser, made[shot.name], shot);
    else throw new Error(`${STOKER} wrote no ${made[shot.name]}`);
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
