// What a reader has opened, sorted, searched and filtered, which a new report keeps.

interface Sorting {
  table: number;
  column: number;
  order: string;
}

interface Typed {
  text: string;
  caret: number | undefined;
}

function typed(page: Document): Typed {
  const field = page.querySelector<HTMLInputElement>("#search");
  const caret = field && field === page.activeElement ? field.selectionEnd : null;
  return { text: field?.value ?? "", caret: caret ?? undefined };
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
  /** The place of the caret, if something is being typed. */
  readonly #caret: number | undefined;

  private constructor(opened: string[], sortings: Sorting[], filters: string[], search: Typed) {
    this.#opened = opened;
    this.#sortings = sortings;
    this.#filters = filters;
    this.#search = search.text;
    this.#caret = search.caret;
  }

  static of(page: Document): Habits {
    const opened = [...page.querySelectorAll("main details[open][id]")].map(({ id }) => id);
    const sortings = headsOf(page).flatMap((heads, table) =>
      heads.flatMap(({ ariaSort }, column) =>
        ariaSort === null ? [] : [{ table, column, order: ariaSort }],
      ),
    );
    const filters = [...page.querySelectorAll<HTMLSelectElement>(".filters select")];
    return new Habits(
      opened,
      sortings,
      filters.map(({ value }) => value),
      typed(page),
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
    if (search && this.#caret !== undefined) {
      search.focus({ preventScroll: true });
      search.setSelectionRange(this.#caret, this.#caret);
    }
  }
}
