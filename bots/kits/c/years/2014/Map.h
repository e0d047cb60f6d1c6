/* Map.h of 2014 to 2018: the functions of Map.c. */
#ifndef STOKER_2014_MAP_H
#define STOKER_2014_MAP_H

#include "Places.h"

typedef struct MapRep *Map;

Map newMap();
void disposeMap(Map map);
void showMap(Map map);
int numV(Map map);
int numE(Map map, TransportID type);

#endif
