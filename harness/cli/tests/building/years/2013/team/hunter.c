#include "game.h"
#include "hunterView.h"
#include "message.h"

void decideMove(HunterView v)
{
    registerBestPlay("LO", message(v));
}
