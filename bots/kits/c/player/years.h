/* years.h: the interface of each year. It makes the view, asks for the move, frees the view, and
 * provides the function that registers a move.
 *
 * STOKER_INTERFACE gives the year: 2013, 2014 (for 2014 to 2016), 2018, 2019 or 2020. I_AM_DRACULA
 * is defined for a program that plays Dracula.
 *
 * It declares the program's functions itself and includes no header of the program: teams change
 * the course's headers, but none of their changes matters here. In every year a view is a pointer,
 * and a message has 100 bytes. */
#ifndef STOKER_PLAYER_YEARS_H
#define STOKER_PLAYER_YEARS_H

#ifndef STOKER_INTERFACE
#define STOKER_INTERFACE 2020
#endif

#if STOKER_INTERFACE == 2013
#ifdef I_AM_DRACULA
#error "the interface of 2013 is for hunters only"
#endif
#define PLAYER_NEW newHunterView
#define PLAYER_DECIDE decideMove
#elif STOKER_INTERFACE >= 2014 && STOKER_INTERFACE <= 2018
#ifdef I_AM_DRACULA
#define PLAYER_NEW newDracView
#define PLAYER_FREE disposeDracView
#define PLAYER_DECIDE decideDraculaMove
#else
#define PLAYER_NEW newHunterView
#define PLAYER_FREE disposeHunterView
#define PLAYER_DECIDE decideHunterMove
#endif
#elif STOKER_INTERFACE == 2019
#ifdef I_AM_DRACULA
#define PLAYER_NEW dv_new
#define PLAYER_FREE dv_drop
#define PLAYER_DECIDE decide_dracula_move
#else
#define PLAYER_NEW hv_new
#define PLAYER_FREE hv_drop
#define PLAYER_DECIDE decide_hunter_move
#endif
#elif STOKER_INTERFACE == 2020
#ifdef I_AM_DRACULA
#define PLAYER_NEW DvNew
#define PLAYER_FREE DvFree
#define PLAYER_DECIDE decideDraculaMove
#else
#define PLAYER_NEW HvNew
#define PLAYER_FREE HvFree
#define PLAYER_DECIDE decideHunterMove
#endif
#else
#error "STOKER_INTERFACE is 2013, 2014, 2018, 2019 or 2020"
#endif

typedef char player_text[ANSWER_MESSAGE];

/* Functions that the program provides. A program that never frees its view does no harm: the
 * process ends. */
void *PLAYER_NEW(char *plays, player_text messages[]);
void PLAYER_DECIDE(void *view);
#ifdef PLAYER_FREE
void PLAYER_FREE(void *view) __attribute__((weak));
#endif

/* The function that the program calls. Its own declaration may differ in `const`. */
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
    player_text *messages = (player_text *)input_messages(request, count, sizeof(player_text));
    void *view = PLAYER_NEW(plays, messages);
    PLAYER_DECIDE(view);
#ifdef PLAYER_FREE
    if (PLAYER_FREE)
        PLAYER_FREE(view);
#endif
    free(messages);
    free(plays);
}

#endif
