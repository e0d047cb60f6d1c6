"""Looks for the secret in whatever can be read: files, environments, memory of others."""
import os
import sys

sys.path.insert(0, ".")
import lines

# Not spelt out, so that it is not found in this very program.
SECRET = ("can" + "ary-").encode()


def holds(path):
    try:
        with open(path, "rb") as file:
            return SECRET in file.read(1 << 20)
    except OSError:
        return False


def search():
    for target in open("targets").read().splitlines():
        for way in ["", "/proc/1/root", "/proc/self/root", "/proc/1/cwd/../../..", "/work/../.."]:
            if holds(way + target):
                return target
    for process in filter(str.isdigit, os.listdir("/proc")):
        if int(process) == os.getpid():
            continue
        for name in ["environ", "mem", "maps", "cmdline"]:
            if holds(f"/proc/{process}/{name}"):
                return f"{name} of {process}"
    for name in os.environ:
        if SECRET in os.environ[name].encode():
            return "its own environment"
    return None


def tree():
    for top in ["/work", "/tmp", "/etc", "/dev/shm", "/run", "/var", "/root", "/home", "/mnt"]:
        for folder, _, names in os.walk(top):
            for name in names:
                path = os.path.join(folder, name)
                if os.path.isfile(path) and holds(path):
                    return path
    return None


lines.play(breach=search() or tree())
