/* hunter.c: four hunters who go where Dracula was last seen, and look around until then. */
#include <stdlib.h>

#include "Game.h"
#include "HunterView.h"
#include "Places.h"
#include "hunter.h"
#include "stoker_note.h"

/* A first place for each hunter; the places are far apart. */
static const PlaceId STARTS[] = {MANCHESTER, MADRID, VENICE, SZEGED};

static void play(PlaceId place, char *message)
{
    registerBestPlay((char *)placeIdToAbbrev(place), message);
}

/* A next place that differs by hunter and by round. */
static PlaceId wander(HunterView view)
{
    int count = 0;
    PlaceId *places = HvWhereCanIGo(view, &count);
    PlaceId choice = places[(7 * HvGetRound(view) + 3 * (int)HvGetPlayer(view)) % count];
    free(places);
    return choice;
}

/* Draws into the replay where he was seen, darker if fresher, and the way there. */
static void draw(HunterView view, PlaceId trace, Round seen, PlaceId next)
{
    Round age = HvGetRound(view) - seen;
    PlaceId here = HvGetPlayerLocation(view, HvGetPlayer(view));
    note_shade(placeIdToAbbrev(trace), 1.0 / (1 + age));
    note_text("last seen in %s, in round %d", placeIdToName(trace), seen);
    if (next != here)
        note_arrow(placeIdToAbbrev(here), placeIdToAbbrev(next));
}

void decideHunterMove(HunterView view)
{
    Player me = HvGetPlayer(view);
    PlaceId here = HvGetPlayerLocation(view, me);
    Message message = "looking around";
    Round seen = 0;
    PlaceId trace;
    PlaceId *path;
    int length = 0;

    /* In the first turn any place will do. */
    if (HvGetRound(view) == 0) {
        play(STARTS[me], message);
        return;
    }
    /* Have an answer before thinking: the last one registered counts. Resting heals. */
    play(here, "resting");
    if (HvGetHealth(view, me) <= LIFE_LOSS_DRACULA_ENCOUNTER)
        return;

    trace = HvGetLastKnownDraculaLocation(view, &seen);
    /* No trace, or one so old that he can be anywhere. */
    if (trace == NOWHERE || HvGetRound(view) - seen > TRAIL_SIZE) {
        play(wander(view), message);
        return;
    }
    path = HvGetShortestPathTo(view, me, trace, &length);
    draw(view, trace, seen, length > 0 ? path[0] : here);
    if (length > 0)
        play(path[0], "after him");
    else
        play(wander(view), "he was here");
    free(path);
}
