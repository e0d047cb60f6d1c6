/* A bot of the course protocol that does what is expected of it, at sea. */
#include "hostile.h"

int main(void) {
    static char input[1 << 20];
    while (fread(input, 1, sizeof input, stdin) > 0) {}
    stay_at_sea();
    return 0;
}
