/* Goes on byte by byte after its reply, on both of its streams, until it is stopped, in its first four
   turns: more of them tell nothing new. */
#include "hostile.h"

int main(void) {
    stay_at_sea();
    if (turns_before() > 3) return 0;
    for (;;) {
        if (write(1, "x", 1) < 0 || write(2, "\n", 1) < 0) return 1;
    }
}
