void decideDraculaMove(DraculaView view);
