"""A small bot for the ruleset kosmos, in the `lines` protocol: it needs no other file.

It looks at every card that it comes to, fights with its strongest card, and puts down its best
fighters. It remembers nothing but the steps of its turn and the card that it looked at: what to do
about that is up to you.
"""

import json
import random
import sys

# Movement and strength of the action cards.
CARDS = {
    "FLU": (1, 3), "PUL": (2, 3), "TIE": (2, 2), "ATE": (3, 2), "RAU": (3, 3),
    "STI": (3, 4), "AUG": (4, 1), "DUN": (4, 1), "FLS": (5, 2), "SCH": (6, 0),
    "SCF": (1, 3), "GEL": (2, 3), "VER": (2, 2), "KAM": (3, 3), "WAC": (3, 2),
    "STA": (3, 4), "TAU": (4, 1), "EIN": (4, 1), "WID": (5, 2), "EIL": (6, 0),
}
# The order in which cards are put down.
PUT = ["V3", "H3", "AM", "CR", "V2", "H2", "V1", "H1", "CO", "VI"]


class Looker:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.steps = 0
        self.foe = False

    def hear(self, events):
        for event in events:
            told = event.get("told", "")
            if told.startswith("turn:"):
                self.steps, self.foe = 0, False
            self.steps += told.startswith("step:")
            self.foe = self.foe or told.startswith("foe:")

    def choose(self, legal):
        for word in ("LOOK", "SHOW", "USE"):
            if word in legal:
                return word
        if legal[0] == "GIVE":
            return "GIVE"
        if "END" in legal:
            places = [move for move in legal if move not in ("END", "GIVE")]
            return self.random.choice(places) if places and self.steps < 2 else "END"
        if legal[0] in CARDS and "-" not in legal:
            return max(legal, key=self.worth)
        if legal[0] in PUT and "-" not in legal:
            return min(legal, key=PUT.index)
        if len(legal[0]) == 12:
            return max(legal, key=self.lay)
        if "-" in legal:
            return "-"
        return self.random.choice([move for move in legal if move != "GIVE"])

    def worth(self, card):
        """Lives first; then a strong card for a fight, or a weak one for a walk."""
        movement, strength = CARDS[card]
        unpaid = max(0, self.steps - movement)
        return (-unpaid, strength if self.foe else -strength)

    def lay(self, cards):
        """Three targets, and the strongest of the rest."""
        kinds = [cards[at:at + 2] for at in range(0, 12, 2)]
        targets = sum(kind in ("CO", "VI") for kind in kinds)
        return (-abs(targets - 3), -sum(PUT.index(kind) for kind in kinds))


# Each example has this loop of its own, so that the file can be copied alone.
def main():
    bot = None
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            answer = {"type": "hello", "protocol": 1}
        elif message["type"] == "start":
            bot = Looker(message["seed"])
            continue
        elif message["type"] == "decide":
            bot.hear(message["events"])
            answer = {"decision": message["decision"], "move": bot.choose(message["legal"])}
        else:
            continue
        print(json.dumps(answer), flush=True)


main()
