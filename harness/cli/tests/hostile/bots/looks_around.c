/* Reads what the kernel shows of the host: its network, and the control groups of the harness. */
#include "hostile.h"

static void tells(const char *path, const char *of) {
    char text[1 << 16];
    FILE *file = fopen(path, "r");
    if (!file) return;
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    if (strstr(text, of)) breach(path);
}

static int lines(const char *path) {
    int lines = 0, letter;
    FILE *file = fopen(path, "r");
    if (!file) return 0;
    while ((letter = fgetc(file)) != EOF) lines += letter == '\n';
    fclose(file);
    return lines;
}

int main(void) {
    tells("/proc/self/cgroup", "stoker");
    tells("/proc/self/cgroup", ":/.");
    tells("/proc/1/cgroup", "stoker");
    tells("/proc/net/dev", "eth");
    int head_and_loopback = 3;
    if (lines("/proc/net/dev") > head_and_loopback) breach("/proc/net/dev");
    if (lines("/proc/net/route") > 1) breach("/proc/net/route");
    if (lines("/proc/net/tcp") > 1) breach("/proc/net/tcp");
    if (lines("/proc/net/unix") > 1) breach("/proc/net/unix");
    struct rlimit core;
    if (getrlimit(RLIMIT_CORE, &core) != 0 || core.rlim_cur != 1 || core.rlim_max != 1)
        breach("a crash can start a program of the host's");
    stay_at_sea();
    return 0;
}
