/* stoker_rules.h: the numbers of the rules, the same in every year. A team's own headers may have
 * defined some of them already. */
#ifndef STOKER_YEARS_RULES_H
#define STOKER_YEARS_RULES_H

#ifndef NUM_PLAYERS
#define NUM_PLAYERS 5
#endif
#ifndef NUM_HUNTERS
#define NUM_HUNTERS 4
#endif
#ifndef TRAIL_SIZE
#define TRAIL_SIZE 6
#endif
#ifndef MESSAGE_SIZE
#define MESSAGE_SIZE 100
#endif
#ifndef TURN_LIMIT_MSECS
#define TURN_LIMIT_MSECS 1500
#endif

#ifndef GAME_START_SCORE
#define GAME_START_SCORE 366
#endif
#ifndef SCORE_LOSS_DRACULA_TURN
#define SCORE_LOSS_DRACULA_TURN 1
#endif
#ifndef SCORE_LOSS_HUNTER_HOSPITAL
#define SCORE_LOSS_HUNTER_HOSPITAL 6
#endif
#ifndef SCORE_LOSS_VAMPIRE_MATURES
#define SCORE_LOSS_VAMPIRE_MATURES 13
#endif

#ifndef GAME_START_BLOOD_POINTS
#define GAME_START_BLOOD_POINTS 40
#endif
#ifndef LIFE_LOSS_HUNTER_ENCOUNTER
#define LIFE_LOSS_HUNTER_ENCOUNTER 10
#endif
#ifndef LIFE_LOSS_SEA
#define LIFE_LOSS_SEA 2
#endif
#ifndef LIFE_GAIN_CASTLE_DRACULA
#define LIFE_GAIN_CASTLE_DRACULA 10
#endif

#ifndef GAME_START_HUNTER_LIFE_POINTS
#define GAME_START_HUNTER_LIFE_POINTS 9
#endif
#ifndef LIFE_LOSS_TRAP_ENCOUNTER
#define LIFE_LOSS_TRAP_ENCOUNTER 2
#endif
#ifndef LIFE_LOSS_DRACULA_ENCOUNTER
#define LIFE_LOSS_DRACULA_ENCOUNTER 4
#endif
#ifndef LIFE_GAIN_REST
#define LIFE_GAIN_REST 3
#endif

#endif
