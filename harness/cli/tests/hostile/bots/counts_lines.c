/* Honest: does the same amount of work in every turn. */
#include "lines.h"

int main(void) {
    for (long number; (number = asked());) {
        unsigned long value = number;
        for (long step = 0; step < 5000000; step++) value = value * 6364136223846793005 + 1;
        if (value == 0) return 1;
        answer(number);
    }
    return 0;
}
