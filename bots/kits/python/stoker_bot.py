"""Write a bot for stoker in Python: this file and one class are enough.

    import stoker_bot

    class MyBot(stoker_bot.Bot):
        def choose(self, turn):
            return turn.rng.choice(turn.legal)

    stoker_bot.run(MyBot())

Copy this file into the folder of your bot. It needs Python 3.9 or later, and nothing else. It plays
any ruleset: moves are strings, and views and events are plain JSON. For the course's game, copy
stoker_course.py too: it makes objects of the course's views, and has the map.

A program uses one of two protocols. This file recognizes the protocol by its first input:

`lines`   One process plays a whole match. Everything below is available.
`course`  One process plays one turn of the course's game: see stoker_course.py.

Prints go to standard error, which `stoker match --stderr` shows; they do not disturb answers.
"""

from __future__ import annotations

import json
import os
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:  # Importing these would make every start slower.
    import random
    from typing import Any, BinaryIO, Callable, Dict, Iterable, List, Optional, Tuple, Union

PROTOCOL = 1
DEFAULT_LIMITS = {"wall_ms": 6000, "cpu_ms": 1500}
"""The limits of a decision in the `course` protocol, which does not send any."""


# ---- one decision --------------------------------------------------------------------------------


class Turn:
    """A question for a seat's move."""

    def __init__(
        self,
        seat: int,
        view: Any,
        legal: Optional[List[str]],
        match: Match,
        propose: Callable[[str], None],
        draw: Optional[Callable[[Dict[str, Any]], None]] = None,
        news: Iterable[Any] = (),
    ) -> None:
        self.seat = seat
        """The seat asked."""
        self.view = view
        """All that the player knows: plain JSON, unless the ruleset has a module of its own."""
        self.news = list(news)
        """The events since the last question, oldest first, as JSON."""
        self.legal = legal
        """Every legal move; None in the `course` protocol."""
        self.params = match.params
        """The constants of the rules by name; None in the `course` protocol."""
        self.start = match.start
        """The message that began the match: `ruleset`, `sides`, `seats` and so on."""
        self._match = match
        self._propose = propose
        self._draw = draw or (lambda note: None)
        self._until = time.monotonic() + 0.8 * min(match.limits.values()) / 1000

    @property
    def rng(self) -> random.Random:
        """A generator seeded by the match. If you draw from no other, games can be repeated."""
        return self._match.rng

    def propose(self, move: str) -> None:
        """Names the best move so far. It is played if time runs out before `choose` returns."""
        self._propose(move)

    # Your bot's thoughts, drawn in the replay of the match. Only people see them, after the match:
    # no opponent does, and no result depends on them.

    def note_text(self, text: str) -> None:
        """A line of text beside the turn, of at most 500 bytes."""
        self._draw({"text": str(text)})

    def note_label(self, place: str, text: Any) -> None:
        """A few characters at a place, such as the value of going there: at most 40 bytes."""
        self._draw({"label": {"at": place, "text": str(text)}})

    def note_shade(self, place: str, value: float) -> None:
        """A shade of a place, from 0 to 1, such as the probability that Dracula is there."""
        shade = int(1000 * min(max(value, 0.0), 1.0) + 0.5)
        self._draw({"shade": {"at": place, "value": shade}})

    def note_arrow(self, start: str, end: str) -> None:
        """An arrow from one place to another."""
        self._draw({"arrow": {"from": start, "to": end}})

    def note_mark(self, text: str) -> None:
        """A mark on the time line, of at most 100 bytes."""
        self._draw({"mark": str(text)})

    def more(self) -> bool:
        """Returns True until four fifths of the time limit are used."""
        return time.monotonic() < self._until


class Bot:
    """A bot: subclass it and write `choose`."""

    def choose(self, turn: Turn) -> Union[str, Tuple[str, str]]:
        """Returns a move, or a move and a message of up to 99 bytes, which everyone reads."""
        raise NotImplementedError("write a method `choose(self, turn)` that returns a move")

    def advance(self, view: Any, event: Any) -> Any:
        """Returns the view after an event, both as JSON, for games without a module of their own.

        Unless you write this, `turn.view` stays as it was at the start, and `turn.news` has what
        has happened since the last question.
        """
        return view

    def ended(self, view: Any, result: Dict[str, Any]) -> None:
        """Called at the end (only in `lines`); `result` has `scores`, `winners` and `reason`."""


# ---- from the wire -------------------------------------------------------------------------------


