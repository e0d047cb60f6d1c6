#include "game.h"
#include "dracula_view.h"
#include "dracula.h"
#include "dv_message.h"

void decide_dracula_move(dracula_view *view)
{
    register_best_play("CD", dv_message(view));
}
