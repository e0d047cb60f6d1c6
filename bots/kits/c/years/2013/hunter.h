/* hunter.h of 2013: the function that a program provides. */
#ifndef STOKER_2013_HUNTER_H
#define STOKER_2013_HUNTER_H

#include "hunterView.h"

void decideMove(HunterView gameState);

#endif
