/* Honest: thinks for 100 ms of processor time a turn. */
#include "lines.h"

int main(void) {
    for (long number; (number = asked());) {
        burn(100);
        answer(number);
    }
    return 0;
}
