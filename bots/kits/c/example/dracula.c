/* dracula.c: a Dracula who moves to where the fewest hunters can follow at once. */
#include <stdlib.h>

#include "DraculaView.h"
#include "Game.h"
#include "Places.h"
#include "dracula.h"
#include "stoker_note.h"

static void play(PlaceId move)
{
    registerBestPlay((char *)placeIdToAbbrev(move), "ha ha");
}

/* The number of hunters who can be in a place after their next move. */
static int hunters_near(DraculaView view, PlaceId place)
{
    int near = 0;
    for (int hunter = PLAYER_LORD_GODALMING; hunter < PLAYER_DRACULA; hunter++) {
        int count = 0;
        PlaceId *places = DvWhereCanTheyGo(view, (Player)hunter, &count);
        for (int i = 0; i < count; i++)
            near += places[i] == place;
        free(places);
    }
    return near;
}

/* The cost of a place; smaller is better. The sea costs blood. */
static int danger(DraculaView view, PlaceId move)
{
    PlaceId place = placeIsReal(move) ? move : DvGetPlayerLocation(view, PLAYER_DRACULA);
    return 10 * hunters_near(view, place) + (placeIsSea(place) ? LIFE_LOSS_SEA : 0);
}

void decideDraculaMove(DraculaView view)
{
    int count = 0;
    PlaceId *moves = DvGetValidMoves(view, &count);

    if (DvGetRound(view) == 0) {
        play(CASTLE_DRACULA); /* first turn */
    } else if (count == 0) {
        play(TELEPORT); /* no other move is allowed */
    } else {
        PlaceId best = moves[0];
        for (int i = 0; i < count; i++) {
            int value = danger(view, moves[i]);
            /* Shows the cost of each place in the replay; smaller is better. */
            if (placeIsReal(moves[i]))
                note_label(placeIdToAbbrev(moves[i]), "%d", value);
            if (value < danger(view, best))
                best = moves[i];
        }
        play(best);
    }
    free(moves);
}
