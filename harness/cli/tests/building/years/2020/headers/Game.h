#ifndef GAME_H
#define GAME_H
#define MESSAGE_SIZE 100
typedef char Message[MESSAGE_SIZE];
void registerBestPlay(char *play, Message message);
#endif
