// The search for entrants: hides every row and entry of other entrants.

import { html, setText } from "../dom.ts";
import { hide } from "./hiding.ts";

function folded(text: string): string {
  return text.normalize("NFKD").toLowerCase();
}

/** Lets the field at the top filter the page. */
export function search(): void {
  const field = document.getElementById("search");
  if (!(field instanceof HTMLInputElement)) return;
  const named = [...document.querySelectorAll<HTMLElement>("[data-name]:not(figure)")].map((element) => ({
    element,
    name: folded(element.dataset.name ?? ""),
  }));
  if (named.length === 0) return;
  const said = html("span", { class: "found", role: "status" });
  field.after(said);
  field.addEventListener("input", () => {
    const wanted = folded(field.value.trim());
    let found = 0;
    for (const { element, name } of named) {
      const matches = name.includes(wanted);
      hide(element, "search", !matches);
      if (matches && element instanceof HTMLDetailsElement) found += 1;
    }
    const entrants = found === 1 ? "1 entrant" : `${found} entrants`;
    setText(said, wanted === "" ? "" : entrants);
  });
  const label = field.closest("label");
  if (label) label.hidden = false;
}
