"""Replies twice to every question, the second time with something illegal."""
import sys

sys.path.insert(0, ".")
import lines


def reply(message):
    first = {"decision": message["decision"], "move": message["legal"][0]}
    second = {"decision": message["decision"], "move": "XX"}
    sys.stdout.write("".join(lines.json.dumps(reply) + "\n" for reply in [first, second]))
    sys.stdout.flush()


lines.play(reply=reply)
