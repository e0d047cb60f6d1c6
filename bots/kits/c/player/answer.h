/* answer.h: the latest registered play, and the reply made from it. */
#ifndef STOKER_PLAYER_ANSWER_H
#define STOKER_PLAYER_ANSWER_H

#include <stdio.h>
#include <string.h>

#include "json.h"
#include "system.h"

/* Bytes of a message, including the zero at its end. */
#define ANSWER_MESSAGE 100
/* Room for a reply: the longest message with every byte escaped, and the text around it. */
#define ANSWER_REPLY 1024

struct answer {
    char move[3];
    char message[ANSWER_MESSAGE];
};

/* Two plays, written by turns, so that the latest is whole at any moment, even if a signal comes or
 * the process dies while the next one is being written. In lines mode it lies in shared memory. */
struct answers {
    struct answer play[2];
    volatile int latest; /* 0: none yet; else 1 or 2 */
};

static struct answers answer_here;
static struct answers *answer_all = &answer_here;

/* The destination of replies: the original standard output. */
static int answer_out = -1;

static void answer_register(const char *move, const char *message)
{
    int next = answer_all->latest == 1 ? 2 : 1;
    struct answer *play = &answer_all->play[next - 1];
    size_t length;
    if (!move) {
        fprintf(stderr, "player: a play without a move was registered; it does not count\n");
        return;
    }
    /* Read no more than the text may hold: a message can be shorter than its type says. */
    length = strnlen(move, sizeof play->move - 1);
    memcpy(play->move, move, length);
    play->move[length] = '\0';
    length = message ? strnlen(message, sizeof play->message - 1) : 0;
    if (length > 0)
        memcpy(play->message, message, length);
    play->message[length] = '\0';
    __sync_synchronize();
    answer_all->latest = next;
}

/* Adds a text of at most `most` bytes as a JSON string. Bytes that are not UTF-8 are replaced, and
 * half a character at the end, where a message was cut, is dropped. Safe in a signal handler. */
static char *answer_string(char *to, const char *text, size_t most)
{
    static const char digits[] = "0123456789abcdef";
    size_t left = strnlen(text, most);
    *to++ = '"';
    while (left > 0) {
        unsigned char byte = (unsigned char)*text;
        size_t length = json_utf8_length(byte), i;
        int whole = length <= left && (byte < 0x80 || length > 1);
        int cut = byte >= 0xc2 && length > left;
        for (i = 1; i < length && i < left; i++)
            if ((text[i] & 0xc0) != 0x80)
                whole = cut = 0;
        if (cut)
            break;
        if (!whole) {
            memcpy(to, "\\ufffd", 6);
            to += 6;
            length = 1;
        } else if (byte < 0x20 || byte == 0x7f) {
            memcpy(to, "\\u00", 4);
            to[4] = digits[byte >> 4];
            to[5] = digits[byte & 15];
            to += 6;
        } else {
            if (byte == '"' || byte == '\\')
                *to++ = '\\';
            memcpy(to, text, length);
            to += length;
        }
        text += length;
        left -= length;
    }
    *to++ = '"';
    return to;
}

static char *answer_words(char *to, const char *words)
{
    size_t length = strlen(words);
    memcpy(to, words, length);
    return to + length;
}

static void answer_write(const char *from, const char *end)
{
    while (from < end) {
        long written = system_write(answer_out, from, (size_t)(end - from));
        if (written < 0)
            return;
        from += written;
    }
}

/* Writes the latest play as a reply that begins with these words. Returns 1 if there is a play.
 * Safe in a signal handler. */
static int answer_reply(const char *begin)
{
    char reply[ANSWER_REPLY];
    char *to = answer_words(reply, begin);
    int latest = answer_all->latest;
    const struct answer *play;
    /* In lines mode a faulty program may have written here. */
    if (latest != 1 && latest != 2)
        return 0;
    play = &answer_all->play[latest - 1];
    to = answer_words(to, "\"move\": ");
    to = answer_string(to, play->move, sizeof play->move - 1);
    to = answer_words(to, ", \"message\": ");
    to = answer_string(to, play->message, sizeof play->message - 1);
    to = answer_words(to, "}\n");
    answer_write(reply, to);
    return 1;
}

/* Writes the reason why there is no play, which distinguishes this from a crash, whatever the exit
 * status. The descriptor has no name that a program would write to by mistake. Safe in a signal
 * handler. */
static void answer_nothing(const char *reason)
{
    char reply[ANSWER_REPLY];
    char *to = answer_words(reply, "{\"move\": null, \"reason\": \"");
    to = answer_words(to, reason);
    to = answer_words(to, "\"}\n");
    answer_write(reply, to);
}

#endif
