"""A reply that is nested as deep as there is room for."""
import sys

sys.path.insert(0, ".")
import lines


def reply(message):
    depth = 20_000
    print('{"decision": %d, "move": %s"x"%s}' % (message["decision"], "[" * depth, "]" * depth))
    print('{"a":' * 15_000 + "1" + "}" * 15_000, flush=True)


lines.play(reply=reply)
