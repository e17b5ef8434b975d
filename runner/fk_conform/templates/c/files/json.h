/* JSON, as much of it as an engine needs: values are read into a tree, strings are written. */

#ifndef JSON_H
#define JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef enum { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT } JsonKind;

typedef struct Json {
    JsonKind kind;
    char *text;         /* a number as it was written, or a string in UTF-8; ended by a NUL */
    size_t length;      /* of the text; a string may hold a NUL itself */
    struct Json *first; /* what is in an array or an object */
    size_t count;       /* how many that are */
    struct Json *next;  /* the next in the same array or object */
    struct Json *name;  /* in an object: a string */
} Json;

/* The value that these bytes are, to be freed; NULL if they are none. */
Json *json_parse(const char *bytes, size_t length);
void json_free(Json *value);

/* The last member of this name; NULL if there is none, or no object. */
const Json *json_member(const Json *object, const char *name);

/* Whether a value is this string. It may be missing. */
bool json_is(const Json *value, const char *text);

void json_write_string(FILE *out, const char *text, size_t length);

#endif
