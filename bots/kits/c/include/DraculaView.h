/* DraculaView.h: what Dracula wants to know. Arrays are as in GameView.h, and yours to free. */
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

/* As their namesakes in GameView.h. */
Round DvGetRound(DraculaView view);
int DvGetScore(DraculaView view);
int DvGetHealth(DraculaView view, Player player);
PlaceId DvGetPlayerLocation(DraculaView view, Player player);
PlaceId DvGetVampireLocation(DraculaView view);
PlaceId *DvGetTrapLocations(DraculaView view, int *numTraps);

/* The moves that are allowed now: places, HIDE, DOUBLE_BACK_n. Nothing before his first move, and
 * when he must teleport. */
PlaceId *DvGetValidMoves(DraculaView view, int *numReturnedMoves);

/* The places that those moves lead to. By type: those he reaches that way; where he stays, the type
 * does not matter. */
PlaceId *DvWhereCanIGo(DraculaView view, int *numReturnedLocs);
PlaceId *DvWhereCanIGoByType(DraculaView view, bool road, bool boat, int *numReturnedLocs);

/* Where a player can go in their next move; for Dracula, as DvWhereCanIGo. */
PlaceId *DvWhereCanTheyGo(DraculaView view, Player player, int *numReturnedLocs);
PlaceId *DvWhereCanTheyGoByType(DraculaView view, Player player, bool road, bool rail, bool boat,
                                int *numReturnedLocs);

#ifdef __cplusplus
}
#endif

#endif
