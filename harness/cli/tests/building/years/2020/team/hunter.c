#include "Game.h"
#include "HunterView.h"
#include "hunter.h"
#include "HvMessage.h"

void decideHunterMove(HunterView view)
{
    registerBestPlay("LO", HvMessage(view));
}
