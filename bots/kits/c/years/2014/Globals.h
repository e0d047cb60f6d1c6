/* Globals.h of 2014 to 2018: the numbers of the rules. */
#ifndef STOKER_2014_GLOBALS_H
#define STOKER_2014_GLOBALS_H

#include "stoker_flag.h"
#include "stoker_rules.h"

#ifndef FALSE
#define FALSE 0
#endif
#ifndef TRUE
#define TRUE 1
#endif

#endif
