char *DvMessage(DraculaView view);
