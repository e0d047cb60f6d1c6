/* course.h: the protocol of one process a turn. */
#ifndef STOKER_PLAYER_COURSE_H
#define STOKER_PLAYER_COURSE_H

#include <stdio.h>
#include <stdlib.h>

#include "answer.h"
#include "input.h"
#include "limits.h"
#include "system.h"

/* Asks the program for a move: years.h. */
static void player_decide(const struct request *request);

static int course_answered;

/* Has crashes and the end of the time answered with the latest play: once, for a turn or for all
 * that a warm process serves. */
static void course_catch(void)
{
    static int caught;
    if (caught)
        return;
    caught = 1;
    limits_catch_crashes();
    limits_on(SIGPROF, limits_time_up);
    limits_on(SIGXCPU, limits_time_up);
}

/* Whether the program came back from its decision or called exit: the latest play is the answer. */
static void course_end(void)
{
    if (course_answered)
        return;
    /* No second reply when the time is up now. */
    system_ignore(SIGPROF);
    system_ignore(SIGXCPU);
    course_answered = 1;
    if (!answer_reply("{"))
        fprintf(stderr, "player: no play was registered: no reply\n");
}

/* One turn; returns the exit status. */
static int course_turn(const struct request *request)
{
    course_catch();
    atexit(course_end);
    player_decide(request);
    course_end();
    if (answer_all->latest)
        return 0;
    answer_nothing("returned");
    return 1;
}

#endif
