#pragma once
#include "hunter_view.h"
void decide_hunter_move(hunter_view *view);
