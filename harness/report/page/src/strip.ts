// The strip: values over the whole game, which show where something happened and can be clicked.

import { html, setText, svg } from "./dom.ts";
import type { Moment, View } from "./moment.ts";
import { COLOURS, colourOf, type Order } from "./palette.ts";
import { quantity } from "./text.ts";
import type { Panel } from "./types.ts";

/** One course of a value over time. */
interface Line {
  name: string;
  unit: string;
  range: readonly [number, number];
  seat: number | undefined;
  values: (number | null)[];
}

const HEIGHT = 100; // of a plot's own coordinates

/** Lines that are plotted together: those of seats with one unit and range share a plot. */
function group(lines: readonly Line[]): Line[][] {
  const groups: Line[][] = [];
  for (const line of lines) {
    const alike = groups.find(
      ([first]) =>
        line.seat !== undefined &&
        first?.seat !== undefined &&
        first.unit === line.unit &&
        String(first.range) === String(line.range),
    );
    if (alike) alike.push(line);
    else groups.push([line]);
  }
  return groups;
}

/** The range of values that occur, with 0; the range that the rules allow may be far wider. */
export function extent(courses: readonly (readonly (number | null)[])[]): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const values of courses) {
    for (const value of values) {
      if (value === null) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  if (low > high) return [0, 1];
  low = Math.min(low, 0);
  return [low, high > low ? high : low + 1];
}

function pathOf(values: readonly (number | null)[], [low, high]: readonly [number, number]): string {
  let d = "";
  let last: number | null = null;
  values.forEach((value, i) => {
    const next = values[i + 1];
    if (value !== null && (value !== last || next === undefined || next !== value)) {
      const y = HEIGHT - ((value - low) / (high - low)) * HEIGHT;
      d += `${last === null ? "M" : "L"}${i} ${y.toFixed(1)}`;
    }
    last = value;
  });
  return d;
}

function panelLine(view: View, panel: Panel, i: number): Line {
  const values = view.scenes.map((scene) => scene.values[i] ?? null);
  return { name: panel.name, unit: panel.unit, range: panel.range, seat: panel.seat, values };
}

/** The belief over time: for its holder, and with the truth for readers who see everything. */
function beliefLines({ replay, track, scenery }: View): Line[] {
  const { entropy = [], truth = [], hidden = "", believer } = replay.analysis ?? {};
  if (track.viewer !== null && track.viewer !== believer) return [];
  const who = believer === undefined ? undefined : scenery.viewers[believer]?.name;
  const of = who === undefined ? "" : ` of ${who}`;
  const line = (name: string, unit: string, values: (number | null)[]): Line[] =>
    values.length === 0 ? [] : [{ name, unit, range: [0, 1], seat: undefined, values }];
  return [
    ...line(`Uncertainty${of} about ${hidden}`, "bits", entropy),
    ...(track.viewer === null ? line(`Probability${of} for the truth`, "", truth) : []),
  ];
}

/** A tick on the time line. */
interface Tick {
  index: number;
  kind: string;
  importance: number;
}

function ticksOf(view: View): Tick[] {
  return view.scenes.flatMap((scene, index) => {
    const ticks = (scene.markers ?? []).map(({ kind, importance }) => ({ index, kind, importance }));
    const turn = view.replay.turns[index - 1];
    if (turn?.fault !== undefined) ticks.push({ index, kind: "fault", importance: 3 });
    const marked = turn && view.owns(turn.seat) && turn.notes?.some((note) => "mark" in note);
    if (marked) ticks.push({ index, kind: "bot's mark", importance: 1 });
    return ticks;
  });
}

export class Strip {
  readonly element = html("section", { class: "strip", "aria-label": "Values over the game" });
  readonly #cursor = html("div", { class: "cursor" });
  readonly #now: { element: Element; lines: Line[] }[] = [];
  #plots: HTMLElement | undefined;
  #width = 0;
  #moment: Moment | undefined;

  constructor(
    readonly kinds: Order,
    readonly go: (index: number) => void,
  ) {
    new ResizeObserver(() => this.#measure()).observe(this.element);
    this.element.addEventListener("pointerdown", (event) => this.#press(event));
    this.element.addEventListener("pointermove", (event) => event.buttons & 1 && this.#press(event));
  }

  /** Plots another view. */
  open(view: View): void {
    this.#now.length = 0;
    const plotted = view.scenery.panels
      .map((panel, i) => ({ panel, i }))
      .filter(({ panel }) => panel.plotted);
    const lines = plotted.map(({ panel, i }) => panelLine(view, panel, i));
    const groups = group([...lines, ...beliefLines(view)]).filter((each) => each.some(isKnown));
    const rows = [this.#ticks(view), ...groups.map((each) => this.#row(each, view.last))];
    this.element.replaceChildren(html("div", { class: "over" }, this.#cursor), ...rows);
    this.#plots = this.element.querySelector<HTMLElement>(".over") ?? undefined;
    this.#measure();
  }

  show(moment: Moment): void {
    this.#moment = moment;
    const share = moment.view.last === 0 ? 0 : moment.index / moment.view.last;
    this.#cursor.style.transform = `translateX(${(share * this.#width).toFixed(1)}px)`;
    for (const { element, lines } of this.#now) {
      const values = lines.map(({ values }) => values[moment.index] ?? null);
      setText(element, values.map((value) => (value === null ? "?" : quantity(value))).join(" · "));
    }
  }

  #measure(): void {
    this.#width = this.#plots?.clientWidth ?? 0;
    if (this.#moment) this.show(this.#moment);
  }

  #press(event: PointerEvent): void {
    const box = this.#plots?.getBoundingClientRect();
    if (!box || !this.#moment || box.width === 0) return;
    const share = Math.max(0, Math.min(1, (event.clientX - box.left) / box.width));
    this.go(Math.round(share * this.#moment.view.last));
  }

  #row(lines: Line[], last: number): HTMLElement {
    const [low, high] = extent(lines.map(({ values }) => values));
    const [first] = lines;
    const unit = first?.unit ?? "";
    const range = `${quantity(low)} to ${quantity(high, unit)}`;
    const names = lines.map(({ name, seat }) =>
      html("span", { class: "name" }, ...(lines.length > 1 ? [swatch(seat)] : []), name),
    );
    const now = html("output", { class: "now" });
    this.#now.push({ element: now, lines });
    const text = `${lines.map((line) => line.name).join(", ")} over the game, from ${range}`;
    const plot = svg("svg", {
      viewBox: `0 0 ${Math.max(1, last)} ${HEIGHT}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": text,
    });
    for (const { values, seat } of lines) {
      const stroke = lines.length > 1 ? colourOf(seat).fill : undefined;
      plot.append(svg("path", { class: "course", d: pathOf(values, [low, high]), stroke }));
    }
    const words = html("div", { class: "words" }, html("div", { class: "names" }, ...names), now);
    return html("div", { class: "plot" }, words, html("div", { class: "range" }, range), plot);
  }

  #ticks(view: View): HTMLElement {
    const ticks = ticksOf(view);
    const paths = new Map<string, string>();
    for (const { index, kind, importance } of ticks) {
      const top = HEIGHT - Math.min(3, importance) * (HEIGHT / 3);
      paths.set(kind, `${paths.get(kind) ?? ""}M${index} ${HEIGHT}V${top.toFixed(0)}`);
    }
    const text = `What happened when: ${[...paths.keys()].join(", ") || "nothing marked"}`;
    const plot = svg("svg", {
      viewBox: `0 0 ${Math.max(1, view.last)} ${HEIGHT}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": text,
    });
    for (const [kind, d] of paths)
      plot.append(svg("path", { class: "tick", d, stroke: kindColour(this.kinds, kind) }));
    const words = html("div", { class: "words" }, "Events");
    return html("div", { class: "plot ticks" }, words, plot);
  }
}

function isKnown({ values }: Line): boolean {
  return values.some((value) => value !== null);
}

/** The colour of a kind of marker. */
export function kindColour(kinds: Order, kind: string): string {
  return COLOURS[(kinds.of(kind) + 4) % COLOURS.length]?.fill ?? COLOURS[0].fill;
}

/** A patch of a seat's colour. */
export function swatch(seat: number | undefined): HTMLElement {
  const made = html("i", { class: "swatch", "aria-hidden": "true" });
  made.style.background = colourOf(seat).fill;
  return made;
}
