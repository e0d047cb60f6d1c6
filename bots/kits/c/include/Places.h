/* Places.h: the places of the map, the links between them, and the words for moves.
 *
 * A PlaceId is a real place (0 to 70), an unknown place, one of Dracula's special moves, or no
 * place at all. */
#ifndef STOKER_PLACES_H
#define STOKER_PLACES_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Land or sea. */
typedef enum placeType {
    UNKNOWN, /* neither land nor sea */
    LAND,
    SEA
} PlaceType;

/* The kind of link between two places. */
typedef enum transportType {
    NONE,
    ROAD,
    RAIL,
    BOAT,
    ANY /* any type, in queries */
} TransportType;

#define MIN_TRANSPORT ROAD
#define MAX_TRANSPORT BOAT

typedef enum placeId {
    NOWHERE = -2,       /* not on the map, or a text that names nothing */
    UNKNOWN_PLACE = -1, /* no place; it ends the table of links */

    ADRIATIC_SEA = 0, /* AS: Adriatic Sea, a sea */
    ALICANTE = 1, /* AL: Alicante */
    AMSTERDAM = 2, /* AM: Amsterdam */
    ATHENS = 3, /* AT: Athens */
    ATLANTIC_OCEAN = 4, /* AO: Atlantic Ocean, a sea */
    BARCELONA = 5, /* BA: Barcelona */
    BARI = 6, /* BI: Bari */
    BAY_OF_BISCAY = 7, /* BB: Bay of Biscay, a sea */
    BELGRADE = 8, /* BE: Belgrade */
    BERLIN = 9, /* BR: Berlin */
    BLACK_SEA = 10, /* BS: Black Sea, a sea */
    BORDEAUX = 11, /* BO: Bordeaux */
    BRUSSELS = 12, /* BU: Brussels */
    BUCHAREST = 13, /* BC: Bucharest */
    BUDAPEST = 14, /* BD: Budapest */
    CADIZ = 15, /* CA: Cadiz */
    CAGLIARI = 16, /* CG: Cagliari */
    CASTLE_DRACULA = 17, /* CD: Castle Dracula */
    CLERMONT_FERRAND = 18, /* CF: Clermont-Ferrand */
    COLOGNE = 19, /* CO: Cologne */
    CONSTANTA = 20, /* CN: Constanta */
    DUBLIN = 21, /* DU: Dublin */
    EDINBURGH = 22, /* ED: Edinburgh */
    ENGLISH_CHANNEL = 23, /* EC: English Channel, a sea */
    FLORENCE = 24, /* FL: Florence */
    FRANKFURT = 25, /* FR: Frankfurt */
    GALATZ = 26, /* GA: Galatz */
    GALWAY = 27, /* GW: Galway */
    GENEVA = 28, /* GE: Geneva */
    GENOA = 29, /* GO: Genoa */
    GRANADA = 30, /* GR: Granada */
    HAMBURG = 31, /* HA: Hamburg */
    IONIAN_SEA = 32, /* IO: Ionian Sea, a sea */
    IRISH_SEA = 33, /* IR: Irish Sea, a sea */
    KLAUSENBURG = 34, /* KL: Klausenburg */
    LE_HAVRE = 35, /* LE: Le Havre */
    LEIPZIG = 36, /* LI: Leipzig */
    LISBON = 37, /* LS: Lisbon */
    LIVERPOOL = 38, /* LV: Liverpool */
    LONDON = 39, /* LO: London */
    MADRID = 40, /* MA: Madrid */
    MANCHESTER = 41, /* MN: Manchester */
    MARSEILLES = 42, /* MR: Marseilles */
    MEDITERRANEAN_SEA = 43, /* MS: Mediterranean Sea, a sea */
    MILAN = 44, /* MI: Milan */
    MUNICH = 45, /* MU: Munich */
    NANTES = 46, /* NA: Nantes */
    NAPLES = 47, /* NP: Naples */
    NORTH_SEA = 48, /* NS: North Sea, a sea */
    NUREMBURG = 49, /* NU: Nuremburg */
    PARIS = 50, /* PA: Paris */
    PLYMOUTH = 51, /* PL: Plymouth */
    PRAGUE = 52, /* PR: Prague */
    ROME = 53, /* RO: Rome */
    SALONICA = 54, /* SA: Salonica */
    SANTANDER = 55, /* SN: Santander */
    SARAGOSSA = 56, /* SR: Saragossa */
    SARAJEVO = 57, /* SJ: Sarajevo */
    SOFIA = 58, /* SO: Sofia */
    ST_JOSEPH_AND_ST_MARY = 59, /* JM: St Joseph and St Mary */
    STRASBOURG = 60, /* ST: Strasbourg */
    SWANSEA = 61, /* SW: Swansea */
    SZEGED = 62, /* SZ: Szeged */
    TOULOUSE = 63, /* TO: Toulouse */
    TYRRHENIAN_SEA = 64, /* TS: Tyrrhenian Sea, a sea */
    VALONA = 65, /* VA: Valona */
    VARNA = 66, /* VR: Varna */
    VENICE = 67, /* VE: Venice */
    VIENNA = 68, /* VI: Vienna */
    ZAGREB = 69, /* ZA: Zagreb */
    ZURICH = 70, /* ZU: Zurich */

    CITY_UNKNOWN = 100, /* C?: some place on land */
    SEA_UNKNOWN = 101,  /* S?: some sea */
    HIDE = 102,         /* HI */
    DOUBLE_BACK_1 = 103, /* D1 */
    DOUBLE_BACK_2 = 104, /* D2 */
    DOUBLE_BACK_3 = 105, /* D3 */
    DOUBLE_BACK_4 = 106, /* D4 */
    DOUBLE_BACK_5 = 107, /* D5 */
    TELEPORT = 108       /* TP */
} PlaceId;

