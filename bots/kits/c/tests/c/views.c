/* Tests of every function of the three views, including extreme cases. Expected values are derived
 * by hand from the rules and the map. */
#include <stdbool.h>

#include "DraculaView.h"
#include "GameView.h"
#include "HunterView.h"
#include "check.h"

static const Player G = PLAYER_LORD_GODALMING, S = PLAYER_DR_SEWARD, H = PLAYER_VAN_HELSING,
                    M = PLAYER_MINA_HARKER, D = PLAYER_DRACULA;

static void before_the_first_move(void)
{
    Message none[1];
    bool mine = false;
    Round round = 77;
    GameView gv = GvNew("", none);
    HunterView hv = HvNew("", none);
    DraculaView dv = DvNew("GPA.... SPA.... HPA.... MPA....", NULL);
    IS(GvGetRound(gv), 0);
    IS(GvGetPlayer(gv), G);
    IS(GvGetScore(gv), GAME_START_SCORE);
    IS(GvGetHealth(gv, M), 9);
    IS(GvGetHealth(gv, D), 40);
    /* Numbers that are not a player's have the life that hunters start with. */
    IS(GvGetHealth(gv, (Player)NUM_PLAYERS), 9);
    IS(HvGetHealth(hv, (Player)99), 9);
    IS(DvGetHealth(dv, (Player)-1), 9);
    IS(GvGetPlayerLocation(gv, (Player)NUM_PLAYERS), NOWHERE);
    IS(GvGetPlayerLocation(gv, S), NOWHERE);
    IS(GvGetPlayerLocation(gv, D), NOWHERE);
    IS(GvGetVampireLocation(gv), NOWHERE);
    ORDERED(GvGetTrapLocations(gv, &n), "");
    ORDERED(GvGetMoveHistory(gv, D, &n, &mine), "");
    ORDERED(GvGetLastMoves(gv, G, 3, &n, &mine), "");
    ORDERED(GvGetLocationHistory(gv, D, &n, &mine), "");
    ORDERED(GvGetLastLocations(gv, H, 3, &n, &mine), "");
    IS(HvGetPlayer(hv), G);
    IS(HvGetLastKnownDraculaLocation(hv, &round), NOWHERE);
    IS(round, 77);
    ORDERED(HvWhereCanIGo(hv, &n), "");
    ORDERED(HvWhereCanIGoByType(hv, true, true, true, &n), "");
    ORDERED(HvWhereCanTheyGo(hv, D, &n), "");
    ORDERED(HvGetShortestPathTo(hv, G, PARIS, &n), "");
    IS(DvGetPlayerLocation(dv, D), NOWHERE);
    ORDERED(DvGetValidMoves(dv, &n), "");
    ORDERED(DvWhereCanIGo(dv, &n), "");
    ORDERED(DvWhereCanIGoByType(dv, true, true, &n), "");
    /* Seward's next round is 1: (1 + 1) mod 4 = 2 links. */
    SET(DvWhereCanTheyGo(dv, S, &n), "BO BU CF CO GE LE MR NA PA SR ST");
    SET(DvWhereCanTheyGoByType(dv, S, false, true, false, &n), "BO BU CO LE MR PA SR");
    GvFree(gv);
    HvFree(hv);
    DvFree(dv);
}

