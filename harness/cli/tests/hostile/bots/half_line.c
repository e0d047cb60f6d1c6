/* The beginning of a reply. */
#include "hostile.h"

int main(void) {
    printf("{\"move\": \"N");
    return 0;
}
