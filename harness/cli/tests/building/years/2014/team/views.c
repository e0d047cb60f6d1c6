/* Both views are the same thing here, so that they are linked into both programs. */
#include <stdlib.h>
#include "Game.h"

struct both {
    char *message;
};

void *newHunterView(char *pastPlays, PlayerMessage messages[])
{
    struct both *both = malloc(sizeof *both);
    both->message = messages[0];
    return both;
}

void *newDracView(char *pastPlays, PlayerMessage messages[])
{
    return newHunterView(pastPlays, messages);
}

void disposeHunterView(void *view)
{
    free(view);
}

void disposeDracView(void *view)
{
    free(view);
}

int *whereCanTheyGo(void *view, int *n, int player, int road, int rail, int sea)
{
    *n = 39;
    return NULL;
}

char *message(void *view)
{
    return ((struct both *)view)->message;
}
