/* hunterView.h of 2013. */
#ifndef STOKER_2013_HUNTER_VIEW_H
#define STOKER_2013_HUNTER_VIEW_H

#include "game.h"

typedef struct hunterView *HunterView;

HunterView newHunterView(char *pastPlays, playerMessage messages[]);

#endif
