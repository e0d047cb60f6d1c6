/* hunter.h of 2014 to 2018: the function that a hunters' program provides. */
#ifndef STOKER_2014_HUNTER_H
#define STOKER_2014_HUNTER_H

#include "HunterView.h"

void decideHunterMove(HunterView gameState);

#endif
