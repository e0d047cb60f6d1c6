// The page: reads its data and shows a replay. It draws scenes and knows no game.

import { AddressBar, format, parse } from "./address.ts";
import { AnalysisPane } from "./analysis.ts";
import { BoardView } from "./board.ts";
import { Controls } from "./controls.ts";
import { read, replayOf, scenes } from "./data.ts";
import { button, html, setText } from "./dom.ts";
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
import type { ClosedReplay, Document, Replay, Scenery } from "./types.ts";
import { ViewSwitch } from "./views.ts";
import { WordsPane } from "./words.ts";

/** How long nothing must change before a screen reader is told. */
const SPOKEN_AFTER = 600;

class App {
  readonly #document: Document;
  readonly #root: HTMLElement;
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
  readonly #title = html("h1");
  readonly #ending = html("p", { class: "ending" });
  readonly #spoken = html("p", { class: "spoken", "aria-live": "polite" });
  readonly #chooser = html("select", { "aria-label": "Match" });
  #boards: { view: BoardView; marks: Marks }[] = [];
  #replay: Replay;
  #scenery: Scenery | undefined;
  #moment: Moment | undefined;
  #speaker: ReturnType<typeof setTimeout> | undefined;

  constructor(root: HTMLElement, document: Document, replay: Replay) {
    this.#root = root;
    this.#document = document;
    this.#replay = replay;
    this.#player = new Player(this.#view(), (moment) => this.#show(moment));
    this.#controls = new Controls(this.#player, this.#markerKinds);
    this.#strip = new Strip(this.#markerKinds, (index) => this.#player.go(index));
    this.#views = new ViewSwitch((track) => this.#look(track));
    const redraw = () => this.#redraw();
    this.#panes = [
      new TurnPane(),
      new ValuesPane(),
      new RowsPane(this.#choice, redraw, (key) => this.#point(key)),
      new LegendPane(this.#choice, this.#pieceKinds, redraw),
      new WordsPane(this.#choice),
      new AnalysisPane((index) => this.#link(index)),
    ];
    this.#build();
    this.#openReplay();
    window.addEventListener("hashchange", () => this.#follow());
    new ResizeObserver(() => this.#resize()).observe(this.#boardsBox);
  }

  #build(): void {
    const keys = this.#keys();
    const dialog = keyList(keys);
    listen([...keys, { keys: ["?"], sign: "?", what: "this list", act: () => dialog.showModal() }]);
    const help = button("Keys", { title: "Keys (?)" }, () => dialog.showModal());
    this.#listReplays();
    const tools = html("div", { class: "tools" }, this.#chooser, themeSwitch(), help);
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
    const main = html("main", {}, stage, ...(turn ? [turn] : []), this.#strip.element, panes);
    const footer = html("footer", {}, `${this.#document.title} · made by ${this.#document.program}`);
    this.#root.replaceChildren(header, main, footer, this.#spoken, dialog);
  }

  #listReplays(): void {
    const options = this.#document.replays.map(({ match, heading }, i) =>
      html("option", { value: i }, `Match ${match}: ${heading}`),
    );
    this.#chooser.replaceChildren(...options);
    this.#chooser.hidden = options.length < 2;
    this.#chooser.addEventListener("change", () => {
      const replay = this.#document.replays[Number(this.#chooser.value)];
      if (replay) void this.#choose(replay, 0);
    });
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

  /** The replay from a point of view: as named, or the first. */
  #view(name?: string): View {
    const { tracks, scenery } = this.#replay;
    const track = tracks.find((candidate) => trackSlug(candidate) === name) ?? tracks[0];
    const what = this.#document.sceneries[scenery];
    if (!track || !what) throw new Error(`match ${this.#replay.match} has nothing to show`);
    return new View(this.#replay, what, track);
  }

  async #choose(entry: Replay | ClosedReplay, turn: number, view?: string): Promise<void> {
    this.#replay = await replayOf(entry);
    this.#openReplay({ turn, ...(view === undefined ? {} : { view }) });
  }

  #openReplay({ turn = 0, view }: { turn?: number; view?: string } = parse(location.hash)): void {
    const replay = this.#replay;
    const opened = this.#view(view);
    this.#chooser.value = String(this.#document.replays.findIndex(({ match }) => match === replay.match));
    document.title = replay.heading;
    setText(this.#title, replay.heading);
    const seed = replay.seed === undefined ? "" : `, seed ${replay.seed}`;
    setText(this.#ending, `${opened.scenery.title}, match ${replay.match}${seed}: ${replay.ending}`);
    this.#openScenery(opened.scenery);
    this.#giveSigns();
    this.#views.list(replay.tracks);
    this.#openView(opened, turn);
  }

  /** Gives each kind of piece its sign, the same in every point of view. */
  #giveSigns(): void {
    for (const scene of this.#replay.tracks.flatMap(scenes)) {
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
      view.describe = (spot) => tipLines(spot, this.#moment, this.#choice, scenery);
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

  #follow(): void {
    const { match, turn, view } = parse(location.hash);
    const entry = this.#document.replays.find((candidate) => candidate.match === match);
    const there = this.#moment?.index === turn && this.#player.view.slug === view;
    if (!entry || (match === this.#replay.match && there)) return;
    this.#player.pause();
    void this.#choose(entry, turn ?? 0, view);
  }

  #link(turn: number): string {
    return format({ match: this.#replay.match, turn, view: this.#player.view.slug });
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
    this.#address.write({ match: this.#replay.match, turn: moment.index, view: moment.view.slug });
    clearTimeout(this.#speaker);
    this.#speaker = setTimeout(() => this.#speak(moment), SPOKEN_AFTER);
  }

  /** Tells a screen reader what happened, once it has stopped happening. */
  #speak({ scene, index }: Moment): void {
    setText(this.#spoken, `Turn ${index}. ${scene.news.join(" ")}`.slice(0, 400));
  }
}

/** The replay that the address names, or the first. */
function wanted({ replays }: Document): Replay | ClosedReplay {
  const { match } = parse(location.hash);
  const found = replays.find((replay) => replay.match === match) ?? replays[0];
  if (!found) throw new Error("this file holds no replays");
  return found;
}

const root = document.getElementById("replay");
if (root) {
  read(document.getElementById("replays"))
    .then(async (data) => {
      new App(root, data, await replayOf(wanted(data)));
      root.dataset.ready = String(Math.round(performance.now()));
    })
    .catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      root.replaceChildren(
        html("p", { class: "failure", role: "alert" }, `This replay cannot be shown: ${reason}.`),
      );
      throw error;
    });
}
