"""Half a line, and then nothing."""
import sys

sys.path.insert(0, ".")
import lines


def reply(message):
    sys.stdout.write('{"decision": %d, "move": "%s"' % (message["decision"], message["legal"][0]))
    sys.stdout.flush()


lines.play(reply=reply)
