/* Ends in order; the reply comes from a daemon that it left behind, later. */
#include "hostile.h"

int main(void) {
    behave_at_first();
    if (daemon_here()) {
        usleep(100000);
        stay_at_sea();
        for (;;) pause();
    }
    return 0;
}
