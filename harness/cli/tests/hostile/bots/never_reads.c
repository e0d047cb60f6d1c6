/* Ends without a look at its input. */
#include "hostile.h"

int main(void) {
    close(0);
    stay_at_sea();
    return 0;
}
