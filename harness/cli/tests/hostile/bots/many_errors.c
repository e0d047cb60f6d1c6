/* More lines on standard error in a turn than anybody could read, and a reply at last. */
#include "hostile.h"

int main(void) {
    for (int line = 0; line < 500000; line++) fputs("\n", stderr);
    stay_at_sea();
    return 0;
}
