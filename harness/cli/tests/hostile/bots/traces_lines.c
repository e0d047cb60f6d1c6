/* Traces its children, to keep them running while it is stopped itself. */
#include "lines.h"
#include <sys/ptrace.h>

struct told {
    long traced, progress;
};

static void think(volatile struct told *told) {
    if (ptrace(PTRACE_TRACEME, 0, 0, 0) == 0) told->traced = 1;
    for (;;) told->progress = used();
}

static void trace(volatile struct told *told) {
    setsid();
    pid_t child = fork();
    if (child == 0) think(told);
    if (ptrace(PTRACE_SEIZE, child, 0, 0) == 0 || ptrace(PTRACE_ATTACH, child, 0, 0) == 0)
        told->traced = 1;
    for (int status; waitpid(child, &status, __WALL) > 0;) ptrace(PTRACE_CONT, child, 0, 0);
    _exit(0);
}

int main(void) {
    volatile struct told *told = (volatile struct told *)shared();
    long before = 0;
    for (long number; (number = asked());) {
        const char *breach = told->traced ? "it traced its child" : NULL;
        if (number > 1 && told->progress - before > 100) breach = "its child thought on";
        if (breach) {
            answer_breach(number, breach);
            return 0;
        }
        if (number == 1 && fork() == 0) trace(told);
        answer(number);
        before = told->progress;
    }
    return 0;
}
