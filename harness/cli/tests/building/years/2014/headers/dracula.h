#include "DracView.h"
void decideDraculaMove(DracView v);
