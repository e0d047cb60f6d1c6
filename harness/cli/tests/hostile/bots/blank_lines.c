/* A million empty lines before each reply: each of them would be work for who reads it. */
#include "lines.h"

static void before(long decision) {
    (void)decision;
    for (int line = 0; line < 1000000; line++) putchar('\n');
}

int main(void) {
    play_lines(before);
    return 0;
}