class Match:
    """The facts of a whole match."""

    def __init__(self, game: Any, start: Optional[Dict[str, Any]] = None, seed: Any = None) -> None:
        self.game = game
        self.start = start
        self.params: Optional[Dict[str, Any]] = None
        self.limits: Dict[str, int] = dict(DEFAULT_LIMITS)
        self._seed = seed
        self._rng: Optional[random.Random] = None
        if start is not None:
            self.params = start["params"]
            self.limits = start["limits"]
            self._seed = int(start["seed"], 16)

    @property
    def rng(self) -> random.Random:
        if self._rng is None:
            from random import Random

            self._rng = Random(self._seed)
        return self._rng


class Game:
    """A game without a module of its own: views and events stay plain JSON."""

    turn = Turn

    def view(self, data: Any) -> Any:
        return data

    def advance(self, bot: Bot, view: Any, event: Any) -> Any:
        return bot.advance(view, event)


def _game_of(start: Dict[str, Any]) -> Any:
    """The game of a module such as stoker_course.py beside this file, if the ruleset has one."""
    from importlib import import_module
    from importlib.util import find_spec

    name = "stoker_%s" % start["ruleset"]
    return import_module(name).Game(start) if find_spec(name) else Game()


# ---- the two protocols ---------------------------------------------------------------------------


def run(bot: Bot) -> None:
    """Plays until the input or the match ends. Call it once, at the end of your program.

    An exception in your code ends the program, with its traceback on standard error.
    """
    if isinstance(bot, type):
        bot = bot()
    replies = _take_over_stdout()
    source = sys.stdin.buffer
    first = source.readline()
    if _is_lines(first):
        _run_lines(bot, first, source, replies)
    else:
        import stoker_course

        stoker_course.run_turn(bot, first + source.read(), replies)


def _take_over_stdout() -> Callable[[Dict[str, Any]], None]:
    """Redirects all later prints to standard error. Returns the function that writes answers."""
    answers = os.dup(1)
    os.dup2(2, 1)
    sys.stdout = sys.stderr

    def reply(message: Dict[str, Any]) -> None:
        line = json.dumps(message).encode() + b"\n"
        while line:
            line = line[os.write(answers, line) :]

    return reply


def _is_lines(line: bytes) -> bool:
    try:
        message = json.loads(line)
    except ValueError:
        return False
    return isinstance(message, dict) and "type" in message


def _run_lines(
    bot: Bot, first: bytes, source: BinaryIO, reply: Callable[[Dict[str, Any]], None]
) -> None:
    match, view = Match(Game()), None
    line = first
    while line:
        message = json.loads(line.decode("utf-8", "replace"))
        kind = message.get("type")
        if kind == "hello":
            reply({"type": "hello", "protocol": PROTOCOL})
        elif kind == "start":
            match = Match(_game_of(message), message)
            view = match.game.view(message["view"])
        elif kind in ("decide", "ended"):
            for event in message.get("events", ()):
                view = match.game.advance(bot, view, event)
            if kind == "ended":
                bot.ended(view, message)
                return
            reply(_answer(bot, match, view, message, reply))
        line = source.readline()


def _answer(
    bot: Bot,
    match: Match,
    view: Any,
    message: Dict[str, Any],
    reply: Callable[[Dict[str, Any]], None],
) -> Dict[str, Any]:
    """Asks the bot a question, and returns the reply."""
    number = message["decision"]
    notes: List[Dict[str, Any]] = []
    turn = match.game.turn(
        message["seat"],
        view,
        message["legal"],
        match,
        lambda move: reply({"decision": number, "propose": move}),
        notes.append,
        message.get("events", ()),
    )
    answer: Dict[str, Any] = {"decision": number, **choose(bot, turn)}
    return {**answer, "notes": notes} if notes else answer


def choose(bot: Bot, turn: Turn) -> Dict[str, str]:
    """Asks the bot, and returns its answer as the keys of a reply."""
    choice = bot.choose(turn)
    move, message = (choice, "") if isinstance(choice, str) else _pair(choice)
    if turn.legal is not None and move not in turn.legal:
        legal = " ".join(turn.legal)
        print("stoker_bot: %r is not legal; legal are: %s" % (move, legal), file=sys.stderr)
    return {"move": move, "message": message} if message else {"move": move}


def _pair(choice: Any) -> Tuple[str, str]:
    if isinstance(choice, (tuple, list)) and len(choice) == 2:
        move, message = choice
        if isinstance(move, str) and (message is None or isinstance(message, str)):
            return move, message or ""
    raise TypeError("choose() returned %r: return a move, or a move and a message" % (choice,))
