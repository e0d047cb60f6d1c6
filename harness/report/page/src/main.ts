// The page of replays: reads its data and shows the replay that its address names.

import { mountReplay } from "./app.ts";
import { read } from "./data.ts";
import { html } from "./dom.ts";

async function start(root: HTMLElement): Promise<void> {
  try {
    await mountReplay(root, await read(document.getElementById("replays")));
    root.dataset.ready = String(Math.round(performance.now()));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const text = `This replay cannot be shown: ${reason}.`;
    root.replaceChildren(html("p", { class: "failure", role: "alert" }, text));
    throw error;
  }
}

const root = document.getElementById("replay");
if (root) void start(root);
