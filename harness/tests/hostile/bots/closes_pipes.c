/* Closes all that connects it to its starter, and stays. */
#include "hostile.h"

int main(void) {
    for (int descriptor = 0; descriptor < 1024; descriptor++) close(descriptor);
    for (;;) pause();
}
