/* dracula_view.h of 2019. */
#ifndef STOKER_2019_DRACULA_VIEW_H
#define STOKER_2019_DRACULA_VIEW_H

#include "game.h"
#include "places.h"

typedef struct dracula_view dracula_view;

dracula_view *dv_new(const char *past_plays, player_message messages[]);
void dv_drop(dracula_view *view);

round_t dv_get_round(dracula_view *view);
enum player dv_get_player(dracula_view *view);
int dv_get_score(dracula_view *view);
int dv_get_health(dracula_view *view, enum player player);
location_t dv_get_location(dracula_view *view, enum player player);
void dv_get_trail(dracula_view *view, enum player player, location_t trail[TRAIL_SIZE]);
location_t *dv_get_dests(dracula_view *view, size_t *n_locations, bool road, bool sea);
location_t *dv_get_dests_player(dracula_view *view, size_t *n_locations, enum player player,
                                bool road, bool rail, bool sea);

#endif
