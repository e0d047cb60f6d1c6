typedef struct hunterView *HunterView;
struct hunterView { char *plays; playerMessage *messages; };
HunterView newHunterView(char *pastPlays, playerMessage messages[]);
void decideMove(HunterView view);
