/* input.h: standard input, and the game that a request describes. */
#ifndef STOKER_PLAYER_INPUT_H
#define STOKER_PLAYER_INPUT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "system.h"

/* Exit status if a request cannot be read. */
#define INPUT_BAD 2

/* The input that has been read but not used yet. */
static char *input_buffer;
static size_t input_used, input_size;

static void *input_memory(void *memory)
{
    if (!memory) {
        fprintf(stderr, "player: there is no memory left\n");
        exit(INPUT_BAD);
    }
    return memory;
}

/* Makes room for more input. */
static void input_room(void)
{
    if (input_size - input_used < 65536) {
        input_size = 2 * input_size + 65536;
        input_buffer = (char *)input_memory(realloc(input_buffer, input_size));
    }
}

/* Reads more input; returns 0 at its end. */
static int input_more(void)
{
    long count;
    input_room();
    count = system_read(0, input_buffer + input_used, input_size - input_used);
    if (count <= 0)
        return 0;
    input_used += (size_t)count;
    return 1;
}

/* Waits for a line that is not empty, or for the rest of the input at its end. Returns an empty
 * text if there is no more. The line counts as read only after input_drop. */
static struct json input_line(void)
{
    struct json line;
    size_t searched = 0;
    for (;;) {
        char *end = input_used > searched
                        ? (char *)memchr(input_buffer + searched, '\n', input_used - searched)
                        : NULL;
        searched = input_used;
        if (end || !input_more()) {
            line.at = input_buffer;
            line.end = end ? end : input_buffer + input_used;
            json_space(&line);
            if (line.at < line.end || !end)
                return line;
            input_used -= (size_t)(end + 1 - input_buffer);
            memmove(input_buffer, end + 1, input_used);
            searched = 0;
        }
    }
}

/* Drops the line that input_line returned. */
static void input_drop(struct json line)
{
    size_t length = (size_t)(line.end - input_buffer);
    if (length < input_used)
        length++;
    input_used -= length;
    memmove(input_buffer, input_buffer + length, input_used);
}

/* Returns everything up to the end of the input. */
static struct json input_all(void)
{
    struct json all;
    while (input_more())
        ;
    all.at = input_buffer;
    all.end = input_buffer + input_used;
    return all;
}

/* The parts of a request that the player needs. Empty spans stand for missing parts. */
struct request {
    struct json type, decision, past_plays, messages, cpu_ms, wall_ms;
};

/* The limits of a start message. */
static void input_limits(struct json object, struct request *request)
{
    struct json key, value;
    if (!json_take(&object, '{'))
        return;
    while (json_member(&object, &key, &value) > 0) {
        if (json_is(key, "cpu_ms"))
            request->cpu_ms = value;
        else if (json_is(key, "wall_ms"))
            request->wall_ms = value;
    }
}

/* Reads a request. Returns 1 if it is one whole object. */
static int input_request(struct json text, struct request *request)
{
    struct json key, value;
    int more;
    memset(request, 0, sizeof *request);
    if (!json_take(&text, '{'))
        return 0;
    while ((more = json_member(&text, &key, &value)) > 0) {
        if (json_is(key, "type"))
            request->type = value;
        else if (json_is(key, "decision"))
            request->decision = value;
        else if (json_is(key, "past_plays"))
            request->past_plays = value;
        else if (json_is(key, "messages"))
            request->messages = value;
        else if (json_is(key, "limits"))
            input_limits(value, request);
    }
    return more == 0;
}

/* The past plays as a C string. */
static char *input_plays(const struct request *request)
{
    size_t size = (size_t)(request->past_plays.end - request->past_plays.at) + 1;
    char *plays = (char *)input_memory(malloc(size));
    json_copy(request->past_plays, plays, size);
    return plays;
}

/* The messages as an array of texts of `size` bytes each, with at least one for each play. */
static char *input_messages(const struct request *request, size_t plays, size_t bytes)
{
    struct json list = request->messages, item;
    size_t count = 0, room;
    char *messages;
    if (json_take(&list, '['))
        while (json_item(&list, &item) > 0)
            count++;
    room = (count > plays ? count : plays) + 1;
    messages = (char *)input_memory(calloc(room, bytes));
    list = request->messages;
    if (json_take(&list, '['))
        for (count = 0; json_item(&list, &item) > 0; count++)
            json_copy(item, messages + count * bytes, bytes < 100 ? bytes : 100);
    return messages;
}

#endif
