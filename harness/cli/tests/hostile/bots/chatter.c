/* Goes on byte by byte after its reply, on both of its streams, until it is stopped. */
#include "hostile.h"

int main(void) {
    stay_at_sea();
    for (;;) {
        if (write(1, "x", 1) < 0 || write(2, "\n", 1) < 0) return 1;
    }
}
