/* stoker_flag.h: the type of flags. */
#ifndef STOKER_FLAG
#define STOKER_FLAG int
#endif
