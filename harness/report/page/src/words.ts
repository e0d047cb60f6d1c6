// The board in words, for readers who cannot see it: the contents of each spot.

import type { Frame } from "./frame.ts";
import { html, Keyed, setHidden, setText } from "./dom.ts";
import { type Choice, type Moment, shadingOf, type View } from "./moment.ts";
import type { Pane } from "./panes.ts";
import { share } from "./text.ts";

/** The most spots with a shading that are listed, the fullest first. */
const MOST = 20;

export class WordsPane implements Pane {
  readonly element: HTMLElement;
  readonly #details = html("details", {}, html("summary", {}, "What stands where"));
  readonly #lines: Keyed<string, HTMLLIElement>;
  #names = new Map<string, string>();
  #moment: Moment | undefined;

  constructor(
    frame: Frame,
    readonly choice: Choice,
  ) {
    const list = html("ul", { class: "news" });
    this.#lines = new Keyed(list, () => html("li"), setText);
    this.#details.append(list);
    this.element = frame.section("The board in words", "words", this.#details);
    this.#details.addEventListener("toggle", () => this.#list());
  }

  open({ scenery }: View): void {
    const spots = scenery.boards.flatMap((board) => board.spots);
    this.#names = new Map(spots.map(({ key, name }) => [key, name]));
    setHidden(this.element, spots.length === 0);
  }

  show(moment: Moment): void {
    this.#moment = moment;
    this.#list();
  }

  #list(): void {
    if (!this.#moment || !this.#details.open) return;
    const { scene, view } = this.#moment;
    const name = (key: string) => this.#names.get(key) ?? key;
    const pieces = scene.pieces.map((piece) => `${piece.name}: ${name(piece.at)}`);
    const legend = view.scenery.legends[this.choice.shading]?.name ?? "";
    const shades = Object.entries(shadingOf(this.#moment, this.choice) ?? {})
      .sort(([, a], [, b]) => b - a)
      .slice(0, MOST)
      .map(([key, value]) => `${name(key)}: ${legend} ${share(value)}`);
    this.#lines.show([...pieces, ...shades], (_, i) => String(i));
  }
}
