// Tables that are sorted by the column whose name is clicked.

import { button } from "../dom.ts";

type Key = number | string | undefined;
/** The contents of a column that can be sorted by. */
type Holds = "number" | "text";
type Order = "ascending" | "descending";

/** The key that a row is sorted by; empty cells come last in either direction. */
function keyOf(row: HTMLTableRowElement, column: number, holds: Holds): Key {
  const cell = row.cells[column];
  const text = cell?.dataset.k ?? cell?.textContent.trim() ?? "";
  if (text === "") return undefined;
  if (holds === "text") return text;
  const number = Number(text.replaceAll(",", ""));
  return Number.isNaN(number) ? undefined : number;
}

function compare(a: Key, b: Key, wanted: Order): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  const order =
    typeof a === "number" && typeof b === "number"
      ? a - b
      : String(a).localeCompare(String(b), "en", { numeric: true });
  return wanted === "descending" ? -order : order;
}

function sort(table: HTMLTableElement, head: HTMLTableCellElement, holds: Holds): void {
  const before = head.ariaSort;
  // Readers look for the largest numbers first, except for ranks, where the smallest come first.
  const largest = holds === "number" && !/^rank/i.test(head.textContent);
  const first: Order = largest ? "descending" : "ascending";
  const other: Order = largest ? "ascending" : "descending";
  const now = before === first ? other : first;
  for (const cell of table.tHead?.rows[0]?.cells ?? []) cell.removeAttribute("aria-sort");
  head.ariaSort = now;
  const body = table.tBodies[0];
  const rows = [...(body?.rows ?? [])].map((row) => ({ row, key: keyOf(row, head.cellIndex, holds) }));
  rows.sort((a, b) => compare(a.key, b.key, now));
  body?.append(...rows.map(({ row }) => row));
}

/** Makes the names of a table's columns sort its rows when they are clicked. */
export function sortable(table: HTMLTableElement): void {
  for (const head of table.tHead?.rows[0]?.cells ?? []) {
    if (head.dataset.holds === "other") continue;
    const holds = head.dataset.holds === "number" ? "number" : "text";
    const name = head.textContent;
    const title = head.title === "" ? `Sort by ${name}` : `${head.title}; sort by it`;
    const made = button(name, { class: "sorter", title }, () => sort(table, head, holds));
    head.replaceChildren(made);
  }
}
