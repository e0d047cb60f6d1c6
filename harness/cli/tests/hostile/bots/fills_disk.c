/* Writes files until there is no room left. */
#include "hostile.h"

int main(void) {
    static char block[1 << 16];
    for (int number = 0;; number++) {
        char name[40];
        snprintf(name, sizeof name, "full-%d", number);
        int file = open(name, O_WRONLY | O_CREAT, 0600);
        for (int part = 0; part < 16; part++) {
            if (file < 0 || write(file, block, sizeof block) < 0) {
                perror(name);
                return 1;
            }
        }
        close(file);
    }
}
