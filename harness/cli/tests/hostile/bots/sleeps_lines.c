/* Honest, and slow: sleeps for 0.4 s a turn. */
#include "lines.h"

int main(void) {
    for (long number; (number = asked());) {
        usleep(400000);
        answer(number);
    }
    return 0;
}
