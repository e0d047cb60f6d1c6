// The application that shows replays in an element of a page. It draws scenes and knows no game.

import { AddressBar, type Address, format, indexOf, nameOf, parse } from "./address.ts";
import { AnalysisPane } from "./analysis.ts";
import { BoardView } from "./board.ts";
import { Controls } from "./controls.ts";
import { replayOf, scenes } from "./data.ts";
import { button, html, setHidden, setText } from "./dom.ts";
import { Frame, type Surroundings } from "./frame.ts";
import { type Key, keyList, listen } from "./keys.ts";
import { LegendPane } from "./legend.ts";
import { Marks } from "./marks.ts";
import { type Choice, type Moment, trackSlug, View } from "./moment.ts";
import { kindsOf, Order } from "./palette.ts";
import { type Pane, RowsPane, TurnPane, ValuesPane } from "./panes.ts";
import { Player } from "./player.ts";
import { Strip } from "./strip.ts";
import { themeSwitch } from "./theme.ts";
import { tipLines } from "./tip.ts";
import type { Document, Replay, Scenery } from "./types.ts";
import { ViewSwitch } from "./views.ts";
import { WordsPane } from "./words.ts";

/** The time without changes before a screen reader is told, in milliseconds. */
const SPOKEN_AFTER = 600;

/** A replay of the document that is open. */
interface Opened {
  index: number;
  replay: Replay;
}

/** The operations on replays that a page shows. */
export interface Mounted {
  /** Shows a moment; parts that the address omits default to the first replay, turn and point of view. */
  show(address: Address): Promise<void>;
  /** The turn that is shown. */
  readonly turn: number;
  /**
   * Takes in turns that were added to the open replay. Shows its end if the end was shown before, or
   * if it is asked for; whoever looks at an earlier turn stays there.
   */
  grow(to?: "end"): void;
  /** Marks the spots of moves that can be made, each with its moves in words; `pick` gets the spot. */
  offer(offers: ReadonlyMap<string, string[]>, pick: (spot: string) => void): void;
  /** Removes the replays from the page, with all their listeners. */
  remove(): void;
}

/**
 * Shows the replays of a document in an element, and follows the page's address:
 * `#match=17&turn=204&view=hunters`.
 *
 * On a page of its own, it has the keyboard to itself. As part of a page, it only hears keys that
 * are pressed in it, and leaves the title and theme of the page alone.
 */
export async function mountReplay(
  root: HTMLElement,
  document: Document,
  surroundings: Surroundings = {},
): Promise<Mounted> {
  const { match } = parse(location.hash);
  const index = match === undefined ? 0 : (indexOf(document.replays, match) ?? 0);
  const entry = document.replays[index];
  if (!entry) throw new Error("this file holds no replays");
  return new App(root, document, { index, replay: await replayOf(entry) }, new Frame(surroundings));
}

class App implements Mounted {
  readonly #document: Document;
  readonly #root: HTMLElement;
  readonly #frame: Frame;
  readonly #player: Player;
  readonly #controls: Controls;
  readonly #strip: Strip;
  readonly #views: ViewSwitch;
  readonly #panes: Pane[];
  readonly #choice: Choice = { shading: "", trails: new Set() };
  readonly #pieceKinds = new Order();
  readonly #markerKinds = new Order();
  readonly #address = new AddressBar();
  readonly #boardsBox = html("div", { class: "boards" });
  readonly #title: HTMLElement;
  readonly #ending = html("p", { class: "ending" });
  readonly #notice = html("p", { class: "notice", role: "alert", hidden: true });
  readonly #spoken = html("p", { class: "spoken", "aria-live": "polite" });
  readonly #chooser = html("select", { "aria-label": "Match" });
  readonly #ends = new AbortController();
  readonly #observer = new ResizeObserver(() => this.#resize());
  #boards: { view: BoardView; marks: Marks }[] = [];
  #opened: Opened;
  #scenery: Scenery | undefined;
  #moment: Moment | undefined;
  #offers: ReadonlyMap<string, string[]> = new Map();
  #speaker: ReturnType<typeof setTimeout> | undefined;
  /** The number of replays that were requested: only the answer to the latest request counts. */
  #asked = 0;

