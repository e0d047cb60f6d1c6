// A match of the run, decision by decision, for whoever asks for one.

import { type Mounted, mountReplay } from "../app.ts";
import { button, html, setHidden, setText } from "../dom.ts";
import { Feed } from "../play/feed.ts";
import { post } from "../play/requests.ts";
import type { Document, Replay, Turn } from "../types.ts";

/** The time in which events are gathered before the page shows them, in milliseconds. */
const GATHERING = 100;

export class WatchedMatch {
  readonly #button = button("Watch the next match", { title: "Show a match while it is played" }, () => {
    void this.#ask();
  });
  readonly #said = html("span", { role: "status" });
  readonly #bar = html("div", { class: "watch", hidden: true }, this.#button, this.#said);
  readonly #stage = html("div", { id: "watched" });
  #feed: Feed | undefined;
  #mounted: Mounted | undefined;
  #document: Document | undefined;
  #replay: Replay | undefined;
  #fresh = false;
  #gathers = false;

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
    this.#mounted?.remove();
    this.#mounted = undefined;
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
      start: (data) => this.#start((data as { document: Document }).document),
      turn: (data) => this.#replay?.turns.push(data as Turn),
      end: (data) => {
        const { result } = data as { result: string };
        if (this.#replay) this.#replay.ending = result;
        setText(this.#said, `The match is over: ${result}.`);
      },
    };
    const hear = (name: string, data: unknown) => {
      acts[name]?.(data);
      this.#gather();
    };
    const ignore = () => undefined;
    return new Feed(Object.keys(acts), { hear, lost: ignore, found: ignore }, { shown: "match" });
  }

  #start(document: Document): void {
    [this.#document, this.#replay] = [document, document.replays[0] as Replay | undefined];
    this.#fresh = true;
    setText(this.#said, "The match is being played.");
  }

  /** Shows what has come, once no more comes for a moment. */
  #gather(): void {
    if (this.#gathers) return;
    this.#gathers = true;
    setTimeout(() => void this.#render(), GATHERING);
  }

  async #render(): Promise<void> {
    try {
      if (this.#fresh && this.#document) {
        this.#fresh = false;
        this.remove();
        this.#mounted = await mountReplay(this.#stage, this.#document, { extent: "part", level: 2 });
        this.#mounted.grow("end");
      } else this.#mounted?.grow();
    } finally {
      this.#gathers = false;
    }
    // Another match may have begun while this one was built.
    if (this.#fresh) this.#gather();
  }
}
