// The events of the server: as they come, and again after the connection was lost.

/** The time before another attempt, after the browser has given up, in milliseconds. */
const PAUSE = 2_000;

export interface Listener {
  /** Takes in an event. */
  hear(name: string, data: unknown): void;
  /** The connection is lost; the feed tries again. */
  lost(): void;
  /** The connection is there. */
  found(): void;
}

/**
 * Follows the events with these names.
 *
 * A browser has six connections to a server for all its pages, and each feed holds one. A page that
 * nobody sees gives it up, and gets what it has missed when it is looked at again.
 */
export class Feed {
  readonly #names: readonly string[];
  readonly #listener: Listener;
  #events: EventSource | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  /** The identity of the last event. */
  #last = "";

  constructor(names: readonly string[], listener: Listener) {
    this.#names = names;
    this.#listener = listener;
    document.addEventListener("visibilitychange", () => this.#change());
    this.#change();
  }

  #change(): void {
    if (document.hidden) this.#close();
    else if (!this.#events) this.#open();
  }

  #close(): void {
    clearTimeout(this.#retry);
    this.#events?.close();
    this.#events = undefined;
  }

  #open(): void {
    this.#close();
    const events = new EventSource(this.#last === "" ? "events" : `events?since=${this.#last}`);
    this.#events = events;
    for (const name of this.#names) {
      events.addEventListener(name, (event) => {
        const { data, lastEventId } = event as MessageEvent<string>;
        this.#last = lastEventId;
        this.#listener.hear(name, JSON.parse(data));
      });
    }
    events.addEventListener("open", () => this.#listener.found());
    events.addEventListener("error", () => {
      this.#listener.lost();
      // After a refusal, the browser does not try again.
      if (events.readyState === EventSource.CLOSED && events === this.#events) {
        clearTimeout(this.#retry);
        this.#retry = setTimeout(() => this.#open(), PAUSE);
      }
    });
  }
}
