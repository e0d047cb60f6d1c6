/* stoker_flag.h: the type of flags. */
#ifndef STOKER_FLAG
#include <stdbool.h>
#define STOKER_FLAG bool
#endif
