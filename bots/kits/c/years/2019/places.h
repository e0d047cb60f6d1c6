/* places.h of 2019: places. */
#ifndef STOKER_2019_PLACES_H
#define STOKER_2019_PLACES_H

#include "stoker_places.h"

#define NOWHERE (-1)

typedef int location_t;

#endif
