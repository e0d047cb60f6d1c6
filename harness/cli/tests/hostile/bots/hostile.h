/* Code that hostile bots share. A bot that got what it must not get says so in place of its move, which
   makes a fault with that text; all others answer with a sea, where a hunter can always stay. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A reply of the course protocol. */
static inline void reply(const char *move) {
    printf("{\"move\": \"%s\", \"message\": \"\"}\n", move);
    fflush(stdout);
}

static inline void stay_at_sea(void) { reply("NS"); }

static inline void breach(const char *what) {
    char text[200];
    snprintf(text, sizeof text, "BREACH %.180s", what);
    reply(text);
    exit(0);
}

/* Calls `with` for every process that can be seen, but for the caller. */
static inline int each_process(void (*with)(pid_t)) {
    int seen = 0;
    DIR *folder = opendir("/proc");
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        pid_t process = atoi(entry->d_name);
        if (process > 0 && process != getpid()) {
            seen++;
            if (with) with(process);
        }
    }
    if (folder) closedir(folder);
    return seen;
}

/* Other than itself a bot must see its starter alone. What follows would harm others, so that it
   is not even tried where there are any. */
static inline void expect_to_be_alone(void) {
    if (each_process(NULL) > 1 || getpid() > 10000) breach("it sees processes of others");
}

/* Leaves its session and its parent, as daemons do; true in the daemon. */
static inline int daemon_here(void) {
    if (fork()) return 0;
    setsid();
    if (fork()) _exit(0);
    return 1;
}

/* The number of its turns of this match before this one. */
static inline long turns_before(void) {
    int file = open("been-here", O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (file < 0 || write(file, "x", 1) != 1) return 0;
    long turns = lseek(file, 0, SEEK_CUR) - 1;
    close(file);
    return turns;
}

/* True in its first turn of a match: a bot that does nothing at all in it is not admitted. */
static inline int first_turn(void) { return turns_before() == 0; }

/* Behaves in the first turn. */
static inline void behave_at_first(void) {
    if (first_turn()) {
        stay_at_sea();
        exit(0);
    }
}
