// The report's script: sorts tables, finds names, opens the targets of links, saves charts, shows
// replays. Without it, everything except the replays can still be read.

import { parse } from "./address.ts";
import { enhance } from "./report/enhance.ts";
import { opener } from "./report/links.ts";
import { ReplayPlace } from "./report/replays.ts";
import { themeSwitch } from "./theme.ts";

document.getElementById("tools")?.append(themeSwitch());
enhance();

const replays = new ReplayPlace();
const open = opener();

/** Goes to the target of the page's address. */
async function follow(): Promise<void> {
  if (parse(location.hash).match === undefined) open(location.hash);
  else await replays.show();
}

window.addEventListener("hashchange", () => void follow());
void follow().finally(() => {
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
});
