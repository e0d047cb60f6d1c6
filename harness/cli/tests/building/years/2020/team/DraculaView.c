#include <stdlib.h>
#include "DraculaView.h"
#include "DvMessage.h"

struct draculaView {
    char *message;
};

DraculaView DvNew(char *pastPlays, Message messages[])
{
    DraculaView view = malloc(sizeof *view);
    view->message = messages[0];
    return view;
}

void DvFree(DraculaView view)
{
    free(view);
}

char *DvMessage(DraculaView view)
{
    return view->message;
}
