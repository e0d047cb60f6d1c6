"""Replies to questions that were not asked."""
import sys

sys.path.insert(0, ".")
import lines


def reply(message):
    for number in [0, -1, message["decision"] + 1, "1", 1e300]:
        lines.say({"decision": number, "move": message["legal"][0]})


lines.play(reply=reply)
