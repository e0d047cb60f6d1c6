// The page on which a person plays: follows the events of the server, and sends the person's wishes.

import type { Mounted } from "./app.ts";
import { html } from "./dom.ts";
import { Feed } from "./play/feed.ts";
import { GrowingReplay } from "./play/growing.ts";
import { post } from "./play/requests.ts";
import { type Match, TurnPanel } from "./play/panel.ts";
import type { Document, Patch, Replay, Turn } from "./types.ts";

interface Start {
  document: Document | null;
  rated: boolean;
  advisers: string[];
}

interface End {
  result: string;
  taken_back: number;
  record: "stored" | "unasked" | "lost";
  analysis: boolean;
}

class PlayPage {
  readonly #stage: HTMLElement;
  readonly #panel: TurnPanel;
  readonly #board: GrowingReplay;
  #match: Match | undefined;

  constructor(stage: HTMLElement, bar: HTMLElement) {
    this.#stage = stage;
    this.#board = new GrowingReplay(stage, {
      gathering: 30,
      shown: (mounted) => this.#show(mounted),
    });
    this.#panel = new TurnPanel(bar, {
      move: (turn, move, message) => post("move", { turn, move, message }),
      advice: (turn, bot) => post("advice", { turn, bot }),
      back: () => post("back", { turn: this.#match?.replay.turns.length ?? 0 }),
      here: () => this.#here(),
      again: () => post("again", {}),
    });
    this.#listen();
  }

  /** Plays on from the turn that the board shows. */
  async #here(): Promise<unknown> {
    const { turn } = this.#board;
    if (turn >= (this.#match?.replay.turns.length ?? 0)) {
      throw new Error("The board shows the present: go to an earlier turn first.");
    }
    return post("back", { turn: turn + 1 });
  }

  #listen(): void {
    const acts: Record<string, (data: unknown) => void> = {
      start: (data) => this.#start(data as Start),
      turn: (data) => this.#board.push(data as Turn),
      scene: (data) => this.#board.amend(data as Patch),
      asked: (data) => {
        if (this.#match) this.#match.asked = data as number;
      },
      end: (data) => this.#end(data as End),
      analysed: (data) => {
        if (this.#match) this.#match.analysis = data === true ? "made" : "none";
      },
    };
    new Feed(Object.keys(acts), {
      hear: (name, data) => {
        acts[name]?.(data);
        this.#board.gather();
      },
      lost: () => this.#panel.lost(),
      found: () => this.#panel.found(),
    });
  }

  #end({ result, taken_back, record, analysis }: End): void {
    if (!this.#match) return;
    this.#match.result = result;
    this.#match.takenBack = taken_back;
    this.#match.recordLost = record === "lost";
    this.#match.analysis = analysis ? "awaited" : "none";
    this.#match.replay.ending = result;
  }

  #start({ document, rated, advisers }: Start): void {
    const replay = document?.replays[0] as Replay | undefined;
    if (!document || !replay) return;
    this.#board.start(document);
    this.#match = {
      replay,
      rated,
      advisers,
      asked: undefined,
      result: undefined,
      takenBack: 0,
      recordLost: false,
      analysis: "none",
    };
  }

  /** Shows the turn of the match beside its board. */
  #show(mounted: Mounted): void {
    const match = this.#match;
    if (!match) return;
    this.#panel.show(match, this.#board.scene);
    mounted.offer(this.#panel.offers(), (spot) => {
      this.#panel.pick(spot);
    });
    this.#stage.dataset.turns = String(match.replay.turns.length);
  }
}

const [stage, bar] = [document.getElementById("replay"), document.getElementById("turn")];
if (stage && bar) {
  bar.append(html("p", { class: "status" }, "The match is about to begin."));
  new PlayPage(stage, bar);
}