#define MIN_REAL_PLACE ADRIATIC_SEA
#define MAX_REAL_PLACE ZURICH
#define NUM_REAL_PLACES (MAX_REAL_PLACE + 1)

/* The place where hunters without life points wake up. */
#define HOSPITAL_PLACE ST_JOSEPH_AND_ST_MARY

typedef struct place {
    PlaceId id;
    char *name;   /* in full */
    char *abbrev; /* two letters */
    PlaceType type;
} Place;

/* A link; it works both ways. */
typedef struct connection {
    PlaceId v;
    PlaceId w;
    TransportType t;
} Connection;

/* All places, by their ids. Read only. */
extern Place PLACES[];

/* Every link once; in the row after the last one, v and w are UNKNOWN_PLACE. Read only. */
extern Connection CONNECTIONS[];

/* The place with this full name, or NOWHERE. */
PlaceId placeNameToId(const char *name);

/* The place or move with these two letters (also C? S? HI D1 to D5 TP), or NOWHERE. */
PlaceId placeAbbrevToId(const char *abbrev);

/* The type of a place; UNKNOWN if it is neither land nor sea. */
PlaceType placeIdToType(PlaceId place);

/* The name, or the two letters, of a place or move. Do not change or free them. */
const char *placeIdToName(PlaceId place);
const char *placeIdToAbbrev(PlaceId place);

/* A word for a means of transport. Do not change or free it. */
const char *transportTypeToString(TransportType transport);

/* Returns true for road, rail or boat. */
static inline bool transportTypeIsValid(TransportType transport)
{
    return MIN_TRANSPORT <= transport && transport <= MAX_TRANSPORT;
}

/* Returns true for a place on land, and for CITY_UNKNOWN. */
static inline bool placeIsLand(PlaceId place)
{
    return placeIdToType(place) == LAND;
}

/* Returns true for a sea, and for SEA_UNKNOWN. */
static inline bool placeIsSea(PlaceId place)
{
    return placeIdToType(place) == SEA;
}

/* Returns true for one of the 71 places of the map. */
static inline bool placeIsReal(PlaceId place)
{
    return MIN_REAL_PLACE <= place && place <= MAX_REAL_PLACE;
}

#ifdef __cplusplus
}
#endif

#endif
