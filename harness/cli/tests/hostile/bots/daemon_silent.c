/* Leaves a daemon behind that holds the pipes, and no reply. */
#include "hostile.h"

int main(void) {
    behave_at_first();
    if (daemon_here()) for (;;) pause();
    return 0;
}
