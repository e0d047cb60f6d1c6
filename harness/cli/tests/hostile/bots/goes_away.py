"""Ends after its first reply, and again every time that it is started."""
import sys

sys.path.insert(0, ".")
import lines


def reply(message):
    lines.say({"decision": message["decision"], "move": message["legal"][0]})
    sys.exit(0)


lines.play(reply=reply)
