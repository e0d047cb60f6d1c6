#include "game.h"
#include "hunter_view.h"
#include "hunter.h"
#include "hv_message.h"

void decide_hunter_move(hunter_view *view)
{
    register_best_play("LO", hv_message(view));
}
