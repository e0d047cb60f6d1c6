// The data of a page: scenes as `engine/src/scene.rs` writes them, and the replays made of them.

export type SpotKey = string;

export interface Scenery {
  title: string;
  boards: Board[];
  viewers: { name: string; seats: string[] }[];
  panels: Panel[];
  rows: Row[];
  legends: Record<string, Legend>;
}

export type Shape = "globe" | "plane" | "grid" | "line";

export interface Board {
  name: string;
  shape: Shape;
  spots: Spot[];
  links?: Link[];
  backdrop?: { source: string; outlines: [number, number][][] };
}

export interface Spot {
  key: SpotKey;
  name: string;
  kind: string;
  at: [number, number];
  landmark?: string;
}

export interface Link {
  from: SpotKey;
  to: SpotKey;
  kind: string;
}

export interface Panel {
  name: string;
  unit: string;
  range: [number, number];
  seat?: number;
  plotted: boolean;
}

export interface Row {
  name: string;
  kind: "trail" | "hand" | "pile";
  seat?: number;
}

export interface Legend {
  name: string;
  meaning: string;
}

/** A full shading. */
export const FULL = 1000;

export type Shading = Record<SpotKey, number>;

export interface Scene {
  round?: number;
  to_move?: number;
  pieces: Piece[];
  values: (number | null)[];
  rows: Card[][];
  shadings?: Record<string, Shading>;
  /** A sentence about the shadings, if their legends do not tell everything about them. */
  caveat?: string;
  news: string[];
  markers?: Marker[];
  choices?: Offer[];
}

/** A move that can be chosen. */
export interface Offer {
  move: string;
  label: string;
  at?: SpotKey;
}

export interface Piece {
  key: string;
  kind: string;
  at: SpotKey;
  label: string;
  name: string;
  seat?: number;
  hidden?: boolean;
}

export interface Card {
  label: string;
  name: string;
  age?: number;
  at?: SpotKey;
  on?: string[];
  hidden?: boolean;
}

export interface Marker {
  kind: string;
  label: string;
  importance: number;
}

export type Note =
  | { text: string }
  | { label: { at: SpotKey; text: string } }
  | { shade: { at: SpotKey; value: number } }
  | { arrow: { from: SpotKey; to: SpotKey } }
  | { mark: string };

export interface Turn {
  /** Left out if the page's viewer may not know it. */
  seat?: number;
  /** Left out if the page's viewer may not know it. */
  move?: string;
  /** Its origin: `chosen`, `opening`, `default` or `forced`. */
  how?: string;
  message?: string;
  stderr?: string;
  notes?: Note[];
  fault?: string;
  /** The fault in full. */
  fault_reason?: string;
  /** By track: a patch from the scene before, or (after the first track) a patch of that patch. */
  scenes: Patch[];
}

export interface Side {
  name: string;
  entrant: string;
  seats: string[];
}

/** A patch that turns the value before into this value. */
export type Patch =
  | 0
  | { "=": unknown }
  | { o: Record<string, Patch>; "-"?: string[] }
  /** Removals go by old indices; then items are put in, and others patched, by new indices. */
  | { a: Record<string, Patch>; "-"?: number[]; "+"?: Record<string, unknown> };

/** A game as one viewer sees it; `viewer` is null for a viewer who sees everything. */
export interface Track {
  viewer: number | null;
  name: string;
  /** The scene before the first turn, without shadings. */
  first: Scene;
  shadings?: Record<string, Shades>;
}

/**
 * A shading through a game: a text for each scene, with a sign for each spot of the scenery in order,
 * empty if the shading stays the same; or full wherever another shading is above zero.
 */
export type Shades = string[] | { of: string };

export interface Replay {
  match: number;
  scenery: number;
  seed?: string;
  heading: string;
  sides: Side[];
  ending: string;
  /** The readers of a seat's messages: everyone, or the viewer that it belongs to. */
  messages: "everyone" | "own";
  tracks: Track[];
  turns: Turn[];
  analysis?: Analysis;
}

/** The findings after the game, without those that the page's viewer must not know. */
export interface Analysis {
  yardstick: string;
  /** The fact hidden from one viewer, such as `where the hare is`. */
  hidden?: string;
  /** That viewer. */
  believer?: number;
  /** The entropy of its belief in bits, at each scene; null while nothing is hidden. */
  entropy?: (number | null)[];
  /** The probability that it gave to the truth. */
  truth?: (number | null)[];
  worst: Cost[];
  /** The event that `missed` is about, such as `chance of a meeting`. */
  event?: string;
  missed?: MissedChance[];
  given_away?: GivenAway[];
}

/** A move, with its turn and seat. */
export interface Mover {
  /** The turn, from 0. */
  turn: number;
  seat: number;
  name: string;
  move: string;
}

/** A turn at which another move had a far higher chance of the event. */
export interface MissedChance extends Mover {
  chance: number;
  better: string;
  better_chance: number;
}

/** A turn that gave much away to the others. */
export interface GivenAway extends Mover {
  bits: number;
}

/** A move that cost its side something. */
export interface Cost extends Mover {
  better: string;
  cost: number;
  stderr: number;
  unit: string;
}

export interface Document {
  format: number;
  title: string;
  program: string;
  sceneries: Scenery[];
  /** The shades that the signs of shadings stand for. */
  levels: Record<string, number>;
  replays: (Replay | ClosedReplay)[];
}

/** A replay that costs nothing until it is opened, for pages with many replays. */
export interface ClosedReplay {
  match: number;
  heading: string;
  /** The JSON of a `Replay`, compressed (raw deflate), in base64. */
  packed: string;
}
