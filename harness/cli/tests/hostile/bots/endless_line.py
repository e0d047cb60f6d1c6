"""A line without an end."""
import sys

sys.path.insert(0, ".")
import lines


def reply(message):
    while True:
        sys.stdout.write('{"decision": %d' % message["decision"])


lines.play(reply=reply)
