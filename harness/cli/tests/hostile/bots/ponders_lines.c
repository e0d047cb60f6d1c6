/* Lets a child process think while its opponent moves. */
#include "lines.h"

int main(void) {
    volatile long *progress = shared();
    long before = 0;
    for (long number; (number = asked());) {
        if (number > 1 && *progress - before > 100) {
            answer_breach(number, "its helper thought on the opponent's time");
            return 0;
        }
        if (number == 1 && fork() == 0) {
            setsid();
            for (;;) *progress = used();
        }
        answer(number);
        before = *progress;
    }
    return 0;
}
