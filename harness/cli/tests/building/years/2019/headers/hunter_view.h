#pragma once
#include "game.h"
typedef struct hunter_view hunter_view;
hunter_view *hv_new(const char *past_plays, player_message messages[]);
void hv_drop(hunter_view *view);
