#pragma once
#include "game.h"
typedef struct dracula_view dracula_view;
struct dracula_view { const char *plays; player_message *messages; };
dracula_view *dv_new(const char *past_plays, player_message messages[]);
void dv_drop(dracula_view *);
void decide_dracula_move(dracula_view *);