/* The rules' worked example: a hunter destroys a vampire, and meets Dracula. */
static void revealed(void)
{
    char *plays = "GBE.... SBR.... HLO.... MCA.... DSJ.V..\nGSJVD..";
    Round round = 77;
    GameView gv = GvNew(plays, NULL);
    HunterView hv = HvNew(plays, NULL);
    DraculaView dv = DvNew(plays, NULL);
    IS(GvGetRound(gv), 1);
    IS(GvGetPlayer(gv), S);
    IS(GvGetScore(gv), 365);
    IS(GvGetHealth(gv, G), 5);
    IS(GvGetHealth(gv, D), 30);
    IS(GvGetPlayerLocation(gv, D), SARAJEVO);
    IS(GvGetVampireLocation(gv), NOWHERE);
    IS(HvGetLastKnownDraculaLocation(hv, &round), SARAJEVO);
    IS(round, 0);
    IS(HvGetRound(hv), 1);
    IS(HvGetScore(hv), 365);
    IS(HvGetHealth(hv, G), 5);
    IS(HvGetPlayerLocation(hv, H), LONDON);
    IS(HvGetVampireLocation(hv), NOWHERE);
    /* Dracula can go to BE SO VA ZA by road, but not to the hospital. */
    SET(HvWhereCanTheyGo(hv, D, &n), "BE SJ SO VA ZA");
    SET(HvWhereCanTheyGoByType(hv, D, false, true, true, &n), "SJ");
    /* Mina is still to move in round 1: (1 + 3) mod 4 = 0 links. */
    SET(HvWhereCanTheyGo(hv, M, &n), "AO CA GR LS MA");
    /* Godalming has moved: in round 2 he has two links, but from Sarajevo there are none. */
    SET(HvWhereCanTheyGo(hv, G, &n), "BE JM SJ SO VA ZA");
    IS(DvGetRound(dv), 1);
    IS(DvGetScore(dv), 365);
    IS(DvGetHealth(dv, D), 30);
    IS(DvGetPlayerLocation(dv, G), SARAJEVO);
    SET(DvGetValidMoves(dv, &n), "BE D1 HI SO VA ZA");
    SET(DvWhereCanIGo(dv, &n), "BE SJ SO VA ZA");
    SET(DvWhereCanIGoByType(dv, false, true, &n), "SJ");
    SET(DvWhereCanTheyGo(dv, D, &n), "BE SJ SO VA ZA");
    GvFree(gv);
    HvFree(hv);
    DvFree(dv);
}

/* Hidden moves on land and at sea, a double back and a hide: both sides' strings of one game. */
static void hidden(void)
{
    char *told = "GPA.... SPA.... HPA.... MPA.... DC?.V.. GPA.... SPA.... HPA.... MPA.... DS?.... "
                 "GPA.... SPA.... HPA.... MPA.... DD1.... GPA.... SPA.... HPA.... MPA.... DC?T...";
    char *known = "GPA.... SPA.... HPA.... MPA.... DLO.V.. GPA.... SPA.... HPA.... MPA.... DEC.... "
                  "GPA.... SPA.... HPA.... MPA.... DD1.... GPA.... SPA.... HPA.... MPA.... DPLT...";
    bool mine = false;
    Round round = 5;
    GameView gv = GvNew(told, NULL);
    HunterView hv = HvNew(told, NULL);
    IS(GvGetRound(gv), 4);
    IS(GvGetScore(gv), 362);
    IS(GvGetHealth(gv, D), 36);
    IS(GvGetPlayerLocation(gv, D), CITY_UNKNOWN);
    IS(GvGetVampireLocation(gv), CITY_UNKNOWN);
    ORDERED(GvGetMoveHistory(gv, D, &n, &mine), "C? S? D1 C?");
    IS(mine, true);
    ORDERED(GvGetLocationHistory(gv, D, &n, &mine), "C? S? S? C?");
    ORDERED(GvGetLastLocations(gv, D, 2, &n, &mine), "S? C?");
    ORDERED(GvGetLastMoves(gv, D, 99, &n, &mine), "C? S? D1 C?");
    ORDERED(GvGetLastMoves(gv, D, 0, &n, &mine), "");
    IS(HvGetLastKnownDraculaLocation(hv, &round), NOWHERE);
    IS(round, 5);
    ORDERED(HvWhereCanTheyGo(hv, D, &n), "");
    GvFree(gv);
    HvFree(hv);

    gv = GvNew(known, NULL);
    DraculaView dv = DvNew(known, NULL);
    IS(GvGetPlayerLocation(gv, D), PLYMOUTH);
    IS(GvGetHealth(gv, D), 36);
    IS(DvGetVampireLocation(dv), LONDON);
    SET(DvGetTrapLocations(dv, &n), "PL");
    SET(GvGetTrapLocations(gv, &n), "PL");
    ORDERED(GvGetMoveHistory(gv, D, &n, &mine), "LO EC D1 PL");
    ORDERED(GvGetLocationHistory(gv, D, &n, &mine), "LO EC EC PL");
    ORDERED(GvGetLastLocations(gv, D, 1, &n, &mine), "PL");
    ORDERED(GvGetMoveHistory(gv, G, &n, &mine), "PA PA PA PA");
    /* From Plymouth lead a road to LO and a sea link to EC. Both were named lately, and he has
     * doubled back. */
    SET(DvGetValidMoves(dv, &n), "HI");
    SET(DvWhereCanIGo(dv, &n), "PL");
    GvFree(gv);
    DvFree(dv);
}

