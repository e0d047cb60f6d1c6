/* dracula.h of 2014 to 2018: the function that Dracula's program provides. */
#ifndef STOKER_2014_DRACULA_H
#define STOKER_2014_DRACULA_H

#include "DracView.h"

void decideDraculaMove(DracView gameState);

#endif
