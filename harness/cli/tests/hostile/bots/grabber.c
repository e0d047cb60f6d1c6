/* Asks in its `bot.toml` to be shown what is not its own, and looks there. */
#include "hostile.h"

int main(void) {
    char line[4096], text[4096] = "";
    FILE *targets = fopen("targets", "r");
    while (targets && fgets(line, sizeof line, targets)) {
        line[strcspn(line, "\n")] = 0;
        int file = open(line, O_RDONLY);
        if (file >= 0 && read(file, text, sizeof text - 1) > 0 && strstr(text, "canary"))
            breach(line);
    }
    stay_at_sea();
    return 0;
}
