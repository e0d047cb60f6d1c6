// The page on which a person plays: follows the events of the server, and sends the person's wishes.

import { type Mounted, mountReplay } from "./app.ts";
import { html } from "./dom.ts";
import { Feed } from "./play/feed.ts";
import { post } from "./play/requests.ts";
import { type Match, TurnPanel } from "./play/panel.ts";
import type { Document, Replay, Scene, Turn } from "./types.ts";

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

/** The time in which events are gathered before the page shows them, in milliseconds. */
const GATHERING = 30;

class PlayPage {
  readonly #stage: HTMLElement;
  readonly #panel: TurnPanel;
  #mounted: Mounted | undefined;
  #document: Document | undefined;
  #match: Match | undefined;
  #fresh = false;
  #gathers = false;

  constructor(stage: HTMLElement, bar: HTMLElement) {
    this.#stage = stage;
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
    const turn = this.#mounted?.turn ?? 0;
    if (turn >= (this.#match?.replay.turns.length ?? 0)) {
      throw new Error("The board shows the present: go to an earlier turn first.");
    }
    return post("back", { turn: turn + 1 });
  }

  #listen(): void {
    const acts: Record<string, (data: unknown) => void> = {
      start: (data) => this.#start(data as Start),
      turn: (data) => this.#match?.replay.turns.push(data as Turn),
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
        this.#gather();
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
    this.#document = document;
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
    this.#fresh = true;
  }

  /** Shows what has come, once no more comes for a moment. */
  #gather(): void {
    if (this.#gathers) return;
    this.#gathers = true;
    setTimeout(() => void this.#render(), GATHERING);
  }

  async #render(): Promise<void> {
    const [document, match] = [this.#document, this.#match];
    try {
      if (document && match) await this.#build(document, match);
    } finally {
      // Whatever was wrong with these events, the next ones are shown.
      this.#gathers = false;
    }
    // Another match may have begun while the page was built.
    if (match !== this.#match) this.#gather();
  }

  async #build(document: Document, match: Match): Promise<void> {
    if (this.#fresh) {
      this.#fresh = false;
      this.#mounted?.remove();
      this.#mounted = await mountReplay(this.#stage, document);
      this.#mounted.grow("end");
    } else this.#mounted?.grow();
    this.#panel.show(match, sceneOf(match.replay));
    this.#mounted?.offer(this.#panel.offers(), (spot) => {
      this.#panel.pick(spot);
    });
    this.#stage.dataset.turns = String(match.replay.turns.length);
  }
}

/** The scene after the last turn. */
function sceneOf({ turns, tracks }: Replay): Scene {
  const patch = turns.at(-1)?.scenes[0];
  if (patch !== undefined && patch !== 0 && "=" in patch) return patch["="] as Scene;
  return tracks[0]?.first ?? { pieces: [], values: [], rows: [], news: [] };
}

const [stage, bar] = [document.getElementById("replay"), document.getElementById("turn")];
if (stage && bar) {
  bar.append(html("p", { class: "status" }, "The match is about to begin."));
  new PlayPage(stage, bar);
}
