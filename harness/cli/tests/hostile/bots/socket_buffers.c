/* Fills the buffers of sockets, which are kernel memory: in many processes, and in sockets that are
   in transit in a message. */
#include "hostile.h"
#include <sys/socket.h>

enum { CHILDREN = 4, PAIRS = 110 };

static void fill(int ready) {
    static char block[32 << 10];
    int large = 1 << 24;
    for (int pair = 0; pair < PAIRS; pair++) {
        int ends[2];
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) != 0) break;
        for (int end = 0; end < 2; end++) {
            setsockopt(ends[end], SOL_SOCKET, SO_SNDBUF, &large, sizeof large);
            while (write(ends[end], block, sizeof block) > 0) {}
        }
    }
    if (write(ready, "x", 1) != 1) _exit(1);
    sleep(60);
    _exit(0);
}

int main(void) {
    behave_at_first();
    int ready[2], left = CHILDREN;
    if (pipe(ready) != 0) return 1;
    for (int child = 0; child < CHILDREN; child++) {
        if (!fork()) fill(ready[1]);
    }
    for (char word; read(ready[0], &word, 1) == 1 && --left;) {}
    sleep(2);
    breach("more memory of the kernel's than it may have");
    return 0;
}
