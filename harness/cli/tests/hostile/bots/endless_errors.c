/* Complains without end, with pauses: it is not processor time that it wants to run out of. */
#include "hostile.h"

int main(void) {
    static char text[1 << 16];
    memset(text, '!', sizeof text);
    for (;;) {
        if (write(2, text, sizeof text) < 0) return 1;
        usleep(20000);
    }
}
