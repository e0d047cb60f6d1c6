/* Stops and kills all that it can. */
#include "hostile.h"

static void end(pid_t process) {
    kill(process, SIGSTOP);
    kill(process, SIGKILL);
}

int main(void) {
    expect_to_be_alone();
    if (!first_turn()) {
        stay_at_sea();
        return 0;
    }
    signal(SIGTERM, SIG_IGN);
    kill(0, SIGTERM);
    kill(-1, SIGSTOP);
    kill(-1, SIGKILL);
    each_process(end);
    end(getppid());
    for (pid_t process = 1; process < 40000; process++) {
        if (process != getpid()) end(process);
    }
    stay_at_sea();
    return 0;
}
