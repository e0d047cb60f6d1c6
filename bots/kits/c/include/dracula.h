/* dracula.h: the function that a Dracula program provides. */
#ifndef STOKER_DRACULA_H
#define STOKER_DRACULA_H

#include "DraculaView.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Called when it is Dracula's turn; answer with registerBestPlay. The program may be started again
 * for every turn: keep nothing in variables. */
void decideDraculaMove(DraculaView view);

#ifdef __cplusplus
}
#endif

#endif
