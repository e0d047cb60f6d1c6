// The parts of a board that change from turn to turn: pieces, shadings, trails, and drawings of bots.

import type { BoardView } from "./board.ts";
import { Keyed, setAttribute, setText, svg } from "./dom.ts";
import { type Box, fan, overlaps, type Point, within } from "./geometry.ts";
import { type Choice, type Moment, shadingOf } from "./moment.ts";
import { colourOf, drawnColour, type Order, shadeColour, signOf } from "./palette.ts";
import { type Card, FULL, type Piece, type Shading, type SpotKey } from "./types.ts";

interface Standing {
  piece: Piece;
  at: Point;
  radius: number;
  moved: boolean;
}

interface Tag {
  at: SpotKey;
  text: string;
  seat: number | undefined;
}

interface Written {
  at: SpotKey;
  text: string;
}

/** Places for a tag around its spot, to the right and downwards: first the corners, then farther away. */
const CORNERS = [
  [-1, 1],
  [1, 1],
  [-1, -1],
  [1, -1],
  [0, 2.8],
  [-2.6, 0],
  [2.6, 0],
  [0, -2.8],
] as const;

function around([x, y]: Point, radius: number): Box {
  return { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius };
}

/** Discs below or rings around spots that show a share of full. */
class Shades {
  readonly #circles = new Map<SpotKey, SVGCircleElement>();
  #shown: Shading | undefined;

  constructor(
    readonly board: BoardView,
    readonly name: "shade" | "drawn",
    readonly colour: (value: number) => string,
  ) {
    for (const key of board.ground.points.keys()) {
      const circle = svg("circle", { class: name, visibility: "hidden" });
      this.#circles.set(key, circle);
      board.layers.under.append(circle);
    }
  }

  layout(): void {
    const { radius } = this.board;
    const size = this.name === "shade" ? radius * 1.35 : radius * 1.35 + 3;
    for (const [key, circle] of this.#circles) {
      const [x, y] = this.board.points.get(key) ?? [0, 0];
      circle.setAttribute("cx", x.toFixed(2));
      circle.setAttribute("cy", y.toFixed(2));
      circle.setAttribute("r", size.toFixed(2));
      if (this.name === "drawn") circle.setAttribute("stroke-width", (radius * 0.36).toFixed(1));
    }
  }

  show(shading: Shading | undefined): void {
    if (shading === this.#shown) return;
    const before = this.#shown;
    this.#shown = shading;
    for (const [key, circle] of this.#circles) {
      const value = shading?.[key];
      if (value === before?.[key]) continue;
      setAttribute(circle, "visibility", value ? undefined : "hidden");
      if (value) circle.setAttribute(this.name === "shade" ? "fill" : "stroke", this.colour(value / FULL));
    }
  }
}

export class Marks {
  readonly #pieces: Keyed<Standing, SVGGElement>;
  readonly #tags: Keyed<Tag, SVGGElement>;
  readonly #written: Keyed<Written, SVGTextElement>;
  readonly #paths: Keyed<{ seat: number | undefined; d: string }, SVGPathElement>;
  readonly #arrows = svg("path", { class: "arrows" });
  readonly #shades: Shades;
  readonly #drawn: Shades;
  readonly #tagBoxes = new Map<SpotKey, Box>();
  #last: { moment: Moment; choice: Choice } | undefined;

  constructor(
    readonly board: BoardView,
    readonly kinds: Order,
  ) {
    const { trails, pieces, notes } = board.layers;
    this.#shades = new Shades(board, "shade", shadeColour);
    this.#drawn = new Shades(board, "drawn", drawnColour);
    const [paths, tags, written] = [svg("g"), svg("g", { class: "tags" }), svg("g", { class: "written" })];
    trails.append(paths, this.#arrows);
    notes.append(tags, written);
    this.#paths = new Keyed(paths, () => svg("path", { class: "trail" }), drawPath);
    this.#tags = new Keyed(tags, makeTag, (element, tag) => this.#drawTag(element, tag));
    this.#written = new Keyed(
      written,
      () => svg("text", { class: "note", "text-anchor": "middle" }),
      (element, item) => this.#write(element, item),
    );
    this.#pieces = new Keyed(
      pieces,
      ({ piece }) => makePiece(piece.key),
      (element, item) => this.#drawPiece(element, item),
    );
    board.onLayout = () => this.#layout();
  }

