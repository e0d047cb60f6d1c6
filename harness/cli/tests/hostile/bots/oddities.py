"""Messages that would break files, tables and terminals."""
import sys

sys.path.insert(0, ".")
import lines

ODD = ["\x1b[2J\x1b]0;owned\x07", 'a"b,c\n"d', "=1+1", "\u202egnp", "\x00\x01", "\ud800", "{}" * 40]


def reply(message):
    number = message["decision"]
    odd = ODD[number % len(ODD)]
    lines.say({"decision": number, "move": message["legal"][0], "message": odd})


lines.play(reply=reply)
