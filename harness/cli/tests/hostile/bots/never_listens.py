"""Says hello, and then never reads: what it was sent waits in the pipe."""
import sys
import time

sys.path.insert(0, ".")
import lines

lines.say({"type": "hello", "protocol": 1})
time.sleep(1000)
