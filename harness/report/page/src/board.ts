// A board: the parts that stay the same through a game, with zoom, labels, and a tip for a spot.

import { select } from "d3-selection";
import { type ZoomTransform, zoom, zoomIdentity } from "d3-zoom";
import { button, html, setAttribute, setText, svg } from "./dom.ts";
import { type Box, type Fit, fit, Ground, isCells, type Point, project } from "./geometry.ts";
import { Labels, type Placed } from "./labels.ts";
import { type Kinds, LINK_STYLES, signOf } from "./palette.ts";
import { type Layers, Sheets } from "./sheets.ts";
import { plain } from "./text.ts";
import type { Board, Spot, SpotKey } from "./types.ts";

const NARROW = 600;
const MOST_ZOOM = 12;
const LANDMARK_WEIGHT = 1_000;

const measured = new Map<string, number>();
const pen = document.createElement("canvas").getContext("2d");

/** The width of a label in pixels. */
function measure(text: string): number {
  const known = measured.get(text);
  if (known !== undefined) return known;
  if (pen) pen.font = "11px system-ui, sans-serif";
  const width = pen?.measureText(text).width ?? text.length * 6;
  measured.set(text, width);
  return width;
}

interface SpotSigns {
  group: SVGGElement;
  label: SVGTextElement;
}

export class BoardView {
  readonly element: HTMLElement;
  readonly ground: Ground;
  readonly layers: Layers;
  readonly cells: boolean;
  /** The places of the spots, in pixels before panning. */
  points = new Map<SpotKey, Point>();
  /** The radius of a piece in pixels. */
  radius = 10;
  labels: Labels | undefined;
  /** The box in which texts may be placed; undefined while the board is zoomed in. */
  limits: Box | undefined;
  /** Called when spots have moved. */
  onLayout: () => void = () => {};
  /** The lines of the tip about a spot. */
  describe: (spot: Spot) => string[] = (spot) => [spot.name];

  readonly #board: Board;
  readonly #kinds: Kinds;
  readonly #spots = new Map<SpotKey, SpotSigns>();
  readonly #sheets: Sheets;
  readonly #tip = html("div", { class: "tip", hidden: true });
  readonly #zoom = zoom<SVGSVGElement, unknown>();
  #size: Point = [0, 0];
  #fit: Fit = { scale: 1, left: 0, top: 0 };
  #transform: ZoomTransform = zoomIdentity;
  #looked: Spot | undefined;
  #pick: (spot: SpotKey) => void = () => {};
  #step = 1;
  #spacing = 1;

