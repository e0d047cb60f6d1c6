// What a reader has opened, sorted, searched and filtered, which a new report keeps.

interface Sorting {
  table: number;
  column: number;
  order: string;
}

function headsOf(page: Document): HTMLTableCellElement[][] {
  const tables = [...page.querySelectorAll<HTMLTableElement>("table.sorts")];
  return tables.map((table) => [...(table.tHead?.rows[0]?.cells ?? [])]);
}

export class Habits {
  readonly #opened: string[];
  readonly #sortings: Sorting[];
  readonly #filters: string[];
  readonly #search: string;

  private constructor(opened: string[], sortings: Sorting[], filters: string[], search: string) {
    this.#opened = opened;
    this.#sortings = sortings;
    this.#filters = filters;
    this.#search = search;
  }

  static of(page: Document): Habits {
    const opened = [...page.querySelectorAll("main details[open][id]")].map(({ id }) => id);
    const sortings = headsOf(page).flatMap((heads, table) =>
      heads.flatMap(({ ariaSort }, column) =>
        ariaSort === null ? [] : [{ table, column, order: ariaSort }],
      ),
    );
    const filters = [...page.querySelectorAll<HTMLSelectElement>(".filters select")];
    const search = page.querySelector<HTMLInputElement>("#search")?.value ?? "";
    return new Habits(
      opened,
      sortings,
      filters.map(({ value }) => value),
      search,
    );
  }

  restore(page: Document): void {
    for (const id of this.#opened) {
      const details = page.getElementById(id);
      if (details instanceof HTMLDetailsElement) details.open = true;
    }
    const heads = headsOf(page);
    for (const { table, column, order } of this.#sortings) {
      const head = heads[table]?.[column];
      // A second click turns the order round.
      for (let click = 0; click < 2 && head && head.ariaSort !== order; click += 1) {
        head.querySelector("button")?.click();
      }
    }
    const filters = [...page.querySelectorAll<HTMLSelectElement>(".filters select")];
    filters.forEach((list, i) => {
      const value = this.#filters[i] ?? "";
      if (value === "" || ![...list.options].some((option) => option.value === value)) return;
      list.value = value;
      list.dispatchEvent(new Event("change"));
    });
    const search = page.querySelector<HTMLInputElement>("#search");
    if (search && this.#search !== "") {
      search.value = this.#search;
      search.dispatchEvent(new Event("input"));
    }
  }
}
