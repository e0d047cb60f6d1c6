/* Forks without end, and so do its children. */
#include "hostile.h"

int main(void) {
    for (;;) {
        if (fork() < 0) usleep(1000);
    }
}
