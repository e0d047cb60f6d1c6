#pragma once
#include "game.h"
typedef struct hunter_view hunter_view;
struct hunter_view { const char *plays; player_message *messages; };
hunter_view *hv_new(const char *past_plays, player_message messages[]);
void hv_drop(hunter_view *);
void decide_hunter_move(hunter_view *);
