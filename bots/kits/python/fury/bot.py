"""A small bot for the ruleset fury, in the `lines` protocol: it needs no other file.

Its Dracula puts vampires on his trail and lets them mature. Its hunters travel by day, gather cards
by night, and fight. It reads the legal moves alone: what the view says of the trail is up to you.
"""

import json
import random
import sys

# Encounters, those that Dracula puts down first.
LAID = ["AV", "NV", "RV", "WV", "DS", "FG", "SB", "MB", "RT", "BT", "SP", "BG", "HX"]
# Combat cards, those that are played first: the hunters' and Dracula's.
CARDS = ["KN", "HH", "PI", "RI", "PU", "FA", "CL", "ST", "EB", "EM", "ME", "PL"]


def rank(order, code):
    return order.index(code) if code in order else len(order)


class Chaser:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def some(self, legal, *beginnings):
        """One of the moves with the first beginning that fits any."""
        for beginning in beginnings:
            fitting = [move for move in legal if move.startswith(beginning)]
            if fitting:
                return self.random.choice(fitting)
        return None

    def choose(self, seat, legal):
        return (self.dracula(legal) if seat == 0 else self.hunter(legal)) or self.other(legal)

    def dracula(self, legal):
        if "MATURE" in legal:
            return "MATURE"
        if "FEED" in legal and self.random.random() < 0.2:
            return "FEED"
        return self.some(legal, "BACK:")

    def hunter(self, legal):
        if "SEARCH" in legal or "TKT" in legal or "SUP" in legal:
            if "REST" in legal and self.random.random() < 0.3:
                return "REST"
            return self.some(legal, "R:", "M:", "SUP", "TKT")
        return None

    def other(self, legal):
        for beginning, order in (("E:", LAID), ("C:", CARDS)):
            fitting = [move for move in legal if move.startswith(beginning)]
            if fitting and not fitting[0][2:].isdigit():
                return min(fitting, key=lambda move: rank(order, move[2:]))
        fitting = self.some(legal, "A:", "E:", "R:", "FIGHT", "JOIN", "KEEP", "EV:", "W:")
        return fitting or self.random.choice(legal)


# Each example has this loop of its own, so that the file can be copied alone.
def main():
    bot = None
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            answer = {"type": "hello", "protocol": 1}
        elif message["type"] == "start":
            bot = Chaser(message["seed"])
            continue
        elif message["type"] == "decide":
            move = bot.choose(message["seat"], message["legal"])
            answer = {"decision": message["decision"], "move": move}
        else:
            continue
        print(json.dumps(answer), flush=True)


main()
