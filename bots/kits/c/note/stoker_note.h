/* stoker_note.h: shows a program's thoughts in the replay of its match.
 *
 * Only people see notes, after the match: no opponent does, and no result depends on them. Each is
 * drawn at the turn in which it is written. A turn has at most 256 notes. Notes that are too long
 * are dropped, and the log of the match says so.
 *
 * This header needs no library. A place is its code, such as "PA". Texts are formats, as for
 * printf. */
#ifndef STOKER_NOTE_H
#define STOKER_NOTE_H

#include <stdarg.h>
#include <stdio.h>

#define STOKER_NOTE(text, first) \
    static __inline__ __attribute__((unused, format(printf, text, first)))

/* Bytes of a text, including the zero at its end. */
#define STOKER_NOTE_SIZE 500

/* Writes a note at once, on a line of its own. */
static __inline__ void stoker_note_put(const char *kind, const char *at, const char *format, va_list values)
{
    char text[STOKER_NOTE_SIZE];
    char *c;
    vsnprintf(text, sizeof text, format, values);
    for (c = text; *c != '\0'; c++)
        if (*c == '\n' || *c == '\r')
            *c = ' ';
    fprintf(stderr, "@note %s%s%s %s\n", kind, at ? " " : "", at ? at : "", text);
}

/* A line of text beside the turn. */
STOKER_NOTE(1, 2) void note_text(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    stoker_note_put("text", NULL, format, values);
    va_end(values);
}

/* A mark on the time line, of at most 100 bytes. */
STOKER_NOTE(1, 2) void note_mark(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    stoker_note_put("mark", NULL, format, values);
    va_end(values);
}

/* A few characters at a place, such as the value of going there: at most 40 bytes. */
STOKER_NOTE(2, 3) void note_label(const char *place, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    stoker_note_put("label", place, format, values);
    va_end(values);
}

#undef STOKER_NOTE

/* A shade of a place, from 0 (none) to 1 (full), such as the probability that somebody is there. */
static __inline__ void note_shade(const char *place, double value)
{
    int shade = value >= 1 ? 1000 : value > 0 ? (int)(1000 * value + 0.5) : 0;
    fprintf(stderr, "@note shade %s %d\n", place, shade);
}

/* An arrow from one place to another. */
static __inline__ void note_arrow(const char *from, const char *to)
{
    fprintf(stderr, "@note arrow %s %s\n", from, to);
}

#endif
