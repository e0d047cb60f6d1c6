/* DracView.h of 2014 to 2018. */
#ifndef STOKER_2014_DRAC_VIEW_H
#define STOKER_2014_DRAC_VIEW_H

#include "Game.h"
#include "Places.h"

typedef struct dracView *DracView;

DracView newDracView(char *pastPlays, PlayerMessage messages[]);
void disposeDracView(DracView view);

Round giveMeTheRound(DracView view);
int giveMeTheScore(DracView view);
int howHealthyIs(DracView view, PlayerID player);
LocationID whereIs(DracView view, PlayerID player);
void lastMove(DracView view, PlayerID player, LocationID *start, LocationID *end);
void whatsThere(DracView view, LocationID where, int *numTraps, int *numVamps);
void giveMeTheTrail(DracView view, PlayerID player, LocationID trail[TRAIL_SIZE]);
LocationID *whereCanIgo(DracView view, int *numLocations, STOKER_FLAG road, STOKER_FLAG sea);
LocationID *whereCanTheyGo(DracView view, int *numLocations, PlayerID player, STOKER_FLAG road,
                           STOKER_FLAG rail, STOKER_FLAG sea);

#endif
