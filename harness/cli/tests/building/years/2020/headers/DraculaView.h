#include "Game.h"
typedef struct draculaView *DraculaView;
DraculaView DvNew(char *pastPlays, Message messages[]);
void DvFree(DraculaView view);
