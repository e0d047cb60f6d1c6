#ifndef GAME_H
#define GAME_H
#include "Globals.h"
typedef char PlayerMessage[MESSAGE_SIZE];
void registerBestPlay(char *play, PlayerMessage message);
#endif
