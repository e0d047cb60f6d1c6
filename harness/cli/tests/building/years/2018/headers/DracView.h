#include "Game.h"
#include "Places.h"
typedef struct dracView *DracView;
DracView newDracView(char *pastPlays, PlayerMessage messages[]);
void disposeDracView(DracView v);
