/* Takes memory that counts as shared, in each of several processes, which share it with nobody. */
#include "hostile.h"

int main(void) {
    size_t size = 48 << 20;
    for (int child = 0; child < 6; child++) {
        if (fork() == 0) {
            void *room = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
            if (room != MAP_FAILED) memset(room, 1, size);
            for (;;) pause();
        }
    }
    while (wait(NULL) > 0) {}
    return 1;
}
