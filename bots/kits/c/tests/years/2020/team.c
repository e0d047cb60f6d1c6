#include <stdio.h>
#include <string.h>
#include "Game.h"
#ifdef I_AM_DRACULA
#include "DraculaView.h"
struct draculaView { char *plays; Message *messages; } view;
DraculaView DvNew(char *p, Message m[]) { view.plays = p; view.messages = m; return &view; }
void DvFree(DraculaView v) { v->plays = NULL; }
void decideDraculaMove(DraculaView v)
#else
#include "HunterView.h"
struct hunterView { char *plays; Message *messages; } view;
HunterView HvNew(char *p, Message m[]) { view.plays = p; view.messages = m; return &view; }
void HvFree(HunterView v) { v->plays = NULL; }
void decideHunterMove(HunterView v)
#endif
{
    Message said;
    snprintf(said, sizeof said, "2020 %d %s", (int)strlen(v->plays), v->messages[0]);
    registerBestPlay("PA", said);
}
