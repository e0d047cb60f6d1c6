#include <stdio.h>
#include <string.h>
#include "Game.h"
#ifdef I_AM_DRACULA
#include "DracView.h"
struct dracView { char *plays; PlayerMessage *messages; } view;
DracView newDracView(char *p, PlayerMessage m[]) { view.plays = p; view.messages = m; return &view; }
void disposeDracView(DracView v) { v->plays = NULL; }
int giveMeTheRound(DracView v) { return strlen(v->plays); }
void decideDraculaMove(DracView v)
#else
#include "HunterView.h"
struct hunterView { char *plays; PlayerMessage *messages; } view;
HunterView newHunterView(char *p, PlayerMessage m[]) { view.plays = p; view.messages = m; return &view; }
void disposeHunterView(HunterView v) { v->plays = NULL; }
int giveMeTheRound(HunterView v) { return strlen(v->plays); }
void decideHunterMove(HunterView v)
#endif
{
    const char *place = "PA";
    char said[200];
    sprintf(said, "2014 %d %s", giveMeTheRound(v), v->messages[0]);
    registerBestPlay(place, said);
}
