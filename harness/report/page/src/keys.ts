// The keyboard: the action of each key, and the list of keys that `?` shows.

import { button, html } from "./dom.ts";
import type { Frame } from "./frame.ts";

export interface Key {
  keys: string[];
  /** The text of the keys in the list. */
  sign: string;
  what: string;
  act: (key: string) => void;
}

/** True if the element handles the key itself. */
function takes(element: Element | null, key: string): boolean {
  if (element?.closest("dialog, select, textarea, input:not([type=range])")) return true;
  return (key === " " || key === "Enter") && element?.closest("button, a, summary") != null;
}

/** The list of keys, in a dialog. */
export function keyList(frame: Frame, keys: readonly Key[]): HTMLDialogElement {
  const rows = keys.map(({ sign, what }) =>
    html("tr", {}, html("th", { scope: "row" }, html("kbd", {}, sign)), html("td", {}, what)),
  );
  const dialog = html("dialog", { "aria-labelledby": frame.id("keys") });
  dialog.append(
    frame.heading(1, "Keys", "keys"),
    html("table", {}, html("tbody", {}, ...rows)),
    html("p", {}, "On a board, tab to a place; the arrow keys then go from place to place."),
    button("Close", {}, () => dialog.close()),
  );
  return dialog;
}

/** Performs the actions of keys that are pressed in a target. */
export function listen(target: Document | HTMLElement, keys: readonly Key[], signal: AbortSignal): void {
  const byKey = new Map(keys.flatMap((entry) => entry.keys.map((key) => [key, entry] as const)));
  const hear = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || takes(event.target as Element | null, event.key))
      return;
    const name = event.shiftKey && event.key.startsWith("Arrow") ? `Shift+${event.key}` : event.key;
    const entry = byKey.get(name);
    if (!entry) return;
    event.preventDefault();
    entry.act(name);
  };
  target.addEventListener("keydown", (event) => hear(event as KeyboardEvent), { signal });
}