  constructor(root: HTMLElement, document: Document, opened: Opened, frame: Frame) {
    this.#root = root;
    this.#document = document;
    this.#opened = opened;
    this.#frame = frame;
    this.#title = frame.heading(0);
    this.#player = new Player(this.#view(), (moment) => this.#show(moment));
    this.#controls = new Controls(this.#player, this.#markerKinds);
    this.#strip = new Strip(this.#markerKinds, (index) => this.#player.go(index));
    this.#views = new ViewSwitch(frame, (track) => this.#look(track));
    const redraw = () => this.#redraw();
    this.#panes = [
      new TurnPane(frame),
      new ValuesPane(frame),
      new RowsPane(frame, this.#choice, redraw, (key) => this.#point(key)),
      new LegendPane(frame, this.#choice, this.#pieceKinds, redraw),
      new WordsPane(frame, this.#choice),
      new AnalysisPane(frame, (index) => this.#link(index)),
    ];
    this.#build();
    const address = parse(location.hash);
    this.#openReplay(address.match === undefined ? {} : address);
    this.#missing(address);
    window.addEventListener("hashchange", () => this.#follow(), { signal: this.#ends.signal });
    this.#observer.observe(this.#boardsBox);
  }

  async show({ match, turn = 0, view }: Address): Promise<void> {
    this.#player.pause();
    const index = match === undefined ? 0 : indexOf(this.#document.replays, match);
    if (index === undefined) this.#missing({ match: match ?? "" });
    else await this.#choose(index, { turn, ...(view === undefined ? {} : { view }) });
  }

  get turn(): number {
    return this.#moment?.index ?? 0;
  }

  grow(to?: "end"): void {
    const { replay } = this.#opened;
    const { index, view } = this.#player;
    const follows = to === "end" || index >= view.last;
    // Scenes are kept by track: a copy of the track is decoded anew.
    const tracks = replay.tracks.map((track) => ({ ...track }));
    this.#opened = { ...this.#opened, replay: { ...replay, tracks } };
    this.#openReplay({ turn: follows ? replay.turns.length : index, view: view.slug });
  }

  offer(offers: ReadonlyMap<string, string[]>, pick: (spot: string) => void): void {
    this.#offers = offers;
    for (const { view } of this.#boards) view.offer(offers, pick);
  }

  remove(): void {
    this.#ends.abort();
    this.#observer.disconnect();
    this.#player.pause();
    this.#address.stop();
    clearTimeout(this.#speaker);
    this.#root.replaceChildren();
  }

  get #replay(): Replay {
    return this.#opened.replay;
  }

  #build(): void {
    const dialog = this.#listen();
    this.#listReplays();
    const { whole } = this.#frame;
    const help = button("Keys", { title: "Keys (?)" }, () => dialog.showModal());
    const tools = html("div", { class: "tools" }, this.#chooser, ...(whole ? [themeSwitch()] : []), help);
    const header = html("header", {}, html("div", {}, this.#title, this.#ending), tools);
    const controls = html("div", { class: "timeline" }, this.#controls.element, this.#controls.jumps);
    const stage = html(
      "section",
      { class: "stage", "aria-label": "Board" },
      this.#views.element,
      this.#boardsBox,
      controls,
    );
    const [turn, ...others] = this.#panes.map((pane) => pane.element);
    const panes = html("div", { class: "panes" }, ...others);
    const parts = [stage, ...(turn ? [turn] : []), this.#strip.element, panes];
    const main = html(whole ? "main" : "div", { class: "parts" }, ...parts);
    const made = html("footer", {}, `${this.#document.title} · made by ${this.#document.program}`);
    this.#root.classList.add("replay");
    this.#root.classList.toggle("whole", whole);
    const footer = whole ? [made] : [];
    this.#root.replaceChildren(header, this.#notice, main, ...footer, this.#spoken, dialog);
  }

  /** Listens to the keyboard, and returns the list of keys. */
  #listen(): HTMLDialogElement {
    const keys = this.#keys();
    const dialog = keyList(this.#frame, keys);
    const help: Key = { keys: ["?"], sign: "?", what: "this list", act: () => dialog.showModal() };
    // A click into a part of a page gives that part the keyboard.
    if (!this.#frame.whole) this.#root.tabIndex = -1;
    listen(this.#frame.whole ? document : this.#root, [...keys, help], this.#ends.signal);
    return dialog;
  }

  #listReplays(): void {
    const options = this.#document.replays.map(({ match, heading }, i) =>
      html("option", { value: i }, `Match ${match}: ${heading}`),
    );
    this.#chooser.replaceChildren(...options);
    this.#chooser.hidden = options.length < 2;
    this.#chooser.addEventListener("change", () => void this.#choose(Number(this.#chooser.value)));
  }

  #keys(): Key[] {
    const player = this.#player;
    const digits = Array.from({ length: 9 }, (_, i) => String(i + 1));
    return [
      { keys: [" "], sign: "space", what: "play or pause", act: () => player.toggle() },
      { keys: ["ArrowLeft"], sign: "←", what: "back a turn", act: () => player.step(-1) },
      { keys: ["ArrowRight"], sign: "→", what: "on a turn", act: () => player.step(1) },
      {
        keys: ["Shift+ArrowLeft", "PageUp"],
        sign: "Shift+←",
        what: "back a round",
        act: () => player.stepRound(-1),
      },
      {
        keys: ["Shift+ArrowRight", "PageDown"],
        sign: "Shift+→",
        what: "on a round",
        act: () => player.stepRound(1),
      },
      { keys: ["Home"], sign: "Home", what: "to the start", act: () => player.go(0) },
      { keys: ["End"], sign: "End", what: "to the end", act: () => player.go(player.view.last) },
      { keys: ["n"], sign: "n", what: "to the next event", act: () => this.#controls.seek(1) },
      { keys: ["p"], sign: "p", what: "to the last event", act: () => this.#controls.seek(-1) },
      {
        keys: digits,
        sign: "1 … 9",
        what: "change the point of view",
        act: (key) => this.#look(Number(key) - 1),
      },
    ];
  }

  /** The replay from the named point of view, or from the first. */
  #view(name?: string): View {
    const { tracks, match } = this.#replay;
    const named = (slug: string) => slug === name || slug === `the-${name ?? ""}`;
    const track = tracks.find((candidate) => named(trackSlug(candidate))) ?? tracks[0];
    if (!track) throw new Error(`match ${match} has nothing to show`);
    return new View(this.#document, this.#replay, track);
  }

  /** Opens a replay. If several are requested, the last one wins, however long each takes to unpack. */
  async #choose(index: number, at: Address = {}): Promise<void> {
    const entry = this.#document.replays[index];
    if (!entry) return;
    this.#asked += 1;
    const asked = this.#asked;
    try {
      const replay = await replayOf(entry);
      if (asked !== this.#asked) return;
      this.#opened = { index, replay };
      this.#openReplay(at);
      setHidden(this.#notice, true);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (asked === this.#asked) this.#tell(`Match ${entry.match} cannot be shown: ${reason}.`);
    }
  }

  #openReplay({ turn = 0, view }: Address): void {
    const replay = this.#replay;
    const opened = this.#view(view);
    this.#chooser.value = String(this.#opened.index);
    if (this.#frame.whole) document.title = replay.heading;
    setText(this.#title, replay.heading);
    const seed = replay.seed === undefined ? "" : `, seed ${replay.seed}`;
    const ending = replay.ending === "" ? "" : `: ${replay.ending}`;
    setText(this.#ending, `${opened.scenery.title}, match ${replay.match}${seed}${ending}`);
    this.#openScenery(opened.scenery);
    this.#giveSigns();
    this.#views.list(replay.tracks);
    this.#openView(opened, turn);
  }

  /** Gives each kind of piece its sign, which is the same in every point of view. */
  #giveSigns(): void {
    const all = this.#replay.tracks.flatMap((track) => scenes(this.#document, this.#replay, track));
    for (const scene of all) {
      for (const piece of scene.pieces) this.#pieceKinds.of(piece.kind);
    }
  }

  #openScenery(scenery: Scenery): void {
    if (scenery === this.#scenery) return;
    this.#scenery = scenery;
    this.#pieceKinds.restart();
    this.#markerKinds.restart();
    this.#choice.trails = new Set(scenery.rows.filter((row) => row.kind === "trail").slice(0, 1));
    const kinds = kindsOf(scenery.boards);
    this.#boards = scenery.boards.map((board) => {
      const view = new BoardView(board, kinds);
      view.describe = (spot) => [
        ...tipLines(spot, this.#moment, this.#choice, scenery),
        ...(this.#offers.get(spot.key) ?? []).map((label) => `Click: ${label}`),
      ];
      return { view, marks: new Marks(view, this.#pieceKinds) };
    });
    this.#boardsBox.replaceChildren(...this.#boards.map(({ view }) => view.element));
    this.#resize();
  }

  #openView(view: View, turn?: number): void {
    this.#views.mark(view.track);
    for (const part of [this.#controls, this.#strip, ...this.#panes]) part.open(view);
    this.#player.open(view, turn);
  }

  #look(track: number): void {
    const wanted = this.#replay.tracks[track];
    if (wanted && wanted !== this.#player.view.track) this.#openView(this.#view(trackSlug(wanted)));
  }

  /** Goes to the moment that the page's address names, if it names one. */
  #follow(): void {
    const address = parse(location.hash);
    const { match, turn = 0, view } = address;
    if (match === undefined) return;
    const index = indexOf(this.#document.replays, match);
    const there = this.#moment?.index === turn && this.#player.view.slug === view;
    if (index === this.#opened.index && there) return;
    void this.show(address);
  }

  /** Shows a message if there is no replay at an address. */
  #missing({ match }: Address): void {
    if (match === undefined || indexOf(this.#document.replays, match) !== undefined) return;
    this.#tell(`There is no match ${match} on this page.`);
  }

  #tell(text: string): void {
    setText(this.#notice, text);
    setHidden(this.#notice, false);
  }

  #link(turn: number): string {
    return format({ match: this.#name, turn, view: this.#player.view.slug });
  }

  get #name(): string {
    return nameOf(this.#document.replays, this.#opened.index);
  }

  #resize(): void {
    for (const { view } of this.#boards) view.resize();
  }

  #redraw(): void {
    if (!this.#moment) return;
    for (const { marks } of this.#boards) marks.show(this.#moment, this.#choice);
  }

  #point(key: string | undefined): void {
    for (const { view } of this.#boards) view.point(key);
  }

  #show(moment: Moment): void {
    this.#moment = moment;
    this.#redraw();
    this.#controls.show(moment);
    this.#strip.show(moment);
    for (const pane of this.#panes) pane.show(moment);
    this.#address.write({ match: this.#name, turn: moment.index, view: moment.view.slug });
    clearTimeout(this.#speaker);
    this.#speaker = setTimeout(() => this.#speak(moment), SPOKEN_AFTER);
  }

  /** Tells a screen reader what happened, once the changes have stopped. */
  #speak({ scene, index }: Moment): void {
    setText(this.#spoken, `Turn ${index}. ${scene.news.join(" ")}`.slice(0, 400));
  }
}
