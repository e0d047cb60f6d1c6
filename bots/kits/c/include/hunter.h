/* hunter.h: the function that a hunters' program provides. */
#ifndef STOKER_HUNTER_H
#define STOKER_HUNTER_H

#include "HunterView.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Called when it is the turn of any hunter; answer with registerBestPlay. The program may be
 * started again for every turn: keep nothing in variables. */
void decideHunterMove(HunterView view);

#ifdef __cplusplus
}
#endif

#endif
