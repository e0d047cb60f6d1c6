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
    PlaceId p;          /* the other end */
    TransportType type; /* its type */
    ConnList next;      /* NULL at the end */
};

Map MapNew(void);
void MapFree(Map map);

/* Prints every place with its links to standard output. */
void MapShow(Map map);

int MapNumPlaces(Map map);

/* The number of links of one type, or of ANY type. Each link counts in both directions, so the
 * number is twice that in the table CONNECTIONS, and that of all lists of MapGetConnections
 * together. */
int MapNumConnections(Map map, TransportType type);

/* The links from a place, in no particular order. The list belongs to the map: do not change or
 * free it. */
ConnList MapGetConnections(Map map, PlaceId place);

#ifdef __cplusplus
}
#endif

#endif
