/* Lets children that exit at once touch unnamed shared memory: no process seems to use it. */
#include "hostile.h"

enum { SIZE = 90 << 20, TIMES = 3 };

int main(void) {
    behave_at_first();
    int ready[2], left = TIMES;
    if (pipe(ready) != 0) return 1;
    for (int times = 0; times < TIMES; times++) {
        if (fork()) continue;
        void *memory = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) _exit(1);
        for (int part = 0; part < 9; part++) {
            pid_t child = fork();
            if (child == 0) {
                memset((char *)memory + part * (SIZE / 9), 1, SIZE / 9);
                _exit(0);
            }
            waitpid(child, NULL, 0);
        }
        if (write(ready[1], "x", 1) != 1) _exit(1);
        sleep(60);
        _exit(0);
    }
    for (char word; read(ready[0], &word, 1) == 1 && --left;) {}
    sleep(2);
    breach("more memory than all of its processes may have");
    return 0;
}
