/* Has an alarm end it while it is stopped. */
#include "lines.h"

int main(void) {
    for (long number; (number = asked());) {
        answer(number);
        struct itimerval soon = {.it_value = {.tv_usec = 100000}};
        if (number == 4) setitimer(ITIMER_REAL, &soon, NULL);
    }
    return 0;
}
