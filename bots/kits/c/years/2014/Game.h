/* Game.h of 2014 to 2018: players, messages, and the function by which a program answers. */
#ifndef STOKER_2014_GAME_H
#define STOKER_2014_GAME_H

#include "Globals.h"

#define PLAYER_LORD_GODALMING 0
#define PLAYER_DR_SEWARD 1
#define PLAYER_VAN_HELSING 2
#define PLAYER_MINA_HARKER 3
#define PLAYER_DRACULA 4

typedef int PlayerID;
typedef int Round;

/* A team's own Globals.h may leave it out. */
#ifndef MESSAGE_SIZE
#define MESSAGE_SIZE 100
#endif

typedef char PlayerMessage[MESSAGE_SIZE];

void registerBestPlay(char *play, PlayerMessage message);

#endif
