#include <stddef.h>
#include "DracView.h"
#include "message.h"

DracView newDracView(char *pastPlays, PlayerMessage messages[])
{
    message = messages[0];
    return NULL;
}

void disposeDracView(DracView v)
{
}
