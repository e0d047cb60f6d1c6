// Links to a moment: `#match=17&turn=204&view=hunters`.

export interface Address {
  match?: number;
  /** How many turns have been played. */
  turn?: number;
  view?: string;
}

export function parse(hash: string): Address {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const number = (name: string) => {
    const text = fields.get(name);
    return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  };
  const [match, turn, view] = [number("match"), number("turn"), fields.get("view")];
  return {
    ...(match === undefined ? {} : { match }),
    ...(turn === undefined ? {} : { turn }),
    ...(view === null ? {} : { view }),
  };
}

export function format({ match, turn, view }: Required<Address>): string {
  return `#match=${match}&turn=${turn}&view=${encodeURIComponent(view)}`;
}

/** Browsers refuse to rewrite an address many times a second. */
const QUIET = 300;

/** Keeps the page's address up to date with what it shows. */
export class AddressBar {
  #timer: ReturnType<typeof setTimeout> | undefined;

  write(address: Required<Address>): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (location.hash !== format(address)) history.replaceState(null, "", format(address));
    }, QUIET);
  }
}
