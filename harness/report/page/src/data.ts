// Reading: from the compressed block in the page to scenes.

import {
  type ClosedReplay,
  type Document,
  FULL,
  type Patch,
  type Replay,
  type Scene,
  type Shading,
  type Track,
} from "./types.ts";

const FORMAT = 2;

/** The JSON value in a text of compressed base64. */
async function unpack(text: string): Promise<unknown> {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  // `Uint8Array.from` would take a second for the largest page that is allowed.
  for (let i = 0; i < letters.length; i += 1) bytes[i] = letters.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).json();
}

/** The document in the page's data block. */
export async function read(block: Element | null): Promise<Document> {
  const text = block?.textContent.trim() ?? "";
  if (text === "") throw new Error("this file holds no replays");
  const document = (await unpack(text)) as Document;
  if (document.format !== FORMAT) {
    throw new Error(`this page shows replays of format ${FORMAT}, not ${String(document.format)}`);
  }
  if (document.replays.length === 0) throw new Error("this file holds no replays");
  return document;
}

const opened = new WeakMap<ClosedReplay, Replay>();

/** The replay itself, which is unpacked when it is first opened. */
export async function replayOf(entry: Replay | ClosedReplay): Promise<Replay> {
  if (!("packed" in entry)) return entry;
  const replay = opened.get(entry) ?? ((await unpack(entry.packed)) as Replay);
  opened.set(entry, replay);
  return replay;
}

/** A copy without a prototype, so that no key of the data has a meaning to JavaScript. */
function copy(object: object): Record<string, unknown> {
  return Object.assign(Object.create(null) as Record<string, unknown>, object);
}

/** The value after a patch, which shares unchanged parts with the value before. */
export function apply(before: unknown, patch: Patch): unknown {
  if (patch === 0) return before;
  if ("=" in patch) return patch["="];
  if ("o" in patch) {
    const after = copy(before as object);
    for (const key of patch["-"] ?? []) Reflect.deleteProperty(after, key);
    for (const [key, inner] of Object.entries(patch.o)) after[key] = apply(after[key], inner);
    return after;
  }
  const gone = new Set(patch["-"]);
  const after = (before as unknown[]).filter((_, i) => !gone.has(i));
  // Numeric keys come in ascending order.
  for (const [index, value] of Object.entries(patch["+"] ?? {})) after.splice(Number(index), 0, value);
  for (const [index, inner] of Object.entries(patch.a))
    after[Number(index)] = apply(after[Number(index)], inner);
  return after;
}

/** A shading as a column writes it. */
function shadingOf(text: string, spots: readonly string[], levels: Record<string, number>): Shading {
  const shading = Object.create(null) as Shading;
  for (let i = 0; i < text.length; i += 1) {
    const [spot, level] = [spots[i], levels[text.charAt(i)]];
    if (spot !== undefined && level) shading[spot] = level;
  }
  return shading;
}

/** The shadings of each scene, by key. */
function shadingsOf(document: Document, replay: Replay, track: Track): Record<string, Shading>[] {
  const boards = document.sceneries[replay.scenery]?.boards ?? [];
  const spots = boards.flatMap((board) => board.spots.map(({ key }) => key));
  const made = Array.from({ length: replay.turns.length + 1 }, () => copy({}) as Record<string, Shading>);
  const entries = Object.entries(track.shadings ?? {});
  for (const [key, shades] of entries) {
    if (!Array.isArray(shades)) continue;
    let shading = shadingOf("", spots, document.levels);
    made.forEach((all, i) => {
      const text = shades[i] ?? "";
      if (text !== "") shading = shadingOf(text, spots, document.levels);
      all[key] = shading;
    });
  }
  const supports = new Map<Shading, Shading>();
  for (const [key, shades] of entries) {
    if (Array.isArray(shades)) continue;
    for (const all of made) {
      const of = all[shades.of];
      if (!of) continue;
      const known = supports.get(of) ?? copy(of);
      if (!supports.has(of)) for (const spot of Object.keys(known)) known[spot] = FULL;
      supports.set(of, known as Shading);
      all[key] = known as Shading;
    }
  }
  return made;
}

const decoded = new WeakMap<Track, Scene[]>();

/**
 * All scenes of a track, decoded once.
 *
 * Neighbours share what stays the same. A long game therefore takes little memory, and drawing
 * code can recognise changes by identity.
 */
export function scenes(document: Document, replay: Replay, track: Track): Scene[] {
  const known = decoded.get(track);
  if (known) return known;
  const number = replay.tracks.indexOf(track);
  let scene: unknown = track.first;
  const all = [track.first];
  for (const { scenes: patches } of replay.turns) {
    const [first = 0, own = 0] = [patches[0], patches[number]];
    scene = apply(scene, number === 0 ? first : (apply(first, own) as Patch));
    all.push(scene as Scene);
  }
  const shadings = track.shadings ? shadingsOf(document, replay, track) : [];
  const shaded = all.map((each, i) => (shadings[i] ? { ...each, shadings: shadings[i] } : each));
  decoded.set(track, shaded);
  return shaded;
}

/** The name of a seat; seats are numbered through all sides. */
export function seatName(replay: Replay, seat: number | undefined): string {
  return (seat === undefined ? undefined : replay.sides.flatMap((side) => side.seats)[seat]) ?? "";
}

/** The numbers of a viewer's seats; undefined for a viewer who sees everything. */
export function seatsOf(
  viewers: readonly { seats: string[] }[],
  viewer: number | null,
): Set<number> | undefined {
  if (viewer === null) return undefined;
  const first = viewers.slice(0, viewer).reduce((sum, { seats }) => sum + seats.length, 0);
  return new Set(viewers[viewer]?.seats.map((_, i) => first + i));
}
