#pragma once
#include "dracula_view.h"
void decide_dracula_move(dracula_view *view);
