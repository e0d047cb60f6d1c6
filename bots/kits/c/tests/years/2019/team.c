#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef I_AM_DRACULA
#include "dracula_view.h"
#define VIEW dracula_view
#define NAME(f) dv_##f
#define DECIDE decide_dracula_move
#else
#include "hunter_view.h"
#define VIEW hunter_view
#define NAME(f) hv_##f
#define DECIDE decide_hunter_move
#endif
VIEW *NAME(new)(const char *plays, player_message messages[])
{
    VIEW *view = malloc(sizeof *view);
    view->plays = plays;
    view->messages = messages;
    return view;
}
void NAME(drop)(VIEW *view) { free(view); }
void DECIDE(VIEW *view)
{
    player_message said;
    snprintf(said, sizeof said, "2019 %d %s", (int)strlen(view->plays), view->messages[0]);
    register_best_play("PA", said);
}
