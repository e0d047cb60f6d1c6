/* Last words that would take over a terminal, and break a table. */
#include "hostile.h"

int main(void) {
    fprintf(stderr, "\033]0;owned\007\033[2J\r\n\"x\",\"=1+1\"\033[31m\xff\xe2\x80\xae,\n");
    return 3;
}
