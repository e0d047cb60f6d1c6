/* Map.h: the links of the map as lists. */
#ifndef STOKER_MAP_H
#define STOKER_MAP_H

#include "Places.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct map *Map;

/* A list of links from one place. */
typedef struct connNode *ConnList;
struct connNode {
    PlaceId p;          /* where the link leads */
    TransportType type; /* how */
    ConnList next;      /* NULL at the end */
};

Map MapNew(void);
void MapFree(Map map);

/* Prints every place with its links to standard output. */
void MapShow(Map map);

int MapNumPlaces(Map map);

/* Links of one type, or of ANY type, counted in both directions: twice as many as in the table
 * CONNECTIONS, and as many as all the lists of MapGetConnections together. */
int MapNumConnections(Map map, TransportType type);

/* The links from a place, in no order to rely on. The list is the map's: do not change or free. */
ConnList MapGetConnections(Map map, PlaceId place);

#ifdef __cplusplus
}
#endif

#endif
