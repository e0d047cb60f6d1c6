#include <stdlib.h>
#include "HunterView.h"
#include "HvMessage.h"

struct hunterView {
    char *message;
};

HunterView HvNew(char *pastPlays, Message messages[])
{
    HunterView view = malloc(sizeof *view);
    view->message = messages[0];
    return view;
}

void HvFree(HunterView view)
{
    free(view);
}

char *HvMessage(HunterView view)
{
    return view->message;
}
