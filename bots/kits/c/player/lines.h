/* lines.h: the protocol with one process per match. Each decision is made by a new child. It finds
 * everything as if the program had just started, and a crash ends only that turn. */
#ifndef STOKER_PLAYER_LINES_H
#define STOKER_PLAYER_LINES_H

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "answer.h"
#include "plays.h"
#include "input.h"
#include "limits.h"

#ifndef MAP_ANONYMOUS
#define MAP_ANONYMOUS MAP_ANON
#endif

/* The limit on the wall time of a turn in milliseconds; -1 if there is none. */
static long lines_wall_ms = -1;

static void lines_child_ended(int signal)
{
    (void)signal; /* exists only to end a wait */
}

/* Puts the child's plays where the parent can read them, even after the child's death. */
static void lines_prepare(void)
{
    struct sigaction action;
    sigset_t child;
    void *shared = mmap(NULL, sizeof *answer_all, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        input_memory(NULL);
    answer_all = (struct answers *)shared;
    memset(&action, 0, sizeof action);
    action.sa_handler = lines_child_ended;
    sigaction(SIGCHLD, &action, NULL);
    /* Blocked except during the wait, so that no end of a child is missed. */
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, NULL);
}

/* The child: decides and ends, with status 0 unless the program chooses another. */
static void lines_decide(const struct request *request)
{
    sigset_t child;
    int nothing = open("/dev/null", O_RDONLY);
    signal(SIGCHLD, SIG_DFL);
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_UNBLOCK, &child, NULL);
    /* The match's next messages are for the parent, and so are replies. */
    if (nothing >= 0) {
        dup2(nothing, 0);
        close(nothing);
    }
    close(answer_out);
    limits_start(limits_cpu_ms);
    player_decide(request);
    exit(0);
}

/* The time of a monotonic clock, in milliseconds. */
static long long lines_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1000LL * now.tv_sec + now.tv_nsec / 1000000;
}

/* Waits for the child, and kills it shortly before the limit on wall time. Returns its wait
 * status. */
static int lines_wait(pid_t child, long long until)
{
    sigset_t all;
    int status = 0;
    sigprocmask(SIG_SETMASK, NULL, &all);
    sigdelset(&all, SIGCHLD);
    for (;;) {
        pid_t ended = waitpid(child, &status, WNOHANG);
        long long left = until - lines_now();
        struct timespec time;
        if (ended == child || (ended < 0 && errno != EINTR))
            return status;
        if (lines_wall_ms > 0 && left <= 0) {
            kill(child, SIGKILL);
            fprintf(stderr, "player: the time is up; the latest play counts\n");
            waitpid(child, &status, 0);
            return 0;
        }
        time.tv_sec = left > 0 ? (time_t)(left / 1000) : 0;
        time.tv_nsec = left > 0 ? (long)(left % 1000) * 1000000 : 0;
        pselect(0, NULL, NULL, NULL, lines_wall_ms > 0 ? &time : NULL, &all);
    }
}

/* Makes one decision and replies. Returns 1 if there is a reply. */
static int lines_turn(const struct request *request)
{
    char begin[64];
    int status;
    long number = json_number(request->decision);
    long long until = lines_now() + lines_wall_ms - lines_wall_ms / 20 - 5;
    pid_t child;
    answer_all->latest = 0;
    fflush(NULL);
    child = fork();
    if (child == 0)
        lines_decide(request);
    if (child < 0) {
        perror("player: no process for this turn");
        return 0;
    }
    status = lines_wait(child, until);
    if (WIFSIGNALED(status))
        fprintf(stderr, "player: decision %ld was ended by signal %d (%s)%s\n", number,
                WTERMSIG(status), strsignal(WTERMSIG(status)),
                answer_all->latest ? "; the latest play counts" : "");
    snprintf(begin, sizeof begin, "{\"decision\": %ld, ", number);
    if (answer_reply(begin))
        return 1;
    fprintf(stderr, "player: no play was registered in decision %ld: no reply\n", number);
    return 0;
}

/* Plays a match from its first line on; returns the exit status. */
static int lines_match(void)
{
    static const char hello[] = "{\"type\": \"hello\", \"protocol\": 1, \"form\": \"plays\"}\n";
    struct json line;
    lines_prepare();
    for (line = input_line(); line.at < line.end; line = input_line()) {
        struct request request;
        int whole = input_request(line, &request);
        if (!whole) {
            fprintf(stderr, "player: a line that is not a JSON object was skipped\n");
        } else if (json_is(request.type, "hello")) {
            answer_write(hello, hello + sizeof hello - 1);
        } else if (json_is(request.type, "start")) {
            long cpu = json_number(request.cpu_ms);
            limits_cpu_ms = cpu > 0 ? cpu : limits_cpu_ms;
            lines_wall_ms = json_number(request.wall_ms);
        } else if (json_is(request.type, "decide")) {
            if (!lines_turn(&request))
                return 1;
        } else if (json_is(request.type, "ended")) {
            return 0;
        }
        input_drop(line);
    }
    return 0;
}

#endif
