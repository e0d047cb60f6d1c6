/* json.h: the part of JSON that the player reads and writes. Texts are spans of a buffer. */
#ifndef STOKER_PLAYER_JSON_H
#define STOKER_PLAYER_JSON_H

#include <stddef.h>
#include <string.h>

/* A piece of text: from its first byte to just before `end`. */
struct json {
    const char *at;
    const char *end;
};

static void json_space(struct json *text)
{
    while (text->at < text->end && (*text->at == ' ' || *text->at == '\t' || *text->at == '\r' ||
                                    *text->at == '\n'))
        text->at++;
}

/* Takes the given character, after white space. Returns 1 if it is there. */
static int json_take(struct json *text, char wanted)
{
    json_space(text);
    if (text->at >= text->end || *text->at != wanted)
        return 0;
    text->at++;
    return 1;
}

/* Skips a string's body and closing quote. Returns 1 if they are complete. */
static int json_skip_string(struct json *text)
{
    const char *quote = NULL, *escape;
    while (text->at < text->end) {
        /* The quote found remains the next one until an escape reaches it. */
        if (!quote || quote < text->at)
            quote = (const char *)memchr(text->at, '"', (size_t)(text->end - text->at));
        if (!quote)
            break;
        escape = (const char *)memchr(text->at, '\\', (size_t)(quote - text->at));
        if (!escape) {
            text->at = quote + 1;
            return 1;
        }
        text->at = escape + 2;
    }
    text->at = text->end;
    return 0;
}

/* Skips a list or object of any depth whose bracket has been taken. */
static int json_skip_nested(struct json *text)
{
    size_t depth = 1;
    while (depth > 0 && text->at < text->end) {
        switch (*text->at++) {
        case '"':
            if (!json_skip_string(text))
                return 0;
            break;
        case '{':
        case '[':
            depth++;
            break;
        case '}':
        case ']':
            depth--;
            break;
        }
    }
    return depth == 0;
}

/* Takes any value. Returns 1 if it is complete. */
static int json_value(struct json *text, struct json *value)
{
    int whole = 0;
    json_space(text);
    value->at = text->at;
    if (json_take(text, '"')) {
        whole = json_skip_string(text);
    } else if (json_take(text, '{') || json_take(text, '[')) {
        whole = json_skip_nested(text);
    } else {
        while (text->at < text->end && *text->at != '\0' && !strchr(",]} \t\r\n", *text->at))
            text->at++;
        whole = text->at > value->at;
    }
    value->end = text->at;
    return whole;
}

/* Takes the next member of an object whose brace has been taken. Returns 1 if there is one, 0 at
 * the closing brace, -1 if the text is malformed. */
static int json_member(struct json *text, struct json *key, struct json *value)
{
    if (json_take(text, '}'))
        return 0;
    json_take(text, ',');
    json_space(text);
    if (text->at >= text->end || *text->at != '"')
        return -1;
    return json_value(text, key) && json_take(text, ':') && json_value(text, value) ? 1 : -1;
}

/* Takes the next item of a list whose bracket has been taken. Returns the same as json_member. */
static int json_item(struct json *text, struct json *item)
{
    if (json_take(text, ']'))
        return 0;
    json_take(text, ',');
    return json_value(text, item) ? 1 : -1;
}

/* Returns 1 if a value is this string, which must need no escapes. */
static int json_is(struct json value, const char *word)
{
    size_t length = strlen(word);
    return (size_t)(value.end - value.at) == length + 2 && *value.at == '"' &&
           memcmp(value.at + 1, word, length) == 0;
}

/* A whole number that is not negative and fits its type; -1 for anything else. */
static long json_number(struct json value)
{
    long number = 0;
    if (value.at == value.end)
        return -1;
    for (; value.at < value.end; value.at++) {
        if (*value.at < '0' || *value.at > '9' || number > 100000000)
            return -1;
        number = 10 * number + (*value.at - '0');
    }
    return number;
}

