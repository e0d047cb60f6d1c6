// After the game: the moves that cost most, chances missed and secrets given away, each a link.

import { html, setHidden } from "./dom.ts";
import type { Frame } from "./frame.ts";
import type { View } from "./moment.ts";
import type { Pane } from "./panes.ts";
import { quantity } from "./text.ts";
import type { Analysis, GivenAway, MissedChance, Side, WorstMove } from "./types.ts";

/** A line of a list: the turn that it leads to, the side that moved, and what to say. */
interface Entry {
  turn: number;
  side: string;
  text: string;
}

function worst({ turn, side, move, better, cost, stderr, unit }: WorstMove): Entry {
  const by = `${quantity(cost)} ± ${quantity(stderr, unit)}`;
  return { turn, side, text: `${side}: ${move}; ${better} was better by ${by}` };
}

function missed({ turn, side, name, move, chance, better, better_chance }: MissedChance): Entry {
  const chances = `${quantity(chance)}; ${better} had ${quantity(better_chance)}`;
  return { turn, side, text: `${name}: ${move} had ${chances}` };
}

function givenAway({ turn, side, name, move, bits }: GivenAway): Entry {
  return { turn, side, text: `${name}: ${move} gave away ${quantity(bits, "bits")}` };
}

/** The lists of an analysis, with their headings. */
function lists(analysis: Analysis): [string, Entry[]][] {
  const event = analysis.event === undefined ? "" : `: ${analysis.event}`;
  return [
    ["Highest cost", analysis.worst.map(worst)],
    [`Missed${event}`, (analysis.missed ?? []).map(missed)],
    ["Given away", (analysis.given_away ?? []).map(givenAway)],
  ];
}

export class AnalysisPane implements Pane {
  readonly element: HTMLElement;
  readonly #yardstick = html("p", { class: "yardstick" });
  readonly #lists = html("div");

  constructor(
    readonly frame: Frame,
    readonly link: (index: number) => string,
  ) {
    this.element = frame.section("Moves that cost most", "analysis", this.#yardstick, this.#lists);
  }

  open(view: View): void {
    const { analysis, sides } = view.replay;
    setHidden(this.element, !analysis);
    if (!analysis) return;
    this.#yardstick.replaceChildren(html("span", {}, analysis.yardstick));
    const owns = ({ seats }: Side) => seats.every((seat) => !view.seats || view.seats.includes(seat));
    const own = new Set(sides.filter(owns).map((side) => side.name));
    const shown = lists(analysis)
      .map(([title, entries]) => [title, entries.filter(({ side }) => own.has(side))] as const)
      .filter(([, entries]) => entries.length > 0);
    this.#lists.replaceChildren(...shown.map(([title, entries]) => this.#list(title, entries)));
    if (shown.length === 0) this.#lists.replaceChildren(html("p", {}, "None was found."));
  }

  show(): void {}

  #list(title: string, entries: readonly Entry[]): HTMLElement {
    const items = entries.map(({ turn, text }) => {
      // A turn is counted from 0; its link shows what came of it.
      const href = this.link(turn + 1);
      return html("li", {}, html("a", { href }, `Turn ${turn + 1}, ${text}`));
    });
    return html("div", {}, this.frame.heading(2, title), html("ol", { class: "worst" }, ...items));
  }
}
