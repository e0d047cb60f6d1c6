#include <stdlib.h>
#include "hunterView.h"
#include "message.h"

struct hunterView {
    char *message;
};

HunterView newHunterView(char *pastPlays, playerMessage messages[])
{
    HunterView v = malloc(sizeof *v);
    v->message = messages[0];
    return v;
}

char *message(HunterView v)
{
    return v->message;
}
