// Labels that do not collide: each is tried at places around its spot, in order of weight.

import { type Box, overlaps, type Point, within } from "./geometry.ts";
import type { SpotKey } from "./types.ts";

/** A spot that needs a label. */
export interface Labelled {
  key: SpotKey;
  /** The texts to choose from, the best first; later ones are shorter. */
  texts: string[];
  /** The weight: spots with a greater weight get their labels first. */
  weight: number;
}

export interface Placed {
  text: string;
  box: Box;
  anchor: "start" | "middle" | "end";
  x: number;
  y: number;
}

const HEIGHT = 13;
const PAD = 2;

/** The directions that a label can lie in, the best first. */
const DIRECTIONS: readonly (readonly [number, number])[] = [
  [1, 0],
  [-1, 0],
  [0, -1],
  [0, 1],
  [0.8, -0.8],
  [-0.8, -0.8],
  [0.8, 0.8],
  [-0.8, 0.8],
];

function candidates([x, y]: Point, gap: number, text: string, width: number): Placed[] {
  return DIRECTIONS.map(([dx, dy]) => {
    const anchor = dx > 0 ? "start" : dx < 0 ? "end" : "middle";
    const edge = x + dx * gap;
    const left = dx > 0 ? edge : dx < 0 ? edge - width : edge - width / 2;
    const middle = y + dy * (gap + HEIGHT / 2);
    const box = {
      left: left - PAD,
      right: left + width + PAD,
      top: middle - HEIGHT / 2,
      bottom: middle + HEIGHT / 2,
    };
    return { text, box, anchor, x: edge, y: middle } as const;
  });
}

/** The places of a board's labels at one zoom level. */
export class Labels {
  readonly placed = new Map<SpotKey, Placed>();
  readonly #dots: Box[];

  constructor(
    readonly items: readonly Labelled[],
    readonly points: ReadonlyMap<SpotKey, Point>,
    readonly gap: number,
    readonly measure: (text: string) => number,
    readonly limits: Box | undefined,
  ) {
    this.#dots = [...points.values()].map(([x, y]) => ({
      left: x - 4,
      right: x + 4,
      top: y - 4,
      bottom: y + 4,
    }));
    const byWeight = [...items].sort((a, b) => b.weight - a.weight);
    // Every spot that can have a label gets a short one before any spot gets a longer one.
    for (const item of byWeight) this.#try(item, item.texts.slice(-1));
    for (const item of byWeight) {
      const short = this.placed.get(item.key);
      this.placed.delete(item.key);
      if (!this.#try(item, item.texts) && short) this.placed.set(item.key, short);
    }
  }

  /** The labels. Those that the boxes cover are moved aside; undefined if there is no place left. */
  beside(boxes: readonly Box[], gaps: ReadonlyMap<SpotKey, number>): Map<SpotKey, Placed | undefined> {
    const moved = new Map<SpotKey, Placed | undefined>();
    for (const item of this.items) {
      const label = this.placed.get(item.key);
      if (!label || !boxes.some((box) => overlaps(box, label.box))) continue;
      const gap = gaps.get(item.key) ?? this.gap;
      const others = [...this.placed]
        .filter(([key]) => key !== item.key)
        .map(([key, old]) => moved.get(key) ?? old);
      const taken = [...boxes, ...others.map((other) => other.box)];
      moved.set(item.key, this.#free(item, item.texts, gap, taken));
    }
    return moved;
  }

  #try(item: Labelled, texts: readonly string[]): boolean {
    const found = this.#free(
      item,
      texts,
      this.gap,
      [...this.placed.values()].map((label) => label.box),
    );
    if (found) this.placed.set(item.key, found);
    return found !== undefined;
  }

  #free(item: Labelled, texts: readonly string[], gap: number, taken: readonly Box[]): Placed | undefined {
    const point = this.points.get(item.key);
    if (!point) return undefined;
    const fits = ({ box }: Placed) => {
      if (this.limits && !within(box, this.limits)) return false;
      return !taken.some((other) => overlaps(other, box)) && !this.#dots.some((dot) => overlaps(dot, box));
    };
    for (const text of texts) {
      const found = candidates(point, gap, text, this.measure(text)).find(fits);
      if (found) return found;
    }
    return undefined;
  }
}
