/* Writes without end. */
#include "hostile.h"

int main(void) {
    for (;;) puts("no reply, and no reply, and no reply");
}
