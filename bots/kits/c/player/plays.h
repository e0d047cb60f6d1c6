/* plays.h: the protocol with one process per turn. */
#ifndef STOKER_PLAYER_PLAYS_H
#define STOKER_PLAYER_PLAYS_H

#include <stdio.h>
#include <stdlib.h>

#include "answer.h"
#include "input.h"
#include "limits.h"
#include "system.h"

/* Asks the program for a move; see years.h. */
static void player_decide(const struct request *request);

static int plays_answered;

/* Makes crashes and the end of the time answer with the latest play. Called once, for a turn or for
 * all turns of a warm process. */
static void plays_catch(void)
{
    static int caught;
    if (caught)
        return;
    caught = 1;
    limits_catch_crashes();
    limits_on(SIGPROF, limits_time_up);
    limits_on(SIGXCPU, limits_time_up);
}

/* Answers with the latest play, once the program has returned from its decision or called exit. */
static void plays_end(void)
{
    if (plays_answered)
        return;
    /* Prevent a second reply if the time runs out now. */
    system_ignore(SIGPROF);
    system_ignore(SIGXCPU);
    plays_answered = 1;
    if (!answer_reply("{"))
        fprintf(stderr, "player: no play was registered: no reply\n");
}

/* Plays one turn; returns the exit status. */
static int plays_turn(const struct request *request)
{
    plays_catch();
    atexit(plays_end);
    player_decide(request);
    plays_end();
    if (answer_all->latest)
        return 0;
    answer_nothing("returned");
    return 1;
}

#endif
