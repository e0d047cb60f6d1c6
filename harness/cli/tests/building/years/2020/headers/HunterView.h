#include "Game.h"
typedef struct hunterView *HunterView;
HunterView HvNew(char *pastPlays, Message messages[]);
void HvFree(HunterView view);
