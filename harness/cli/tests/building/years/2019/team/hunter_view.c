#include <stdlib.h>
#include "hunter_view.h"
#include "hv_message.h"

struct hunter_view {
    char *message;
};

hunter_view *hv_new(const char *past_plays, player_message messages[])
{
    hunter_view *view = malloc(sizeof *view);
    view->message = messages[0];
    return view;
}

void hv_drop(hunter_view *view)
{
    free(view);
}

char *hv_message(hunter_view *view)
{
    return view->message;
}
