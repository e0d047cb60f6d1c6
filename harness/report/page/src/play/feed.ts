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

/** The addresses of the events. */
export interface Sources {
  shown: string;
  /** That of the events of which a page hears that nobody sees; it hears none if there is no such address. */
  hidden?: string;
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
  readonly #sources: Sources;
  #ended = false;
  #events: EventSource | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  /** The identity of the last event. */
  #last = "";

  constructor(names: readonly string[], listener: Listener, sources: Sources = { shown: "events" }) {
    this.#names = names;
    this.#listener = listener;
    this.#sources = sources;
    document.addEventListener("visibilitychange", () => this.#change());
    this.#change();
  }

  #change(): void {
    if (this.#ended) return;
    const { shown, hidden } = this.#sources;
    if (!document.hidden) this.#open(shown);
    else if (hidden === undefined) this.#close();
    else this.#open(hidden);
  }

  /** Ends it: nothing more will come. */
  end(): void {
    this.#ended = true;
    this.#close();
  }

  #close(): void {
    clearTimeout(this.#retry);
    this.#events?.close();
    this.#events = undefined;
  }

  #open(source: string): void {
    this.#close();
    const events = new EventSource(this.#last === "" ? source : `${source}?since=${this.#last}`);
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
        this.#retry = setTimeout(() => this.#change(), PAUSE);
      }
    });
  }
}
