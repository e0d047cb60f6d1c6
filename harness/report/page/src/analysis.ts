// After the game: the moves that cost most, chances missed and secrets given away, each a link.

import { html, setHidden } from "./dom.ts";
import type { Frame } from "./frame.ts";
import type { View } from "./moment.ts";
import type { Pane } from "./panes.ts";
import { percent } from "./text.ts";
import type { Analysis, Cost, GivenAway, MissedChance, Side } from "./types.ts";

/** A line of a list: the turn that it links to, the seat that moved, and the text. */
interface Entry {
  turn: number;
  seat: number;
  text: string;
}

function worst({ turn, seat, name, move, better, cost, stderr, unit }: Cost): Entry {
  const by = `${cost.toFixed(2)} ± ${stderr.toFixed(2)} ${unit}`;
  return { turn, seat, text: `${name}: ${move}; ${better} was better by ${by}` };
}

function missed({ turn, seat, name, move, chance, better, better_chance }: MissedChance): Entry {
  const text = `${name}: ${move} had ${percent(chance)}; ${better} had ${percent(better_chance)}`;
  return { turn, seat, text };
}

function givenAway({ turn, seat, name, move, bits }: GivenAway): Entry {
  return { turn, seat, text: `${name}: ${move} gave away ${bits.toFixed(2)} bits` };
}

/** The lists of an analysis, with their headings: costs side by side. */
function lists(analysis: Analysis, sides: readonly Side[]): [string, Entry[]][] {
  const { worst: costs, event, missed: chances, given_away, hidden } = analysis;
  const bySide = sides.map(({ name, seats }, i): [string, Entry[]] => {
    const first = sides.slice(0, i).reduce((sum, side) => sum + side.seats.length, 0);
    const own = costs.filter(({ seat }) => seat >= first && seat < first + seats.length);
    return [`Moves that cost ${name} most`, own.map(worst)];
  });
  return [
    ...bySide,
    [`Moves that missed a far higher ${event ?? "chance"}`, (chances ?? []).map(missed)],
    [`Moves that gave most away about ${hidden ?? "what is hidden"}`, (given_away ?? []).map(givenAway)],
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
    this.element = frame.section("After the game", "analysis", this.#yardstick, this.#lists);
  }

  open(view: View): void {
    const { analysis, sides } = view.replay;
    setHidden(this.element, !analysis);
    if (!analysis) return;
    const measured = `Costs are measured by the ${analysis.yardstick}.`;
    this.#yardstick.replaceChildren(html("span", {}, measured));
    const shown = lists(analysis, sides)
      .map(([title, entries]) => [title, entries.filter(({ seat }) => view.owns(seat))] as const)
      .filter(([, entries]) => entries.length > 0);
    this.#lists.replaceChildren(...shown.map(([title, entries]) => this.#list(title, entries)));
    if (shown.length === 0) this.#lists.replaceChildren(html("p", {}, "None was found."));
  }

  show(): void {}

  #list(title: string, entries: readonly Entry[]): HTMLElement {
    const items = entries.map(({ turn, text }) => {
      // Turns are counted from 0; the link shows the moment after the turn.
      const href = this.link(turn + 1);
      return html("li", {}, html("a", { href }, `Turn ${turn + 1}, ${text}`));
    });
    return html("div", {}, this.frame.heading(2, title), html("ol", { class: "worst" }, ...items));
  }
}