/* A double back that points at a hide leads to the place of the hide, known or not. */
static void back_to_a_hide(void)
{
    char *told = "GPA.... SPA.... HPA.... MPA.... DC?.V.. GPA.... SPA.... HPA.... MPA.... DHIT... "
                 "GPA.... SPA.... HPA.... MPA.... DD1T...";
    char *known = "GPA.... SPA.... HPA.... MPA.... DLO.V.. GPA.... SPA.... HPA.... MPA.... DHIT... "
                  "GPA.... SPA.... HPA.... MPA.... DD1T...";
    bool mine = false;
    GameView gv = GvNew(told, NULL);
    ORDERED(GvGetMoveHistory(gv, D, &n, &mine), "C? HI D1");
    ORDERED(GvGetLocationHistory(gv, D, &n, &mine), "C? C? C?");
    IS(GvGetPlayerLocation(gv, D), CITY_UNKNOWN);
    GvFree(gv);
    gv = GvNew(known, NULL);
    ORDERED(GvGetMoveHistory(gv, D, &n, &mine), "LO HI D1");
    ORDERED(GvGetLocationHistory(gv, D, &n, &mine), "LO LO LO");
    IS(GvGetPlayerLocation(gv, D), LONDON);
    GvFree(gv);
}

/* Traps, the vampire and Dracula in one city; then a hunter who dies of the next trap, and their
 * next turn. */
static void in_hospital(void)
{
    /* He is in MI in round 0 (vampire), and a hide and a double back put traps there. In round 3
     * Godalming meets two traps (9 - 4 = 5), the vampire and Dracula (5 - 4 = 1). In round 4 the
     * trap in Munich kills him, so he does not meet Dracula, who is there. */
    char *plays = "GGO.... SPA.... HPA.... MPA.... DMI.V.. GGO.... SPA.... HPA.... MPA.... DHIT... "
                  "GGO.... SPA.... HPA.... MPA.... DD1T... GMITTVD SPA.... HPA.... MPA.... DMUT... "
                  "GMUT...";
    GameView gv = GvNew(plays, NULL);
    HunterView hv = HvNew(plays, NULL);
    IS(GvGetHealth(gv, G), 0);
    IS(GvGetPlayerLocation(gv, G), HOSPITAL_PLACE);
    IS(GvGetHealth(gv, D), 30);
    IS(GvGetScore(gv), 366 - 4 - 6);
    IS(GvGetVampireLocation(gv), NOWHERE);
    SET(GvGetTrapLocations(gv, &n), "");
    bool mine = false;
    ORDERED(GvGetLastMoves(gv, G, 2, &n, &mine), "MI MU");
    ORDERED(GvGetLocationHistory(gv, D, &n, &mine), "MI MI MI MU");
    /* The next turn begins in the hospital: roads lead to BE SJ SZ ZA. */
    SET(HvWhereCanTheyGo(hv, G, &n), "BE JM SJ SZ ZA");
    GvFree(gv);
    HvFree(hv);
    /* His next turn begins with full life. */
    plays = "GGO.... SPA.... HPA.... MPA.... DMI.V.. GGO.... SPA.... HPA.... MPA.... DHIT... "
            "GGO.... SPA.... HPA.... MPA.... DD1T... GMITTVD SPA.... HPA.... MPA.... DMUT... "
            "GMUT... SPA.... HPA.... MPA.... DNUT... GZA....";
    gv = GvNew(plays, NULL);
    IS(GvGetHealth(gv, G), 9);
    SET(GvGetTrapLocations(gv, &n), "NU");
    GvFree(gv);
}

