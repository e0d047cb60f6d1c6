/* check.h: assertions on arrays of places, written as codes in alphabetical order. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Places.h"

static int by_code(const void *a, const void *b)
{
    return strcmp(placeIdToAbbrev(*(const PlaceId *)a), placeIdToAbbrev(*(const PlaceId *)b));
}

static void check_codes(int line, const PlaceId *places, int count, const char *wanted)
{
    char found[1024] = "";
    int i;
    for (i = 0; i < count; i++) {
        strcat(found, i ? " " : "");
        strcat(found, placeIdToAbbrev(places[i]));
    }
    if (strcmp(found, wanted) != 0 || (count == 0) != (places == NULL)) {
        fprintf(stderr, "line %d: found `%s`, wanted `%s`\n", line, found, wanted);
        exit(1);
    }
}

/* An array in its own order. */
#define ORDERED(call, wanted)                                                                      \
    do {                                                                                           \
        int n = -1;                                                                                \
        PlaceId *places = call;                                                                    \
        check_codes(__LINE__, places, n, wanted);                                                  \
        free(places);                                                                              \
    } while (0)

/* An array in any order. */
#define SET(call, wanted)                                                                          \
    do {                                                                                           \
        int n = -1;                                                                                \
        PlaceId *places = call;                                                                    \
        if (places)                                                                                \
            qsort(places, (size_t)n, sizeof *places, by_code);                                     \
        check_codes(__LINE__, places, n, wanted);                                                  \
        free(places);                                                                              \
    } while (0)

#define IS(found, wanted)                                                                          \
    do {                                                                                           \
        long is = (long)(found);                                                                   \
        if (is != (long)(wanted)) {                                                                \
            fprintf(stderr, "line %d: %s is %ld, not %ld\n", __LINE__, #found, is, (long)(wanted)); \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

#endif
