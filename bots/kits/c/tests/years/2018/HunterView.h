#include "Globals.h"
#include "Game.h"
typedef struct hunterView *HunterView;
HunterView newHunterView(char *pastPlays, PlayerMessage messages[]);
void disposeHunterView(HunterView view);
int giveMeTheRound(HunterView view);
