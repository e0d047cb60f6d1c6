/* Sleeps for ever, whatever it is asked to do. */
#include "hostile.h"

int main(void) {
    for (int number = 1; number < 32; number++) signal(number, SIG_IGN);
    for (;;) pause();
}
