/* GameView.h: the facts of a game, from the past plays of either side.
 *
 * Functions that return a PlaceId * return a new array, and its length through the last int *. Free
 * the array with free(), but if there is a bool *canFree, only if that became true. If there is
 * nothing to return, the length is 0 and the array is NULL. */
#ifndef STOKER_GAME_VIEW_H
#define STOKER_GAME_VIEW_H

#include <stdbool.h>

#include "Game.h"
#include "Places.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gameView *GameView;

/* A view of the game after these plays: seven characters each, separated by a space or line end. If
 * the past plays cannot be read, the program ends with status 65 and a line that says why. With
 * STOKER_LENIENT=1 in the environment they are read as far as they make sense. */
GameView GvNew(char *pastPlays, Message messages[]);
void GvFree(GameView view);

/* The number of complete rounds, and the player to move. */
Round GvGetRound(GameView view);
Player GvGetPlayer(GameView view);

int GvGetScore(GameView view);

/* Life points of a hunter (0 in hospital until their next turn), or Dracula's blood. A number that
 * is not a player's gives the life points that a hunter starts with. */
int GvGetHealth(GameView view, Player player);

/* A real place, CITY_UNKNOWN or SEA_UNKNOWN; NOWHERE before the player's first turn. */
PlaceId GvGetPlayerLocation(GameView view, Player player);

/* The place of the immature vampire: NOWHERE if there is none, CITY_UNKNOWN if it is hidden. */
PlaceId GvGetVampireLocation(GameView view);

/* One entry for each trap, so a city can appear more than once. */
PlaceId *GvGetTrapLocations(GameView view, int *numTraps);

/* Moves as they were played, special ones included, oldest first; all, or the latest numMoves. */
PlaceId *GvGetMoveHistory(GameView view, Player player, int *numReturnedMoves, bool *canFree);
PlaceId *GvGetLastMoves(GameView view, Player player, int numMoves, int *numReturnedMoves,
                        bool *canFree);

/* The places that those moves led to, oldest first; all, or the latest numLocs. */
PlaceId *GvGetLocationHistory(GameView view, Player player, int *numReturnedLocs, bool *canFree);
PlaceId *GvGetLastLocations(GameView view, Player player, int numLocs, int *numReturnedLocs,
                            bool *canFree);

/* The places that a player can reach from a place in a round, staying included. Dracula takes no
 * train and never goes to the hospital; his trail is ignored. */
PlaceId *GvGetReachable(GameView view, Player player, Round round, PlaceId from,
                        int *numReturnedLocs);
PlaceId *GvGetReachableByType(GameView view, Player player, Round round, PlaceId from, bool road,
                              bool rail, bool boat, int *numReturnedLocs);

#ifdef __cplusplus
}
#endif

#endif
