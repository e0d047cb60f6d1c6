"""A small bot for the ruleset masters, in the `lines` protocol: it needs no other file.

It goes by one list: of the legal moves it makes the one that stands highest. It holds the ritual when
it can, fights what it finds, recruits, and heals. Where it should walk it leaves to chance: what to
do about that is up to you. Each event brings the whole table, with the key `table`.
"""

import json
import random
import sys

# The moves that are worth making, the best first, by how they begin.
ACTIONS = [
    "RT", "SG", "BL", "FG", "RL:MIR", "EX", "GV", "US", "HU", "RL:CHA", "RC",
]


class Fighter:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.table = None

    def hear(self, events):
        for event in events:
            self.table = event["table"]

    def choose(self, legal):
        kind = legal[0].split(":")[0]
        if kind == "DI":
            return legal[-1]
        if kind == "MN" or kind == "NO":
            return legal[0]
        if "END" in legal:
            return self.act(legal)
        return self.random.choice(legal)

    def act(self, legal):
        for begin in ACTIONS:
            # Of the moves of the district, only those that stay here.
            moves = [move for move in legal if move.startswith(begin) and move.count(":") != 2]
            if begin == "FG" and self.is_weak():
                continue
            if moves:
                return self.random.choice(moves)
        walks = [move for move in legal if move.startswith("MV")]
        return self.random.choice(walks) if walks and self.random.random() < 0.5 else "END"

    def is_weak(self):
        """A vampire with one blood left does not fight."""
        if self.table is None or self.table["actor"] is None:
            return False
        return self.table["vampires"][self.table["actor"]]["blood"] < 2


# Each example has this loop of its own, so that the file can be copied alone.
def main():
    bot = None
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            answer = {"type": "hello", "protocol": 1}
        elif message["type"] == "start":
            bot = Fighter(message["seed"])
            continue
        elif message["type"] == "decide":
            bot.hear(message["events"])
            answer = {"decision": message["decision"], "move": bot.choose(message["legal"])}
        else:
            continue
        print(json.dumps(answer), flush=True)


main()
