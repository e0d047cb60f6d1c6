/* One reply, and another that is illegal. */
#include "hostile.h"

int main(void) {
    stay_at_sea();
    reply("XX");
    return 0;
}
