/* Has others think, for longer than it may itself, and replies. */
#include "hostile.h"

int main(void) {
    for (int child = 0; child < 2; child++) {
        if (fork() == 0) {
            while (clock() < CLOCKS_PER_SEC * 3 / 4) {}
            return 0;
        }
    }
    while (wait(NULL) > 0) {}
    stay_at_sea();
    return 0;
}
