#pragma once
#include "game.h"
typedef struct dracula_view dracula_view;
dracula_view *dv_new(const char *past_plays, player_message messages[]);
void dv_drop(dracula_view *view);
