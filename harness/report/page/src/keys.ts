// The keyboard: what each key does, and the list of them that `?` shows.

import { button, html } from "./dom.ts";

export interface Key {
  keys: string[];
  /** How the keys are written in the list. */
  sign: string;
  what: string;
  act: (key: string) => void;
}

/** True if the element does something of its own with the key. */
function takes(element: Element | null, key: string): boolean {
  if (element?.closest("dialog, select, textarea, input:not([type=range])")) return true;
  return (key === " " || key === "Enter") && element?.closest("button, a, summary") != null;
}

/** The list of keys, in a dialog. */
export function keyList(keys: readonly Key[]): HTMLDialogElement {
  const rows = keys.map(({ sign, what }) =>
    html("tr", {}, html("th", { scope: "row" }, html("kbd", {}, sign)), html("td", {}, what)),
  );
  const dialog = html("dialog", { "aria-labelledby": "keys-title" });
  dialog.append(
    html("h2", { id: "keys-title" }, "Keys"),
    html("table", {}, html("tbody", {}, ...rows)),
    html("p", {}, "On a board, tab to a place; the arrow keys then go from place to place."),
    button("Close", {}, () => dialog.close()),
  );
  return dialog;
}

export function listen(keys: readonly Key[]): void {
  const byKey = new Map(keys.flatMap((entry) => entry.keys.map((key) => [key, entry] as const)));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || takes(event.target as Element | null, event.key))
      return;
    const name = event.shiftKey && event.key.startsWith("Arrow") ? `Shift+${event.key}` : event.key;
    const entry = byKey.get(name);
    if (!entry) return;
    event.preventDefault();
    entry.act(name);
  });
}
