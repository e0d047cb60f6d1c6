/* player.c: the main of a course program, for the interface of every year.
 *
 * It speaks both protocols, and recognizes them by the first line: one process per turn (`course`)
 * or one process per match (`lines`). Compile it with a program's own files; player/years.h
 * explains how to choose the year and the side. It needs no library itself, but the interface of
 * 2020 does.
 *
 * Standard output of the program goes to standard error, where it does not mix with the replies. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "player/answer.h"
#include "player/plays.h"
#include "player/input.h"
#include "player/json.h"
#include "player/limits.h"
#include "player/lines.h"
#include "player/warm.h"

#include "player/years.h"

/* Loads the library's rules ahead of time, if the library is linked. */
void stoker_course_prepare(void) __attribute__((weak));

/* Defined if no code of the program runs at its end: stoker checks what it links. */
extern char stoker_quiet __attribute__((weak));

/* Ends the process. If no code is left to run, it only writes the buffered output. The C library's
 * other work at the end takes as long as a whole turn of a simple program. */
static int end(int status)
{
    if (&stoker_quiet) {
        fflush(NULL);
        _exit(status);
    }
    return status;
}

/* Does the work that is the same in every process, once. */
static void prepare(void)
{
    static int prepared;
    if (prepared)
        return;
    prepared = 1;
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    limits_read();
    input_room();
    if (stoker_course_prepare)
        stoker_course_prepare();
}

/* Does the work that is the same in every turn of the protocol with one process per turn. A warm
 * process does it once for all turns. Memory is allocated in the same order as in a process that
 * serves a single turn. */
static void prepare_turns(void)
{
    prepare();
    plays_catch();
}

int main(int count, char **words, char **environment)
{
    struct request request;
    struct json text;
    int whole;
    (void)count;
    (void)words;
    warm_serve(environment, prepare_turns);
    prepare();
    answer_out = system_duplicate(1);
    system_replace(2, 1);
    limits_start(limits_cpu_ms);
    text = input_line();
    whole = input_request(text, &request);
    if (whole && json_is(request.type, "hello")) {
        struct itimerval off = {{0, 0}, {0, 0}};
        system_timer(&off);
        return lines_match();
    }
    /* The request may span many lines. */
    if (!whole)
        whole = input_request(input_all(), &request);
    if (!whole || request.past_plays.at == request.past_plays.end) {
        fprintf(stderr, "player: the input is not a JSON object with past_plays\n");
        return INPUT_BAD;
    }
    return end(plays_turn(&request));
}
