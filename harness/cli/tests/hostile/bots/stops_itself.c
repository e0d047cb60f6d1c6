/* Stops, and waits to be continued. */
#include "hostile.h"

int main(void) {
    for (;;) raise(SIGSTOP);
}
