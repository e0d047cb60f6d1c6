// The other half of `apply` in `src/data.ts`: patches from neighbouring values.

import type { Patch, Scene, Scenery, Track, Turn } from "../src/types.ts";

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isArray(value: unknown): value is unknown[] {
  return Array.isArray(value);
}

export function diff(before: unknown, after: unknown): Patch {
  if (JSON.stringify(before) === JSON.stringify(after)) return 0;
  if (isArray(before) && isArray(after)) {
    const changed = after.flatMap((value, i) => {
      const patch = i < before.length ? diff(before[i], value) : 0;
      return patch === 0 ? [] : [[String(i), patch] as const];
    });
    const gone = [...before.keys()].slice(after.length);
    const added = [...after.entries()].slice(before.length);
    return {
      a: Object.fromEntries(changed),
      ...(gone.length === 0 ? {} : { "-": gone }),
      ...(added.length === 0 ? {} : { "+": Object.fromEntries(added) }),
    };
  }
  if (isObject(before) && isObject(after)) {
    const changed = Object.entries(after).flatMap(([key, value]) => {
      const patch = key in before ? diff(before[key], value) : { "=": value };
      return patch === 0 ? [] : [[key, patch] as const];
    });
    const gone = Object.keys(before).filter((key) => !(key in after));
    return { o: Object.fromEntries(changed), ...(gone.length === 0 ? {} : { "-": gone }) };
  }
  return { "=": after };
}

/** A game as one viewer sees it, before it is packed. */
export interface Seen {
  viewer: number | null;
  name: string;
  scenes: readonly Scene[];
}

/** Signs for every shade by itself: what a program rounds need not be rounded here. */
export const LEVELS: Record<string, number> = Object.fromEntries(
  Array.from({ length: 1_001 }, (_, shade) => [String.fromCharCode(0x4e00 + shade), shade]),
);

const signs = Object.keys(LEVELS);

function column(scenes: readonly Scene[], key: string, spots: readonly string[]): string[] {
  const rows = scenes.map(({ shadings }) => {
    return spots.map((spot) => signs[shadings?.[key]?.[spot] ?? 0] ?? "").join("");
  });
  return rows.map((row, i) => (i > 0 && row === rows[i - 1] ? "" : row));
}

/** The tracks and turns of a replay. */
export function packedScenes(
  tracks: readonly Seen[],
  turns: readonly Omit<Turn, "scenes">[],
  { boards }: Scenery,
): { tracks: Track[]; turns: Turn[] } {
  const spots = boards.flatMap((board) => board.spots.map(({ key }) => key));
  const bare = (scene: Scene | undefined): Scene => {
    const rest = { ...(scene ?? { pieces: [], values: [], rows: [], news: [] }) };
    delete rest.shadings;
    return rest;
  };
  return {
    tracks: tracks.map(({ viewer, name, scenes }) => {
      const keys = new Set(scenes.flatMap(({ shadings }) => Object.keys(shadings ?? {})));
      const shadings = [...keys].map((key) => [key, column(scenes, key, spots)] as const);
      return { viewer, name, first: bare(scenes[0]), shadings: Object.fromEntries(shadings) };
    }),
    turns: turns.map((turn, i) => {
      return { ...turn, scenes: tracks.map(({ scenes }) => diff(bare(scenes[i]), bare(scenes[i + 1]))) };
    }),
  };
}