/* From Galway the ways out are Dublin and the Atlantic. In a dead end he teleports. */
static void forced_teleport(void)
{
    /* Both are named in the trail AO GW DU D2 HI. He has doubled back to Galway and hidden there,
     * so only TP is left. */
    char *plays = "GPA.... SPA.... HPA.... MPA.... DAO.... GPA.... SPA.... HPA.... MPA.... DGWT... "
                  "GPA.... SPA.... HPA.... MPA.... DDUT... GPA.... SPA.... HPA.... MPA.... DD2T... "
                  "GPA.... SPA.... HPA.... MPA.... DHIT... GPA.... SPA.... HPA.... MPA....";
    char *after = "GPA.... SPA.... HPA.... MPA.... DAO.... GPA.... SPA.... HPA.... MPA.... DGWT... "
                  "GPA.... SPA.... HPA.... MPA.... DDUT... GPA.... SPA.... HPA.... MPA.... DD2T... "
                  "GPA.... SPA.... HPA.... MPA.... DHIT... GPA.... SPA.... HPA.... MPA.... DTPT...";
    DraculaView dv = DvNew(plays, NULL);
    bool mine = false;
    IS(DvGetPlayerLocation(dv, D), GALWAY);
    ORDERED(DvGetValidMoves(dv, &n), "");
    ORDERED(DvWhereCanIGo(dv, &n), "");
    ORDERED(DvWhereCanIGoByType(dv, true, true, &n), "");
    SET(DvGetTrapLocations(dv, &n), "DU GW GW GW");
    DvFree(dv);
    GameView gv = GvNew(after, NULL);
    IS(GvGetPlayerLocation(gv, D), CASTLE_DRACULA);
    IS(GvGetHealth(gv, D), 40 - 2 + 10);
    ORDERED(GvGetLastMoves(gv, D, 1, &n, &mine), "TP");
    ORDERED(GvGetLastLocations(gv, D, 2, &n, &mine), "GW CD");
    GvFree(gv);
}

static void reach_and_paths(void)
{
    HunterView hv = HvNew("GPA.... SPA.... HPA.... MPA.... DCD.V..", NULL);
    GameView gv = GvNew("", NULL);
    SET(GvGetReachable(gv, G, 1, PARIS, &n), "BO BU CF GE LE MR NA PA ST");
    SET(GvGetReachable(gv, S, 2, PARIS, &n), "BA BO BU CF CO FR GE LE MA MR NA PA SR ST");
    SET(GvGetReachable(gv, M, 1, PARIS, &n), "BU CF GE LE NA PA ST");
    SET(GvGetReachable(gv, D, 1, SARAJEVO, &n), "BE SJ SO VA ZA");
    SET(GvGetReachable(gv, D, 3, ENGLISH_CHANNEL, &n), "AO EC LE LO NS PL");
    /* Dracula cannot be in the hospital. */
    SET(GvGetReachable(gv, D, 1, HOSPITAL_PLACE, &n), "BE SJ SZ ZA");
    SET(GvGetReachableByType(gv, G, 1, PARIS, false, true, false, &n), "BO BU LE MR PA");
    SET(GvGetReachableByType(gv, G, 1, LE_HAVRE, false, false, true, &n), "EC LE");
    SET(GvGetReachableByType(gv, G, 1, LE_HAVRE, false, false, false, &n), "LE");
    SET(GvGetReachable(gv, G, 1, NOWHERE, &n), "");
    SET(GvGetReachable(gv, G, 1, CITY_UNKNOWN, &n), "");
    IS(HvGetPlayer(hv), G);
    IS(HvGetVampireLocation(hv), CASTLE_DRACULA);
    SET(HvWhereCanIGo(hv, &n), "BO BU CF GE LE MR NA PA ST");
    SET(HvWhereCanIGoByType(hv, true, false, false, &n), "BU CF GE LE NA PA ST");
    ORDERED(HvGetShortestPathTo(hv, G, PARIS, &n), "");
    ORDERED(HvGetShortestPathTo(hv, G, BORDEAUX, &n), "BO");
    /* Godalming has one link in round 1, so Cologne takes two moves. Seward has two. */
    SET(HvGetShortestPathTo(hv, G, COLOGNE, &n), "BU CO");
    ORDERED(HvGetShortestPathTo(hv, S, COLOGNE, &n), "CO");
    ORDERED(HvGetShortestPathTo(hv, D, COLOGNE, &n), "");
    ORDERED(HvGetShortestPathTo(hv, G, HIDE, &n), "");
    GvFree(gv);
    HvFree(hv);
}

int main(void)
{
    before_the_first_move();
    revealed();
    hidden();
    back_to_a_hide();
    in_hospital();
    forced_teleport();
    reach_and_paths();
    return 0;
}
