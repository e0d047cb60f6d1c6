/* tell.c: for each line of past plays, a line with the facts from the three views. */
#include "DraculaView.h"
#include "GameView.h"
#include "HunterView.h"
#include "check.h"

static void print_sorted(PlaceId *places, int count)
{
    int i;
    if (places)
        qsort(places, (size_t)count, sizeof *places, by_code);
    for (i = 0; i < count; i++)
        printf("%s%s", i ? " " : "", placeIdToAbbrev(places[i]));
    free(places);
}

int main(void)
{
    static char line[65536];
    while (fgets(line, sizeof line, stdin)) {
        GameView gv = GvNew(line, NULL);
        HunterView hv = HvNew(line, NULL);
        DraculaView dv = DvNew(line, NULL);
        int player, count = 0;
        PlaceId *traps;
        printf("%d %d %d |", GvGetRound(gv), GvGetPlayer(gv), GvGetScore(gv));
        for (player = 0; player < NUM_PLAYERS; player++)
            printf(" %d", HvGetHealth(hv, player));
        printf(" |");
        for (player = 0; player < NUM_PLAYERS; player++) {
            PlaceId at = DvGetPlayerLocation(dv, player);
            printf(" %s", at == NOWHERE ? "--" : placeIdToAbbrev(at));
        }
        printf(" | ");
        if (HvGetPlayer(hv) == PLAYER_DRACULA) {
            PlaceId *moves = DvGetValidMoves(dv, &count);
            print_sorted(moves, count);
        } else {
            PlaceId *places = HvWhereCanIGo(hv, &count);
            print_sorted(places, count);
        }
        printf(" | ");
        traps = DvGetTrapLocations(dv, &count);
        print_sorted(traps, count);
        printf(" | %s\n", placeIdToAbbrev(GvGetVampireLocation(gv)));
        GvFree(gv);
        HvFree(hv);
        DvFree(dv);
    }
    return 0;
}
