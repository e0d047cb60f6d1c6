"""A bot for both sides, as a start: change it until it wins.

Hunters compute where Dracula can be and close in. While they know nothing they rest, because
rests lead to research. Dracula goes where the hunters need longest to follow.
"""

import stoker_bot
from stoker_course import DRACULA


class Pursuer(stoker_bot.Bot):
    def choose(self, turn):
        if turn.legal is None:
            raise SystemExit('this bot needs the map: use it with protocol = "lines"')
        return self.flee(turn) if turn.is_dracula else self.hunt(turn)

    # ---- hunters ----

    def hunt(self, turn):
        board = turn.view.board
        if board.round == 0:
            cities = [place for place in turn.legal if not turn.map.is_sea(place)]
            return turn.rng.choice(cities)
        if 0 < board.life[turn.seat] <= 3:
            return turn.place, "I need a rest"

        suspects = self.suspects(turn)
        if not suspects:
            return turn.place
        if len(suspects) <= 3:
            print("Dracula is in", " or ".join(suspects))  # Seen with `stoker match --stderr`.

        for place in suspects:  # The replay shows them beside his true place.
            turn.note_shade(place, 1 / len(suspects))
        # One hunter for each place: skip the places where the others are.
        taken = {board.at[seat] for seat in range(4) if seat != turn.seat}
        suspects = [place for place in suspects if place not in taken] or suspects

        def distance(move):
            turns = turn.map.turns(turn.seat, turn.round + 1, move)
            return sum(turns.get(place, 99) for place in suspects)

        return self.best(turn, lambda move: -distance(move))

    def suspects(self, turn):
        """The places where Dracula can be, from the last sighting and all that is known since."""
        seen = turn.last_seen()
        if seen is None:
            return []
        round, place = seen
        places = {place}
        for later in range(round + 1, turn.round):
            move = turn.dracula_move(later)
            if move == "HI":
                continue
            places = {to for at in places for to in turn.map.reach(DRACULA, later, at)}
            if move in ("C?", "S?"):
                places = {to for to in places if turn.map.is_sea(to) == (move == "S?")}
        return sorted(places)  # Sorted, because a set has no order and matches should repeat.

    # ---- Dracula ----

    def flee(self, turn):
        board = turn.view.board

        def safety(move):
            place = turn.place_of(move)
            hunters = [
                turn.map.turns(seat, turn.round + 1, at).get(place, 99)
                for seat, at in enumerate(board.at)
                if at is not None
            ]
            # The nearest hunter counts most. The sea is safe but costs blood.
            cost = 2 if turn.map.is_sea(place) else 0
            return 3 * min(hunters) + sum(hunters) / 4 - cost

        return self.best(turn, safety), "catch me"

    # ---- both ----

    @staticmethod
    def best(turn, value):
        """The legal move with the highest value; any of them if several have it."""
        values = [(value(move), move) for move in turn.legal]
        highest = max(values)[0]
        return turn.rng.choice([move for worth, move in values if worth == highest])


stoker_bot.run(Pursuer())
