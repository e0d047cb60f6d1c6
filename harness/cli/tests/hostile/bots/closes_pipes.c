/* Closes all that connects it to its starter, and stays. */
#include "hostile.h"

int main(void) {
    behave_at_first();
    for (int descriptor = 0; descriptor < 1024; descriptor++) close(descriptor);
    for (;;) pause();
}
