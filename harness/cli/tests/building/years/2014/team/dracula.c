#include <stddef.h>
#include "Game.h"
#include "DracView.h"
#include "Places.h"
#include "Globals.h"
#include "dracula.h"

char *message(void *view);

void decideDraculaMove(DracView v)
{
    int number = 0;
    if (whereCanTheyGo(v, &number, 0, 1, 1, 1) == NULL && number == LONDON)
        registerBestPlay("CD", message(v));
}
