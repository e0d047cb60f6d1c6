/* Has others think for ever, and sleeps. */
#include "hostile.h"

int main(void) {
    for (int child = 0; child < 2; child++) {
        if (fork() == 0) for (volatile unsigned long round = 0;; round++) {}
    }
    for (;;) pause();
}
