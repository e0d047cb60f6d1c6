/* Stops itself after each answer, when it may be stopped already. */
#include "lines.h"

int main(void) {
    for (long number; (number = asked());) {
        answer(number);
        if (number % 4 == 0) raise(SIGSTOP);
    }
    return 0;
}
