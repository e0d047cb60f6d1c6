// The page around a replay: the replay has the document to itself, or is part of a larger page.

import { html } from "./dom.ts";

/** A place to put a replay. */
export interface Surroundings {
  /** The level of the replay's title among the headings of the page: 1 to 3. */
  level?: 1 | 2 | 3;
  /** `whole` if the page shows nothing else, `part` if it does. */
  extent?: "whole" | "part";
}

let count = 0;

/** Names and headings that fit into the surrounding page. */
export class Frame {
  /** True if the page shows nothing but the replay. */
  readonly whole: boolean;
  readonly #level: number;
  readonly #number: number;

  constructor({ level = 1, extent = "whole" }: Surroundings = {}) {
    count += 1;
    this.#number = count;
    this.#level = level;
    this.whole = extent === "whole";
  }

  /** A name that no other element of the page has. */
  id(name: string): string {
    return `replay-${this.#number}-${name}`;
  }

  /** A heading: level 0 for the replay's title, 1 for a pane's title, 2 for a list in a pane. */
  heading(depth: 0 | 1 | 2, text = "", name?: string): HTMLElement {
    const tag = (["h1", "h2", "h3", "h4", "h5"] as const)[this.#level - 1 + depth] ?? "h5";
    const id = name === undefined ? undefined : this.id(name);
    return html(tag, { id, class: `heading-${depth}` }, text);
  }

  /** A part of the page with a heading: a pane. */
  section(title: string, name: string, ...children: (Node | string)[]): HTMLElement {
    const id = `heading-${name}`;
    const attributes = { class: `pane ${name}`, "aria-labelledby": this.id(id) };
    return html("section", attributes, this.heading(1, title, id), ...children);
  }
}
