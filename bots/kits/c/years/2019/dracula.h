/* dracula.h of 2019: the function that Dracula's program provides. */
#ifndef STOKER_2019_DRACULA_H
#define STOKER_2019_DRACULA_H

#include "dracula_view.h"

void decide_dracula_move(dracula_view *view);

#endif
