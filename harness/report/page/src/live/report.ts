// The report so far, which takes the place of the one before.

import { parse } from "../address.ts";
import { enhance } from "../report/enhance.ts";
import { opener } from "../report/links.ts";
import { ReplayPlace } from "../report/replays.ts";
import { Habits } from "./habits.ts";

export class Report {
  readonly #open = opener();
  #replays: ReplayPlace | undefined;

  /** True if the report has replays: only the last one has. */
  get hasReplays(): boolean {
    return document.getElementById("replays-data") !== null;
  }

  /** Shows a report; the text is that of its page. */
  show(text: string): void {
    // The style of a report is a part of this page's own, and its policy allows no other.
    const page = new DOMParser().parseFromString(text.replace(/<style>[^]*?<\/style>/, ""), "text/html");
    const habits = Habits.of(document);
    document.querySelector(".filters")?.remove();
    for (const part of ["h1", ".summary", "nav.contents", "main"]) {
      const made = page.querySelector(part);
      if (made) document.querySelector(part)?.replaceWith(document.adoptNode(made));
    }
    const lacks = page.querySelector(".lacks");
    document.getElementById("lacks")?.replaceChildren(...(lacks ? [document.adoptNode(lacks)] : []));
    document.querySelector("#tools .search")?.remove();
    const search = page.querySelector("#tools .search");
    if (search) document.getElementById("tools")?.append(document.adoptNode(search));
    const data = page.getElementById("replays-data");
    if (data) document.body.append(document.adoptNode(data));
    enhance();
    habits.restore(document);
    if (data) this.#replays = new ReplayPlace();
    document.documentElement.dataset.reports = String(
      Number(document.documentElement.dataset.reports ?? 0) + 1,
    );
  }

  /** Goes to the target of the page's address. */
  follow(): void {
    if (parse(location.hash).match === undefined) this.#open(location.hash);
    else void this.#replays?.show();
  }
}
