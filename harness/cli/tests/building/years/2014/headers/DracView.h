#include "Game.h"
#include "Places.h"
typedef struct dracView *DracView;
DracView newDracView(char *pastPlays, PlayerMessage messages[]);
void disposeDracView(DracView v);
LocationID *whereCanTheyGo(DracView v, int *n, PlayerID player, int road, int rail, int sea);