/* Four hexadecimal digits; -1 if they are not there. */
static long json_hex(struct json *text)
{
    static const char digits[] = "0123456789abcdef";
    long code = 0;
    int i;
    if (text->end - text->at < 4)
        return -1;
    for (i = 0; i < 4; i++) {
        char lower = text->at[i] | (text->at[i] >= 'A' && text->at[i] <= 'F' ? 0x20 : 0);
        const char *digit = lower ? strchr(digits, lower) : NULL;
        if (!digit)
            return -1;
        code = 16 * code + (long)(digit - digits);
    }
    text->at += 4;
    return code;
}

/* The character of a \u escape whose u has been taken, or of a surrogate pair of them. */
static long json_unicode(struct json *text)
{
    long code = json_hex(text);
    if (code >= 0xd800 && code < 0xdc00 && text->end - text->at >= 6 && text->at[0] == '\\' &&
        text->at[1] == 'u') {
        struct json rest = {text->at + 2, text->end};
        long low = json_hex(&rest);
        if (low >= 0xdc00 && low < 0xe000) {
            text->at = rest.at;
            return 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
        }
    }
    /* Half a surrogate pair is not a character. */
    return code < 0 || (code >= 0xd800 && code < 0xe000) ? 0xfffd : code;
}

/* Writes a character as UTF-8. Returns the number of bytes. */
static size_t json_utf8(long code, char *to)
{
    size_t more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const int lead[] = {0, 0xc0, 0xe0, 0xf0};
    size_t i;
    to[0] = (char)(lead[more] | (int)(code >> (6 * more)));
    for (i = 1; i <= more; i++)
        to[i] = (char)(0x80 | ((code >> (6 * (more - i))) & 0x3f));
    return more + 1;
}

/* The number of bytes of the character that begins with this byte; 1 if no character does. */
static size_t json_utf8_length(unsigned char first)
{
    return first < 0xc2 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 1;
}

/* Reads the next character of a string's body, as at most 4 bytes. Returns their number, or 0 at
 * the end. */
static size_t json_character(struct json *text, char *to)
{
    static const char named[] = "n\nt\tr\rb\bf\f";
    size_t length, i;
    const char *name;
    if (text->at >= text->end)
        return 0;
    if (*text->at != '\\') {
        length = json_utf8_length((unsigned char)*text->at);
        for (i = 1; i < length; i++)
            if (text->at + i >= text->end || (text->at[i] & 0xc0) != 0x80)
                length = 1;
        memcpy(to, text->at, length);
        text->at += length;
        return length;
    }
    if (++text->at >= text->end)
        return 0;
    if (*text->at == 'u') {
        text->at++;
        return json_utf8(json_unicode(text), to);
    }
    name = *text->at ? strchr(named, *text->at) : NULL;
    to[0] = name && (name - named) % 2 == 0 ? name[1] : *text->at;
    text->at++;
    return 1;
}

/* Copies a string's text as a C string into a buffer of this size, which is at least 1. A text that
 * is too long is cut between two characters. Zero bytes are left out. */
static void json_copy(struct json value, char *to, size_t size)
{
    size_t used = 0, length;
    char bytes[4];
    if (value.end - value.at >= 2 && *value.at == '"') {
        struct json body = {value.at + 1, value.end - 1};
        size_t whole = (size_t)(body.end - body.at);
        /* Most texts fit and need no conversion. */
        if (whole < size && !memchr(body.at, '\\', whole) && !memchr(body.at, '\0', whole)) {
            memcpy(to, body.at, whole);
            to[whole] = '\0';
            return;
        }
        while ((length = json_character(&body, bytes)) > 0 && used + length < size) {
            if (bytes[0] == '\0')
                continue;
            memcpy(to + used, bytes, length);
            used += length;
        }
    }
    to[used] = '\0';
}

#endif
