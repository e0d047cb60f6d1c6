/* game.h of 2019: players, messages, and the function by which a program answers. */
#ifndef STOKER_2019_GAME_H
#define STOKER_2019_GAME_H

#include <stdbool.h>
#include <stddef.h>

#include "stoker_rules.h"

enum player {
    PLAYER_LORD_GODALMING,
    PLAYER_DR_SEWARD,
    PLAYER_VAN_HELSING,
    PLAYER_MINA_HARKER,
    PLAYER_DRACULA
};

typedef int round_t;

typedef char player_message[MESSAGE_SIZE];

void register_best_play(const char *play, player_message message);

#endif
