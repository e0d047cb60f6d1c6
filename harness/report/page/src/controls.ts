// The controls: play and step, the slider, and buttons that jump to events.

import { button, html, Keyed, setAttribute, setHidden, setText } from "./dom.ts";
import type { Moment, View } from "./moment.ts";
import type { Order } from "./palette.ts";
import { type Player, SPEEDS } from "./player.ts";
import { kindColour } from "./strip.ts";
import { quantity } from "./text.ts";

/** A kind of event, and the scenes in which it happens. */
interface Events {
  kind: string;
  scenes: Set<number>;
}

function eventsOf(view: View): Events[] {
  const found = new Map<string, Set<number>>();
  const add = (kind: string, index: number) => {
    const known = found.get(kind) ?? new Set();
    found.set(kind, known.add(index));
  };
  view.scenes.forEach((scene, index) => {
    for (const { kind } of scene.markers ?? []) add(kind, index);
    const turn = view.replay.turns[index - 1];
    if (turn?.fault !== undefined) add("fault", index);
    if (turn && view.owns(turn.seat) && turn.notes?.length) add("note", index);
  });
  return [...found].map(([kind, scenes]) => ({ kind, scenes }));
}

export class Controls {
  readonly element: HTMLElement;
  readonly jumps = html("div", { class: "jumps", role: "group", "aria-label": "Jump to events" });
  readonly #player: Player;
  readonly #play: HTMLButtonElement;
  readonly #slider = html("input", { type: "range", min: 0, value: 0, "aria-label": "Turn" });
  readonly #where = html("output", { class: "where" });
  readonly #kinds: Order;
  readonly #jumps: Keyed<Events, HTMLSpanElement>;
  #events: Events[] = [];

  constructor(player: Player, kinds: Order) {
    this.#player = player;
    this.#kinds = kinds;
    const act = (sign: string, name: string, key: string, click: () => void) =>
      button(sign, { "aria-label": name, title: `${name} (${key})` }, click);
    this.#play = act("▶", "Play", "space", () => player.toggle());
    this.#play.classList.add("play");
    const buttons = html(
      "div",
      { class: "buttons", role: "group", "aria-label": "Play and step" },
      act("|«", "To the start", "Home", () => player.go(0)),
      act("«", "Back a round", "Shift+←", () => player.stepRound(-1)),
      act("‹", "Back a turn", "←", () => player.step(-1)),
      this.#play,
      act("›", "On a turn", "→", () => player.step(1)),
      act("»", "On a round", "Shift+→", () => player.stepRound(1)),
      act("»|", "To the end", "End", () => player.go(player.view.last)),
    );
    this.element = html("div", { class: "controls" }, buttons, this.#where, this.#speeds(), this.#slider);
    this.#slider.addEventListener("input", () => player.go(Number(this.#slider.value)));
    this.#jumps = new Keyed(
      this.jumps,
      (events) => this.#jump(events),
      (element, { scenes }) => setText(element.children[1] as Element, String(scenes.size)),
    );
  }

  open(view: View): void {
    this.#slider.max = String(view.last);
    this.#events = eventsOf(view);
    this.#jumps.show(this.#events, ({ kind }) => kind);
    setHidden(this.jumps, this.#events.length === 0);
  }

  show(moment: Moment): void {
    const { index, round, view } = moment;
    this.#slider.value = String(index);
    const inRound = round === undefined ? "" : `, round ${quantity(round)}`;
    const where = `Turn ${quantity(index)} of ${quantity(view.last)}${inRound}`;
    setText(this.#where, where);
    setAttribute(this.#slider, "aria-valuetext", where);
    const { playing } = this.#player;
    setText(this.#play, playing ? "❚❚" : "▶");
    setAttribute(this.#play, "aria-label", playing ? "Pause" : "Play");
  }

  /** Goes to the next or previous event, of one kind or of any. */
  seek(way: 1 | -1, kind?: string): void {
    const wanted = this.#events.filter((events) => kind === undefined || events.kind === kind);
    this.#player.seek(way, (index) => wanted.some(({ scenes }) => scenes.has(index)));
  }

  #speeds(): HTMLElement {
    const options = SPEEDS.map((speed) => html("option", { value: speed }, `${speed} turns/s`));
    const select = html("select", { "aria-label": "Speed" }, ...options);
    select.value = String(this.#player.speed);
    select.addEventListener("change", () => {
      this.#player.speed = Number(select.value);
    });
    return select;
  }

  #jump({ kind }: Events): HTMLSpanElement {
    const back = button("‹", { "aria-label": `Last ${kind}` }, () => this.seek(-1, kind));
    const on = button(`${kind} ›`, { "aria-label": `Next ${kind}` }, () => this.seek(1, kind));
    const element = html("span", { class: "jump" }, back, html("span", { class: "count" }), on);
    element.style.borderColor = kindColour(this.#kinds, kind);
    return element;
  }
}
