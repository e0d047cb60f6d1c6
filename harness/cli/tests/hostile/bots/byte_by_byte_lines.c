/* Writes byte by byte, 300,000 times a turn, to standard output and standard error: each byte would
   wake up who reads it. */
#include "lines.h"

static void before(long decision) {
    if (decision > 2) return;
    for (int byte = 0; byte < 150000; byte++) {
        if (write(1, " ", 1) < 0 || write(2, "x", 1) < 0) exit(1);
    }
}

int main(void) {
    play_lines(before);
    return 0;
}
