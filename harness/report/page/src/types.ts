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
  news: string[];
  markers?: Marker[];
  choices?: { mv: string; label: string; at?: SpotKey }[];
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
  seat: number;
  text: string;
  move: string;
  round?: number;
  /** How it came about: `chosen`, `opening`, `default` or `forced`. */
  how?: string;
  message?: string;
  stderr?: string;
  notes?: Note[];
  fault?: string;
  /** The same in full. */
  fault_reason?: string;
}

export interface Side {
  name: string;
  entrant: string;
  seats: string[];
}

/** How to get a value from the one before it. */
export type Patch =
  | 0
  | { "=": unknown }
  | { o: Record<string, Patch>; "-"?: string[] }
  | { a: Record<string, Patch>; n?: number };

/** A game as one viewer sees it; `viewer` is null where everything is seen. */
export interface Track {
  viewer: number | null;
  name: string;
  first: Scene;
  patches: Patch[];
}

export interface Replay {
  match: number;
  scenery: number;
  seed?: string;
  heading: string;
  sides: Side[];
  ending: string;
  turns: Turn[];
  tracks: Track[];
  analysis?: Analysis;
}

export interface Analysis {
  yardstick: string;
  /** The belief at each scene; null while nothing is hidden. */
  belief: (Belief | null)[];
  worst: WorstMove[];
  /** What the belief is about, such as `where the hare is`. */
  hidden?: string;
  /** What `missed` is about, such as `chance of a meeting`. */
  event?: string;
  missed?: MissedChance[];
  given_away?: GivenAway[];
}

export interface Belief {
  entropy_bits: number;
  /** The probability that was given to the truth. */
  truth: number;
}

/** A turn at which another move had a far higher chance of the event. */
export interface MissedChance {
  turn: number;
  side: string;
  name: string;
  move: string;
  chance: number;
  better: string;
  better_chance: number;
}

/** A turn that told the others much. */
export interface GivenAway {
  turn: number;
  side: string;
  name: string;
  move: string;
  bits: number;
}

export interface WorstMove {
  turn: number;
  side: string;
  move: string;
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
  replays: (Replay | ClosedReplay)[];
}

/** A replay that costs nothing until it is opened: for pages with many. */
export interface ClosedReplay {
  match: number;
  heading: string;
  /** The JSON of a `Replay`, compressed (raw deflate), in base64. */
  packed: string;
}
