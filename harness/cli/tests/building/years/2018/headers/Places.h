#ifndef PLACES_H
#define PLACES_H
typedef int LocationID;
#endif
