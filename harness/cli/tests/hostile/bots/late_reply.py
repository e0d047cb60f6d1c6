"""Replies after the time limit."""
import sys
import time

sys.path.insert(0, ".")
import lines


def reply(message):
    time.sleep(2)
    lines.say({"decision": message["decision"], "move": message["legal"][0]})


lines.play(reply=reply)
