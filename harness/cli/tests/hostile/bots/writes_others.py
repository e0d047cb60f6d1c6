"""Writes into the folders of others, and into its own as it was handed in."""
import os
import sys

sys.path.insert(0, ".")
import lines


def write():
    for target in open("targets").read().splitlines():
        folder = os.path.dirname(target)
        for way in ["", "/proc/1/root"]:
            for path in [way + target, f"{way}{folder}/from-hostile"]:
                try:
                    with open(path, "a") as file:
                        file.write("broken\n")
                    return path
                except OSError:
                    pass
            for act in [os.unlink, lambda path: os.chmod(path, 0o777)]:
                try:
                    act(way + target)
                    return f"{act.__name__} {target}"
                except OSError:
                    pass
    return None


lines.play(breach=write())
