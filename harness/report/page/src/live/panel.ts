// The progress of a run, and the faults so far.

import { html, setHidden, setText } from "../dom.ts";

/** The progress of a run. */
export interface Status {
  done: number;
  total: number;
  /** Pace and time left, or the state of a test, in words. */
  words: string;
  leaders: string;
}

export class RunPanel {
  readonly #status = html("p", { class: "status", role: "status" }, "Waiting for the run.");
  readonly #bar = html("progress", { "aria-label": "Progress", max: 1, value: 0 });
  readonly #leaders = html("p", { class: "leaders", hidden: true });
  readonly #count = html("summary", {});
  readonly #list = html("ul", { class: "faults" });
  readonly #faults = html("details", { hidden: true, open: true }, this.#count, this.#list);
  #words = "Waiting for the run.";

  constructor(root: HTMLElement) {
    root.replaceChildren(this.#status, this.#bar, this.#leaders, this.#faults);
  }

  show({ done, total, words, leaders }: Status): void {
    this.#words = `${done.toLocaleString("en")} of ${total.toLocaleString("en")} matches: ${words}`;
    [this.#bar.max, this.#bar.value] = [Math.max(total, 1), done];
    setText(this.#leaders, leaders);
    setHidden(this.#leaders, leaders === "");
    this.found();
  }

  /** Shows the kinds of faults so far, the latest first. */
  faults(lines: readonly string[]): void {
    setText(this.#count, lines.length === 1 ? "1 new kind of fault" : `${lines.length} new kinds of faults`);
    this.#list.replaceChildren(...lines.map((line) => html("li", {}, line)));
    setHidden(this.#faults, lines.length === 0);
  }

  end(words: string): void {
    this.#words = words;
    this.found();
    this.#status.classList.add("over");
    setHidden(this.#bar, true);
    setHidden(this.#leaders, true);
  }

  lost(): void {
    setText(
      this.#status,
      "The connection is lost: the run has ended, or its program has. The page tries again.",
    );
    this.#status.classList.add("lost");
  }

  found(): void {
    setText(this.#status, this.#words);
    this.#status.classList.remove("lost");
  }
}
