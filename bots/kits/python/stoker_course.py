"""The course's game for bots in Python: its views, its map, and its protocol of a process per turn.

`stoker_bot.py` uses this module when a program plays the ruleset `course`. Copy both files into the
folder of your bot; course.md says what a turn offers.

Places and moves are the two characters that the rules use: "PA" is Paris, "HI" a hide, "D2" a
double back by two, "TP" a teleport. Dracula's unknown moves are "C?" (somewhere on land) and "S?"
(somewhere at sea). Seats 0 to 3 are the hunters in playing order, seat 4 is Dracula.

In the `course` protocol a process plays one turn, and gets only the past plays and messages. Then
`turn.legal`, `turn.map`, `turn.params` and `turn.view.board` are None, as are `trail` and
`sightings` of Dracula's view. A bot for this protocol must know the map and the rules itself.
"""

from __future__ import annotations

import json
import os
import sys
import time
from dataclasses import dataclass, field

import stoker_bot

TYPE_CHECKING = False
if TYPE_CHECKING:  # Importing these would make every start slower.
    from typing import Any, Callable, Dict, Iterable, List, Optional, Tuple, Union

DRACULA = 4
"""Dracula's seat."""
HUNTER_LETTERS = "GSHM"
"""The letters that begin the plays of seats 0 to 3."""


# ---- a side's knowledge --------------------------------------------------------------------------


@dataclass
class HunterPlay:
    """A hunter's move, and the encounters there."""

    seat: int
    place: str
    """The place moved to, even if the turn ended in hospital."""
    traps: int = 0
    vampires: int = 0
    met_dracula: bool = False


@dataclass
class DraculaPlay:
    """One of Dracula's moves: in full in his own view, else as far as the hunters know it now."""

    move: str
    placed: Optional[str] = None
    """The encounter placed with the move: "trap", "vampire" or None."""
    left: Optional[str] = None
    """The encounter that left his trail: "trap" (vanished), "vampire" (matured) or None."""


@dataclass
class Board:
    """The public board."""

    round: int
    to_move: int
    """The seat to move."""
    streak: int
    """Rests in a row, over all hunters: the fourth makes a research."""
    score: int
    blood: int
    life: List[int]
    """Life points of each hunter; 0 in hospital."""
    at: List[Optional[str]]
    """Each hunter's place; None before their first turn."""


@dataclass
class TrailMove:
    """One of Dracula's latest moves."""

    move: str
    place: str
    """The place that it led to."""
    encounter: Optional[str]
    """The encounter placed with it, if it is still there: "trap", "vampire" or None."""
    code_known: bool
    """True if the hunters know the move."""
    place_known: bool
    """True if the hunters know the place."""


@dataclass
class HuntersView:
    """All that the hunters know; they share their knowledge."""

    board: Optional[Board] = None
    plays: List[Union[HunterPlay, DraculaPlay]] = field(default_factory=list)
    """All plays, oldest first: four hunters, then Dracula, round by round."""
    messages: Dict[int, str] = field(default_factory=dict)
    """Messages, by the index of the play."""


@dataclass
class DraculaView:
    """All that Dracula knows: everything."""

    board: Optional[Board] = None
    trail: Optional[List[TrailMove]] = None
    """His latest moves, newest first."""
    plays: List[Union[HunterPlay, DraculaPlay]] = field(default_factory=list)
    """All plays, oldest first: four hunters, then Dracula, round by round."""
    sightings: Optional[List[str]] = None
    """The hunters' knowledge about each of his moves, by round."""
    messages: Dict[int, str] = field(default_factory=dict)
    """Messages, by the index of the play."""


# ---- the map -------------------------------------------------------------------------------------


@dataclass
class Place:
    """A place of the map."""

    code: str
    name: str
    kind: str
    """Either "land" or "sea"."""
    at: Tuple[int, int]
    """Coordinates for drawing: hundredths of a degree north and east."""


