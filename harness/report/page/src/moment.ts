// What is shown: a replay from the point of view of one viewer, at one point in time.

import { scenes, seatName, seatsOf } from "./data.ts";
import { slug } from "./text.ts";
import type { Document, Note, Replay, Row, Scene, Scenery, Shading, Track, Turn } from "./types.ts";

/** A replay from one point of view. */
export class View {
  readonly scenes: Scene[];
  readonly scenery: Scenery;
  /** The seats whose thoughts may be shown; undefined if all may be. */
  readonly #seats: Set<number> | undefined;

  constructor(
    document: Document,
    readonly replay: Replay,
    readonly track: Track,
  ) {
    const scenery = document.sceneries[replay.scenery];
    if (!scenery) throw new Error(`match ${replay.match} has no scenery`);
    this.scenery = scenery;
    this.scenes = scenes(document, replay, track);
    this.#seats = seatsOf(scenery.viewers, track.viewer);
  }

  get last(): number {
    return this.scenes.length - 1;
  }

  /** The view's name in links. */
  get slug(): string {
    return trackSlug(this.track);
  }

  seat(seat: number | undefined): string {
    return seatName(this.replay, seat);
  }

  /** True if the viewer may see what the seat thinks and the origins of its moves. */
  owns(seat: number | undefined): boolean {
    return this.#seats === undefined || (seat !== undefined && this.#seats.has(seat));
  }

  /** True if the viewer may read what the seat says. */
  hears(seat: number | undefined): boolean {
    return this.replay.messages === "everyone" || this.owns(seat);
  }
}

export function trackSlug(track: Track): string {
  return track.viewer === null ? "all" : slug(track.name);
}

/** One point in time: after `index` turns. */
export class Moment {
  readonly scene: Scene;
  /** The turn that led here; undefined at the start. */
  readonly turn: Turn | undefined;

  constructor(
    readonly view: View,
    readonly index: number,
    /** True if pieces should visibly move from their earlier places. */
    readonly glide: boolean,
  ) {
    this.scene = view.scenes[index] ?? view.track.first;
    this.turn = index === 0 ? undefined : view.replay.turns[index - 1];
  }

  get round(): number | undefined {
    return this.scene.round;
  }

  /** The drawings of the bot that just moved, if the viewer may see them. */
  get notes(): Note[] {
    return this.turn && this.view.owns(this.turn.seat) ? (this.turn.notes ?? []) : [];
  }
}

/** The reader's choices of what to show on the boards. */
export interface Choice {
  /** The key of a legend; empty for none. */
  shading: string;
  /** The rows whose cards are drawn on the boards. */
  trails: Set<Row>;
}

export function shadingOf(moment: Moment, choice: Choice): Shading | undefined {
  return moment.scene.shadings?.[choice.shading];
}
