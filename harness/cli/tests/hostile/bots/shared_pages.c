/* Has many children that share all of its memory: only a slow, exact sum shows how little they
   have together. It does so in its first four turns: more of them tell nothing new. */
#include "hostile.h"

enum { CHILDREN = 14, SIZE = 64 << 20 };

int main(void) {
    if (turns_before() > 3) {
        stay_at_sea();
        return 0;
    }
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
