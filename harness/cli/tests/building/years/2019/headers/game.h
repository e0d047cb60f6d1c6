#pragma once
#define MESSAGE_SIZE 100
typedef char player_message[MESSAGE_SIZE];
void register_best_play(const char *play, player_message message);
