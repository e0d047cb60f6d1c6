// The panel above the board: who is to move, the legal moves, and help.

import { button, html, setHidden, setText } from "../dom.ts";
import { seatName } from "../data.ts";
import type { Offer, Replay, Scene, SpotKey } from "../types.ts";
import { type Advice, adviceTable } from "./advice.ts";

/** A match as the page knows it. */
export interface Match {
  replay: Replay;
  rated: boolean;
  advisers: string[];
  /** The turn at which this person was last asked. */
  asked: number | undefined;
  /** The result, once the match is over. */
  result: string | undefined;
  takenBack: number;
  /** True if the record of the match should have been stored, and could not be. */
  recordLost: boolean;
  /** The analysis of the match, which comes some time after its end. */
  analysis: "none" | "awaited" | "made";
}

/** The wishes that the panel can send. */
export interface Wishes {
  move(turn: number, move: string, message: string): Promise<unknown>;
  advice(turn: number, bot: string): Promise<unknown>;
  back(): Promise<unknown>;
  here(): Promise<unknown>;
  again(): Promise<unknown>;
}

/** The words of the link to the replay, by what is known of its analysis. */
const REPLAY = {
  none: "Replay, with everything shown",
  awaited: "Replay, with everything shown (the analysis is being made)",
  made: "Replay, with everything shown and an analysis",
} as const;

