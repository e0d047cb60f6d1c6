#include <stdlib.h>
#include "dracula_view.h"
#include "dv_message.h"

struct dracula_view {
    char *message;
};

dracula_view *dv_new(const char *past_plays, player_message messages[])
{
    dracula_view *view = malloc(sizeof *view);
    view->message = messages[0];
    return view;
}

void dv_drop(dracula_view *view)
{
    free(view);
}

char *dv_message(dracula_view *view)
{
    return view->message;
}
