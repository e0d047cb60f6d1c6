"""Proposes without end."""
import sys

sys.path.insert(0, ".")
import lines


def reply(message):
    while True:
        lines.say({"decision": message["decision"], "propose": message["legal"][0]})


lines.play(reply=reply)