  show(moment: Moment, choice: Choice): void {
    this.#last = { moment, choice };
    const boxes: Box[] = [];
    const gaps = new Map<SpotKey, number>();
    this.#shades.show(shadingOf(moment, choice));
    this.#showPieces(moment, boxes, gaps);
    this.#showTrails(moment, choice, boxes);
    this.#showNotes(moment, boxes);
    this.board.showLabels(boxes, gaps);
    this.board.refreshTip();
  }

  #layout(): void {
    this.#shades.layout();
    this.#drawn.layout();
    if (this.#last) this.show(this.#last.moment, this.#last.choice);
  }

  #showPieces({ view, scene, index, glide }: Moment, boxes: Box[], gaps: Map<SpotKey, number>): void {
    const before = new Map(view.scenes[index - 1]?.pieces.map((piece) => [piece.key, piece.at]));
    this.board.layers.pieces.classList.toggle("glide", glide);
    const crowds = new Map<SpotKey, Piece[]>();
    for (const piece of scene.pieces) {
      if (!this.board.points.has(piece.at)) continue;
      crowds.set(piece.at, [...(crowds.get(piece.at) ?? []), piece]);
    }
    const standing = [...crowds].flatMap(([at, crowd]) => {
      const [x, y] = this.board.points.get(at) ?? [0, 0];
      const radius = this.#radiusFor(crowd.length);
      const places = fan(crowd.length, radius);
      gaps.set(at, radius + 3 + Math.hypot(...(places[0] ?? [0, 0])));
      return crowd.map((piece, i): Standing => {
        const [dx, dy] = places[i] ?? [0, 0];
        const spot: Point = [x + dx, y + dy];
        boxes.push(around(spot, radius));
        return { piece, at: spot, radius, moved: index > 0 && before.get(piece.key) !== piece.at };
      });
    });
    this.#pieces.show(standing, ({ piece }) => piece.key);
  }

  #radiusFor(count: number): number {
    const { radius, cells } = this.board;
    if (count === 1) return radius;
    return cells ? radius / (1 + Math.min(1, count / 4)) : radius * 0.9;
  }

  #drawPiece(element: SVGGElement, { piece, at: [x, y], radius, moved }: Standing): void {
    element.style.transform = `translate(${x.toFixed(1)}px,${y.toFixed(1)}px)`;
    const { fill, ink } = colourOf(piece.seat);
    const [sign, text] = element.children;
    if (!sign || !text) return;
    const name = `piece${piece.hidden ? " unseen" : ""}${moved ? " moved" : ""}`;
    setAttribute(element, "class", name);
    setAttribute(sign, "d", signOf(this.kinds.of(piece.kind)));
    setAttribute(sign, "transform", `scale(${radius.toFixed(1)})`);
    setAttribute(sign, "fill", fill);
    setAttribute(text, "fill", ink);
    setAttribute(text, "font-size", String(Math.round(radius * (piece.label.length > 1 ? 0.95 : 1.15))));
    setText(text, piece.label);
  }

  #showTrails({ scene, view }: Moment, choice: Choice, boxes: Box[]): void {
    const drawn = view.scenery.rows.flatMap((row, i) => (choice.trails.has(row) ? [{ row, i }] : []));
    const paths = drawn.map(({ row, i }) => ({ seat: row.seat, d: this.#pathOf(scene.rows[i] ?? []) }));
    this.#paths.show(paths, (_, i) => String(i));
    const tags = new Map<SpotKey, Tag>();
    for (const { row, i } of drawn) {
      for (const card of scene.rows[i] ?? []) {
        if (card.at === undefined || card.age === undefined || !this.board.points.has(card.at)) continue;
        const before = tags.get(card.at)?.text;
        const text = before === undefined ? String(card.age) : `${before}·${card.age}`;
        tags.set(card.at, { at: card.at, text, seat: row.seat });
      }
    }
    this.#tagBoxes.clear();
    for (const { at, text } of tags.values()) {
      const box = this.#tagBox(at, text, boxes);
      this.#tagBoxes.set(at, box);
      boxes.push(box);
    }
    this.#tags.show([...tags.values()], ({ at }) => at);
  }

  /** A line through the places of a trail, interrupted at unknown places. */
  #pathOf(cards: readonly Card[]): string {
    let broken = true;
    let d = "";
    for (const card of cards) {
      const point = card.at === undefined ? undefined : this.board.points.get(card.at);
      if (point) d += `${broken ? "M" : "L"}${point[0].toFixed(1)} ${point[1].toFixed(1)}`;
      broken = point === undefined;
    }
    return d;
  }

  /** The place of a tag: the first free corner of its spot on the board, or else the first corner. */
  #tagBox(at: SpotKey, text: string, boxes: readonly Box[]): Box {
    const [x, y] = this.board.points.get(at) ?? [0, 0];
    const off = this.board.radius;
    const half = 4.5 + 2.8 * text.length;
    const corners = CORNERS.map(([right, down]): Box => {
      const middle = x + right * off + Math.sign(right) * (half - 4);
      return {
        left: middle - half,
        right: middle + half,
        top: y + down * off - 7,
        bottom: y + down * off + 7,
      };
    });
    const { limits } = this.board;
    const inside = limits ? corners.filter((corner) => within(corner, limits)) : corners;
    const free = inside.find((corner) => !boxes.some((box) => overlaps(box, corner)));
    return free ?? inside[0] ?? corners[0] ?? around([x, y], half);
  }

  #drawTag(element: SVGGElement, { at, seat, text }: Tag): void {
    const box = this.#tagBoxes.get(at);
    const [shape, words] = element.children;
    if (!box || !shape || !words) return;
    const [x, y, wide] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2, box.right - box.left];
    setAttribute(element, "transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
    setAttribute(shape, "x", (-wide / 2).toFixed(1));
    setAttribute(shape, "width", wide.toFixed(1));
    setAttribute(shape, "stroke", colourOf(seat).fill);
    setText(words, text);
  }

  #showNotes({ notes }: Moment, boxes: Box[]): void {
    const shading: Shading = {};
    const written: Written[] = [];
    let arrows = "";
    for (const note of notes) {
      if ("shade" in note) shading[note.shade.at] = note.shade.value;
      if ("arrow" in note) arrows += this.#arrow(note.arrow.from, note.arrow.to);
      if ("label" in note && this.#mayWrite(note.label, boxes)) written.push(note.label);
    }
    this.#drawn.show(shading);
    setAttribute(this.#arrows, "d", arrows);
    this.#written.show(written, (_, i) => String(i));
  }

  #writtenPoint(at: SpotKey): Point {
    const [x, y] = this.board.points.get(at) ?? [0, 0];
    return [x, y + this.board.radius + 12];
  }

  /** Reserves room for a note, if there is some. A note that does not fit is in the spot's tip. */
  #mayWrite({ at, text }: Written, boxes: Box[]): boolean {
    if (!this.board.points.has(at)) return false;
    const [x, y] = this.#writtenPoint(at);
    const half = 3.2 * Math.min(text.length, 24) + 2;
    const box = { left: x - half, right: x + half, top: y - 9, bottom: y + 3 };
    if (boxes.some((other) => overlaps(other, box))) return false;
    boxes.push(box);
    return true;
  }

  #write(element: SVGTextElement, { at, text }: Written): void {
    const [x, y] = this.#writtenPoint(at);
    setAttribute(element, "x", x.toFixed(1));
    setAttribute(element, "y", y.toFixed(1));
    setText(element, text.length > 24 ? `${text.slice(0, 23)}…` : text);
  }

  #arrow(from: SpotKey, to: SpotKey): string {
    const [a, b] = [this.board.points.get(from), this.board.points.get(to)];
    if (!a || !b || from === to) return "";
    const angle = Math.atan2(b[1] - a[1], b[0] - a[0]);
    const off = this.board.radius + 2;
    const [x, y] = [b[0] - off * Math.cos(angle), b[1] - off * Math.sin(angle)];
    const wing = (turn: number) =>
      `${(x - 9 * Math.cos(angle + turn)).toFixed(1)} ${(y - 9 * Math.sin(angle + turn)).toFixed(1)}`;
    const tip = `${x.toFixed(1)} ${y.toFixed(1)}`;
    return `M${a[0].toFixed(1)} ${a[1].toFixed(1)}L${tip}M${wing(0.45)}L${tip}L${wing(-0.45)}`;
  }
}

function makePiece(key: string): SVGGElement {
  const sign = svg("path", { class: "sign" });
  const text = svg("text", { "text-anchor": "middle", dy: "0.36em" });
  return svg("g", { class: "piece", "data-key": key }, sign, text);
}

function makeTag(): SVGGElement {
  const shape = svg("rect", { y: -7, height: 14, rx: 7 });
  return svg("g", { class: "tag" }, shape, svg("text", { "text-anchor": "middle", dy: "0.36em" }));
}

function drawPath(element: SVGPathElement, { seat, d }: { seat: number | undefined; d: string }): void {
  setAttribute(element, "d", d);
  setAttribute(element, "stroke", colourOf(seat).fill);
}
