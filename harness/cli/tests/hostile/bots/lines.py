"""Plays the first legal move, or tells what it got hold of in place of one."""
import json
import sys


def messages():
    for line in sys.stdin:
        yield json.loads(line)


def say(message):
    print(json.dumps(message), flush=True)


def play(breach=None, reply=None):
    """Plays a match; `reply(message)` may do what it likes in place of replying."""
    for message in messages():
        if message["type"] == "hello":
            say({"type": "hello", "protocol": 1})
        elif message["type"] == "decide" and reply:
            reply(message)
        elif message["type"] == "decide":
            move = f"BREACH {breach}" if breach else message["legal"][0]
            say({"decision": message["decision"], "move": move})
