"""Tests of stoker_bot.py: python3 -m unittest, in this folder.

The expected views and reach are in test_data.jsonl, which the engine writes:
UPDATE_KIT_DATA=1 cargo test -p stoker-bots --test games kits::
"""

import json
import os
import subprocess
import sys
import tempfile
import textwrap
import unittest

import stoker_bot
import stoker_course
from stoker_course import DRACULA, DraculaPlay, DraculaView, HunterPlay, HuntersView

HERE = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(HERE, "test_data.jsonl"), encoding="utf-8") as lines:
    DATA = [json.loads(line) for line in lines]


def data(kind):
    return [entry for entry in DATA if entry["kind"] == kind]


def sessions():
    """The two sides of one match: each is a list of entries that begins with its `start`."""
    both = []
    for entry in DATA:
        if entry["kind"] == "line" and entry["line"]["type"] == "start":
            both.append([])
        if entry["kind"] in ("line", "view", "past_plays"):
            both[-1].append(entry)
    return both


HUNTERS_LINES, DRACULA_LINES = [
    [entry["line"] for entry in session if entry["kind"] == "line"] for session in sessions()
]
HELLO = {"type": "hello", "protocol": 1, "stoker": "0.1.0", "ruleset": "course"}
PAST_PLAYS = "GBE.... SBR.... HLO.... MCA.... DC?.V.. GSJVD.."


def the_map():
    start = HUNTERS_LINES[0]
    return stoker_course.Map(start["map"], start["params"]["rail_divisor"])


class Views(unittest.TestCase):
    def test_a_view_brought_up_to_date_by_events_equals_one_made_afresh(self):
        compared = 0
        for session in sessions():
            start = session[0]["line"]
            reader = stoker_course._Reader([place["code"] for place in start["map"]["places"]])
            view = reader.view(start["view"])
            for entry in session[1:]:
                if entry["kind"] == "line":
                    for event in entry["line"]["events"]:
                        reader.advance(view, event)
                elif entry["kind"] == "view":
                    self.assertEqual(view, reader.view(entry["view"]))
                    compared += 1
        self.assertGreater(compared, 6)

    def test_past_plays_tell_the_same_plays_and_messages_as_the_view(self):
        for session in sessions():
            codes = [place["code"] for place in session[0]["line"]["map"]["places"]]
            view = stoker_course._Reader(codes).view(session[-2]["view"])
            self.assertEqual(view.plays, stoker_course.parse_plays(session[-1]["past_plays"]))
            said = {index: text for index, text in enumerate(session[-1]["messages"]) if text}
            self.assertEqual(view.messages, said)
            self.assertTrue(any("🐎" in text for text in said.values()))

    def test_the_rules_example_is_read(self):
        plays = stoker_course.parse_plays(PAST_PLAYS)
        self.assertEqual(plays[0], HunterPlay(0, "BE"))
        self.assertEqual(plays[4], DraculaPlay("C?", placed="vampire"))
        self.assertEqual(plays[5], HunterPlay(0, "SJ", vampires=1, met_dracula=True))
        [matured] = stoker_course.parse_plays("GBE.... SBR.... HLO.... MCA.... DD3T.V.")[4:]
        self.assertEqual(matured, DraculaPlay("D3", placed="trap", left="vampire"))
        self.assertEqual(stoker_course.parse_plays(""), [])

    def test_past_plays_that_are_none_are_refused_by_number(self):
        for text, number in [("GBE.... SBR...", 1), ("SBR....", 0), ("GBE.... xyz", 1)]:
            with self.assertRaisesRegex(ValueError, "play %d " % number):
                stoker_course.parse_plays(text)


