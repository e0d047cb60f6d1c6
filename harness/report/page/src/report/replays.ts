// The place in the report that shows a match turn by turn.

import { parse } from "../address.ts";
import { type Mounted, mountReplay } from "../app.ts";
import { read } from "../data.ts";
import { html } from "../dom.ts";

/** Shows the moments that links such as `#match=17&turn=204` name. */
export class ReplayPlace {
  readonly #place = document.getElementById("replay-place");
  #mounted: Promise<Mounted> | undefined;

  /** Shows the moment that the page's address names. */
  async show(): Promise<void> {
    const place = this.#place;
    if (!place) return;
    // Afterwards the replay follows the address itself.
    this.#mounted ??= this.#mount(place);
    try {
      await this.#mounted;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      place.replaceChildren(
        html("p", { role: "alert" }, `Match ${parse(location.hash).match ?? ""} cannot be shown: ${reason}.`),
      );
    }
    place.scrollIntoView();
  }

  async #mount(place: HTMLElement): Promise<Mounted> {
    const replays = await read(document.getElementById("replays-data"));
    return mountReplay(place, replays, { extent: "part", level: 3 });
  }
}
