/* The rules, by the clauses of the specification: `fk-conform show FK1.4` has the text of one. */

#ifndef RULES_H
#define RULES_H

#include <stdio.h>

#include "json.h"

/* Writes the result as JSON. Returns NULL, or what is wrong with the params, which may be missing or no object. */
typedef const char *Method(const Json *params, FILE *result);

Method judge_trick;

#endif
