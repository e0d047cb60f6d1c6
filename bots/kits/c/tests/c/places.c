/* Tests of Places.h and Map.h. Expected values are the map's facts. */
#include "Map.h"
#include "check.h"

int main(void)
{
    Map map = MapNew();
    ConnList link;
    int i, links = 0, seas = 0, ends = 0;

    IS(NUM_REAL_PLACES, 71);
    IS(placeNameToId("St Joseph and St Mary"), HOSPITAL_PLACE);
    IS(placeNameToId("Paris"), PARIS);
    IS(placeNameToId("Atlantis"), NOWHERE);
    IS(placeAbbrevToId("ZU"), ZURICH);
    IS(placeAbbrevToId("zu"), NOWHERE);
    IS(placeAbbrevToId(""), NOWHERE);
    IS(placeAbbrevToId("C?"), CITY_UNKNOWN);
    IS(placeAbbrevToId("S?"), SEA_UNKNOWN);
    IS(placeAbbrevToId("HI"), HIDE);
    IS(placeAbbrevToId("D1"), DOUBLE_BACK_1);
    IS(placeAbbrevToId("D5"), DOUBLE_BACK_5);
    IS(placeAbbrevToId("D6"), NOWHERE);
    IS(placeAbbrevToId("TP"), TELEPORT);
    for (i = CITY_UNKNOWN; i <= TELEPORT; i++)
        IS(placeAbbrevToId(placeIdToAbbrev(i)), i);

    for (i = MIN_REAL_PLACE; i <= MAX_REAL_PLACE; i++) {
        IS(PLACES[i].id, i);
        IS(placeNameToId(PLACES[i].name), i);
        IS(placeAbbrevToId(PLACES[i].abbrev), i);
        IS(placeIdToType(i), PLACES[i].type);
        IS(strcmp(placeIdToName(i), PLACES[i].name), 0);
        IS(placeIsReal(i), 1);
        IS(placeIsLand(i) + placeIsSea(i), 1);
        seas += placeIsSea(i);
    }
    IS(seas, 10);
    IS(placeIsSea(NORTH_SEA) && placeIsSea(SEA_UNKNOWN) && !placeIsSea(CITY_UNKNOWN), 1);
    IS(placeIsLand(CASTLE_DRACULA) && placeIsLand(CITY_UNKNOWN) && !placeIsLand(HIDE), 1);
    IS(placeIsReal(NOWHERE) || placeIsReal(UNKNOWN_PLACE) || placeIsReal(CITY_UNKNOWN), 0);
    IS(placeIdToType(NOWHERE), UNKNOWN);
    IS(placeIdToType(9999), UNKNOWN);
    IS(strlen(placeIdToName(NOWHERE)) > 0 && strlen(placeIdToAbbrev(9999)) > 0, 1);
    IS(strcmp(transportTypeToString(ROAD), transportTypeToString(BOAT)) != 0, 1);
    IS(transportTypeIsValid(RAIL) && !transportTypeIsValid(NONE) && !transportTypeIsValid(ANY), 1);

    for (i = 0; CONNECTIONS[i].v != UNKNOWN_PLACE; i++)
        IS(placeIsReal(CONNECTIONS[i].v) && placeIsReal(CONNECTIONS[i].w) &&
               transportTypeIsValid(CONNECTIONS[i].t),
           1);
    IS(i, 198);
    IS(CONNECTIONS[0].v == ALICANTE && CONNECTIONS[0].w == GRANADA && CONNECTIONS[0].t == ROAD, 1);

    IS(MapNumPlaces(map), 71);
    /* Both directions count: twice the links of the table. */
    IS(MapNumConnections(map, ROAD), 230);
    IS(MapNumConnections(map, RAIL), 86);
    IS(MapNumConnections(map, BOAT), 80);
    IS(MapNumConnections(map, ANY), 396);
    for (i = 0; i < 71; i++)
        for (link = MapGetConnections(map, i); link; link = link->next)
            ends += link->p != (PlaceId)i;
    IS(ends, MapNumConnections(map, ANY));
    /* Alicante: roads GR MA SR, rails BA MA, sea MS. */
    for (link = MapGetConnections(map, ALICANTE); link; link = link->next)
        links += link->p == MADRID || (link->p == MEDITERRANEAN_SEA && link->type == BOAT);
    IS(links, 3);
    IS(MapGetConnections(map, NOWHERE) == NULL, 1);
    MapShow(map);
    MapFree(map);
    MapFree(NULL);
    return 0;
}
