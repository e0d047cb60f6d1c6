// The switch between points of view.

import { html } from "./dom.ts";
import type { Frame } from "./frame.ts";
import type { Track } from "./types.ts";

export class ViewSwitch {
  readonly element = html("fieldset", { class: "views" });
  readonly #boxes = new Map<Track, HTMLInputElement>();

  constructor(
    readonly frame: Frame,
    readonly look: (track: number) => void,
  ) {}

  list(tracks: readonly Track[]): void {
    this.#boxes.clear();
    const labels = tracks.map((track, i) => this.#label(track, i));
    this.element.replaceChildren(html("legend", {}, "Point of view"), ...labels);
  }

  mark(track: Track): void {
    const box = this.#boxes.get(track);
    if (box) box.checked = true;
  }

  #label(track: Track, i: number): HTMLLabelElement {
    const box = html("input", { type: "radio", name: this.frame.id("view"), value: i });
    box.addEventListener("change", () => {
      this.look(i);
      box.blur(); // so that the arrow keys go through the game again
    });
    this.#boxes.set(track, box);
    return html("label", { title: `Key ${i + 1}` }, box, html("span", {}, track.name));
  }
}
