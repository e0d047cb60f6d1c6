/* GameView.h of 2014 to 2018. */
#ifndef STOKER_2014_GAME_VIEW_H
#define STOKER_2014_GAME_VIEW_H

#include "Game.h"
#include "Places.h"

typedef struct gameView *GameView;

GameView newGameView(char *pastPlays, PlayerMessage messages[]);
void disposeGameView(GameView view);

Round getRound(GameView view);
PlayerID getCurrentPlayer(GameView view);
int getScore(GameView view);
int getHealth(GameView view, PlayerID player);
LocationID getLocation(GameView view, PlayerID player);
void getHistory(GameView view, PlayerID player, LocationID trail[TRAIL_SIZE]);
LocationID *connectedLocations(GameView view, int *numLocations, LocationID from, PlayerID player,
                               Round round, STOKER_FLAG road, STOKER_FLAG rail, STOKER_FLAG sea);

#endif
