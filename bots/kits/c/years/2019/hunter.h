/* hunter.h of 2019: the function that a hunters' program provides. */
#ifndef STOKER_2019_HUNTER_H
#define STOKER_2019_HUNTER_H

#include "hunter_view.h"

void decide_hunter_move(hunter_view *view);

#endif
