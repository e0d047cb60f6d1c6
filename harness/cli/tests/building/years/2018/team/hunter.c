#include "Globals.h"
#include "Game.h"
#include "HunterView.h"
#include "message.h"

void decideHunterMove(HunterView v)
{
    int n;
    whereCanIgo(v, &n, true, true, true);
    if (n == 3)
        registerBestPlay("LO", message);
}
