// The panes beside the boards: the turn, the values, the rows of cards, the costly moves.

import { button, html, Keyed, setAttribute, setHidden, setText } from "./dom.ts";
import type { Frame } from "./frame.ts";
import type { Choice, Moment, View } from "./moment.ts";
import { extent, swatch } from "./strip.ts";
import { quantity } from "./text.ts";
import type { Card, Offer, Panel, Row, Turn } from "./types.ts";

/** A part of the page that shows a moment. */
export interface Pane {
  readonly element: HTMLElement;
  open(view: View): void;
  show(moment: Moment): void;
}

/** Text of any length: the start, and the rest on request. */
class LongText {
  static readonly SHORT = 2_000;
  readonly element: HTMLElement;
  readonly #text = html("pre", { dir: "auto", tabindex: 0 });
  readonly #more: HTMLButtonElement;
  #whole = "";

  constructor(frame: Frame, title: string) {
    this.#more = button("Show all", { class: "more" }, () => this.#show(this.#whole));
    this.#text.setAttribute("aria-label", title);
    this.element = html(
      "div",
      { class: "long", hidden: true },
      frame.heading(2, title),
      this.#text,
      this.#more,
    );
  }

  show(text: string | undefined): void {
    setHidden(this.element, text === undefined || text === "");
    if (text === undefined || text === this.#whole) return;
    this.#whole = text;
    this.#show(text.length > LongText.SHORT ? `${text.slice(0, LongText.SHORT)}…` : text);
    setHidden(this.#more, text.length <= LongText.SHORT);
    setText(this.#more, `Show all ${quantity(text.length)} characters`);
  }

  #show(text: string): void {
    setText(this.#text, text);
    if (text === this.#whole) setHidden(this.#more, true);
  }
}

/** The origin of a turn, for people. */
const HOW: Record<string, string> = {
  chosen: "",
  opening: "a move of the random opening",
  default: "the default move, since no valid one came",
  forced: "the only move there was",
};

/** The events of the last turn, and the words of its bot. */
export class TurnPane implements Pane {
  readonly element: HTMLElement;
  readonly #what = html("p", { class: "what" });
  readonly #how = html("p", { class: "how" });
  readonly #fault = html("p", { class: "fault" });
  readonly #news: Keyed<string, HTMLLIElement>;
  readonly #message: LongText;
  readonly #notes: LongText;
  readonly #stderr: LongText;
  readonly #choices = html("details", { class: "choices" }, html("summary", {}), html("ul"));
  #offered: Offer[] | undefined;

  constructor(frame: Frame) {
    this.#message = new LongText(frame, "Message");
    this.#notes = new LongText(frame, "Notes");
    this.#stderr = new LongText(frame, "Standard error");
    const news = html("ul", { class: "news" });
    this.#news = new Keyed(news, () => html("li", { dir: "auto" }), setText);
    const texts = [this.#message, this.#notes, this.#stderr].map(({ element }) => element);
    const parts = [this.#what, this.#fault, news, this.#how, ...texts, this.#choices];
    this.element = frame.section("Turn", "turn", ...parts);
    this.#choices.addEventListener("toggle", () => this.#listChoices());
  }

  open(): void {}

  show(moment: Moment): void {
    const { view, turn, scene } = moment;
    const own = turn !== undefined && view.owns(turn.seat);
    setText(this.#what, whatHappened(moment));
    setText(this.#how, own ? howMoved(turn) : "");
    const reason = own && turn.fault_reason !== undefined ? `: ${turn.fault_reason}` : "";
    setText(this.#fault, turn?.fault === undefined ? "" : `Fault: ${turn.fault}${reason}`);
    setHidden(this.#fault, turn?.fault === undefined);
    this.#news.show(turn ? scene.news.slice(1) : scene.news, (_, i) => String(i));
    this.#message.show(turn && view.hears(turn.seat) ? turn.message : undefined);
    this.#stderr.show(own ? turn.stderr : undefined);
    this.#notes.show(notesOf(moment));
    this.#offered = scene.choices;
    setHidden(this.#choices, !scene.choices?.length);
    this.#listChoices();
  }

  #listChoices(): void {
    const choices = this.#offered ?? [];
    const [summary, list] = this.#choices.children;
    if (summary) setText(summary, `${choices.length} moves to choose from`);
    if (!list || !this.#choices.open) return;
    list.replaceChildren(...choices.map(({ label, move }) => html("li", {}, `${label} (${move})`)));
  }
}

/** The part of the last turn that the viewer learns. */
function whatHappened({ view, turn, scene }: Moment): string {
  if (!turn) return "The start, before the first turn.";
  const moved = turn.seat === undefined ? "Something has changed." : `${view.seat(turn.seat)} has moved.`;
  return scene.news[0] ?? moved;
}

/** The move as the ruleset writes it, and its origin. */
function howMoved({ move, how = "chosen" }: Turn): string {
  const what = move === undefined ? [] : [`Move ${move}`];
  return [...what, HOW[how] ?? how].filter((text) => text !== "").join(", ");
}

/** The written notes of a turn, one per line; undefined if there are none. */
function notesOf({ notes }: Moment): string | undefined {
  const lines = notes.flatMap((note) => {
    if ("text" in note) return [note.text];
    if ("mark" in note) return [`Mark: ${note.mark}`];
    return [];
  });
  return lines.length === 0 ? undefined : lines.join("\n");
}

/** The row of a value. Its range is that of the values that occur. */
interface ValueCell {
  panel: Panel;
  range: readonly [number, number];
  text: Element;
  bar: HTMLElement;
}

/** The values of a scene, each with a bar for its position in its range. */
export class ValuesPane implements Pane {
  readonly element: HTMLElement;
  readonly #body = html("tbody");
  #cells: ValueCell[] = [];

  constructor(frame: Frame) {
    const heads = ["Value", "Now", "In this match"].map((text) => html("th", { scope: "col" }, text));
    const table = html("table", {}, html("thead", {}, html("tr", {}, ...heads)), this.#body);
    this.element = frame.section("Values", "values", table);
  }

  open(view: View): void {
    setHidden(this.element, view.scenery.panels.length === 0);
    this.#cells = view.scenery.panels.map((panel, i) => {
      const range = extent([view.scenes.map((scene) => scene.values[i] ?? null)]);
      return {
        panel,
        range,
        text: html("td", { class: "number" }),
        bar: html("i", { "aria-hidden": "true" }),
      };
    });
    const rows = this.#cells.map(({ panel, range: [low, high], text, bar }) => {
      const owner = panel.seat === undefined ? [] : [swatch(panel.seat)];
      const words = `${quantity(low)} to ${quantity(high)}`;
      const range = html("td", { class: "range" }, html("span", { class: "bar" }, bar), words);
      return html("tr", {}, html("th", { scope: "row" }, ...owner, panel.name), text, range);
    });
    this.#body.replaceChildren(...rows);
  }

  show({ scene }: Moment): void {
    this.#cells.forEach(({ panel, range: [low, high], text, bar }, i) => {
      const value = scene.values[i] ?? null;
      setText(text, value === null ? "unknown" : quantity(value, panel.unit));
      const share = value === null || high === low ? 0 : (value - low) / (high - low);
      bar.style.transform = `scaleX(${Math.max(0, Math.min(1, share)).toFixed(3)})`;
    });
  }
}

/** The rows of cards, each with a box to tick if its cards are to be drawn on the boards. */
export class RowsPane implements Pane {
  readonly element: HTMLElement;
  readonly #lists = html("div");
  #rows: Keyed<Card, HTMLLIElement>[] = [];

  constructor(
    readonly frame: Frame,
    readonly choice: Choice,
    readonly changed: () => void,
    readonly point: (key: string | undefined) => void,
  ) {
    this.element = frame.section("Cards and trails", "rows", this.#lists);
  }

  open(view: View): void {
    setHidden(this.element, view.scenery.rows.length === 0);
    this.#rows = [];
    this.#lists.replaceChildren(...view.scenery.rows.map((row) => this.#row(row)));
  }

  show({ scene }: Moment): void {
    this.#rows.forEach((row, i) => {
      const cards = scene.rows[i] ?? [];
      row.show(cards, (_, place) => String(place));
      setHidden(row.parent.nextElementSibling as HTMLElement, cards.length > 0);
    });
  }

  #row(row: Row): HTMLElement {
    const list = html("ol", { class: `cards ${row.kind}`, "aria-label": row.name });
    this.#rows.push(
      new Keyed(
        list,
        () => this.#card(),
        (element, card) => drawCard(element, card),
      ),
    );
    const title = this.frame.heading(2, row.name);
    title.prepend(swatch(row.seat));
    const head = html("div", { class: "head" }, title, ...(row.kind === "trail" ? [this.#tick(row)] : []));
    return html("div", { class: "row" }, head, list, html("p", { class: "none" }, "none"));
  }

  #tick(row: Row): HTMLElement {
    const box = html("input", { type: "checkbox", checked: this.choice.trails.has(row) });
    box.addEventListener("change", () => {
      if (box.checked) this.choice.trails.add(row);
      else this.choice.trails.delete(row);
      this.changed();
    });
    return html("label", {}, box, "on the board");
  }

  #card(): HTMLLIElement {
    const element = html("li", {}, html("span", { class: "age" }), html("b"), html("span", { class: "on" }));
    element.addEventListener("pointerenter", () => this.point(element.dataset.at));
    element.addEventListener("pointerleave", () => this.point(undefined));
    return element;
  }
}

function drawCard(element: HTMLLIElement, card: Card): void {
  const [age, label, on] = element.children;
  if (!age || !label || !on) return;
  const worn = card.on ?? [];
  setText(age, card.age === undefined ? "" : String(card.age));
  setText(label, card.label);
  setText(on, worn.join(", "));
  const secret = card.hidden ? ", not known to all" : "";
  const played = card.age === undefined ? "" : `, ${quantity(card.age)} turns ago`;
  setAttribute(element, "title", `${[card.name, ...worn].join(", ")}${played}${secret}`);
  setAttribute(element, "class", card.hidden ? "unseen" : undefined);
  setAttribute(element, "data-at", card.at);
}
