// What a report's page adds to its HTML: it sorts, finds, filters, copies and saves.

import { choices, saveButtons } from "./charts.ts";
import { copyButtons } from "./copy.ts";
import { filters } from "./filter.ts";
import { search } from "./search.ts";
import { sortable } from "./sort.ts";

/** Gives the tables, charts and texts of the page their controls. */
export function enhance(): void {
  document.querySelectorAll<HTMLTableElement>("table.sorts").forEach(sortable);
  document.querySelectorAll<HTMLElement>(".choice").forEach(choices);
  search();
  filters();
  copyButtons();
  saveButtons();
}
