// The pictures of a board, one above the other: a browser without a graphics card repaints only
// those in which something changed.

import { html, setAttribute, svg } from "./dom.ts";
import type { Board } from "./types.ts";

/** The parts that a board is drawn into, from the bottom up. */
export interface Layers {
  links: SVGGElement;
  under: SVGGElement;
  trails: SVGGElement;
  spots: SVGGElement;
  labels: SVGGElement;
  pieces: SVGGElement;
  notes: SVGGElement;
}

function layer(name: string): SVGGElement {
  return svg("g", { class: name });
}

export class Sheets {
  readonly element: HTMLElement;
  readonly layers: Layers = {
    links: layer("links"),
    under: layer("under"),
    trails: layer("trails"),
    spots: layer("spots"),
    labels: layer("labels"),
    pieces: layer("pieces"),
    notes: layer("notes"),
  };
  readonly backdrop = layer("backdrop");
  /** The sheet that the pointer touches. */
  readonly ground: SVGSVGElement;
  readonly #sheets: SVGSVGElement[];
  readonly #papers: SVGGElement[];

  constructor({ name, shape }: Board) {
    const { links, under, trails, spots, labels, pieces, notes } = this.layers;
    this.#papers = [[links], [under, trails, spots], [labels], [pieces, notes]].map((layers) =>
      svg("g", {}, ...layers),
    );
    this.#sheets = this.#papers.map((paper) => svg("svg", { class: "sheet", "aria-hidden": "true" }, paper));
    this.#sheets[0]?.prepend(this.backdrop);
    this.ground = this.#sheets[1] ?? svg("svg");
    this.ground.removeAttribute("aria-hidden");
    this.ground.setAttribute("role", "group");
    setAttribute(this.ground, "aria-label", name);
    this.element = html("div", { class: `picture ${shape}` }, ...this.#sheets);
  }

  resize(width: number, height: number): void {
    this.element.style.aspectRatio = `${width} / ${height}`;
    // On paper, the board is scaled to the width of the sheet.
    for (const sheet of this.#sheets) setAttribute(sheet, "viewBox", `0 0 ${width} ${height}`);
  }

  /** Moves everything except the backdrop, which is also scaled. */
  pan(x: number, y: number): void {
    const shift = `translate(${x.toFixed(2)} ${y.toFixed(2)})`;
    for (const paper of this.#papers) setAttribute(paper, "transform", shift);
  }
}
