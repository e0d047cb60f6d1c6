/* player.c: the main of a course program, for the interface of every year.
 *
 * It speaks both protocols, and knows which by the first line: one process a turn (`course`) or one
 * process a match (`lines`). Compile it with a program's own files; player/years.h says how the
 * year and the side are chosen. It needs no library: the interface of 2020 does.
 *
 * What the program prints to standard output goes to standard error, where it does not get between
 * the replies. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "player/answer.h"
#include "player/course.h"
#include "player/input.h"
#include "player/json.h"
#include "player/limits.h"
#include "player/lines.h"
#include "player/warm.h"

#include "player/years.h"

/* Loads the library's rules ahead of time, where the library is linked. */
void stoker_course_prepare(void) __attribute__((weak));

/* Defined when nothing of the program's runs at its end: stoker looks at what it links. */
extern char stoker_quiet __attribute__((weak));

/* Ends the process; where nothing else is to be done then, by writing what is buffered. All that
 * the C library does besides takes as long as all that a simple program does in a turn. */
static int end(int status)
{
    if (&stoker_quiet) {
        fflush(NULL);
        _exit(status);
    }
    return status;
}

/* What is the same in every process: once. */
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

/* What is the same in every turn of the protocol of one process a turn, which a warm process does
 * once for all. Memory is asked for in the same order as in a process that does all by itself. */
static void prepare_turns(void)
{
    prepare();
    course_catch();
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
    /* It may be written over many lines. */
    if (!whole)
        whole = input_request(input_all(), &request);
    if (!whole || request.past_plays.at == request.past_plays.end) {
        fprintf(stderr, "player: the input is no JSON object with past_plays\n");
        return INPUT_BAD;
    }
    return end(course_turn(&request));
}
