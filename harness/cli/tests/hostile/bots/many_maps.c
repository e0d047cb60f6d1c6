/* Cuts memory into as many mappings as the kernel gives, in nearly as many processes as it may have:
   two pages side by side are one mapping unless their rights differ. After three such turns it
   rests: more of them tell nothing new. */
#include "hostile.h"

enum { CHILDREN = 16, PAGE = 4096 };

static void cut(size_t size) {
    char *room = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED) return;
    for (size_t page = PAGE; page < size; page += 2 * PAGE) {
        if (mprotect(room + page, PAGE, PROT_NONE) != 0) return;
    }
}

int main(void) {
    long turns = turns_before();
    if (turns == 0 || turns > 3) {
        stay_at_sea();
        return 0;
    }
    for (size_t size = 256 << 20; size >= PAGE; size /= 2) cut(size);
    for (int child = 0; child < CHILDREN; child++) {
        if (fork() == 0) {
            for (;;) pause();
        }
    }
    sleep(1);
    stay_at_sea();
    return 0;
}
