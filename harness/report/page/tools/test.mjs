// Builds the tests and runs them with Node's test runner. Environment:
//   CHROMIUM      the browser (else /usr/bin/chromium)
//   STOKER_PAGES  a folder of pages made by the program, to be tested as well
//   STOKER        the program, to be played against
//   STOKER_BOT    the folder of a bot for its sandbox
//   SCREENSHOTS   a folder for pictures of the pages, to be looked at
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const PAGE = fileURLToPath(new URL("..", import.meta.url));

rmSync(`${PAGE}.built`, { recursive: true, force: true });
await build({
  absWorkingDir: PAGE,
  entryPoints: readdirSync(`${PAGE}tests`)
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `tests/${name}`),
  outdir: ".built",
  outExtension: { ".js": ".mjs" },
  bundle: true,
  format: "esm",
  platform: "node",
  packages: "external",
});
const tests = readdirSync(`${PAGE}.built`).map((name) => `.built/${name}`);
await build({
  absWorkingDir: PAGE,
  entryPoints: ["tests/host.ts"],
  outfile: ".built/host.js",
  bundle: true,
  format: "iife",
});
const { status } = spawnSync(
  process.execPath,
  ["--test", "--test-reporter=spec", ...process.argv.slice(2), ...tests],
  {
    cwd: PAGE,
    stdio: "inherit",
  },
);
process.exit(status ?? 1);
