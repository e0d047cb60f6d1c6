// A page of which replays are a part: with headings, ids and keys of its own.

import { mountReplay } from "../src/app.ts";
import { read } from "../src/data.ts";

const element = (id: string) => document.getElementById(id) as HTMLElement;

async function start(): Promise<void> {
  const replays = await read(element("replays"));
  const surroundings = { extent: "part", level: 2 } as const;
  const mounted = await mountReplay(element("first"), replays, surroundings);
  await mountReplay(element("second"), replays, surroundings);
  element("remove").addEventListener("click", () => mounted.remove());
  document.addEventListener("keydown", ({ key }) => element("keys").append(key));
  element("first").dataset.ready = "yes";
}

void start();
