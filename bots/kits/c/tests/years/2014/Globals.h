#ifndef GLOBALS_H
#define GLOBALS_H
#define MESSAGE_SIZE 100
#define TRUE 1
enum { UNKNOWN_LOCATION = -1, SEA_UNKNOWN = 101 };
#endif
