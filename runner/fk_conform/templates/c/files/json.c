#include "json.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 1000 }; /* what is nested deeper is not read */

typedef struct {
    const char *at, *end;
    int depth;
} Reader;

static Json *read_value(Reader *reader);

static void *checked(void *memory)
{
    if (!memory) {
        fputs("engine: out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    return memory;
}

static Json *new_value(JsonKind kind)
{
    Json *value = checked(calloc(1, sizeof *value));
    value->kind = kind;
    return value;
}

static int peek(const Reader *reader)
{
    return reader->at < reader->end ? (unsigned char)*reader->at : -1;
}

static bool skip(Reader *reader, int byte)
{
    if (peek(reader) != byte)
        return false;
    reader->at++;
    return true;
}

static void skip_space(Reader *reader)
{
    while (peek(reader) == ' ' || peek(reader) == '\t' || peek(reader) == '\r' || peek(reader) == '\n')
        reader->at++;
}

static bool skip_digits(Reader *reader)
{
    const char *start = reader->at;
    while (peek(reader) >= '0' && peek(reader) <= '9')
        reader->at++;
    return reader->at > start;
}

static Json *read_word(Reader *reader, const char *word, JsonKind kind)
{
    size_t length = strlen(word);
    if ((size_t)(reader->end - reader->at) < length || memcmp(reader->at, word, length) != 0)
        return NULL;
    reader->at += length;
    return new_value(kind);
}

static Json *read_number(Reader *reader)
{
    const char *start = reader->at;
    skip(reader, '-');
    if (!skip(reader, '0') && !skip_digits(reader))
        return NULL;
    if (skip(reader, '.') && !skip_digits(reader))
        return NULL;
    if (skip(reader, 'e') || skip(reader, 'E')) {
        if (!skip(reader, '+'))
            skip(reader, '-');
        if (!skip_digits(reader))
            return NULL;
    }
    Json *number = new_value(JSON_NUMBER);
    number->length = (size_t)(reader->at - start);
    number->text = checked(calloc(number->length + 1, 1));
    memcpy(number->text, start, number->length);
    return number;
}

/* The four digits of \u1234; -1 if they are not there. */
static long read_hex(Reader *reader)
{
    long code = 0;
    for (int i = 0; i < 4; i++) {
        const char *digits = "0123456789abcdef0123456789ABCDEF";
        int byte = peek(reader);
        const char *digit = byte > 0 ? strchr(digits, byte) : NULL;
        if (!digit)
            return -1;
        code = 16 * code + (digit - digits) % 16;
        reader->at++;
    }
    return code;
}

/* The character of an escape, whose backslash has been read; -1 if it is none. */
static long read_escape(Reader *reader)
{
    static const char LETTERS[] = "\"\\/bfnrt", MEANINGS[] = "\"\\/\b\f\n\r\t";
    int letter = peek(reader);
    if (letter <= 0)
        return -1;
    reader->at++;
    if (letter != 'u') {
        const char *place = strchr(LETTERS, letter);
        return place ? MEANINGS[place - LETTERS] : -1;
    }
    long code = read_hex(reader);
    if (code < 0xD800 || code > 0xDFFF)
        return code;
    if (code < 0xDC00 && skip(reader, '\\') && skip(reader, 'u')) {
        long low = read_hex(reader);
        if (low >= 0xDC00 && low <= 0xDFFF)
            return 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
        return low < 0 ? -1 : 0xFFFD;
    }
    return 0xFFFD; /* half of a pair stands for nothing */
}

static char *put_utf8(char *out, long code)
{
    if (code < 0x80) {
        *out++ = (char)code;
    } else if (code < 0x800) {
        *out++ = (char)(0xC0 | code >> 6);
        *out++ = (char)(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        *out++ = (char)(0xE0 | code >> 12);
        *out++ = (char)(0x80 | (code >> 6 & 0x3F));
        *out++ = (char)(0x80 | (code & 0x3F));
    } else {
        *out++ = (char)(0xF0 | code >> 18);
        *out++ = (char)(0x80 | (code >> 12 & 0x3F));
        *out++ = (char)(0x80 | (code >> 6 & 0x3F));
        *out++ = (char)(0x80 | (code & 0x3F));
    }
    return out;
}

static Json *read_string(Reader *reader)
{
    if (!skip(reader, '"'))
        return NULL;
    Json *string = new_value(JSON_STRING);
    size_t longest = 0; /* no escape is shorter than what it stands for */
    while (reader->at + longest < reader->end && reader->at[longest] != '"')
        longest += reader->at[longest] == '\\' ? 2 : 1;
    char *out = string->text = checked(calloc(longest + 1, 1));
    while (!skip(reader, '"')) {
        if (peek(reader) < 0x20) {
            json_free(string);
            return NULL;
        }
        if (!skip(reader, '\\')) {
            *out++ = *reader->at++;
            continue;
        }
        long code = read_escape(reader);
        if (code < 0) {
            json_free(string);
            return NULL;
        }
        out = put_utf8(out, code);
    }
    string->length = (size_t)(out - string->text);
    return string;
}

/* What stands in an array or an object, up to its end. */
static bool read_members(Reader *reader, Json *container, int end)
{
    Json **place = &container->first;
    skip_space(reader);
    if (skip(reader, end))
        return true;
    do {
        Json *name = NULL;
        skip_space(reader);
        if (container->kind == JSON_OBJECT) {
            name = read_string(reader);
            skip_space(reader);
            if (!name || !skip(reader, ':')) {
                json_free(name);
                return false;
            }
        }
        *place = read_value(reader);
        if (!*place) {
            json_free(name);
            return false;
        }
        (*place)->name = name;
        place = &(*place)->next;
        container->count++;
        skip_space(reader);
    } while (skip(reader, ','));
    return skip(reader, end);
}

static Json *read_container(Reader *reader, JsonKind kind, int end)
{
    Json *container = new_value(kind);
    reader->at++;
    bool whole = ++reader->depth <= DEEPEST && read_members(reader, container, end);
    reader->depth--;
    if (!whole) {
        json_free(container);
        return NULL;
    }
    return container;
}

static Json *read_value(Reader *reader)
{
    skip_space(reader);
    switch (peek(reader)) {
    case '{':
        return read_container(reader, JSON_OBJECT, '}');
    case '[':
        return read_container(reader, JSON_ARRAY, ']');
    case '"':
        return read_string(reader);
    case 'n':
        return read_word(reader, "null", JSON_NULL);
    case 'f':
        return read_word(reader, "false", JSON_FALSE);
    case 't':
        return read_word(reader, "true", JSON_TRUE);
    default:
        return read_number(reader);
    }
}

Json *json_parse(const char *bytes, size_t length)
{
    Reader reader = {bytes, bytes + length, 0};
    Json *value = read_value(&reader);
    skip_space(&reader);
    if (value && reader.at < reader.end) {
        json_free(value);
        return NULL;
    }
    return value;
}

void json_free(Json *value)
{
    while (value) {
        Json *next = value->next;
        json_free(value->first);
        json_free(value->name);
        free(value->text);
        free(value);
        value = next;
    }
}

const Json *json_member(const Json *object, const char *name)
{
    const Json *found = NULL;
    if (object && object->kind == JSON_OBJECT)
        for (const Json *member = object->first; member; member = member->next)
            if (json_is(member->name, name))
                found = member;
    return found;
}

bool json_is(const Json *value, const char *text)
{
    return value && value->kind == JSON_STRING && value->length == strlen(text) &&
           memcmp(value->text, text, value->length) == 0;
}

void json_write_string(FILE *out, const char *text, size_t length)
{
    putc('"', out);
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (byte == '"' || byte == '\\')
            fprintf(out, "\\%c", byte);
        else if (byte < 0x20)
            fprintf(out, "\\u%04x", byte);
        else
            putc(byte, out);
    }
    putc('"', out);
}
