#ifndef PLACES_H
#define PLACES_H
typedef int LocationID;
enum { ADRIATIC_SEA, LONDON = 39 };
#endif
