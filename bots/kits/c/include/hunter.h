/* hunter.h: the function that a hunters' program provides. */
#ifndef STOKER_HUNTER_H
#define STOKER_HUNTER_H

#include "HunterView.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Called when it is a hunter's turn, for all four of them; it answers by registerBestPlay. The
 * program may be started afresh for every turn: keep nothing in variables. */
void decideHunterMove(HunterView view);

#ifdef __cplusplus
}
#endif

#endif
