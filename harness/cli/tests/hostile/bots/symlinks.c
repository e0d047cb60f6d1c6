/* Follows links that lead out of its folder: some were handed in, some it makes. `targets` has the
   paths that it wants, one a line. */
#include "hostile.h"

static void look(const char *path) {
    char text[4096] = "";
    int file = open(path, O_RDONLY);
    if (file >= 0 && read(file, text, sizeof text - 1) > 0 && strstr(text, "canary")) breach(path);
}

int main(void) {
    char line[4096], path[5000];
    look("handed-in");
    look("handed-in-folder/secret");
    FILE *targets = fopen("targets", "r");
    for (int number = 0; targets && fgets(line, sizeof line, targets); number++) {
        line[strcspn(line, "\n")] = 0;
        snprintf(path, sizeof path, "made-%d", number);
        unlink(path);
        if (symlink(line, path) < 0) return 1;
        look(path);
        snprintf(path, sizeof path, "linked-%d", number);
        if (link(line, path) == 0) breach("a hard link");
        int file = open(path, O_WRONLY | O_APPEND);
        if (file >= 0 && write(file, "broken\n", 7) > 0) breach(path);
    }
    stay_at_sea();
    return 0;
}
