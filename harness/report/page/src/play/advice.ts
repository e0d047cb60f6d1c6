// The advice of a bot, with playouts of the legal moves.

import { html } from "../dom.ts";

export interface Advice {
  bot: string;
  move: string;
  /** The mean results after legal moves, best first. */
  playouts: { move: string; mean: number; games: number }[];
  /** The players of the playouts. */
  players: string;
}

/** The most moves of which the mean result is shown. */
const MOST = 6;

/** The advice in words, and a table of the best moves by playouts, with the bot's own. */
export function adviceTable(advice: Advice, labels: ReadonlyMap<string, string>): HTMLElement[] {
  const name = (move: string) => {
    const label = labels.get(move) ?? move;
    return label === move ? move : `${label} (${move})`;
  };
  const words = html("p", {}, `${advice.bot} would choose: ${name(advice.move)}.`);
  const [best] = advice.playouts;
  if (!best) return [words];
  const shown = advice.playouts.filter(({ move }, i) => i < MOST || move === advice.move);
  const rows = shown.map(({ move, mean }) =>
    html("tr", {}, html("td", {}, name(move)), html("td", {}, mean.toFixed(1))),
  );
  const head = html(
    "tr",
    {},
    html("th", { scope: "col" }, "move"),
    html("th", { scope: "col" }, "mean score"),
  );
  const caption = html(
    "caption",
    {},
    `${best.games} games played out by ${advice.players}, from positions that you cannot exclude`,
  );
  return [words, html("table", {}, caption, html("thead", {}, head), html("tbody", {}, ...rows))];
}
