#include <stdbool.h>
#define MESSAGE_SIZE 100
