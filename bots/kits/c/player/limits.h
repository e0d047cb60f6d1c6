/* limits.h: the processor time of a turn, and signals that end the program. */
#ifndef STOKER_PLAYER_LIMITS_H
#define STOKER_PLAYER_LIMITS_H

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "answer.h"
#include "system.h"

/* Exit status if the time of a turn is used up. */
#define LIMITS_TIME_UP 42

/* Default processor time of a turn, in milliseconds. */
#define LIMITS_CPU_MS 1500

/* The stack of signal handlers, for the case that the program's own stack is used up. It lies
 * behind the other variables, which then share a page. */
#ifdef __ELF__
__attribute__((section(".bss.stack")))
#endif
static char limits_stack[65536];

/* The limit of a turn in milliseconds. */
static long limits_cpu_ms = LIMITS_CPU_MS;

/* Reads the limit from the environment. */
static void limits_read(void)
{
    const char *text = getenv("STOKER_CPU_MS");
    struct json number = {text, text ? text + strlen(text) : NULL};
    long limit = text ? json_number(number) : -1;
    if (limit > 0)
        limits_cpu_ms = limit;
}

/* Lets a handler catch this signal, once. */
static void limits_on(int signal, void (*handler)(int))
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = SA_ONSTACK | SA_RESETHAND | SA_NODEFER;
    sigaction(signal, &action, NULL);
}

/* Handles the end of the time: the latest play is the answer. */
static void limits_time_up(int signal)
{
    static const char none[] = "player: the time is up and no play was registered: no reply\n";
    (void)signal;
    /* A warm process has no turn. Somebody has sent it the signal. */
    if (answer_out < 0)
        _exit(1);
    if (answer_reply("{"))
        _exit(LIMITS_TIME_UP);
    answer_nothing("time");
    system_write(2, none, sizeof none - 1);
    _exit(1);
}

/* Handles a crash: the latest play is the answer, and the program dies of the signal. */
static void limits_crash(int signal)
{
    answer_reply("{");
    raise(signal);
}

/* Makes crashes answer with the latest play. */
static void limits_catch_crashes(void)
{
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTERM};
    stack_t stack;
    size_t i;
    memset(&stack, 0, sizeof stack);
    stack.ss_sp = limits_stack;
    stack.ss_size = sizeof limits_stack;
    sigaltstack(&stack, NULL);
    for (i = 0; i < sizeof crashes / sizeof *crashes; i++)
        limits_on(crashes[i], limits_crash);
}

/* Starts the clock, with a little less than the limit, so that the answer is out in time. Without a
 * handler SIGPROF ends the process. */
static void limits_start(long limit_ms)
{
    long margin = limit_ms / 50 + 10;
    long time = margin < limit_ms / 2 ? limit_ms - margin : limit_ms / 2 + 1;
    struct itimerval timer;
    memset(&timer, 0, sizeof timer);
    timer.it_value.tv_sec = time / 1000;
    timer.it_value.tv_usec = 1000 * (time % 1000);
    system_timer(&timer);
}

#endif