class Reach(unittest.TestCase):
    def test_reach_is_what_the_engine_says(self):
        map = the_map()
        self.assertEqual(len(data("reach")), 5 * 71)
        for case in data("reach"):
            found = map.reach(case["seat"], case["round"], case["from"])
            self.assertEqual(" ".join(found), case["to"], case)

    def test_one_way_to_travel_at_a_time(self):
        map = the_map()
        whole = set(map.reach(3, 0, "BE"))
        ways = [map.reach(3, 0, "BE", by=[kind]) for kind in ("road", "rail", "sea")]
        self.assertEqual(set().union(*ways), whole)
        self.assertEqual(map.reach(3, 0, "BE", by=["road"]), sorted(
            ["BE"] + map.links("road", "BE"), key=map.codes.index))
        self.assertEqual(map.reach(0, 0, "BE", by=["rail"]), ["BE"])

    def test_turns_are_what_the_engine_says_and_a_path_takes_as_many(self):
        map = the_map()
        for case in data("turns"):
            seat, round, start = case["seat"], case["round"], case["from"]
            expected = {code: n for code, n in zip(map.codes, case["turns"]) if n >= 0}
            self.assertEqual(map.turns(seat, round, start), expected)
            for goal in map.codes:
                way = map.path(seat, round, start, goal)
                if goal not in expected:
                    self.assertIsNone(way)
                    continue
                self.assertEqual(len(way), expected[goal])
                self.assertEqual(([start] + way)[-1], goal)
                for turn, (at, to) in enumerate(zip([start] + way, way)):
                    self.assertIn(to, map.reach(seat, round + turn, at))

    def test_a_path_waits_for_a_train(self):
        rails = {"places": [{"code": code, "name": code, "kind": "land"}
                            for code in ("AA", "BB", "CC")],
                 "name": "rails", "hospital": 0, "castle": 1,
                 "links": [[0, 1, "rail"], [1, 2, "rail"]]}
        map = stoker_course.Map(rails, rail_divisor=4)
        self.assertEqual(map.path(0, 0, "AA", "BB"), ["AA", "BB"])
        self.assertEqual(map.path(0, 3, "AA", "CC"), ["CC"])
        self.assertEqual(map.path(0, 0, "AA", "AA"), [])
        self.assertIsNone(map.path(DRACULA, 0, "BB", "CC"))


class Turns(unittest.TestCase):
    def turn(self, seat, plays, map=None, view=HuntersView):
        match = stoker_bot.Match(stoker_course.Game())
        match.map = map
        view = view(plays=stoker_course.parse_plays(plays))
        return stoker_course.Turn(seat, view, None, match, lambda move: None)

    def test_dracula_is_followed_through_hides_and_double_backs(self):
        rounds = "GBE.... SBR.... HLO.... MCA.... D%s.... "
        turn = self.turn(0, "".join(rounds % code for code in ("SJ", "HI", "C?", "D3", "TP")))
        self.assertEqual([turn.dracula_place(r) for r in range(-1, 6)],
                         [None, "SJ", "SJ", None, "SJ", None, None])
        self.assertEqual(turn.last_seen(), (3, "SJ"))
        turn._match.map = turn.map = the_map()
        self.assertEqual(turn.last_seen(), (4, "CD"))
        self.assertEqual(turn.dracula_move(2), "C?")
        self.assertEqual(self.turn(0, "").last_seen(), None)

    def test_a_seat_knows_where_it_is_and_where_its_moves_lead(self):
        self.assertEqual(self.turn(1, PAST_PLAYS).place, "BR")
        self.assertEqual(self.turn(0, "").place, None)
        plays = "GBE.... SBR.... HLO.... MCA.... DSJ.V.. GSJVD.. SBR.... HLO.... MCA.... DHIT..."
        nine = "GSJ.... SBR.... HLO.... MCA...."
        turn = self.turn(DRACULA, plays + " " + nine, view=DraculaView)
        self.assertEqual(turn.place, "SJ")
        self.assertEqual([turn.place_of(move) for move in ("BE", "HI", "D2")], ["BE", "SJ", "SJ"])
        self.assertEqual(turn.place_of("TP"), None)


