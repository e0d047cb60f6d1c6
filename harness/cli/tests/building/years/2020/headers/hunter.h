void decideHunterMove(HunterView view);
