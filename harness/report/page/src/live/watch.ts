// A match of the run, decision by decision, for whoever asks for one.

import { button, html, setHidden, setText } from "../dom.ts";
import { Feed } from "../play/feed.ts";
import { GrowingReplay } from "../play/growing.ts";
import { post } from "../play/requests.ts";
import type { Document, Turn } from "../types.ts";

export class WatchedMatch {
  readonly #button = button("Watch the next match", { title: "Show a match while it is played" }, () => {
    void this.#ask();
  });
  readonly #said = html("span", { role: "status" });
  readonly #bar = html("div", { class: "watch", hidden: true }, this.#button, this.#said);
  readonly #stage = html("div", { id: "watched" });
  readonly #board = new GrowingReplay(this.#stage, {
    gathering: 100,
    mount: { extent: "part", level: 2 },
  });
  #feed: Feed | undefined;

  constructor(root: HTMLElement) {
    root.append(this.#bar, this.#stage);
  }

  offer(watchable: boolean): void {
    setHidden(this.#bar, !watchable);
  }

  /** Ends it with the run; the match that is shown stays. */
  end(): void {
    this.#feed?.end();
    setHidden(this.#bar, true);
  }

  remove(): void {
    this.#board.remove();
  }

  async #ask(): Promise<void> {
    this.#feed ??= this.#listen();
    setText(this.#said, "The next match that begins is shown.");
    try {
      await post("watch", {});
    } catch (error) {
      setText(this.#said, error instanceof Error ? error.message : String(error));
    }
  }

  #listen(): Feed {
    const acts: Record<string, (data: unknown) => void> = {
      start: (data) => {
        this.#board.start((data as { document: Document }).document);
        setText(this.#said, "The match is being played.");
      },
      turn: (data) => this.#board.push(data as Turn),
      end: (data) => {
        const { result } = data as { result: string };
        if (this.#board.replay) this.#board.replay.ending = result;
        setText(this.#said, `The match is over: ${result}.`);
      },
    };
    const hear = (name: string, data: unknown) => {
      acts[name]?.(data);
      this.#board.gather();
    };
    const ignore = () => undefined;
    return new Feed(Object.keys(acts), { hear, lost: ignore, found: ignore }, { shown: "match" });
  }
}
