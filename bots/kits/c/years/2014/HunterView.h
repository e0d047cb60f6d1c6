/* HunterView.h of 2014 to 2018. It repeats much of GameView.h under other names, as the course's
 * header did. */
#ifndef STOKER_2014_HUNTER_VIEW_H
#define STOKER_2014_HUNTER_VIEW_H

#include "Game.h"
#include "Places.h"

typedef struct hunterView *HunterView;

HunterView newHunterView(char *pastPlays, PlayerMessage messages[]);
void disposeHunterView(HunterView view);

Round giveMeTheRound(HunterView view);
PlayerID whoAmI(HunterView view);
int giveMeTheScore(HunterView view);
int howHealthyIs(HunterView view, PlayerID player);
LocationID whereIs(HunterView view, PlayerID player);
void giveMeTheTrail(HunterView view, PlayerID player, LocationID trail[TRAIL_SIZE]);
LocationID *whereCanIgo(HunterView view, int *numLocations, STOKER_FLAG road, STOKER_FLAG rail,
                        STOKER_FLAG sea);
LocationID *whereCanTheyGo(HunterView view, int *numLocations, PlayerID player, STOKER_FLAG road,
                           STOKER_FLAG rail, STOKER_FLAG sea);

#endif
