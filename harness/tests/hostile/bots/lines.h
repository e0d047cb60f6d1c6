/* A bot of the lines protocol that does something before each reply. */
#include "hostile.h"

/* Plays a match with the first legal moves. */
static inline void play_lines(void (*before)(long decision)) {
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        char *number = strstr(line, "\"decision\":"), *legal = strstr(line, "\"legal\":[\"");
        if (strstr(line, "\"type\":\"hello\"")) puts("{\"type\":\"hello\",\"protocol\":1}");
        if (number && legal) {
            long decision = strtol(number + 11, NULL, 10);
            before(decision);
            printf("{\"decision\":%ld,\"move\":\"%.2s\"}\n", decision, legal + 10);
        }
        fflush(stdout);
    }
}
