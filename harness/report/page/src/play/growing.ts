// A replay that grows while its match is played.

import { type Mounted, mountReplay } from "../app.ts";
import { apply } from "../data.ts";
import type { Surroundings } from "../frame.ts";
import type { Document, Patch, Replay, Scene, Turn } from "../types.ts";

interface Manner {
  /** The time in which events are gathered before the page shows them, in milliseconds. */
  gathering: number;
  mount?: Surroundings;
  /** Called after each change of what is shown. */
  shown?: (mounted: Mounted) => void;
}

export class GrowingReplay {
  readonly #stage: HTMLElement;
  readonly #manner: Manner;
  #mounted: Mounted | undefined;
  #document: Document | undefined;
  #scene: Scene | undefined;
  #fresh = false;
  #gathers = false;

  constructor(stage: HTMLElement, manner: Manner) {
    this.#stage = stage;
    this.#manner = manner;
  }

  get replay(): Replay | undefined {
    return this.#document?.replays[0] as Replay | undefined;
  }

  /** The turn that is shown. */
  get turn(): number {
    return this.#mounted?.turn ?? 0;
  }

  /** Takes a match that begins. */
  start(document: Document): void {
    this.#document = document;
    this.#scene = this.replay?.tracks[0]?.first;
    this.#fresh = true;
  }

  /** The last scene of the first track. */
  get scene(): Scene {
    return this.#scene ?? { pieces: [], values: [], rows: [], news: [] };
  }

  push(turn: Turn): void {
    this.replay?.turns.push(turn);
    this.#scene = apply(this.#scene, turn.scenes[0] ?? 0) as Scene;
  }

  /** Puts another scene in the place of the last one of the only track. */
  amend(patch: Patch): void {
    const scene = apply(this.#scene, patch) as Scene;
    this.#scene = scene;
    const [turn, track] = [this.replay?.turns.at(-1), this.replay?.tracks[0]];
    if (turn) turn.scenes = [{ "=": scene }];
    else if (track) track.first = scene;
  }

  remove(): void {
    this.#mounted?.remove();
    this.#mounted = undefined;
  }

  /** Shows what has come, once no more comes for a moment. */
  gather(): void {
    if (this.#gathers) return;
    this.#gathers = true;
    setTimeout(() => void this.#render(), this.#manner.gathering);
  }

  async #render(): Promise<void> {
    try {
      await this.#build();
    } finally {
      // Whatever was wrong with these events, the next ones are shown.
      this.#gathers = false;
    }
    // Another match may have begun while this one was built.
    if (this.#fresh) this.gather();
  }

  async #build(): Promise<void> {
    if (this.#fresh && this.#document) {
      this.#fresh = false;
      this.remove();
      this.#mounted = await mountReplay(this.#stage, this.#document, this.#manner.mount);
      this.#mounted.grow("end");
    } else this.#mounted?.grow();
    if (this.#mounted && !this.#fresh) this.#manner.shown?.(this.#mounted);
  }
}
