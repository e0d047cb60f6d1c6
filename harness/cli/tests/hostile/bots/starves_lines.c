/* Starves its opponent: leaves 30 children busy for ever, each in its own process session. */
#include "lines.h"

int main(void) {
    for (long number; (number = asked());) {
        for (int child = 0; number == 1 && child < 30; child++) {
            if (fork() == 0) {
                setsid();
                for (;;) burn(1000);
            }
        }
        answer(number);
    }
    return 0;
}
