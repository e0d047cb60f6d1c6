#include "Globals.h"
#include "Game.h"
typedef struct dracView *DracView;
DracView newDracView(char *pastPlays, PlayerMessage messages[]);
void disposeDracView(DracView view);
int giveMeTheRound(DracView view);
