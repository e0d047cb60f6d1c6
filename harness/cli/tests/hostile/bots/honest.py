"""A bot that does what is expected of it."""
import sys

sys.path.insert(0, ".")
import lines

lines.play()
