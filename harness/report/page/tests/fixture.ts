// Replays made up for the tests: a chase on a map, and a game of cards on a grid.

import { readFileSync } from "node:fs";
import type {
  Analysis,
  Board,
  Card,
  ClosedReplay,
  Document,
  Link,
  Note,
  Replay,
  Scene,
  Scenery,
  Shading,
  Spot,
  Turn,
} from "../src/types.ts";
import { packed } from "./packed.ts";
import { LEVELS, packedScenes } from "./patches.ts";

const ROOT = "../../..";

/** A small generator of pseudo-random numbers below a bound (mulberry32). */
function generator(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

/** The board of a map file, as far as its simple lines go. */
function mapBoard(): Board {
  const text = readFileSync(`${ROOT}/maps/course.toml`, "utf8");
  const field = (part: string, name: string) =>
    new RegExp(`^${name} = "?([^"\\n]*)"?$`, "m").exec(part)?.[1] ?? "";
  const spots: Spot[] = [];
  const links: Link[] = [];
  const landmarks: Record<string, string> = {
    [field(text, "hospital")]: "hospital",
    [field(text, "castle")]: "castle",
  };
  for (const part of text.split("[[place]]").slice(1)) {
    const key = field(part, "code");
    const [north, east] = JSON.parse(field(part, "at")) as [number, number];
    const landmark = landmarks[key];
    const spot: Spot = { key, name: field(part, "name"), kind: field(part, "kind"), at: [east, north] };
    spots.push(landmark === undefined ? spot : { ...spot, landmark });
    for (const kind of ["road", "rail", "sea"]) {
      const others = JSON.parse(new RegExp(`^${kind} = (.*)$`, "m").exec(part)?.[1] ?? "[]") as string[];
      links.push(...others.filter((to) => key < to).map((to) => ({ from: key, to, kind })));
    }
  }
  const backdrop = JSON.parse(readFileSync(`${ROOT}/bots/src/course/coastline.json`, "utf8")) as NonNullable<
    Board["backdrop"]
  >;
  return { name: "Europe", shape: "globe", spots, links, backdrop };
}

const HOUNDS = ["Rex", "Bella", "Argos", "Luna"];
const SEATS = [...HOUNDS, "the hare"];

export function chaseScenery(): Scenery {
  return {
    title: "Hare and hounds",
    boards: [mapBoard()],
    viewers: [
      { name: "the hounds", seats: HOUNDS },
      { name: "the hare", seats: ["the hare"] },
    ],
    panels: [
      { name: "Score", unit: "points", range: [0, 366], plotted: true },
      { name: "Blood", unit: "points", range: [0, 40], seat: 4, plotted: true },
      ...HOUNDS.map((name, seat) => ({
        name,
        unit: "life",
        range: [0, 9] as [number, number],
        seat,
        plotted: true,
      })),
    ],
    rows: [
      { name: "The hare's trail", kind: "trail", seat: 4 },
      ...HOUNDS.map((name, seat) => ({ name: `${name}'s trail`, kind: "trail" as const, seat })),
    ],
    legends: {
      possible: {
        name: "possible",
        meaning: "1 where the hare can be, by all that the hounds know; else 0.",
      },
      probability: {
        name: "probability",
        meaning: "Probability that the hare is there, from 0 to 1, if it chooses its moves at random.",
      },
    },
  };
}

interface Chase {
  all: Scene[];
  hounds: Scene[];
  hare: Scene[];
  turns: Omit<Turn, "scenes">[];
}

class ChaseState {
  places: string[];
  blood = 40;
  score = 366;
  lives = [9, 9, 9, 9];
  trails: string[][] = [[], [], [], [], []];
  belief: Shading = {};

  constructor(
    readonly next: (bound: number) => number,
    readonly ways: Map<string, string[]>,
    readonly spots: string[],
  ) {
    this.places = SEATS.map(() => spots[next(spots.length)] ?? "");
  }

  move(seat: number): string {
    const ways = this.ways.get(this.places[seat] ?? "") ?? [];
    const to = ways[this.next(ways.length)] ?? this.places[seat] ?? "";
    this.places[seat] = to;
    this.trails[seat] = [to, ...(this.trails[seat] ?? [])].slice(0, 6);
    if (seat === 4) this.score -= 1;
    const caught = seat < 4 && to === this.places[4];
    if (caught) {
      this.blood = Math.max(0, this.blood - 10);
      this.lives[seat] = Math.max(0, (this.lives[seat] ?? 0) - 4);
    }
    return caught ? "encounter" : "";
  }

  /** The places near where the hare is, the likelier the nearer. */
  shadings(): Record<string, Shading> {
    const probability: Shading = {};
    for (let i = 0; i < 40; i += 1) {
      let at = this.trails[4]?.[3] ?? this.places[4] ?? "";
      for (let step = 0; step < 3; step += 1) {
        const ways = this.ways.get(at) ?? [];
        at = ways[this.next(ways.length)] ?? at;
      }
      probability[at] = (probability[at] ?? 0) + 25;
    }
    const possible = Object.fromEntries(Object.keys(probability).map((key) => [key, 1000]));
    return { possible, probability };
  }

  scene(round: number, toMove: number, event: string, sees: boolean): Scene {
    const cards = (seat: number): Card[] =>
      (this.trails[seat] ?? []).map((at, i) => {
        const known = sees || seat < 4 || i > 3;
        const card: Card = known
          ? { label: at, name: at, age: i + 1, at }
          : { label: "?", name: "unknown", age: i + 1 };
        if (seat === 4 && i === 2) card.on = ["trap"];
        if (seat === 4 && i < 4) card.hidden = true;
        return card;
      });
    const pieces = SEATS.map((name, seat) => ({
      key: `seat-${seat}`,
      kind: seat < 4 ? "hound" : "hare",
      at: this.places[seat] ?? "",
      label: name === "the hare" ? "H" : name.slice(0, 1),
      name,
      seat,
      ...(seat === 4 ? { hidden: true } : {}),
    }));
    const trap = this.trails[4]?.[2];
    const traps =
      trap === undefined
        ? []
        : [{ key: "trap", kind: "trap", at: trap, label: "T", name: "a trap", hidden: true }];
    return {
      round,
      to_move: toMove,
      pieces: sees ? [...pieces, ...traps] : pieces.slice(0, 4),
      values: [this.score, this.blood, ...this.lives],
      rows: SEATS.map((_, seat) => cards(seat === 0 ? 4 : seat - 1)),
      ...(sees ? {} : { shadings: this.shadings() }),
      news: event === "" ? [] : ["A hound met the hare: 10 blood."],
      ...(event === "" ? {} : { markers: [{ kind: event, label: "A hound met the hare", importance: 3 }] }),
    };
  }
}

function chase(rounds: number, seed: number): Chase {
  const board = mapBoard();
  const ways = new Map<string, string[]>(board.spots.map(({ key }) => [key, []]));
  for (const { from, to } of board.links ?? []) {
    ways.get(from)?.push(to);
    ways.get(to)?.push(from);
  }
  const spots = board.spots.map((spot) => spot.key);
  const state = new ChaseState(generator(seed), ways, spots);
  const first = state.scene(0, 0, "", true);
  const made: Chase = { all: [first], hounds: [state.scene(0, 0, "", false)], hare: [first], turns: [] };
  for (let i = 0; i < rounds * 5; i += 1) {
    const [seat, round] = [i % 5, Math.floor(i / 5)];
    const event = state.move(seat);
    const at = state.places[seat] ?? "";
    made.turns.push(turnOf(seat, round, at, i, ways.get(at) ?? []));
    const shown = event === "" && i % 65 === 64 ? "maturation" : event;
    const known = state.scene(round, (i + 1) % 5, shown, true);
    made.all.push(known);
    made.hare.push(known);
    made.hounds.push(state.scene(round, (i + 1) % 5, shown, false));
  }
  return made;
}

function turnOf(seat: number, round: number, at: string, i: number, ways: string[]): Omit<Turn, "scenes"> {
  const notes: Note[] = [
    { text: "going where the scent is" },
    { label: { at, text: "0.42" } },
    ...ways.map((to, k) => ({ shade: { at: to, value: 100 + 150 * (k % 6) } })),
    ...ways.slice(0, 1).map((to) => ({ arrow: { from: at, to } })),
  ];
  return {
    seat,
    text: `${SEATS[seat]} goes to ${at}`,
    move: at,
    round,
    how: i < 5 ? "opening" : "chosen",
    ...(i % 7 === 0 ? { message: "woof" } : {}),
    ...(i % 11 === 0 ? { stderr: `searched ${i} nodes\nbest ${at}` } : {}),
    ...(seat === 1 ? { notes } : {}),
    ...(i === 203 ? { fault: "wall timeout: no answer within 1.5 s" } : {}),
  };
}

function analysis(scenes: number): Analysis {
  const worst = [12, 204, 31].map((turn, i) => ({
    turn,
    seat: i === 2 ? 4 : i,
    name: SEATS[i === 2 ? 4 : i] ?? "",
    move: "PA",
    better: "CO",
    cost: 12.5 - i,
    stderr: 1.25,
    unit: "points",
  }));
  return {
    yardstick: "expected score when games are played out by a random walk",
    believer: 0,
    entropy: Array.from({ length: scenes }, (_, i) => (i < 5 ? null : 2 + 2 * Math.sin(i / 30))),
    truth: Array.from({ length: scenes }, (_, i) => (i < 5 ? null : 0.5 + 0.4 * Math.sin(i / 50))),
    worst,
    hidden: "where the hare is",
    event: "chance of meeting the hare",
    missed: [{ turn: 7, seat: 3, name: "Luna", move: "PA", chance: 0.1, better: "CO", better_chance: 0.415 }],
    given_away: [{ turn: 9, seat: 4, name: "the hare", move: "PA", bits: 2.25 }],
  };
}

export function chaseReplay(rounds: number, match: number, seed = match): Replay {
  const { all, hounds, hare, turns } = chase(rounds, seed);
  const tracks = [
    { viewer: null, name: "everything", scenes: all },
    { viewer: 0, name: "the hounds", scenes: hounds },
    { viewer: 1, name: "the hare", scenes: hare },
  ];
  return {
    match,
    scenery: 0,
    seed: "00000000deadbeef",
    heading: "pointer (hounds) against phantom (hare)",
    sides: [
      { name: "hounds", entrant: "pointer", seats: HOUNDS },
      { name: "hare", entrant: "phantom", seats: ["the hare"] },
    ],
    ending: "score 12, won by the hare (score)",
    messages: "everyone",
    ...packedScenes(tracks, turns, chaseScenery()),
    analysis: analysis(all.length),
  };
}

const CORNERS = ["N", "E"];

export function gridScenery(): Scenery {
  const cells = Array.from({ length: 20 }, (_, i) => [i % 5, Math.floor(i / 5)] as [number, number]);
  const spots = cells.map(([x, y]) => {
    const key = `${"abcde"[x]}${y + 1}`;
    return { key, name: key, kind: (x + y) % 2 === 0 ? "meadow" : "swamp", at: [x, y] as [number, number] };
  });
  const piles = ["Deck", "Discard", "Market"].map((name, i) => ({
    key: `p${i}`,
    name,
    kind: "pile",
    at: [i, 0] as [number, number],
  }));
  return {
    title: "Frogs",
    boards: [
      { name: "The pond", shape: "grid", spots },
      { name: "The piles", shape: "line", spots: piles },
      {
        name: "The banks",
        shape: "plane",
        spots: CORNERS.map((key, i) => ({
          key,
          name: `Bank ${key}`,
          kind: "bank",
          at: [i * 40, i * 10] as [number, number],
        })),
        links: [{ from: "N", to: "E", kind: "ferry" }],
      },
    ],
    viewers: [
      { name: "Ann", seats: ["Ann"] },
      { name: "Bob", seats: ["Bob"] },
    ],
    panels: [{ name: "Flies eaten", unit: "flies", range: [0, 30], seat: 0, plotted: true }],
    rows: [
      { name: "Ann's hand", kind: "hand", seat: 0 },
      { name: "Bob's hand", kind: "hand", seat: 1 },
      { name: "Market", kind: "pile" },
    ],
    legends: {},
  };
}

export function gridReplay(match: number): Replay {
  const next = generator(match);
  const scenes = Array.from({ length: 31 }, (_, i): Scene => {
    const at = () => `${"abcde"[next(5)]}${next(4) + 1}`;
    const frogs = Array.from({ length: 6 }, (_, k) => ({
      key: `f${k}`,
      kind: k < 4 ? "frog" : "lily",
      at: k === 5 ? "p2" : at(),
      label: `${k}`,
      name: `frog ${k}`,
      seat: k % 2,
    }));
    const hand = ["reed", "fly", "heron"]
      .slice(0, 1 + next(3))
      .map((name) => ({ label: name.slice(0, 2), name }));
    return {
      round: Math.floor(i / 2),
      to_move: i % 2,
      pieces: frogs,
      values: [i],
      rows: [hand, hand.map(() => ({ label: "?", name: "unknown", hidden: true })), []],
      news: [`frog ${i % 4} jumps`],
      ...(i % 6 === 5 ? { markers: [{ kind: "splash", label: "splash", importance: 2 }] } : {}),
      choices: [{ move: "a1", label: "jump to a1", at: "a1" }],
    };
  });
  const turns = scenes.slice(1).map((_, i) => {
    return { seat: i % 2, text: `frog ${i % 4} jumps`, move: "a1", round: Math.floor(i / 2), how: "chosen" };
  });
  return {
    match,
    scenery: 1,
    seed: "0000000000000001",
    heading: "hopper against croaker",
    sides: [
      { name: "first", entrant: "hopper", seats: ["Ann"] },
      { name: "second", entrant: "croaker", seats: ["Bob"] },
    ],
    ending: "Ann ate 30 flies",
    messages: "own",
    ...packedScenes([{ viewer: null, name: "everything", scenes }], turns, gridScenery()),
  };
}

/** Texts that would do harm if they were taken for anything but text. */
export const HOSTILE = {
  script: "<script>globalThis.harmed = true</script><img src=x onerror='globalThis.harmed = true'>",
  reversed: "abc\u202Edcba\u2066x",
  controls: "bell\u0007 escape\u001b[31mred\u0000",
  long: `${"x".repeat(100_000)}end`,
  key: "__proto__",
} as const;

/** A replay in which everything that others write is hostile. */
export function hostileReplay(match: number): Replay {
  const replay = chaseReplay(4, match);
  const nasty = `${HOSTILE.script} ${HOSTILE.reversed} ${HOSTILE.controls}`;
  replay.heading = `${nasty} against ${nasty}`;
  replay.ending = nasty;
  for (const side of replay.sides) side.entrant = nasty;
  for (const turn of replay.turns) {
    turn.text = nasty;
    turn.message = nasty;
    turn.stderr = HOSTILE.long;
    turn.fault = nasty;
    turn.notes = [
      { text: HOSTILE.long },
      { mark: nasty },
      { label: { at: "PA", text: nasty } },
      { label: { at: HOSTILE.key, text: nasty } },
      { shade: { at: HOSTILE.key, value: 65_535 } },
      { arrow: { from: HOSTILE.key, to: "nowhere" } },
    ];
  }
  const [track] = replay.tracks;
  if (track) {
    track.first.news = [nasty, HOSTILE.long];
    track.first.markers = [{ kind: nasty, label: nasty, importance: 200 }];
  }
  const [, second] = replay.turns;
  if (second) {
    second.scenes[0] = { o: { [HOSTILE.key]: { "=": { harmed: true } }, news: { "=": [nasty] } } };
  }
  return replay;
}

/** The replay packed, as pages with many hold them. */
export function closed(replay: Replay): ClosedReplay {
  return { match: replay.match, heading: replay.heading, packed: packed(replay) };
}

export function documentOf(...replays: (Replay | ClosedReplay)[]): Document {
  return {
    format: 2,
    title: "Made up for tests",
    program: "stoker 0.0.0",
    levels: LEVELS,
    sceneries: [chaseScenery(), gridScenery()],
    replays,
  };
}

/** A game with nothing in it, as far as the form allows. */
export function emptyDocument(): Document {
  const board: Board = { name: "nothing", shape: "plane", spots: [] };
  const spot: Spot = { key: "a", name: "alone", kind: "spot", at: [0, 0] };
  const first: Scene = { pieces: [], values: [], rows: [], news: [] };
  return {
    format: 2,
    title: "Nothing",
    program: "stoker 0.0.0",
    levels: LEVELS,
    sceneries: [
      {
        title: "Nothing",
        boards: [board, { ...board, shape: "globe", spots: [spot] }],
        viewers: [],
        panels: [],
        rows: [],
        legends: {},
      },
    ],
    replays: [
      {
        match: 0,
        scenery: 0,
        seed: "0",
        heading: "nobody",
        sides: [],
        ending: "",
        messages: "own",
        turns: [],
        tracks: [{ viewer: null, name: "everything", first }],
      },
    ],
  };
}
