#define MESSAGE_SIZE 100
typedef char playerMessage[MESSAGE_SIZE];
void registerBestPlay(char *play, playerMessage message);
