// The report's script: sorts tables, finds names, opens the targets of links, saves charts, shows
// replays. Without it, everything except the replays can still be read.

import { parse } from "./address.ts";
import { saveButtons, choices } from "./report/charts.ts";
import { copyButtons } from "./report/copy.ts";
import { filters } from "./report/filter.ts";
import { opener } from "./report/links.ts";
import { ReplayPlace } from "./report/replays.ts";
import { search } from "./report/search.ts";
import { sortable } from "./report/sort.ts";
import { themeSwitch } from "./theme.ts";

document.getElementById("tools")?.append(themeSwitch());
document.querySelectorAll<HTMLTableElement>("table.sorts").forEach(sortable);
document.querySelectorAll<HTMLElement>(".choice").forEach(choices);
search();
filters();
copyButtons();
saveButtons();

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
