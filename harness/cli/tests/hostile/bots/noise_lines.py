"""Bytes in place of a reply, and then nothing."""
import random
import sys

sys.path.insert(0, ".")
import lines


def reply(_):
    noise = random.Random(1)
    sys.stdout.buffer.write(noise.randbytes(100_000) + b"\n")
    sys.stdout.buffer.flush()


lines.play(reply=reply)
