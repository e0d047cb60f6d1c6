#include "Game.h"
#include "DraculaView.h"
#include "dracula.h"
#include "DvMessage.h"

void decideDraculaMove(DraculaView view)
{
    registerBestPlay("CD", DvMessage(view));
}
