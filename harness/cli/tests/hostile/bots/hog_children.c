/* Takes as much memory as a process may have, in each of several processes. */
#include "hostile.h"

int main(void) {
    for (int child = 0; child < 6; child++) {
        if (fork() == 0) {
            for (int mib = 0; mib < 48; mib++) memset(malloc(1 << 20), 1, 1 << 20);
            for (;;) pause();
        }
    }
    while (wait(NULL) > 0) {}
    return 1;
}
