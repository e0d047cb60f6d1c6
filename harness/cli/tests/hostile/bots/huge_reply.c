/* A well-formed reply with 100 MB in it. */
#include "hostile.h"

int main(void) {
    static char block[1 << 20];
    memset(block, 'x', sizeof block);
    printf("{\"message\": \"");
    for (int mib = 0; mib < 100; mib++) fwrite(block, 1, sizeof block, stdout);
    printf("\", \"move\": \"NS\"}\n");
    return 0;
}
