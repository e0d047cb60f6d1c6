/* Game.h: the players, the numbers of the rules, and the function by which a program answers. */
#ifndef STOKER_GAME_H
#define STOKER_GAME_H

#ifdef __cplusplus
extern "C" {
#endif

/* The players in the order of their turns. */
typedef enum player {
    PLAYER_LORD_GODALMING,
    PLAYER_DR_SEWARD,
    PLAYER_VAN_HELSING,
    PLAYER_MINA_HARKER,
    PLAYER_DRACULA
} Player;

#define NUM_PLAYERS 5

/* The score, and the amounts that it loses. */
#define GAME_START_SCORE 366
#define SCORE_LOSS_DRACULA_TURN 1
#define SCORE_LOSS_HUNTER_HOSPITAL 6
#define SCORE_LOSS_VAMPIRE_MATURES 13

/* Dracula's blood points. */
#define GAME_START_BLOOD_POINTS 40
#define LIFE_LOSS_HUNTER_ENCOUNTER 10
#define LIFE_LOSS_SEA 2
#define LIFE_GAIN_CASTLE_DRACULA 10

/* A hunter's life points. */
#define GAME_START_HUNTER_LIFE_POINTS 9
#define LIFE_LOSS_TRAP_ENCOUNTER 2
#define LIFE_LOSS_DRACULA_ENCOUNTER 4
#define LIFE_GAIN_REST 3

/* Moves in Dracula's trail. */
#define TRAIL_SIZE 6

/* Processor time for one turn, in milliseconds. */
#define TURN_LIMIT_MSECS 1500

/* Bytes of a message, including the zero at its end. */
#define MESSAGE_SIZE 100

typedef char Message[MESSAGE_SIZE];

/* The number of a round, from 0. */
typedef int Round;

/* Names a move (two letters) and a message for this turn. Call it early, and as often as you like:
 * the last call before your time is up counts. A message may be shorter than MESSAGE_SIZE; a longer
 * one is cut. Both texts are copied. */
#ifdef __cplusplus
void registerBestPlay(const char *play, const char *message);
#else
void registerBestPlay(char *play, char *message);
#endif

#ifdef __cplusplus
}
#endif

#endif
