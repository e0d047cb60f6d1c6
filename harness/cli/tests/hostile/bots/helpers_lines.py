"""Has others think, for longer than it may itself, and replies."""
import os
import sys
import time

sys.path.insert(0, ".")
import lines


def reply(message):
    for _ in range(2):
        if os.fork() == 0:
            while time.process_time() < 1:
                pass
            os._exit(0)
    for _ in range(2):
        os.wait()
    lines.say({"decision": message["decision"], "move": message["legal"][0]})


lines.play(reply=reply)
