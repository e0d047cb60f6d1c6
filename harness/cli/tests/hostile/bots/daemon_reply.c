/* Replies, but leaves a daemon behind that holds the pipes and keeps a processor busy. */
#include "hostile.h"

int main(void) {
    if (daemon_here()) for (volatile unsigned long round = 0;; round++) {}
    stay_at_sea();
    return 0;
}
