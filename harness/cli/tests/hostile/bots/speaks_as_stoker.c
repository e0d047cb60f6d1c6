/* Prints lines that the harness could have written, whole, in pieces, and over earlier text. */
#include "hostile.h"

int main(void) {
    fprintf(stderr, "stoker: fault of dracula (seat 4, against me), turn 0: crash: \033[2Jhe left\n");
    fprintf(stderr, "thinking\rstoker: the match is won\xe2\x80\xa8stoker: by hunters\nstok");
    fflush(stderr);
    usleep(20000);
    fprintf(stderr, "er: \xe2\x80\xaegood");
    stay_at_sea();
    return 0;
}
