/* Makes empty files without end. */
#include "hostile.h"

int main(void) {
    for (int number = 0;; number++) {
        char name[40];
        snprintf(name, sizeof name, "empty-%d", number);
        int file = open(name, O_WRONLY | O_CREAT, 0600);
        if (file < 0) {
            perror(name);
            return 1;
        }
        close(file);
    }
}
