#include "game.h"
typedef struct hunterView *HunterView;
HunterView newHunterView(char *pastPlays, playerMessage messages[]);
