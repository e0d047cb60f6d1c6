#include "HunterView.h"
void decideHunterMove(HunterView v);
