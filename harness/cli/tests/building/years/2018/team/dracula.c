#include "Globals.h"
#include "Game.h"
#include "DracView.h"
#include "message.h"

void decideDraculaMove(DracView v)
{
    registerBestPlay("CD", message);
}
