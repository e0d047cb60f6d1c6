/* history.c: for each line of past plays, a line for each player: their moves, and the places that
 * these led to. */
#include "GameView.h"
#include "check.h"

static void print(const PlaceId *places, int count)
{
    int i;
    for (i = 0; i < count; i++)
        printf("%s%s", i ? " " : "", placeIdToAbbrev(places[i]));
}

int main(void)
{
    static char line[65536];
    while (fgets(line, sizeof line, stdin)) {
        GameView view = GvNew(line, NULL);
        int player;
        for (player = 0; player < NUM_PLAYERS; player++) {
            bool moves_mine = false, places_mine = false;
            int moves = -1, places = -1;
            PlaceId *made = GvGetMoveHistory(view, player, &moves, &moves_mine);
            PlaceId *came_to = GvGetLocationHistory(view, player, &places, &places_mine);
            print(made, moves);
            printf(" | ");
            print(came_to, places);
            printf("\n");
            if (moves_mine)
                free(made);
            if (places_mine)
                free(came_to);
        }
        GvFree(view);
    }
    return 0;
}
