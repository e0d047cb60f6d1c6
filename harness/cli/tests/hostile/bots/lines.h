/* Code that hostile bots of the lines protocol share. */
#include "hostile.h"
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>

/* The first legal move of the last question. */
static char legal_move[3];

/* Waits for the next question; its number, or 0 when there are no more. */
static inline long asked(void) {
    static char *line;
    static size_t room;
    while (getline(&line, &room, stdin) > 0) {
        char *decision = strstr(line, "\"decision\":"), *legal = strstr(line, "\"legal\":[\"");
        if (strstr(line, "\"type\":\"hello\"")) {
            puts("{\"type\":\"hello\",\"protocol\":1}");
            fflush(stdout);
        }
        if (decision && legal) {
            memcpy(legal_move, legal + 10, 2);
            return strtol(decision + 11, NULL, 10);
        }
    }
    return 0;
}

static inline void answer(long number) {
    printf("{\"decision\":%ld,\"move\":\"%s\"}\n", number, legal_move);
    fflush(stdout);
}

static inline void answer_breach(long number, const char *what) {
    printf("{\"decision\":%ld,\"move\":\"BREACH %.180s\"}\n", number, what);
    fflush(stdout);
}

/* Milliseconds of processor time of this process. */
static inline long used(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static inline void burn(long ms) {
    for (long end = used() + ms; used() < end;) {}
}

/* Memory that children share. */
static inline volatile long *shared(void) {
    return mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

/* Plays a match with the first legal moves. */
static inline void play_lines(void (*before)(long decision)) {
    for (long number; (number = asked()) > 0;) {
        before(number);
        answer(number);
    }
}