class Programs(unittest.TestCase):
    """Tests of bots as separate programs."""

    def play(self, choose, text, env=None, top=""):
        """Runs a bot with this body of `choose`. Returns its result, with its answers parsed."""
        source = "import os, sys, stoker_bot\n%s\nclass B(stoker_bot.Bot):\n%s\n" % (
            top,
            textwrap.indent("def choose(self, turn):\n" + textwrap.indent(
                textwrap.dedent(choose).strip(), "    "), "    "),
        )
        return self.run_program([sys.executable, "-c", source + "stoker_bot.run(B())"], text, env)

    def run_program(self, argv, text, env=None):
        environment = dict(os.environ)
        environment.pop("PYTHONUNBUFFERED", None)
        done = subprocess.run(
            argv,
            input=text if isinstance(text, bytes) else text.encode(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=HERE,
            env={**environment, "PYTHONDONTWRITEBYTECODE": "1", **(env or {})},
            timeout=60,
        )
        done.replies = [json.loads(line) for line in done.stdout.splitlines()]
        done.notes = done.stderr.decode()
        return done

    def course(self, choose, past_plays=PAST_PLAYS, messages=None, **more):
        messages = [""] * len(past_plays.split()) if messages is None else messages
        text = json.dumps({"past_plays": past_plays, "messages": messages})
        return self.play(choose, text, **more)

    def lines(self, choose, messages, **more):
        return self.play(choose, "".join(json.dumps(message) + "\n" for message in messages), **more)

    def hunters(self, choose, questions=3, **more):
        return self.lines(choose, [HELLO] + HUNTERS_LINES[: questions + 1], **more)

    # ---- lines ----

    def test_a_match_over_lines_is_answered_to_its_end(self):
        for session in (HUNTERS_LINES, DRACULA_LINES):
            done = self.lines("return turn.legal[-1], 'I am %d' % turn.seat", [HELLO] + session)
            self.assertEqual((done.returncode, done.notes), (0, ""))
            self.assertEqual(done.replies[0], {"type": "hello", "protocol": 1})
            questions = [line for line in session if line["type"] == "decide"]
            self.assertEqual(done.replies[1:], [
                {"decision": n["decision"], "move": n["legal"][-1],
                 "message": "I am %d" % n["seat"]} for n in questions])

    def test_the_input_may_end_before_the_match(self):
        done = self.hunters("return turn.legal[0]", questions=1)
        self.assertEqual((done.returncode, len(done.replies)), (0, 2))

    def test_unknown_types_and_keys_are_passed_over(self):
        start, question = HUNTERS_LINES[:2]
        messages = [{**HELLO, "new": 1}, {"type": "weather"}, start, {**question, "mood": "bad"}]
        done = self.lines("return turn.legal[0]", messages)
        self.assertEqual((done.returncode, len(done.replies)), (0, 2))

    def test_another_ruleset_is_played_with_views_and_events_as_they_come(self):
        start = {**HUNTERS_LINES[0], "ruleset": "duel", "map": None, "view": {"hand": [3]}}
        question = {"type": "decide", "decision": 1, "seat": 0, "events": [{"drew": 7}, "asked"],
                    "legal": ["L", "R"]}
        done = self.lines("print(turn.view, turn.news, turn.start['ruleset'])\nreturn 'R'",
                          [HELLO, start, question])
        self.assertEqual((done.returncode, done.replies[1]), (0, {"decision": 1, "move": "R"}))
        self.assertEqual(done.notes.strip(), "{'hand': [3]} [{'drew': 7}, 'asked'] duel")

    def test_a_bot_can_bring_the_view_of_another_ruleset_up_to_date(self):
        start = {**HUNTERS_LINES[0], "ruleset": "duel", "map": None, "view": {"hand": [3]}}
        ask = {"type": "decide", "decision": 1, "seat": 0, "legal": ["L"], "events": [7, 8]}
        again = {**ask, "decision": 2, "events": [9]}
        source = "import stoker_bot\nclass B(stoker_bot.Bot):\n" \
                 "    def advance(self, view, event):\n" \
                 "        return {'hand': view['hand'] + [event]}\n" \
                 "    def choose(self, turn):\n" \
                 "        print(turn.view)\n        return 'L'\n" \
                 "stoker_bot.run(B())"
        text = "".join(json.dumps(line) + "\n" for line in [HELLO, start, ask, again])
        done = self.run_program([sys.executable, "-c", source], text)
        self.assertEqual(done.notes.split("\n")[:2], ["{'hand': [3, 7, 8]}", "{'hand': [3, 7, 8, 9]}"])

    def test_proposals_are_sent_at_once(self):
        done = self.hunters("""
            for move in turn.legal[:2]:
                turn.propose(move)
            return turn.legal[2]
        """, questions=1)
        first, second, third = HUNTERS_LINES[1]["legal"][:3]
        self.assertEqual(done.replies[1:], [
            {"decision": 1, "propose": first}, {"decision": 1, "propose": second},
            {"decision": 1, "move": third}])

    def test_thinking_ends_before_the_limit(self):
        start = {**HUNTERS_LINES[0], "limits": {"wall_ms": 250, "cpu_ms": 1000}}
        done = self.lines("""
            import time
            began = time.monotonic()
            while turn.more():
                pass
            print(time.monotonic() - began)
            return turn.legal[0]
        """, [HELLO, start, HUNTERS_LINES[1]])
        self.assertTrue(0.19 <= float(done.notes) < 0.25, done.notes)

    def test_the_generator_is_seeded_by_the_match(self):
        draws = "print(turn.rng.random()); return turn.legal[0]"
        once, again = self.hunters(draws), self.hunters(draws)
        self.assertEqual(once.notes, again.notes)
        self.assertEqual(len(set(once.notes.split())), 3)
        start = {**HUNTERS_LINES[0], "seed": "00000000000000aa"}
        self.assertNotEqual(self.lines(draws, [HELLO, start] + HUNTERS_LINES[1:4]).notes, once.notes)

    def test_the_end_is_told(self):
        top = "class E(stoker_bot.Bot):\n" \
              "    choose = lambda self, turn: turn.legal[0]\n" \
              "    ended = lambda self, view, result: print(len(view.plays), result['scores'])\n" \
              "stoker_bot.run(E)\nsys.exit(3)\n"
        done = self.lines("pass", [HELLO] + HUNTERS_LINES, top=top)
        self.assertEqual((done.returncode, done.notes), (3, "90 {'score': 1}\n"))

    NOTES = '''
        turn.note_text("he\\nis " + turn.place)
        turn.note_label("PA", 3.5)
        turn.note_shade("LO", 0.35)
        turn.note_shade("LO", 7)
        turn.note_arrow("LO", "PA")
        turn.note_mark("lost")
        return "BR"
    '''

    def test_notes_go_with_the_reply(self):
        done = self.hunters("turn.note_mark(turn.seat)\nreturn turn.legal[0]", questions=2)
        self.assertEqual([reply.get("notes") for reply in done.replies],
                         [None, [{"mark": "0"}], [{"mark": "1"}]])
        self.assertEqual(done.notes, "")

    # ---- course ----

    def test_notes_are_lines_on_standard_error(self):
        done = self.course(self.NOTES)
        self.assertEqual(done.replies, [{"move": "BR"}])
        self.assertEqual(done.notes.splitlines(), [
            "@note text he is BR", "@note label PA 3.5", "@note shade LO 350",
            "@note shade LO 1000", "@note arrow LO PA", "@note mark lost"])

    def test_a_turn_of_the_course_protocol_is_answered(self):
        done = self.course("""
            view = turn.view
            print(turn.seat, turn.round, turn.place, turn.legal, turn.map, turn.params, view.board)
            return "BR", view.messages[5]
        """, messages=["", "", "", "", "", "boo"])
        self.assertEqual(done.replies, [{"move": "BR", "message": "boo"}])
        self.assertEqual((done.returncode, done.notes), (0, "1 1 BR None None None None\n"))

    def test_the_seat_follows_from_the_plays(self):
        plays = PAST_PLAYS.split()
        for count, kind in [(0, "HuntersView"), (4, "DraculaView"), (5, "HuntersView")]:
            done = self.course("return 'JM', '%d %s' % (turn.seat, type(turn.view).__name__)",
                               " ".join(plays[:count]))
            self.assertEqual(done.replies[0]["message"], "%d %s" % (count % 5, kind))

    def test_the_input_may_be_spread_over_lines_and_lack_an_end(self):
        text = json.dumps({"past_plays": "", "messages": []}, indent=2)
        for end in ("", "\n", "\n\n"):
            done = self.play("return 'JM'", text + end)
            self.assertEqual((done.returncode, done.replies), (0, [{"move": "JM"}]))

    def test_a_long_game_is_read(self):
        plays = "GBE.... SBR.... HLO.... MCA.... DC?T... " * 180
        done = self.course("return 'JM', str(len(turn.view.plays))", plays.strip(), ["x" * 99] * 900)
        self.assertEqual(done.replies, [{"move": "JM", "message": "900"}])

    def test_a_proposal_is_the_answer_when_the_processor_time_is_used_up(self):
        done = self.course("""
            turn.propose("BR")
            turn.propose("BU")
            while True:
                pass
        """, env={"STOKER_CPU_MS": "400"})
        self.assertEqual((done.returncode, done.replies), (42, [{"move": "BU"}]))

    def test_a_proposal_made_too_late_still_counts(self):
        done = self.course("""
            import time
            while time.process_time() < 0.5:
                pass
            turn.propose("BR")
            while True:
                pass
        """, env={"STOKER_CPU_MS": "300"})
        self.assertEqual((done.returncode, done.replies), (42, [{"move": "BR"}]))

    def test_a_proposal_is_the_answer_when_the_bot_fails(self):
        done = self.course("turn.propose('BR'); return 1 / 0")
        self.assertEqual((done.returncode, done.replies), (1, [{"move": "BR"}]))
        self.assertIn("ZeroDivisionError", done.notes)

    def test_the_generator_is_seeded_by_the_plays(self):
        draw = "return 'JM', str(turn.rng.random())"
        answers = [self.course(draw, plays).stdout for plays in ("", "", "GBE....")]
        self.assertEqual(answers[0], answers[1])
        self.assertNotEqual(answers[0], answers[2])

    # ---- both ----

    def both(self, choose, **more):
        """Runs the same bot in both protocols, and yields both results."""
        for done in (self.course(choose, **more), self.hunters(choose, questions=1, **more)):
            yield done

    def test_odd_messages_come_and_go_unharmed(self):
        odd = ["žluťoučký kůň", "\"quoted\" \\ back\\slash", "tab\tline\nnull\0", "🐎", "\ud83d"]
        for text in odd:
            plays = " ".join(PAST_PLAYS.split()[:1])
            done = self.course("return 'JM', turn.view.messages[0]", plays, [text])
            self.assertEqual(done.replies, [{"move": "JM", "message": text}], done.notes)
        said = {"event": None}
        for message in HUNTERS_LINES[1:]:
            for event in message["events"]:
                said["event"] = event if event["hunters"]["message"] else said["event"]
        self.assertIsNotNone(said["event"])

    def test_bytes_that_are_no_text_are_replaced(self):
        text = b'{"past_plays": "GBE....", "messages": ["caf\xe9"]}'
        done = self.play("return 'JM', turn.view.messages[0]", text)
        self.assertEqual(done.replies, [{"move": "JM", "message": "caf\ufffd"}])

    def test_prints_do_not_disturb_answers(self):
        noise = """
            import subprocess
            print("printed")
            sys.stdout.write("written\\n")
            os.write(1, b"raw\\n")
            subprocess.run(["echo", "child"])
            return "BR"
        """
        for done in self.both(noise, top="print('early')"):
            self.assertEqual((done.returncode, done.replies[-1]["move"]), (0, "BR"))
            for word in ("printed", "written", "raw", "child", "early"):
                self.assertIn(word, done.notes)
                self.assertNotIn(word, done.stdout.decode())

    def test_an_exception_ends_the_program_with_its_traceback(self):
        for done in self.both("return [][1]"):
            self.assertEqual(done.returncode, 1)
            self.assertIn("IndexError", done.notes)
            self.assertFalse([reply for reply in done.replies if "move" in reply])

    def test_an_answer_of_another_type_is_told_apart(self):
        for answer in ("None", "5", "('BR', 5)", "('BR',)", "b'BR'"):
            for done in self.both("return " + answer):
                self.assertEqual(done.returncode, 1)
                self.assertIn("return a move, or a move and a message", done.notes)
        for done in self.both("return 'BR', None"):
            self.assertNotIn("message", done.replies[-1])

    def test_an_illegal_move_is_sent_and_told(self):
        done = self.hunters("return 'XX'", questions=1)
        self.assertEqual(done.replies[-1]["move"], "XX")
        self.assertIn("'XX' is not legal; legal are: AS AL", done.notes)

    def test_the_example_says_which_protocol_it_wants(self):
        done = self.run_program([sys.executable, "bot.py"], '{"past_plays": "", "messages": []}')
        self.assertEqual((done.returncode, done.replies), (1, []))
        self.assertIn("lines", done.notes)

    def test_a_copy_of_the_folder_plays_anywhere(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("bot.py", "stoker_bot.py", "stoker_course.py"):
                with open(os.path.join(HERE, name), "rb") as source:
                    with open(os.path.join(folder, name), "wb") as copy:
                        copy.write(source.read())
            text = "".join(json.dumps(line) + "\n" for line in [HELLO] + DRACULA_LINES)
            done = self.run_program([sys.executable, os.path.join(folder, "bot.py")], text)
        asked = [line for line in DRACULA_LINES if line["type"] == "decide"]
        self.assertEqual(done.returncode, 0)
        self.assertEqual(len(done.replies), 1 + len(asked))
        for question, reply in zip(asked, done.replies[1:]):
            self.assertIn(reply["move"], question["legal"])


if __name__ == "__main__":
    unittest.main()
