/* DraculaView.h: the view of a Dracula program. Arrays are as in GameView.h, and you must free
 * them. */
#ifndef STOKER_DRACULA_VIEW_H
#define STOKER_DRACULA_VIEW_H

#include <stdbool.h>

#include "Game.h"
#include "Places.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct draculaView *DraculaView;

DraculaView DvNew(char *pastPlays, Message messages[]);
void DvFree(DraculaView view);

/* As the functions of the same names in GameView.h. */
Round DvGetRound(DraculaView view);
int DvGetScore(DraculaView view);
int DvGetHealth(DraculaView view, Player player);
PlaceId DvGetPlayerLocation(DraculaView view, Player player);
PlaceId DvGetVampireLocation(DraculaView view);
PlaceId *DvGetTrapLocations(DraculaView view, int *numTraps);

/* The moves that are allowed now: places, HIDE, DOUBLE_BACK_n. None before his first move, and if
 * he must teleport. */
PlaceId *DvGetValidMoves(DraculaView view, int *numReturnedMoves);

/* The places that those moves lead to. By type: those he reaches that way; staying in place counts
 * for every type. */
PlaceId *DvWhereCanIGo(DraculaView view, int *numReturnedLocs);
PlaceId *DvWhereCanIGoByType(DraculaView view, bool road, bool boat, int *numReturnedLocs);

/* The places that a player can reach in their next move; for Dracula, as DvWhereCanIGo. */
PlaceId *DvWhereCanTheyGo(DraculaView view, Player player, int *numReturnedLocs);
PlaceId *DvWhereCanTheyGoByType(DraculaView view, Player player, bool road, bool rail, bool boat,
                                int *numReturnedLocs);

#ifdef __cplusplus
}
#endif

#endif
