/* game.h of 2013: players, places, messages, and the function by which a program answers. */
#ifndef STOKER_2013_GAME_H
#define STOKER_2013_GAME_H

#include "stoker_places.h"
#include "stoker_rules.h"

#define LORD_GODALMING 0
#define DR_SEWARD 1
#define VAN_HELSING 2
#define MINA_HARKER 3
#define THE_DRACULA 4

typedef int LocationID;
typedef int PlayerID;
typedef int Round;

typedef char playerMessage[MESSAGE_SIZE];

void registerBestPlay(char *play, playerMessage message);

#endif
