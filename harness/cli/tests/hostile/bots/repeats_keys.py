"""Replies that say everything twice: the second time something else."""
import sys

sys.path.insert(0, ".")
import lines


def reply(message):
    number, move = message["decision"], message["legal"][0]
    print('{"decision": %d, "move": "XX", "decision": %d, "move": "%s"}' % (number, number, move))
    print('{"decision": 0, "move": "%s", "decision": %d}' % (move, number), flush=True)


lines.play(reply=reply)