class Map:
    """The map, and the reach of turns on it."""

    def __init__(self, data: Dict[str, Any], rail_divisor: int) -> None:
        self.name: str = data["name"]
        self.codes: List[str] = [place["code"] for place in data["places"]]
        """All places, in the order of the map. All lists of places are in this order."""
        self.places: Dict[str, Place] = {
            place["code"]: Place(
                place["code"], place["name"], place["kind"], tuple(place.get("at", (0, 0)))
            )
            for place in data["places"]
        }
        self.hospital: str = self.codes[data["hospital"]]
        self.castle: str = self.codes[data["castle"]]
        self.rail_divisor = rail_divisor
        self._index = {code: index for index, code in enumerate(self.codes)}
        self._reach: Dict[Tuple[bool, int, bool, bool, str], List[str]] = {}
        self._arrived: Dict[Tuple[bool, int, str], Dict[str, Tuple[int, str]]] = {}
        self._links: Dict[str, Dict[str, List[str]]] = {
            kind: {code: [] for code in self.codes} for kind in ("road", "rail", "sea")
        }
        for one, other, kind in data["links"]:
            if kind in self._links:
                self._links[kind][self.codes[one]].append(self.codes[other])
                self._links[kind][self.codes[other]].append(self.codes[one])

    def links(self, kind: str, place: str) -> List[str]:
        """The places one link away; kind is "road", "rail" or "sea"."""
        return self._sorted(self._links[kind][place])

    def is_sea(self, place: str) -> bool:
        return self.places[place].kind == "sea"

    def reach(
        self, seat: int, round: int, place: str, by: Iterable[str] = ("road", "rail", "sea")
    ) -> List[str]:
        """The places where a turn of this seat in this round can end, staying included.

        For hunters these are the legal moves, except in round 0, when they start anywhere. For
        Dracula these are the places in reach; his trail forbids some of them, see `turn.legal`.
        """
        rails = (round + seat) % self.rail_divisor if seat != DRACULA and "rail" in by else 0
        key = (seat == DRACULA, rails, "road" in by, "sea" in by, place)
        if key not in self._reach:
            self._reach[key] = self._sorted(self._find(*key))
        return list(self._reach[key])

    def path(self, seat: int, round: int, start: str, goal: str) -> Optional[List[str]]:
        """A fastest path: the place where each turn ends, the first of them in this round.

        Some turns may stay in place, if a later round brings more rail links. Empty if start is
        the goal; None if there is no path. Dracula's trail is ignored.
        """
        arrived = self._arrivals(seat, round, start)
        if goal not in arrived:
            return None
        way, place = [goal], goal
        while place != start:
            turns, place = arrived[place]
            way[:0] = [place] * (turns - arrived[place][0])
        return way[1:]

    def turns(self, seat: int, round: int, start: str) -> Dict[str, int]:
        """The number of turns of this seat to every place, the first of them in this round."""
        return {to: turns for to, (turns, _) in self._arrivals(seat, round, start).items()}

    def _arrivals(self, seat: int, round: int, start: str) -> Dict[str, Tuple[int, str]]:
        """For each place, the number of turns to it, and the place before it on the path."""
        key = (seat == DRACULA, (round + seat) % self.rail_divisor, start)
        if key in self._arrived:
            return self._arrived[key]
        arrived = {start: (0, start)}
        turns = idle = 0
        # A turn without rail links may lead no further, but a later one may.
        while idle < self.rail_divisor:
            turns += 1
            found: Dict[str, Tuple[int, str]] = {}
            for stop in arrived:
                for to in self.reach(seat, round, stop):
                    if to not in arrived and to not in found:
                        found[to] = (turns, stop)
            arrived.update(found)
            idle = 0 if found else idle + 1
            round += 1
        self._arrived[key] = arrived
        return arrived

    def _find(self, is_dracula: bool, rails: int, road: bool, sea: bool, place: str) -> List[str]:
        found = {place}
        for _ in range(rails):
            found.update(to for stop in list(found) for to in self._links["rail"][stop])
        if road:
            found.update(self._links["road"][place])
        if sea:
            found.update(self._links["sea"][place])
        if is_dracula:
            found.discard(self.hospital)
        return list(found)

    def _sorted(self, places: Iterable[str]) -> List[str]:
        return sorted(places, key=self._index.__getitem__)


# ---- one decision --------------------------------------------------------------------------------


