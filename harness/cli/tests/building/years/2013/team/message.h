char *message(HunterView v);
