/* HunterView.h: the view of a hunters' program. Arrays are as in GameView.h, and you must free
 * them. */
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

/* As the functions of the same names in GameView.h. */
Round HvGetRound(HunterView view);
Player HvGetPlayer(HunterView view);
int HvGetScore(HunterView view);
int HvGetHealth(HunterView view, Player player);
PlaceId HvGetPlayerLocation(HunterView view, Player player);
PlaceId HvGetVampireLocation(HunterView view);

/* Dracula's latest revealed real place, and the round in which he last moved there. If there is
 * none: NOWHERE, and *round is unchanged. */
PlaceId HvGetLastKnownDraculaLocation(HunterView view, Round *round);

/* The places of a shortest path, from the hunter's next move on: without the start, with the
 * destination. If waiting for a train is best, a place comes twice in a row. */
PlaceId *HvGetShortestPathTo(HunterView view, Player hunter, PlaceId dest, int *pathLength);

/* The places that the player to move can reach, staying included; none before their first turn. */
PlaceId *HvWhereCanIGo(HunterView view, int *numReturnedLocs);
PlaceId *HvWhereCanIGoByType(HunterView view, bool road, bool rail, bool boat,
                             int *numReturnedLocs);

/* The places that a player can reach in their next move; none for Dracula while his place is
 * hidden. */
PlaceId *HvWhereCanTheyGo(HunterView view, Player player, int *numReturnedLocs);
PlaceId *HvWhereCanTheyGoByType(HunterView view, Player player, bool road, bool rail, bool boat,
                                int *numReturnedLocs);

#ifdef __cplusplus
}
#endif

#endif
