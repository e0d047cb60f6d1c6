/* Has a helper start as many processes as it may while its opponent moves, and keeps them all. An
   opponent that takes 400 ms shows whether it did. */
#include "lines.h"
#define MOST 24

static long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static void fill(volatile long *when_full) {
    usleep(50000);
    for (int made = 0; made < MOST; made++) {
        pid_t child = fork();
        if (child < 0) break;
        while (child == 0) pause();
    }
    *when_full = now();
    for (;;) pause();
}

int main(void) {
    volatile long *when_full = shared();
    for (long number; (number = asked());) {
        if (number == 5 && *when_full > 0 && now() - *when_full > 200) {
            answer_breach(number, "it started processes on the opponent's time");
            return 0;
        }
        if (number == 4 && fork() == 0) fill(when_full);
        while (number == 8 && *when_full == 0) usleep(1000);
        answer(number);
    }
    return 0;
}
