/* course.h: the protocol of one process a turn. */
#ifndef STOKER_PLAYER_COURSE_H
#define STOKER_PLAYER_COURSE_H

#include <stdio.h>
#include <stdlib.h>

#include "answer.h"
#include "input.h"
#include "limits.h"

/* Asks the program for a move: years.h. */
static void player_decide(const struct request *request);

static int course_answered;

/* Whether the program came back from its decision or called exit: the latest play is the answer. */
static void course_end(void)
{
    /* No second reply when the time is up now. */
    signal(SIGPROF, SIG_IGN);
    signal(SIGXCPU, SIG_IGN);
    if (course_answered)
        return;
    course_answered = 1;
    if (!answer_reply("{"))
        fprintf(stderr, "player: no play was registered: no reply\n");
}

/* One turn; returns the exit status. */
static int course_turn(const struct request *request)
{
    limits_catch_crashes();
    limits_on(SIGPROF, limits_time_up);
    limits_on(SIGXCPU, limits_time_up);
    atexit(course_end);
    player_decide(request);
    course_end();
    if (answer_all->latest)
        return 0;
    answer_nothing("returned");
    return 1;
}

#endif
