/* years.h: the interface of each year. It includes the headers of the program or of the kit, makes
 * the view, asks for the move, frees the view, and provides the function that registers a move.
 *
 * STOKER_INTERFACE says which year: 2013, 2014 (which stands for 2014 to 2016), 2018, 2019 or 2020.
 * I_AM_DRACULA is defined for a program that plays Dracula. */
#ifndef STOKER_PLAYER_YEARS_H
#define STOKER_PLAYER_YEARS_H

#ifndef STOKER_INTERFACE
#define STOKER_INTERFACE 2020
#endif

/* Programs declare the registering function in ways that differ in `const`. Their declaration gets
 * another name, so that ours, which takes them all, does not contradict it. */
#define registerBestPlay player_declared_by_the_program
#define register_best_play player_declared_by_the_program

#if STOKER_INTERFACE == 2013
#ifdef I_AM_DRACULA
#error "the interface of 2013 is for hunters only"
#endif
#include "game.h"
#include "hunterView.h"
#define PLAYER_MESSAGE playerMessage
#define PLAYER_NEW newHunterView
#define PLAYER_DECIDE decideMove
#elif STOKER_INTERFACE >= 2014 && STOKER_INTERFACE <= 2018
#include "Game.h"
#define PLAYER_MESSAGE PlayerMessage
#ifdef I_AM_DRACULA
#include "DracView.h"
#define PLAYER_NEW newDracView
#define PLAYER_FREE disposeDracView
#define PLAYER_DECIDE decideDraculaMove
#else
#include "HunterView.h"
#define PLAYER_NEW newHunterView
#define PLAYER_FREE disposeHunterView
#define PLAYER_DECIDE decideHunterMove
#endif
#elif STOKER_INTERFACE == 2019
#include "game.h"
#define PLAYER_MESSAGE player_message
#ifdef I_AM_DRACULA
#include "dracula_view.h"
#define PLAYER_NEW dv_new
#define PLAYER_FREE dv_drop
#define PLAYER_DECIDE decide_dracula_move
#else
#include "hunter_view.h"
#define PLAYER_NEW hv_new
#define PLAYER_FREE hv_drop
#define PLAYER_DECIDE decide_hunter_move
#endif
#elif STOKER_INTERFACE == 2020
#include "Game.h"
#define PLAYER_MESSAGE Message
#ifdef I_AM_DRACULA
#include "DraculaView.h"
#define PLAYER_NEW DvNew
#define PLAYER_FREE DvFree
#define PLAYER_DECIDE decideDraculaMove
#else
#include "HunterView.h"
#define PLAYER_NEW HvNew
#define PLAYER_FREE HvFree
#define PLAYER_DECIDE decideHunterMove
#endif
#else
#error "STOKER_INTERFACE is 2013, 2014, 2018, 2019 or 2020"
#endif

#undef registerBestPlay
#undef register_best_play

/* A view, whatever its type is called. */
typedef __typeof__(PLAYER_NEW(0, 0)) player_view;

void PLAYER_DECIDE(player_view view);

#if STOKER_INTERFACE == 2019
void register_best_play(const char *play, const char *message)
#else
void registerBestPlay(const char *play, const char *message)
#endif
{
    answer_register(play, message);
}

static void player_decide(const struct request *request)
{
    char *plays = input_plays(request);
    size_t count = strlen(plays) / 8 + 1;
    char *messages = input_messages(request, count, sizeof(PLAYER_MESSAGE));
    player_view view = PLAYER_NEW(plays, (PLAYER_MESSAGE *)messages);
    PLAYER_DECIDE(view);
#ifdef PLAYER_FREE
    PLAYER_FREE(view);
#endif
    free(messages);
    free(plays);
}

#endif
