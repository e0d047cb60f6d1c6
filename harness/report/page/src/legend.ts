// The legend: the meaning of colours and signs, and the choice of the shading.

import { html, setHidden, setText, svg } from "./dom.ts";
import type { Frame } from "./frame.ts";
import { isCells } from "./geometry.ts";
import type { Choice, Moment, View } from "./moment.ts";
import {
  kindsOf,
  along,
  colourOf,
  drawnColour,
  LINK_STYLES,
  type Order,
  shadeColour,
  signOf,
} from "./palette.ts";
import type { Pane } from "./panes.ts";

const MARKS = [0.01, 0.1, 0.25, 0.5, 1];

/** A colour scale with its numbers. */
function scale(colour: (value: number) => string): HTMLElement {
  const stops = Array.from({ length: 21 }, (_, i) => colour((i / 20) ** 2)).join(",");
  const bar = html("div", { class: "scale", "aria-hidden": "true" });
  bar.style.background = `linear-gradient(to right,${stops})`;
  const numbers = MARKS.map((mark) => {
    const number = html("span", {}, String(mark));
    number.style.left = `${along(mark) * 100}%`;
    return number;
  });
  return html("div", { class: "scales" }, bar, html("div", { class: "numbers" }, ...numbers));
}

function sample(child: SVGElement): SVGSVGElement {
  return svg("svg", { class: "sample", viewBox: "-12 -8 24 16", "aria-hidden": "true" }, child);
}

export class LegendPane implements Pane {
  readonly element: HTMLElement;
  readonly #select: HTMLSelectElement;
  readonly #shading: HTMLElement;
  readonly #scale: HTMLElement;
  readonly #meaning = html("p", { class: "meaning" });
  readonly #caveat = html("p", { class: "caveat", hidden: true });
  readonly #drawn: HTMLElement;
  readonly #key = html("ul", { class: "key" });
  #view: View | undefined;

  constructor(
    frame: Frame,
    readonly choice: Choice,
    readonly pieceKinds: Order,
    changed: () => void,
  ) {
    this.#scale = html("div", {}, scale(shadeColour), this.#meaning, this.#caveat);
    this.#select = html("select", { id: frame.id("shading") });
    const label = html("label", { for: frame.id("shading") }, "Shading ");
    this.#shading = html("div", {}, label, this.#select, this.#scale);
    const drawn = "Rings: what the bot that just moved drew, from 0 to 1, in units of its own.";
    this.#drawn = html("div", {}, scale(drawnColour), html("p", { class: "meaning" }, drawn));
    const signs = html("details", { open: true }, html("summary", {}, "Signs"), this.#key);
    this.element = frame.section("Legend", "legend", this.#shading, this.#drawn, signs);
    this.#select.addEventListener("change", () => {
      choice.shading = this.#select.value;
      this.#explain();
      changed();
    });
  }

  open(view: View): void {
    this.#view = view;
    const used = new Set(view.scenes.flatMap((scene) => Object.keys(scene.shadings ?? {})));
    const legends = Object.entries(view.scenery.legends).filter(([key]) => used.has(key));
    const options = legends.map(([key, { name }]) => html("option", { value: key }, name));
    this.#select.replaceChildren(...options, html("option", { value: "" }, "none"));
    if (!used.has(this.choice.shading)) this.choice.shading = legends.at(-1)?.[0] ?? "";
    this.#select.value = this.choice.shading;
    setHidden(this.#shading, legends.length === 0);
    const draws = view.replay.turns.some(
      (turn) => view.owns(turn.seat) && turn.notes?.some((note) => "shade" in note),
    );
    setHidden(this.#drawn, !draws);
    this.#explain();
    this.#listSigns(view);
  }

  show({ scene: { caveat } }: Moment): void {
    setText(this.#caveat, caveat === undefined ? "" : `Now: ${caveat}.`);
    setHidden(this.#caveat, caveat === undefined);
  }

  #explain(): void {
    const legend = this.#view?.scenery.legends[this.choice.shading];
    setHidden(this.#scale, legend === undefined);
    setText(this.#meaning, legend?.meaning ?? "");
  }

  #listSigns(view: View): void {
    const { boards } = view.scenery;
    const kinds = kindsOf(boards);
    const spots = boards.filter((board) => !isCells(board.shape)).flatMap((board) => board.spots);
    const onMaps = new Set(spots.map((spot) => spot.kind));
    const landmarks = spots.flatMap(({ name, landmark }) =>
      landmark === undefined ? [] : [`${landmark}: ${name}`],
    );
    const items = [
      ...this.pieceKinds.names().map((kind, i) => [signSample(i, "piece", 7), kind] as const),
      ...kinds.spots
        .names()
        .map((kind, i) => [onMaps.has(kind) ? spotSample(i) : cellSample(i), kind] as const),
      ...landmarks.map((name) => [landmarkSample(), name] as const),
      ...kinds.links.names().map((kind, i) => [linkSample(i), kind] as const),
    ];
    const seats = view.replay.sides.flatMap((side) => side.seats);
    const owners = seats.map((name, seat) => html("li", {}, colourSample(seat), html("span", {}, name)));
    const unseen = html(
      "li",
      {},
      signSample(0, "piece unseen", 7),
      html("span", {}, "dashed: not known to all"),
    );
    this.#key.replaceChildren(
      ...items.map(([sign, kind]) => html("li", {}, sign, html("span", {}, kind))),
      ...owners,
      unseen,
    );
  }
}

function signSample(order: number, name: string, size: number): SVGSVGElement {
  const sign = svg("path", { class: "sign", d: signOf(order), transform: `scale(${size})`, fill: "#d5d9dc" });
  return sample(svg("g", { class: name }, sign));
}

function spotSample(order: number): SVGSVGElement {
  const dot = svg("path", { class: "dot", d: signOf(order) });
  return sample(svg("g", { class: `spot kind-${order % LINK_STYLES}` }, dot));
}

function landmarkSample(): SVGSVGElement {
  return sample(svg("g", { class: "spot" }, svg("path", { class: "landmark", d: signOf(2) })));
}

function cellSample(order: number): SVGSVGElement {
  const cell = svg("rect", { class: "cell", x: -8, y: -7, width: 16, height: 14 });
  return sample(svg("g", { class: `spot kind-${order % LINK_STYLES}` }, cell));
}

function linkSample(order: number): SVGSVGElement {
  return sample(svg("path", { class: `link link-${order % LINK_STYLES}`, d: "M-12 0H12" }));
}

function colourSample(seat: number): SVGSVGElement {
  return sample(svg("rect", { x: -7, y: -6, width: 14, height: 12, rx: 2, fill: colourOf(seat).fill }));
}