  constructor(board: Board, kinds: Kinds) {
    this.#board = board;
    this.#kinds = kinds;
    this.ground = new Ground(board);
    this.cells = isCells(board.shape);
    this.#spacing = this.ground.spacing();
    this.#sheets = new Sheets(board);
    this.layers = this.#sheets.layers;
    this.#drawBackdrop();
    for (const spot of board.spots) this.#addSpot(spot);
    const source = board.backdrop ? ` Outlines: ${board.backdrop.source}` : "";
    const caption = html("figcaption", { class: "source" }, html("span", {}, `${board.name}.${source}`));
    if (!this.cells) caption.append(this.#buttons());
    this.element = html("figure", { class: "board" }, this.#sheets.element, this.#tip, caption);
    this.#listen();
  }

  /** Takes the size that the page gives it. */
  resize(): void {
    const width = this.element.clientWidth;
    if (width === 0) return;
    const height = this.#heightFor(width);
    if (width === this.#size[0] && height === this.#size[1]) return;
    this.#size = [width, height];
    this.#sheets.resize(width, height);
    this.#fit = fit(this.ground, width, height, this.cells ? [4, 4] : width < NARROW ? [14, 14] : [30, 20]);
    this.#zoom
      .extent([
        [0, 0],
        [width, height],
      ])
      .translateExtent([
        [0, 0],
        [width, height],
      ]);
    this.#layout();
  }

  /** Draws the labels. Those that boxes cover are moved aside or left out. */
  showLabels(boxes: readonly Box[], gaps: ReadonlyMap<SpotKey, number>): void {
    if (this.cells || !this.labels) return;
    const moved = this.labels.beside(boxes, gaps);
    for (const [key, { label }] of this.#spots) {
      const placed = moved.has(key) ? moved.get(key) : this.labels.placed.get(key);
      drawLabel(label, placed);
    }
  }

  /** Updates the tip of the spot under the pointer. */
  refreshTip(): void {
    if (this.#looked) this.#showTip(this.#looked);
  }

  /** Highlights a spot from outside, such as from a card. */
  point(key: SpotKey | undefined): void {
    const spot = this.#board.spots.find((candidate) => candidate.key === key);
    if (spot) this.#showTip(spot);
    else this.#hideTip();
  }

  /** Marks the spots where moves can be made. */
  offer(offers: ReadonlyMap<SpotKey, unknown>, pick: (spot: SpotKey) => void): void {
    this.#pick = pick;
    for (const [key, { group }] of this.#spots) {
      const offered = offers.has(key);
      group.classList.toggle("offered", offered);
      setAttribute(group, "role", offered ? "button" : "img");
    }
  }

  #heightFor(width: number): number {
    const natural = (width * this.ground.height) / this.ground.width;
    const most = Math.max(300, window.innerHeight * 0.68);
    if (this.#board.shape === "line") return Math.min(natural, 120);
    return Math.round(Math.min(most, Math.max(this.cells ? 160 : 300, natural)));
  }

  #drawBackdrop(): void {
    const { backdrop, shape } = this.#board;
    if (!backdrop) return;
    const outlines = backdrop.outlines.map((outline) => {
      const points = outline.map((at) => {
        const [x, y] = project(shape, at);
        return `${x.toFixed(3)} ${y.toFixed(3)}`;
      });
      return `M${points.join("L")}Z`;
    });
    this.#sheets.backdrop.append(svg("path", { d: outlines.join(""), class: "outline" }));
  }

  #addSpot(spot: Spot): void {
    const kind = this.#kinds.spots.of(spot.kind);
    const group = svg("g", { class: `spot kind-${kind % LINK_STYLES}`, role: "img", tabindex: -1 });
    group.setAttribute("aria-label", plain(spot.name));
    group.dataset.key = spot.key;
    if (this.cells) group.append(svg("rect", { class: "cell" }));
    else
      group.append(svg("circle", { class: "reach", r: 14 }), svg("path", { class: "dot", d: signOf(kind) }));
    if (spot.landmark !== undefined) group.append(svg("path", { class: "landmark", d: signOf(2) }));
    const label = svg("text", { class: "label" });
    this.#spots.set(spot.key, { group, label });
    this.layers.spots.append(group);
    this.layers.labels.append(label);
    if (this.#spots.size === 1) group.setAttribute("tabindex", "0");
  }

  #buttons(): HTMLElement {
    const by = (factor: number) => () => this.#zoom.scaleBy(select(this.#sheets.ground), factor);
    const whole = () => this.#zoom.transform(select(this.#sheets.ground), zoomIdentity);
    return html(
      "div",
      { class: "zoom", role: "group", "aria-label": `Zoom of ${this.#board.name}` },
      button("+", { "aria-label": "Zoom in", title: "Zoom in" }, by(1.5)),
      button("−", { "aria-label": "Zoom out", title: "Zoom out" }, by(1 / 1.5)),
      button("⤢", { "aria-label": "Show the whole board", title: "Show the whole board" }, whole),
    );
  }

  #listen(): void {
    this.#zoom
      .scaleExtent([1, MOST_ZOOM])
      .filter((event: Event) => this.#mayZoom(event))
      .on("zoom", ({ transform }: { transform: ZoomTransform }) => this.#zoomTo(transform));
    select(this.#sheets.ground).call(this.#zoom).on("dblclick.zoom", null);
    this.layers.spots.addEventListener("pointerover", (event) => this.#lookAt(event.target));
    this.layers.spots.addEventListener("pointerleave", () => this.#hideTip());
    this.layers.spots.addEventListener("focusin", (event) => this.#lookAt(event.target));
    this.layers.spots.addEventListener("focusout", () => this.#hideTip());
    this.layers.spots.addEventListener("keydown", (event) => this.#walk(event));
    this.layers.spots.addEventListener("click", (event) => this.#choose(event.target));
    this.layers.spots.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.#choose(event.target);
    });
  }

  /** True if the board handles the event: unless zoomed in, one finger or zooming out scrolls the page. */
  #mayZoom(event: Event): boolean {
    if (event.type === "wheel") return this.#transform.k > 1 || (event as WheelEvent).deltaY < 0;
    if ("touches" in event) return this.#transform.k > 1 || (event as TouchEvent).touches.length > 1;
    return !("button" in event && event.button);
  }

  #zoomTo(transform: ZoomTransform): void {
    const scaled = transform.k !== this.#transform.k;
    this.#transform = transform;
    this.#sheets.element.classList.toggle("zoomed", transform.k > 1);
    if (scaled) this.#layout();
    else this.#pan();
  }

  #pan(): void {
    const { x, y, k } = this.#transform;
    const { scale, left, top } = this.#fit;
    this.#sheets.pan(x, y);
    const shift = `translate(${(x + left * k).toFixed(3)} ${(y + top * k).toFixed(3)})`;
    setAttribute(this.#sheets.backdrop, "transform", `${shift} scale(${(scale * k).toFixed(5)})`);
    this.refreshTip();
  }

  #layout(): void {
    const { k } = this.#transform;
    const { scale, left, top } = this.#fit;
    this.points = new Map(
      [...this.ground.points].map(([key, [x, y]]) => [key, [(x * scale + left) * k, (y * scale + top) * k]]),
    );
    this.#step = scale * k;
    const gap = this.#spacing * this.#step;
    this.radius = this.cells ? Math.min(26, gap * 0.36) : Math.max(7, Math.min(11, gap * 0.42));
    for (const spot of this.#board.spots) this.#placeSpot(spot);
    const [width, height] = this.#size;
    this.limits = k > 1 ? undefined : { left: 2, top: 2, right: width - 2, bottom: height - 2 };
    if (!this.cells) this.#placeLabels();
    this.#drawLinks();
    this.#pan();
    this.onLayout();
  }

  #placeSpot(spot: Spot): void {
    const signs = this.#spots.get(spot.key);
    const [x, y] = this.points.get(spot.key) ?? [0, 0];
    if (!signs) return;
    setAttribute(signs.group, "transform", `translate(${x.toFixed(2)} ${y.toFixed(2)})`);
    if (this.cells) this.#placeCell(spot, signs, [x, y]);
  }

  #placeCell(spot: Spot, { group, label }: SpotSigns, [x, y]: Point): void {
    const cell = group.querySelector(".cell");
    const [width, height] = [this.#step, this.#board.shape === "line" ? this.#size[1] : this.#step];
    const edges = { x: -width / 2 + 1, y: -height / 2 + 1, width: width - 2, height: height - 2 };
    for (const [name, value] of Object.entries(edges)) cell?.setAttribute(name, value.toFixed(2));
    const text = [spot.name, spot.key].find((candidate) => measure(candidate) < width - 8) ?? "";
    setText(label, text);
    setAttribute(label, "text-anchor", "middle");
    setAttribute(label, "x", x.toFixed(1));
    setAttribute(label, "y", (y + height / 2 - 5).toFixed(1));
  }

  #placeLabels(): void {
    const degrees = new Map<SpotKey, number>();
    for (const { from, to } of this.#board.links ?? []) {
      for (const key of [from, to]) degrees.set(key, (degrees.get(key) ?? 0) + 1);
    }
    const items = this.#board.spots.map(({ key, name, landmark }) => {
      const names = landmark === undefined ? [name] : [`${name} (${landmark})`, name];
      const weight = (degrees.get(key) ?? 0) + (landmark === undefined ? 0 : LANDMARK_WEIGHT);
      return { key, texts: [...names.map(plain), plain(key)], weight };
    });
    this.labels = new Labels(items, this.points, 8, measure, this.limits);
  }

  #drawLinks(): void {
    const paths = new Map<number, string>();
    const beside = new Map<string, number>();
    for (const { from, to, kind } of this.#board.links ?? []) {
      const [a, b] = [this.points.get(from), this.points.get(to)];
      if (!a || !b) continue;
      const pair = from < to ? `${from} ${to}` : `${to} ${from}`;
      const lane = beside.get(pair) ?? 0;
      beside.set(pair, lane + 1);
      const number = this.#kinds.links.of(kind);
      const line = from < to ? lineBeside(a, b, lane) : lineBeside(b, a, lane);
      paths.set(number, (paths.get(number) ?? "") + line);
    }
    for (const [number, d] of paths) {
      const name = `link-${number % LINK_STYLES}`;
      const known = this.layers.links.querySelector(`.${name}`);
      const path = known ?? svg("path", { class: `link ${name}` });
      if (!known) this.layers.links.append(path);
      path.setAttribute("d", d);
    }
  }

  #lookAt(target: EventTarget | null): void {
    const key = (target as Element | null)?.closest<SVGGElement>(".spot")?.dataset.key;
    if (key !== undefined) this.point(key);
  }

