// Colours and signs that colour-blind readers can tell apart, assigned by order of appearance.

import type { Board } from "./types.ts";

/** Okabe and Ito's palette, with the ink that is readable on each colour. */
export const COLOURS = [
  { fill: "#0072b2", ink: "#fff" },
  { fill: "#e69f00", ink: "#000" },
  { fill: "#009e73", ink: "#000" },
  { fill: "#cc79a7", ink: "#000" },
  { fill: "#d55e00", ink: "#000" },
  { fill: "#56b4e9", ink: "#000" },
  { fill: "#f0e442", ink: "#000" },
  { fill: "#777777", ink: "#fff" },
] as const;

const NEUTRAL = { fill: "#d5d9dc", ink: "#000" };

/** The colour of a seat; things that belong to no seat are pale. */
export function colourOf(seat: number | undefined): { fill: string; ink: string } {
  return seat === undefined ? NEUTRAL : (COLOURS[seat % COLOURS.length] ?? NEUTRAL);
}

/** Outlines of pieces and spots around the origin, of radius 1, one per kind. */
export const SIGNS = [
  "M-1 0A1 1 0 1 1 1 0A1 1 0 1 1 -1 0Z",
  "M-.88 -.88H.88V.88H-.88Z",
  "M0 -1.2L1.2 0L0 1.2L-1.2 0Z",
  "M0 -1.2L1.15 .85H-1.15Z",
  "M-.6 -1.04H.6L1.2 0L.6 1.04H-.6L-1.2 0Z",
  "M-1.15 -.85H1.15L0 1.2Z",
  "M-.4 -1.1H.4V-.4H1.1V.4H.4V1.1H-.4V.4H-1.1V-.4H-.4Z",
] as const;

export function signOf(order: number): string {
  return SIGNS[order % SIGNS.length] ?? SIGNS[0];
}

/** Styles of links, which differ in dash, width and colour (a class of the style sheet). */
export const LINK_STYLES = 6;

type Rgb = readonly [number, number, number];

/** Viridis, from low to high values: lightness falls with the value. */
const SHADES: Rgb[] = [
  [253, 231, 37],
  [143, 215, 68],
  [53, 183, 121],
  [33, 145, 140],
  [49, 104, 142],
  [68, 57, 131],
  [68, 1, 84],
];

/** The scale of what bots draw, from pale to dark red. */
const DRAWN: Rgb[] = [
  [254, 229, 217],
  [252, 174, 145],
  [251, 106, 74],
  [203, 24, 29],
  [103, 0, 13],
];

function mix(ramp: Rgb[], position: number): string {
  const along = Math.max(0, Math.min(1, position)) * (ramp.length - 1);
  const low = ramp[Math.floor(along)] ?? [0, 0, 0];
  const high = ramp[Math.ceil(along)] ?? low;
  const part = along - Math.floor(along);
  const channel = (c: 0 | 1 | 2) => Math.round(low[c] + (high[c] - low[c]) * part);
  return `rgb(${channel(0)},${channel(1)},${channel(2)})`;
}

/** The position of a value from 0 to 1 on a colour scale: a square root, so that small shares differ. */
export function along(value: number): number {
  return Math.sqrt(Math.max(0, Math.min(1, value)));
}

/** The scale on a dark background, which is reversed: high values are bright there. */
function onEither(ramp: Rgb[], value: number): string {
  return `light-dark(${mix(ramp, along(value))},${mix(ramp, 1 - along(value))})`;
}

export function shadeColour(value: number): string {
  return onEither(SHADES, value);
}

export function drawnColour(value: number): string {
  return onEither(DRAWN, value);
}

/** Numbers assigned to names in the order in which they are first seen. */
export class Order {
  readonly #numbers = new Map<string, number>();

  of(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  /** Forgets all names, and assigns numbers to these first. */
  restart(names: Iterable<string> = []): void {
    this.#numbers.clear();
    for (const name of names) this.of(name);
  }

  names(): string[] {
    return [...this.#numbers.keys()];
  }
}

/** The distinct names, the most frequent first. */
function byFrequency(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name);
}

/** The kinds of spots and links, which decide how they are drawn; the same on all boards of a game. */
export interface Kinds {
  spots: Order;
  links: Order;
}

export function kindsOf(boards: readonly Board[]): Kinds {
  const kinds = { spots: new Order(), links: new Order() };
  kinds.spots.restart(byFrequency(boards.flatMap((board) => board.spots).map((spot) => spot.kind)));
  kinds.links.restart(byFrequency(boards.flatMap((board) => board.links ?? []).map((link) => link.kind)));
  return kinds;
}
