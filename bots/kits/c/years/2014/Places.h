/* Places.h of 2014 to 2018: places, and the functions of Places.c. */
#ifndef STOKER_2014_PLACES_H
#define STOKER_2014_PLACES_H

#include "stoker_flag.h"
#include "stoker_places.h"

#define NOWHERE (-1)

typedef int LocationID;
typedef int TransportID;
typedef int PlaceType;

#define UNKNOWN (-1)
#define LAND 0
#define SEA 1

#define NONE 0
#define ROAD 1
#define RAIL 2
#define BOAT 3
#define ANY 4
#define MIN_TRANSPORT ROAD
#define MAX_TRANSPORT BOAT

char *idToName(LocationID place);
char *idToAbbrev(LocationID place);
int idToType(LocationID place);
int nameToID(char *name);
int abbrevToID(char *abbrev);

#endif
