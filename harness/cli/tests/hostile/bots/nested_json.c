/* An object within an object within an object, as deep as there is room for. */
#include "hostile.h"

int main(void) {
    for (int depth = 0; depth < 40000; depth++) printf("{\"a\":[");
    return 0;
}
