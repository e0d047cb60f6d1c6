/* Replies to another question, as many as it can, before its own: each has to be read. */
#include "lines.h"

static void before(long decision) {
    for (int line = 0; line < 100000; line++)
        printf("{\"decision\":%ld,\"move\":\"XX\"}\n", decision + 1);
}

int main(void) {
    play_lines(before);
    return 0;
}
