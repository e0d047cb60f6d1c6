// Builds harness/report/assets from the sources; with --check, only compares.
//
// The bytes depend on the sources and the lock file alone: no times, no paths, no hashes in names.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const PAGE = fileURLToPath(new URL("..", import.meta.url));
const ASSETS = new URL("../../assets/", import.meta.url);

/** The notice that d3's licence asks for. */
const NOTICE = `/*! Contains parts of d3 (https://d3js.org).
${readFileSync(new URL("../node_modules/d3-zoom/LICENSE", import.meta.url), "utf8").trim()}
*/`;

async function bundle(entry, options) {
  const { outputFiles } = await build({
    absWorkingDir: PAGE,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    charset: "utf8",
    legalComments: "none",
    write: false,
    ...options,
  });
  return outputFiles[0].text;
}

function hash(text) {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** What the page may do: run its own script, use its own style, ask its own server if it has one. */
function policy(script, style, served) {
  const asks = served ? "connect-src 'self'; frame-ancestors 'none'; " : "";
  const rest = `${asks}img-src data:; base-uri 'none'; form-action 'none'`;
  return `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; ${rest}`;
}

/** The pages: the name of each, with what runs and styles it, and its template if it is made from one. */
const PAGES = [
  { name: "replay", script: "src/main.ts", style: "src/style.css", template: "../src/replay.html" },
  { name: "report", script: "src/report.ts", style: "src/report.css" },
  { name: "play", script: "src/play.ts", style: "src/play.css", template: "../src/play.html", served: true },
  { name: "live", script: "src/live.ts", style: "src/live.css", template: "../src/live.html", served: true },
];

const files = {};
for (const { name, script: entry, style: sheet, template, served } of PAGES) {
  const script = await bundle(entry, { format: "iife", target: "es2022", banner: { js: NOTICE } });
  const style = await bundle(sheet, { target: ["chrome123", "firefox120", "safari17.5"] });
  files[`${name}.js`] = script;
  files[`${name}.css`] = style;
  files[`${name}.csp`] = policy(script, style, served);
  if (template) files[`${name}.html`] = readFileSync(new URL(template, import.meta.url), "utf8");
}

const stale = [];
mkdirSync(ASSETS, { recursive: true });
for (const [name, text] of Object.entries(files)) {
  const path = new URL(name, ASSETS);
  if (!process.argv.includes("--check")) writeFileSync(path, text);
  else if (readFileSync(path, "utf8") !== text) stale.push(name);
}
if (stale.length > 0) {
  console.error(
    `harness/report/assets is not what the sources build: ${stale.join(", ")}; run: npm run build`,
  );
  process.exit(1);
}
for (const [name, text] of Object.entries(files)) console.log(`${name}: ${Buffer.byteLength(text)} bytes`);
