/* HunterView.h: what a hunter wants to know. Arrays are as in GameView.h, and yours to free. */
#ifndef STOKER_HUNTER_VIEW_H
#define STOKER_HUNTER_VIEW_H

#include <stdbool.h>

#include "Game.h"
#include "Places.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hunterView *HunterView;

HunterView HvNew(char *pastPlays, Message messages[]);
void HvFree(HunterView view);

/* As their namesakes in GameView.h. */
Round HvGetRound(HunterView view);
Player HvGetPlayer(HunterView view);
int HvGetScore(HunterView view);
int HvGetHealth(HunterView view, Player player);
PlaceId HvGetPlayerLocation(HunterView view, Player player);
PlaceId HvGetVampireLocation(HunterView view);

/* The latest real place of Dracula's that was revealed, and the round in which he last moved there.
 * If there is none: NOWHERE, and *round stays as it was. */
PlaceId HvGetLastKnownDraculaLocation(HunterView view, Round *round);

/* The places of a way in as few moves as can be, from the hunter's next move on: without the start,
 * with the destination. Where waiting for a train is best, a place comes twice in a row. */
PlaceId *HvGetShortestPathTo(HunterView view, Player hunter, PlaceId dest, int *pathLength);

/* Where the player whose turn it is can go, staying included; nothing before their first turn. */
PlaceId *HvWhereCanIGo(HunterView view, int *numReturnedLocs);
PlaceId *HvWhereCanIGoByType(HunterView view, bool road, bool rail, bool boat,
                             int *numReturnedLocs);

/* Where a player can go in their next move; nothing for Dracula when his place is hidden. */
PlaceId *HvWhereCanTheyGo(HunterView view, Player player, int *numReturnedLocs);
PlaceId *HvWhereCanTheyGoByType(HunterView view, Player player, bool road, bool rail, bool boat,
                                int *numReturnedLocs);

#ifdef __cplusplus
}
#endif

#endif
