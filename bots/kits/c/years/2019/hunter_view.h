/* hunter_view.h of 2019. */
#ifndef STOKER_2019_HUNTER_VIEW_H
#define STOKER_2019_HUNTER_VIEW_H

#include "game.h"
#include "places.h"

typedef struct hunter_view hunter_view;

hunter_view *hv_new(const char *past_plays, player_message messages[]);
void hv_drop(hunter_view *view);

round_t hv_get_round(hunter_view *view);
enum player hv_get_player(hunter_view *view);
int hv_get_score(hunter_view *view);
int hv_get_health(hunter_view *view, enum player player);
location_t hv_get_location(hunter_view *view, enum player player);
void hv_get_trail(hunter_view *view, enum player player, location_t trail[TRAIL_SIZE]);
location_t *hv_get_dests(hunter_view *view, size_t *n_locations, bool road, bool rail, bool sea);
location_t *hv_get_dests_player(hunter_view *view, size_t *n_locations, enum player player,
                                bool road, bool rail, bool sea);

#endif
