/* Has many children that share all of its memory: only a slow, exact sum shows how little they
   have together. */
#include "hostile.h"

enum { CHILDREN = 14, SIZE = 64 << 20 };

int main(void) {
    char *memory = malloc(SIZE);
    if (memory) memset(memory, 1, SIZE);
    for (int child = 0; child < CHILDREN; child++) {
        if (fork() == 0) {
            for (;;) pause();
        }
    }
    usleep(200000);
    stay_at_sea();
    return 0;
}
