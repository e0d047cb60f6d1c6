/* Asks the kernel to continue it while it is stopped: by a timer, when a file is ready, or when its
   parent or its child ends. */
#include "lines.h"
#include <sched.h>

static void makes(long number, long result, const char *what) {
    if (result >= 0) {
        answer_breach(number, what);
        exit(0);
    }
}

int main(void) {
    for (long number; (number = asked());) {
        struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGCONT};
        int timer;
        makes(number, syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &timer), "a timer");
        makes(number, fcntl(0, F_SETSIG, SIGCONT), "a file");
        makes(number, prctl(PR_SET_PDEATHSIG, SIGCONT), "its parent's end");
        long child = syscall(SYS_clone, SIGCONT, 0, 0, 0, 0);
        if (child == 0) _exit(0);
        makes(number, child, "its child's end");
        answer(number);
    }
    return 0;
}
