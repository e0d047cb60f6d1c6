char *HvMessage(HunterView view);
