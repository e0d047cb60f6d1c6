// Reading: from the compressed block in the page to scenes.

import type { ClosedReplay, Document, Patch, Replay, Scene, Track } from "./types.ts";

const FORMAT = 1;

/** The JSON value in a text of compressed base64. */
async function unpack(text: string): Promise<unknown> {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  // A loop: `Uint8Array.from` takes a second for what is allowed to be in a page.
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

/** The replay itself, unpacked when it is first opened. */
export async function replayOf(entry: Replay | ClosedReplay): Promise<Replay> {
  if (!("packed" in entry)) return entry;
  const replay = opened.get(entry) ?? ((await unpack(entry.packed)) as Replay);
  opened.set(entry, replay);
  return replay;
}

/** A copy without a prototype, so that no key of the data means anything to JavaScript. */
function copy(object: object): Record<string, unknown> {
  return Object.assign(Object.create(null) as Record<string, unknown>, object);
}

/** The value after a patch; what does not change is shared with the value before. */
export function apply(before: unknown, patch: Patch): unknown {
  if (patch === 0) return before;
  if ("=" in patch) return patch["="];
  if ("o" in patch) {
    const after = copy(before as object);
    for (const key of patch["-"] ?? []) Reflect.deleteProperty(after, key);
    for (const [key, inner] of Object.entries(patch.o)) after[key] = apply(after[key], inner);
    return after;
  }
  const after = (before as unknown[]).slice(0, patch.n);
  for (const [index, inner] of Object.entries(patch.a))
    after[Number(index)] = apply(after[Number(index)], inner);
  return after;
}

const decoded = new WeakMap<Track, Scene[]>();

/**
 * All scenes of a track, decoded once.
 *
 * Neighbours share what stays the same, so that a long game takes little memory, and what draws
 * them can tell by identity what changed.
 */
export function scenes(track: Track): Scene[] {
  const known = decoded.get(track);
  if (known) return known;
  const all = [track.first];
  let scene: unknown = track.first;
  for (const patch of track.patches) {
    scene = apply(scene, patch);
    all.push(scene as Scene);
  }
  decoded.set(track, all);
  return all;
}

/** The name of a seat; seats are numbered through all sides. */
export function seatName(replay: Replay, seat: number | undefined): string {
  return (seat === undefined ? undefined : replay.sides.flatMap((side) => side.seats)[seat]) ?? "";
}

/** True if a track shows what the seat knows: all of it, or because it is the viewer's own. */
export function knows(seats: readonly string[] | undefined, seat: string): boolean {
  return seats === undefined || seats.includes(seat);
}
