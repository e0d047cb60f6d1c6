// Tables that are sorted by the column whose name is clicked.

import { button } from "../dom.ts";

type Key = number | string | undefined;

/** The key that a row is sorted by; empty cells come last in either direction. */
function keyOf(row: HTMLTableRowElement, column: number, numbers: boolean): Key {
  const cell = row.cells[column];
  const text = cell?.dataset.k ?? cell?.textContent.trim() ?? "";
  if (text === "") return undefined;
  if (!numbers) return text;
  const number = Number(text.replaceAll(",", ""));
  return Number.isNaN(number) ? undefined : number;
}

function compare(a: Key, b: Key, falling: boolean): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  const order =
    typeof a === "number" && typeof b === "number"
      ? a - b
      : String(a).localeCompare(String(b), "en", { numeric: true });
  return falling ? -order : order;
}

function sort(table: HTMLTableElement, head: HTMLTableCellElement, numbers: boolean): void {
  const before = head.ariaSort;
  // Readers look for the largest numbers first, except for ranks, where the smallest come first.
  const first = numbers && !/^rank/i.test(head.textContent) ? "descending" : "ascending";
  const other = first === "ascending" ? "descending" : "ascending";
  const now = before === first ? other : first;
  for (const cell of table.tHead?.rows[0]?.cells ?? []) cell.removeAttribute("aria-sort");
  head.ariaSort = now;
  const body = table.tBodies[0];
  const rows = [...(body?.rows ?? [])].map((row) => ({ row, key: keyOf(row, head.cellIndex, numbers) }));
  rows.sort((a, b) => compare(a.key, b.key, now === "descending"));
  body?.append(...rows.map(({ row }) => row));
}

/** Makes the names of a table's columns sort its rows when they are clicked. */
export function sortable(table: HTMLTableElement): void {
  for (const head of table.tHead?.rows[0]?.cells ?? []) {
    if (head.dataset.holds === "other") continue;
    const numbers = head.dataset.holds === "number";
    const name = head.textContent;
    const title = head.title === "" ? `Sort by ${name}` : `${head.title}; sort by it`;
    const made = button(name, { class: "sorter", title }, () => sort(table, head, numbers));
    head.replaceChildren(made);
  }
}
