/* A bot of the lines protocol that does what is expected of it, and starts fast. */
#include "hostile.h"

int main(void) {
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        char *decision = strstr(line, "\"decision\":"), *legal = strstr(line, "\"legal\":[\"");
        if (strstr(line, "\"type\":\"hello\"")) puts("{\"type\":\"hello\",\"protocol\":1}");
        if (decision && legal)
            printf("{\"decision\":%ld,\"move\":\"%.2s\"}\n", strtol(decision + 11, NULL, 10), legal + 10);
        fflush(stdout);
    }
    return 0;
}
