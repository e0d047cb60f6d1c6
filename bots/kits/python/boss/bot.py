"""A small bot for the ruleset boss, in the `lines` protocol: it needs no other file.

It attacks the tile with the fewest tokens while it holds enough strength, plays its strongest cards,
heals with Bite, and leaves after the first dawn. It plays nothing out of turn: when to
warn, to whisper or to lure is up to you.
"""

import json
import random
import sys

# The cards that are discarded to an ambush, the first first.
CHEAP = ["LURE", "NOSE", "CRY", "HUSH", "1", "BITE", "MIST"]


class Hunter:
    def __init__(self, start):
        self.random = random.Random(start["seed"])
        self.seat = start["view"]["player"]
        self.hand = list(start["view"]["own"]["hand"])
        self.wounds = 0
        self.tokens = {tile["tile"]: tile["tokens"] for tile in start["view"]["table"]["tiles"]}
        self.target = None

    def hear(self, events):
        for event in events:
            word, *rest = event.get("told", "-").split(":")
            mine = bool(rest) and rest[0] == self.seat
            if word == "draw" and mine and len(rest) > 1:
                self.hand.append(rest[1])
            elif word == "drop" and mine:
                for _ in range(int(rest[2])):
                    self.hand.remove(rest[1])
            elif word == "move" and mine:
                self.spend(rest[1:])
            elif word == "wounded" and mine:
                self.wounds += 1
            elif word == "bitten" and mine:
                self.wounds -= 1
            elif word == "tokens":
                self.tokens[rest[0]] = int(rest[1])
            elif word in ("claimed", "success", "failed"):
                self.target = None

    def spend(self, move):
        """A card that is played or discarded leaves the hand."""
        card = {"H": move[-1], "D": move[-1]}.get(move[0], move[0])
        if card in self.hand:
            self.hand.remove(card)

    def choose(self, legal):
        if "LEAVE" in legal:
            return "LEAVE"
        bites = [move for move in legal if move.startswith("BITE")]
        if bites and self.wounds > 0:
            return bites[0]
        if any(move.startswith("H:") for move in legal):
            return self.fight(legal)
        if any(move.startswith("A:") for move in legal):
            return self.attack(legal)
        if "W" in legal:
            moves = ["D:" + card for card in CHEAP if "D:" + card in legal]
            return moves[0] if moves else "W"
        return "-" if "-" in legal else legal[0]

    def attack(self, legal):
        """A fight needs strength, and tokens make it harder."""
        tiles = [move for move in legal if move.startswith("A:")]
        best = min(tiles, key=lambda move: self.tokens.get(move[2:], 0))
        strength = sum(int(card) for card in self.hand if card.isdigit())
        enough = 9 + 3 * self.tokens.get(best[2:], 0)
        return best if strength >= enough or "-" not in legal else "-"

    def fight(self, legal):
        """The strongest card against one pedestrian, until it is beaten."""
        hits = [move for move in legal if move.startswith("H:")]
        same = [move for move in hits if move.split(":")[1] == self.target] or hits
        best = max(same, key=lambda move: int(move[-1]))
        self.target = best.split(":")[1]
        return best


# Each example has this loop of its own, so that the file can be copied alone.
def main():
    bot = None
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            answer = {"type": "hello", "protocol": 1}
        elif message["type"] == "start":
            bot = Hunter(message)
            continue
        elif message["type"] == "decide":
            bot.hear(message["events"])
            answer = {"decision": message["decision"], "move": bot.choose(message["legal"])}
        else:
            continue
        print(json.dumps(answer), flush=True)


main()
