/* everything.c: for each line of past plays, one number that depends on every answer of every
 * function of the three views, in order. */
#include <inttypes.h>

#include "DraculaView.h"
#include "GameView.h"
#include "HunterView.h"
#include "check.h"

static uint64_t hash;

/* FNV-1a, a number at a time. */
static void add(long number)
{
    hash = (hash ^ (uint64_t)number) * UINT64_C(0x100000001b3);
}

static void add_array(PlaceId *places, int count)
{
    int i;
    add(count);
    for (i = 0; i < count; i++)
        add(places[i]);
    free(places);
}

#define ARRAY(call)                                                                                \
    do {                                                                                           \
        int n = -1;                                                                                \
        PlaceId *places = call;                                                                    \
        add_array(places, n);                                                                      \
    } while (0)

/* An array that the caller must free only if the function says so. */
#define HISTORY(call)                                                                              \
    do {                                                                                           \
        int n = -1, i;                                                                             \
        bool mine = false;                                                                         \
        PlaceId *places = call;                                                                    \
        add(n);                                                                                    \
        for (i = 0; i < n; i++)                                                                    \
            add(places[i]);                                                                        \
        if (mine)                                                                                  \
            free(places);                                                                          \
    } while (0)

static void add_game_view(char *plays)
{
    GameView view = GvNew(plays, NULL);
    Round round = GvGetRound(view);
    int player;
    add(round);
    add(GvGetPlayer(view));
    add(GvGetScore(view));
    add(GvGetVampireLocation(view));
    ARRAY(GvGetTrapLocations(view, &n));
    for (player = 0; player < NUM_PLAYERS; player++) {
        PlaceId at = GvGetPlayerLocation(view, player);
        int ways;
        add(at);
        add(GvGetHealth(view, player));
        HISTORY(GvGetMoveHistory(view, player, &n, &mine));
        HISTORY(GvGetLastMoves(view, player, 3, &n, &mine));
        HISTORY(GvGetLocationHistory(view, player, &n, &mine));
        HISTORY(GvGetLastLocations(view, player, 4, &n, &mine));
        ARRAY(GvGetReachable(view, player, round, at, &n));
        for (ways = 0; ways < 8; ways++)
            ARRAY(GvGetReachableByType(view, player, round, at, ways & 1, ways & 2, ways & 4, &n));
    }
    GvFree(view);
}

static void add_hunter_view(char *plays)
{
    HunterView view = HvNew(plays, NULL);
    Round seen = -1;
    int player, ways;
    add(HvGetRound(view));
    add(HvGetPlayer(view));
    add(HvGetScore(view));
    add(HvGetVampireLocation(view));
    add(HvGetLastKnownDraculaLocation(view, &seen));
    add(seen);
    for (player = 0; player < NUM_PLAYERS; player++) {
        add(HvGetPlayerLocation(view, player));
        add(HvGetHealth(view, player));
        ARRAY(HvWhereCanTheyGo(view, player, &n));
        for (ways = 0; ways < 8; ways++)
            ARRAY(HvWhereCanTheyGoByType(view, player, ways & 1, ways & 2, ways & 4, &n));
        ARRAY(HvGetShortestPathTo(view, player, GALWAY, &n));
        ARRAY(HvGetShortestPathTo(view, player, BLACK_SEA, &n));
    }
    ARRAY(HvWhereCanIGo(view, &n));
    for (ways = 0; ways < 8; ways++)
        ARRAY(HvWhereCanIGoByType(view, ways & 1, ways & 2, ways & 4, &n));
    HvFree(view);
}

static void add_dracula_view(char *plays)
{
    DraculaView view = DvNew(plays, NULL);
    int player, ways;
    add(DvGetRound(view));
    add(DvGetScore(view));
    add(DvGetVampireLocation(view));
    ARRAY(DvGetTrapLocations(view, &n));
    ARRAY(DvGetValidMoves(view, &n));
    ARRAY(DvWhereCanIGo(view, &n));
    for (ways = 0; ways < 4; ways++)
        ARRAY(DvWhereCanIGoByType(view, ways & 1, ways & 2, &n));
    for (player = 0; player < NUM_PLAYERS; player++) {
        add(DvGetPlayerLocation(view, player));
        add(DvGetHealth(view, player));
        ARRAY(DvWhereCanTheyGo(view, player, &n));
        for (ways = 0; ways < 8; ways++)
            ARRAY(DvWhereCanTheyGoByType(view, player, ways & 1, ways & 2, ways & 4, &n));
    }
    DvFree(view);
}

int main(void)
{
    static char line[65536];
    while (fgets(line, sizeof line, stdin)) {
        hash = UINT64_C(0xcbf29ce484222325);
        add_game_view(line);
        add_hunter_view(line);
        add_dracula_view(line);
        printf("%016" PRIx64 "\n", hash);
    }
    return 0;
}