  #choose(target: EventTarget | null): void {
    const spot = (target as Element | null)?.closest<SVGGElement>(".spot.offered");
    if (spot?.dataset.key !== undefined) this.#pick(spot.dataset.key);
  }

  #showTip(spot: Spot): void {
    this.#looked = spot;
    const lines = this.describe(spot);
    const signs = this.#spots.get(spot.key);
    if (signs) setAttribute(signs.group, "aria-label", lines.join(", "));
    const [x, y] = this.points.get(spot.key) ?? [0, 0];
    const [width, height] = this.#size;
    const [left, top] = [x + this.#transform.x, y + this.#transform.y];
    this.#tip.replaceChildren(...lines.map((line, i) => html(i === 0 ? "strong" : "span", {}, line)));
    this.#tip.hidden = left < 0 || top < 0 || left > width || top > height;
    this.#tip.classList.toggle("leftwards", left > width / 2);
    this.#tip.classList.toggle("upwards", top > height / 2);
    this.#tip.style.left = `${left}px`;
    this.#tip.style.top = `${top}px`;
  }

  #hideTip(): void {
    this.#looked = undefined;
    this.#tip.hidden = true;
  }

  /** Goes to the next spot in the direction of an arrow key. */
  #walk(event: KeyboardEvent): void {
    const ways: Record<string, Point> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const way = ways[event.key];
    const from = (event.target as Element).closest<SVGGElement>(".spot");
    if (!way || !from) return;
    event.preventDefault();
    event.stopPropagation();
    const next = this.#nearest(from.dataset.key ?? "", way);
    const signs = next === undefined ? undefined : this.#spots.get(next);
    if (!signs) return;
    from.setAttribute("tabindex", "-1");
    signs.group.setAttribute("tabindex", "0");
    signs.group.focus();
  }

  #nearest(key: SpotKey, [wayX, wayY]: Point): SpotKey | undefined {
    const [x, y] = this.points.get(key) ?? [0, 0];
    const ahead = [...this.points].flatMap(([other, [otherX, otherY]]) => {
      const along = (otherX - x) * wayX + (otherY - y) * wayY;
      const aside = Math.abs((otherX - x) * wayY) + Math.abs((otherY - y) * wayX);
      return along > 1 && along >= aside ? [{ other, far: along + 2 * aside }] : [];
    });
    return ahead.sort((a, b) => a.far - b.far)[0]?.other;
  }
}

/** A line from a to b, moved aside by its lane, so that links of one pair lie beside each other. */
function lineBeside([ax, ay]: Point, [bx, by]: Point, lane: number): string {
  const length = Math.hypot(bx - ax, by - ay) || 1;
  const off = lane === 0 ? 0 : (lane % 2 === 0 ? -1 : 1) * Math.ceil(lane / 2) * 3.5;
  const [dx, dy] = [(-(by - ay) / length) * off, ((bx - ax) / length) * off];
  return `M${(ax + dx).toFixed(1)} ${(ay + dy).toFixed(1)}L${(bx + dx).toFixed(1)} ${(by + dy).toFixed(1)}`;
}

function drawLabel(label: SVGTextElement, placed: Placed | undefined): void {
  setAttribute(label, "visibility", placed ? undefined : "hidden");
  if (!placed) return;
  setText(label, placed.text);
  setAttribute(label, "text-anchor", placed.anchor);
  setAttribute(label, "x", placed.x.toFixed(1));
  setAttribute(label, "y", (placed.y + 4).toFixed(1));
}