export class TurnPanel {
  readonly #wishes: Wishes;
  readonly #status = html("p", { class: "status", role: "status", "aria-live": "polite" });
  readonly #refusal = html("p", { class: "refusal", role: "alert", hidden: true });
  readonly #move = html("input", {
    class: "move",
    "aria-label": "Move",
    placeholder: "type or click a move",
    autocomplete: "off",
    spellcheck: "false",
  });
  readonly #message = html("input", {
    class: "message",
    "aria-label": "Message",
    placeholder: "message (optional)",
    maxlength: 99,
    autocomplete: "off",
  });
  readonly #form = html("form", { hidden: true });
  readonly #list = html("ul", { class: "offers", "aria-label": "Legal moves" });
  readonly #help = html("div", { class: "help" });
  readonly #asks = html("span", { class: "asks" });
  readonly #adviser = html("select", { "aria-label": "Adviser" });
  readonly #advice = html("div", { class: "advice", role: "status" });
  readonly #replay = html("a", { href: "replay", target: "_blank" }, "Replay, with everything shown");
  readonly #after = html("div", { class: "help", hidden: true });
  #match: Match | undefined;
  #scene: Scene | undefined;
  #shown = -1;

  constructor(root: HTMLElement, wishes: Wishes) {
    this.#wishes = wishes;
    this.#form.append(this.#move, this.#message, html("button", { type: "submit" }, "Move"));
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#enter();
    });
    this.#move.addEventListener("input", () => this.#fill());
    this.#asks.append(
      this.#adviser,
      button("What would it do?", { title: "Ask this bot, with what you know" }, () => this.#ask()),
    );
    this.#help.append(
      this.#asks,
      button("Take back", { title: "Back to your last move" }, () => this.#try(this.#wishes.back())),
      button("Play on from here", { title: "Back to the turn that the board shows" }, () =>
        this.#try(this.#wishes.here()),
      ),
    );
    this.#after.append(
      this.#replay,
      button("Play again", {}, () => this.#try(this.#wishes.again())),
    );
    root.replaceChildren(
      this.#status,
      this.#form,
      this.#list,
      this.#refusal,
      this.#help,
      this.#advice,
      this.#after,
    );
  }

  /** The moves by spot; none if the person is not asked. */
  offers(): Map<SpotKey, string[]> {
    const offers = new Map<SpotKey, string[]>();
    for (const { at, label } of this.#choices()) {
      if (at !== undefined) offers.set(at, [...(offers.get(at) ?? []), label]);
    }
    return offers;
  }

  /** Makes the only move at a spot, or lists the moves there. */
  pick(spot: SpotKey): void {
    const there = this.#choices().filter(({ at }) => at === spot);
    const [only] = there;
    if (only && there.length === 1) this.#send(only.move);
    else if (only) {
      this.#fill(there);
      this.#list.querySelector("button")?.focus();
    }
  }

  show(match: Match, scene: Scene): void {
    const turn = match.replay.turns.length;
    const changed = turn !== this.#shown || match !== this.#match;
    [this.#match, this.#scene, this.#shown] = [match, scene, turn];
    const asked = this.#asked();
    const newly = asked && (changed || !this.#status.classList.contains("asked"));
    setText(this.#status, this.#words());
    this.#status.classList.toggle("asked", asked);
    this.#status.classList.toggle("lost", match.recordLost);
    setHidden(this.#form, !asked);
    setHidden(this.#help, match.rated);
    setHidden(this.#asks, !asked);
    setHidden(this.#after, match.result === undefined);
    setText(this.#replay, REPLAY[match.analysis]);
    const known = [...this.#adviser.options].map(({ value }) => value);
    if (known.join() !== match.advisers.join()) {
      this.#adviser.replaceChildren(...match.advisers.map((bot) => html("option", { value: bot }, bot)));
    }
    if (changed) {
      this.#move.value = "";
      this.#advice.replaceChildren();
      setHidden(this.#refusal, true);
    }
    this.#fill();
    if (newly) this.#move.focus({ preventScroll: true });
  }

  lost(): void {
    setText(this.#status, "The connection is lost. The page tries again, as long as the session goes on.");
    this.#status.classList.remove("asked");
    this.#status.classList.add("lost");
  }

  found(): void {
    this.#status.classList.toggle("lost", this.#match?.recordLost === true);
    if (this.#match) setText(this.#status, this.#words());
    this.#status.classList.toggle("asked", this.#asked());
  }

  #asked(): boolean {
    return this.#match?.asked === this.#shown && this.#match.result === undefined;
  }

  #words(): string {
    const match = this.#match;
    if (!match) return "";
    if (match.result !== undefined) {
      const lost = match.recordLost ? " Its record could not be stored." : "";
      return `The match is over: ${match.result}.${lost}`;
    }
    const seat = seatName(match.replay, this.#scene?.to_move);
    if (this.#asked()) return seat === "" ? "It is your turn." : `It is your turn: you move ${seat}.`;
    return seat === "" ? "Waiting for the others." : `Waiting for ${seat}.`;
  }

  #choices(): Offer[] {
    return this.#asked() ? (this.#scene?.choices ?? []) : [];
  }

  /** Lists moves: those given, or those that what was typed may mean. */
  #fill(offers = this.#meant()): void {
    const items = offers.map((offer) => {
      const { move, label } = offer;
      const made = button(label, { title: `Make the move ${move}`, "data-move": move }, () =>
        this.#send(move),
      );
      // A ruleset without words for a move has its code only.
      if (move !== label) made.append(" ", html("span", { class: "code" }, move));
      return html("li", {}, made);
    });
    this.#list.replaceChildren(...items);
    setHidden(this.#list, items.length === 0);
  }

  #meant(): Offer[] {
    const typed = this.#move.value.trim().toLowerCase();
    const fits = ({ move, label }: Offer) =>
      move.toLowerCase().startsWith(typed) || label.toLowerCase().includes(typed);
    return this.#choices().filter((offer) => typed === "" || fits(offer));
  }

  /** Makes the move that was typed: a move of the notation, or the only one that it may mean. */
  #enter(): void {
    const typed = this.#move.value.trim();
    const exact = this.#choices().find(({ move }) => move.toLowerCase() === typed.toLowerCase());
    const meant = this.#meant();
    const [only] = meant;
    if (exact) this.#send(exact.move);
    else if (only && meant.length === 1) this.#send(only.move);
    else if (typed !== "") this.#send(typed);
  }

  #send(move: string): void {
    const message = this.#message.value;
    this.#try(
      this.#wishes.move(this.#shown, move, message).then(() => {
        this.#message.value = "";
      }),
    );
  }

  #ask(): void {
    const turn = this.#shown;
    setText(this.#advice, "Thinking …");
    const asked = this.#wishes.advice(turn, this.#adviser.value).then((advice) => {
      const labels = new Map(this.#choices().map(({ move, label }) => [move, label]));
      if (turn === this.#shown) this.#advice.replaceChildren(...adviceTable(advice as Advice, labels));
    });
    this.#try(asked.finally(() => this.#forget()));
  }

  #forget(): void {
    if (this.#advice.textContent === "Thinking …") this.#advice.replaceChildren();
  }

  #try(wish: Promise<unknown>): void {
    setHidden(this.#refusal, true);
    wish.catch((error: unknown) => {
      setText(this.#refusal, error instanceof Error ? error.message : String(error));
      setHidden(this.#refusal, false);
    });
  }
}