class Turn(stoker_bot.Turn):
    """A question for a seat's move. Its `view` is a HuntersView or a DraculaView."""

    def __init__(self, seat: int, view: Any, legal: Any, match: Any, *rest: Any) -> None:
        super().__init__(seat, view, legal, match, *rest)
        self.map: Optional[Map] = match.game.map
        """The map; None in the `course` protocol."""

    @property
    def is_dracula(self) -> bool:
        return self.seat == DRACULA

    @property
    def round(self) -> int:
        """The round, from 0."""
        return len(self.view.plays) // 5

    @property
    def place(self) -> Optional[str]:
        """The place of the seat asked; None before its first turn.

        In the `course` protocol it is the place that the last play names, even for a hunter who
        was taken to the hospital.
        """
        if self.is_dracula:
            return self.dracula_place(self.round - 1)
        if self.view.board is not None:
            return self.view.board.at[self.seat]
        play = self.view.plays[-5] if self.round > 0 else None
        return play.place if isinstance(play, HunterPlay) else None

    def place_of(self, move: str) -> Optional[str]:
        """The place that a move of the seat asked leads to; None if that is unknown."""
        back = self._points_back(move) if self.is_dracula else 0
        if back:
            return self.dracula_place(self.round - back)
        if move == "TP":
            return self.map.castle if self.map else None
        return move

    def dracula_move(self, round: int) -> Optional[str]:
        """The known part of Dracula's move of a round; None if there is none yet."""
        index = 5 * round + 4
        play = self.view.plays[index] if 4 <= index < len(self.view.plays) else None
        return play.move if isinstance(play, DraculaPlay) else None

    def dracula_place(self, round: int) -> Optional[str]:
        """The place that Dracula's move of a round led to; None if it is not known.

        A hide or double back is followed to the move it points to. (In the `course` protocol the
        place of a teleport is not known.)
        """
        move = self.dracula_move(round)
        while move and self._points_back(move):
            round -= self._points_back(move)
            move = self.dracula_move(round)
        if move == "TP":
            return self.map.castle if self.map else None
        return None if move in ("C?", "S?") else move

    @staticmethod
    def _points_back(move: str) -> int:
        """The number of moves back to the one that this move points to; 0 if it points to none."""
        if move == "HI":
            return 1
        return int(move[1]) if move[0] == "D" and move[1].isdigit() else 0

    def last_seen(self) -> Optional[Tuple[int, str]]:
        """The latest round with a known place of Dracula's, and the place; None without one."""
        for round in range(len(self.view.plays) // 5 - 1, -1, -1):
            place = self.dracula_place(round)
            if place is not None:
                return round, place
        return None


# ---- from the wire -------------------------------------------------------------------------------


class Game:
    """The course's game, as `stoker_bot` uses it."""

    turn = Turn

    def __init__(self, start: Optional[Dict[str, Any]] = None) -> None:
        self.map: Optional[Map] = None
        if start is not None:
            self.map = Map(start["map"], start["params"]["rail_divisor"])
        self._reader = _Reader(self.map.codes if self.map else [])

    def view(self, data: Dict[str, Any]) -> Union[HuntersView, DraculaView]:
        return self._reader.view(data)

    def advance(self, bot: stoker_bot.Bot, view: Any, event: Dict[str, Any]) -> Any:
        self._reader.advance(view, event)
        return view


class _Reader:
    """Makes views from JSON, with codes instead of the numbers of places."""

    def __init__(self, codes: List[str]) -> None:
        self._codes = codes

    def view(self, data: Dict[str, Any]) -> Union[HuntersView, DraculaView]:
        if "hunters" in data:
            data = data["hunters"]
            return HuntersView(
                board=self._board(data["board"]),
                plays=[self._play(play) for play in data["plays"]],
                messages={index: text for index, text in data["messages"]},
            )
        data = data["dracula"]
        return DraculaView(
            board=self._board(data["position"]["board"]),
            trail=self._trail(data["position"]["trail"]),
            plays=[self._play(play) for play in data["plays"]],
            sightings=[self._move(sighting) for sighting in data["sightings"]],
            messages={index: text for index, text in data["messages"]},
        )

    def advance(self, view: Union[HuntersView, DraculaView], event: Dict[str, Any]) -> None:
        """Updates a view with an event."""
        (event,) = event.values()
        if event["message"]:
            view.messages[len(view.plays)] = event["message"]
        view.plays.append(self._play(event["play"]))
        if isinstance(view, HuntersView):
            for reveal in event["reveals"]:
                view.plays[5 * reveal["round"] + 4].move = self._move(reveal["sighting"])
            view.board = self._board(event["board"])
            return
        if event["sighting"] is not None:
            view.sightings.append(self._move(event["sighting"]))
        for reveal in event["reveals"]:
            view.sightings[reveal["round"]] = self._move(reveal["sighting"])
        view.board = self._board(event["position"]["board"])
        view.trail = self._trail(event["position"]["trail"])

    def _board(self, data: Dict[str, Any]) -> Board:
        at = [None if place is None else self._codes[place] for place in data["at"]]
        return Board(
            data["round"],
            data["to_move"],
            data["streak"],
            data["score"],
            data["blood"],
            list(data["life"]),
            at,
        )

    def _trail(self, data: List[Dict[str, Any]]) -> List[TrailMove]:
        return [
            TrailMove(
                self._move(entry["move"]),
                self._codes[entry["place"]],
                entry["encounter"],
                entry["code_known"],
                entry["place_known"],
            )
            for entry in data
        ]

    def _play(self, data: Dict[str, Any]) -> Union[HunterPlay, DraculaPlay]:
        if "hunter" in data:
            data = data["hunter"]
            met = data["met"]
            place = self._codes[data["to"]]
            return HunterPlay(data["seat"], place, met["traps"], met["vampires"], met["dracula"])
        data = data["dracula"]
        return DraculaPlay(self._move(data["move"]), data["placed"], data["left"])

    def _move(self, data: Any) -> str:
        """The two characters of one of Dracula's moves, or of its known part."""
        if isinstance(data, str):
            return {"some-city": "C?", "some-sea": "S?", "hide": "HI", "teleport": "TP"}[data]
        ((kind, number),) = data.items()
        return "D%d" % number if kind == "double-back" else self._codes[number]


def parse_plays(past_plays: str) -> List[Union[HunterPlay, DraculaPlay]]:
    """Reads past plays such as "GBE.... SBR.... HLO.... MCA.... DC?.V..".

    A ValueError names the first malformed play.
    """
    plays: List[Union[HunterPlay, DraculaPlay]] = []
    for number, text in enumerate(past_plays.split()):
        letter = (HUNTER_LETTERS + "D")[number % 5]
        if len(text) != 7 or text[0] != letter:
            raise ValueError("play %d is `%s`, not `%s` and six more" % (number, text, letter))
        code, rest = text[1:3], text[3:]
        if letter != "D":
            met = (rest.count("T"), rest.count("V"), "D" in rest)
            plays.append(HunterPlay(number % 5, code, *met))
        else:
            placed = "trap" if rest[0] == "T" else "vampire" if rest[1] == "V" else None
            left = {"M": "trap", "V": "vampire"}.get(rest[2])
            plays.append(DraculaPlay(code, placed, left))
    return plays


# ---- the `course` protocol -----------------------------------------------------------------------


def run_turn(bot: stoker_bot.Bot, text: bytes, reply: Callable[[Dict[str, Any]], None]) -> None:
    """Plays the one turn that the input describes."""
    message = json.loads(text.decode("utf-8", "replace"))
    plays = parse_plays(message["past_plays"])
    messages = {index: text for index, text in enumerate(message["messages"]) if text}
    seat = len(plays) % 5
    view = (DraculaView if seat == DRACULA else HuntersView)(plays=plays, messages=messages)
    match = stoker_bot.Match(Game(), seed=message["past_plays"])
    match.limits["cpu_ms"] = int(os.environ.get("STOKER_CPU_MS", stoker_bot.DEFAULT_LIMITS["cpu_ms"]))
    proposals: List[str] = []
    turn = Turn(seat, view, None, match, proposals.append, _print_note)
    _watch_cpu_time(match.limits["cpu_ms"], proposals, reply)
    try:
        answer = stoker_bot.choose(bot, turn)
    except BaseException:
        # In this protocol the first answer counts: a proposal waits until no better one can come.
        if proposals:
            reply({"move": proposals[-1]})
        raise
    reply(answer)


def _print_note(note: Dict[str, Any]) -> None:
    """Writes a note in the `course` protocol, where notes are lines on standard error."""
    ((kind, value),) = note.items()
    words = [kind, *map(str, value.values())] if isinstance(value, dict) else [kind, value]
    print("@note", *" ".join(words).splitlines(), file=sys.stderr, flush=True)


def _watch_cpu_time(
    limit_ms: int, proposals: List[str], reply: Callable[[Dict[str, Any]], None]
) -> None:
    """Answers the last proposal, with status 42, once nine tenths of the CPU time are used."""
    import signal

    if not hasattr(signal, "setitimer"):
        return  # Without a timer a proposal counts only if an exception ends the turn.

    def out_of_time(*_: Any) -> None:
        if proposals:
            reply({"move": proposals[-1]})
            os._exit(42)

    signal.signal(signal.SIGPROF, out_of_time)
    left = 0.9 * limit_ms / 1000 - time.process_time()
    signal.setitimer(signal.ITIMER_PROF, max(left, 0.01), 0.02)
