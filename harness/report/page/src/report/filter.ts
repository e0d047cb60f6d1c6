// The filters of the leaderboards: by side, by the origin of bots, by faults.

import { html, setText } from "../dom.ts";
import { hide } from "./hiding.ts";

type Trait = "side" | "bot" | "faults";

/** A property of rows, and the words for it and for the choice that leaves all rows. */
interface Offer {
  trait: Trait;
  name: string;
  every: string;
}

const OFFERS: readonly Offer[] = [
  { trait: "side", name: "Side", every: "every side" },
  { trait: "bot", name: "Bots", every: "all" },
  { trait: "faults", name: "Faults", every: "none or some" },
];

/** A list of choices with its label. */
interface Filter {
  trait: Trait;
  list: HTMLSelectElement;
  label: HTMLLabelElement;
}

/** A filter by the values that rows have; nothing if they are all alike. */
function filter(rows: readonly HTMLElement[], { trait, name, every }: Offer): Filter[] {
  const values = [...new Set(rows.flatMap((row) => row.dataset[trait] ?? []))];
  if (values.length < 2) return [];
  const options = values.map((value) => html("option", { value }, value));
  const list = html("select", {}, html("option", { value: "" }, every), ...options);
  return [{ trait, list, label: html("label", {}, html("span", {}, name), list) }];
}

function passes(row: HTMLElement, filters: readonly Filter[]): boolean {
  return filters.every(({ trait, list }) => list.value === "" || row.dataset[trait] === list.value);
}

/** Lets readers choose the rows of the leaderboards that they see. */
export function filters(): void {
  const rows = [...document.querySelectorAll<HTMLElement>("tr[data-side]")];
  const all = OFFERS.flatMap((offer) => filter(rows, offer));
  if (all.length === 0) return;
  const bySide = all.filter(({ trait }) => trait === "side");
  const said = html("span", { class: "found", role: "status" });
  const apply = () => {
    for (const row of rows) {
      const part = row.closest<HTMLElement>(".part");
      if (part) hide(part, "filter", !passes(row, bySide));
      hide(row, "filter", !passes(row, all));
    }
    const left = rows.filter((row) => passes(row, all)).length;
    setText(said, left === rows.length ? "" : `${left} of ${rows.length} rows`);
  };
  for (const { list } of all) list.addEventListener("change", apply);
  const group = { class: "filters", role: "group", "aria-label": "Filter the leaderboards" };
  document.getElementById("main")?.before(html("div", group, ...all.map(({ label }) => label), said));
}
