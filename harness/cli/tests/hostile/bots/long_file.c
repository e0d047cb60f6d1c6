/* Writes one file without end. */
#include "hostile.h"

int main(void) {
    static char block[1 << 16];
    int file = open("long", O_WRONLY | O_CREAT, 0600);
    while (write(file, block, sizeof block) > 0) {}
    return 1;
}
