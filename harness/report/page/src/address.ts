// Links to a moment: `#match=17&turn=204&view=hunters`.

export interface Address {
  /** The name of a replay: the number of its match, `17`, or `17.2` for the second with that number. */
  match?: string;
  /** The number of turns that have been played. */
  turn?: number;
  view?: string;
}

/** Replays in the order of their document. */
type Numbered = readonly { readonly match: number }[];

/** The name of a replay in links. */
export function nameOf(replays: Numbered, index: number): string {
  const number = replays[index]?.match;
  const before = replays.slice(0, index).filter(({ match }) => match === number).length;
  return before === 0 ? `${number}` : `${number}.${before + 1}`;
}

/** The index of the replay with this name, if there is one. */
export function indexOf(replays: Numbered, name: string): number | undefined {
  const [number, copy = 1] = name.split(".").map(Number);
  return [...replays.keys()].filter((index) => replays[index]?.match === number)[copy - 1];
}

export function parse(hash: string): Address {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const [match, turn, view] = [fields.get("match"), fields.get("turn"), fields.get("view")];
  return {
    ...(match !== null && /^\d{1,15}(\.\d{1,6})?$/.test(match) ? { match } : {}),
    ...(turn !== null && /^\d{1,15}$/.test(turn) ? { turn: Number(turn) } : {}),
    ...(view === null ? {} : { view }),
  };
}

export function format({ match, turn, view }: Required<Address>): string {
  return `#match=${match}&turn=${turn}&view=${encodeURIComponent(view)}`;
}

/** The interval between updates: browsers refuse to rewrite an address many times a second. */
const QUIET = 300;

/** Updates the page's address to what it shows, once the reader has made a choice. */
export class AddressBar {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last: string | undefined;

  write(address: Required<Address>): void {
    const text = format(address);
    const first = this.#last === undefined;
    if (text === this.#last) return;
    this.#last = text;
    // What is shown at first is not a choice: the address may name another part of a larger page.
    if (first) return;
    this.stop();
    this.#timer = setTimeout(() => {
      if (location.hash !== text) history.replaceState(null, "", text);
    }, QUIET);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
