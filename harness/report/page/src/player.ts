// Playing: the moment that is shown, and the passing of time.

import { Moment, type View } from "./moment.ts";

/** The speeds, in turns per second. */
export const SPEEDS = [1, 2, 5, 10, 25, 50] as const;

/** The speed above which pieces jump rather than glide. */
const GLIDE_SPEED = 2;

export class Player {
  index = 0;
  playing = false;
  speed: number = 2;
  view: View;
  #glide = false;
  #asked = false;
  #due = 0;

  constructor(
    view: View,
    /** Called at most once per frame, with the moment to show. */
    readonly show: (moment: Moment) => void,
  ) {
    this.view = view;
  }

  /** Continues with another view. The index stays, as far as the view goes. */
  open(view: View, index = this.index): void {
    this.view = view;
    this.#move(index, false);
  }

  /** Goes to a scene, at once. */
  go(index: number): void {
    this.pause();
    this.#move(index, false);
  }

  /** Goes some scenes forward or back. */
  step(by: number): void {
    this.pause();
    this.#move(this.index + by, true);
  }

  /** Goes forward to the start of the next round, or back to that of this round or the one before. */
  stepRound(way: 1 | -1): void {
    this.pause();
    const round = (index: number) => new Moment(this.view, index, false).round;
    let index = this.index + way;
    if (way > 0) while (index < this.view.last && round(index) === round(this.index)) index += 1;
    else while (index > 0 && round(index - 1) === round(index)) index -= 1;
    this.#move(index, false);
  }

  /** Goes to the nearest scene ahead or behind for which `holds` is true; returns false if there is none. */
  seek(way: 1 | -1, holds: (index: number) => boolean): boolean {
    let index = this.index + way;
    while (index >= 0 && index <= this.view.last && !holds(index)) index += way;
    if (index < 0 || index > this.view.last) return false;
    this.go(index);
    return true;
  }

  toggle(): void {
    if (this.playing) {
      this.pause();
      return;
    }
    if (this.index >= this.view.last) this.#move(0, false);
    this.playing = true;
    this.#due = performance.now() + 1_000 / this.speed;
    this.#ask();
  }

  pause(): void {
    this.playing = false;
    this.#ask();
  }

  #move(index: number, glide: boolean): void {
    this.index = Math.max(0, Math.min(this.view.last, index));
    this.#glide = glide;
    this.#ask();
  }

  #ask(): void {
    if (this.#asked) return;
    this.#asked = true;
    requestAnimationFrame((now) => this.#frame(now));
  }

  #frame(now: number): void {
    this.#asked = false;
    if (this.playing) this.#advance(now);
    this.show(new Moment(this.view, this.index, this.#glide));
    if (this.playing) this.#ask();
  }

  #advance(now: number): void {
    const step = 1_000 / this.speed;
    while (this.playing && now >= this.#due) {
      this.index += 1;
      this.#due = Math.max(this.#due + step, now - step);
      this.#glide = this.speed <= GLIDE_SPEED;
      if (this.index >= this.view.last) this.playing = false;
    }
    this.index = Math.min(this.index, this.view.last);
  }
}
