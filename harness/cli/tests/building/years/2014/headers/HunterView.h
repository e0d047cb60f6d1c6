#include "Game.h"
#include "Places.h"
typedef struct hunterView *HunterView;
HunterView newHunterView(char *pastPlays, PlayerMessage messages[]);
void disposeHunterView(HunterView v);
LocationID *whereCanTheyGo(HunterView v, int *n, PlayerID player, int road, int rail, int sea);
