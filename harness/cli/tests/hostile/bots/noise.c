/* Bytes, many of which look like the beginning of something. */
#include "hostile.h"

int main(void) {
    unsigned state = 12345;
    for (int byte = 0; byte < 200000; byte++) {
        state = state * 1103515245 + 12345;
        putchar(state >> 28 ? (int)(state >> 16 & 255) : "{\"[\\}]:,"[state >> 16 & 7]);
    }
    return 0;
}
