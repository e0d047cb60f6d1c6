/* Thinks for ever. */
#include "hostile.h"

int main(void) {
    for (volatile unsigned long round = 0;; round++) {}
}
