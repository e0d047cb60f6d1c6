#include "Game.h"
#include "Places.h"
typedef struct hunterView *HunterView;
HunterView newHunterView(char *pastPlays, PlayerMessage messages[]);
void disposeHunterView(HunterView v);
LocationID *whereCanIgo(HunterView v, int *n, bool road, bool rail, bool sea);
