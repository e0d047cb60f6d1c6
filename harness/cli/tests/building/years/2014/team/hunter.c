#include <stddef.h>
#include "Game.h"
#include "HunterView.h"
#include "Places.h"
#include "Globals.h"
#include "hunter.h"

char *message(void *view);

void decideHunterMove(HunterView v)
{
    int number = 0;
    if (whereCanTheyGo(v, &number, 0, 1, 1, 1) == NULL && number == LONDON)
        registerBestPlay("LO", message(v));
}
