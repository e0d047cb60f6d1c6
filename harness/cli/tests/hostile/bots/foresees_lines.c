/* Answers the next question before it is asked. */
#include "lines.h"

int main(void) {
    for (long number; (number = asked());) {
        char next[100] = "";
        if (number > 2) sprintf(next, "{\"decision\":%ld,\"move\":\"%s\"}\n", number + 1, legal_move);
        printf("{\"decision\":%ld,\"move\":\"%s\"}\n%s", number, legal_move, next);
        fflush(stdout);
    }
    return 0;
}
