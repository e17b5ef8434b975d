/* {{name}}: answers questions about The Forty Kings, a request a line and an answer a line. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "rules.h"

enum { MALFORMED = -32602, NO_SUCH_METHOD = -32601, NO_JSON = -32700 };

static const struct {
    const char *name;
    Method *method;
} METHODS[] = {
    {"judge_trick", judge_trick},
};

enum { NUMBER_OF_METHODS = sizeof METHODS / sizeof *METHODS };

/* Who this is, what it can be asked, and which readings it follows: as long as none is named, the defaults. */
static const char *initialize(const Json *params, FILE *result)
{
    (void)params;
    fputs("{\"engine\":{\"name\":\"{{name}}\",\"version\":\"0.1.0\"},\"protocol\":1,\"readings\":{},\"methods\":[", result);
    for (size_t i = 0; i < NUMBER_OF_METHODS; i++)
        fprintf(result, "%s\"%s\"", i ? "," : "", METHODS[i].name);
    fputs("]}", result);
    return NULL;
}

static Method *method_called(const Json *name)
{
    if (json_is(name, "initialize"))
        return initialize;
    for (size_t i = 0; i < NUMBER_OF_METHODS; i++)
        if (json_is(name, METHODS[i].name))
            return METHODS[i].method;
    return NULL;
}

/* Begins an answer; what it answers may be missing. */
static void begin(const Json *id)
{
    printf("{\"jsonrpc\":\"2.0\",\"id\":%s,", id && id->kind == JSON_NUMBER ? id->text : "null");
}

static void answer_with_error(const Json *id, int code, const char *message)
{
    begin(id);
    printf("\"error\":{\"code\":%d,\"message\":", code);
    json_write_string(stdout, message, strlen(message));
    puts("}}");
}

static void answer_request(const Json *request)
{
    const Json *id = json_member(request, "id");
    Method *method = method_called(json_member(request, "method"));
    if (!method) {
        answer_with_error(id, NO_SUCH_METHOD, "there is no such method");
        return;
    }
    char *text = NULL;
    size_t length = 0;
    FILE *result = open_memstream(&text, &length);
    if (!result) {
        perror("engine");
        exit(EXIT_FAILURE);
    }
    const char *complaint = method(json_member(request, "params"), result);
    fclose(result);
    if (complaint) {
        answer_with_error(id, MALFORMED, complaint);
    } else {
        begin(id);
        printf("\"result\":%s}\n", text);
    }
    free(text);
}

int main(void)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    while ((length = getline(&line, &room, stdin)) >= 0) {
        Json *request = json_parse(line, (size_t)length);
        if (request)
            answer_request(request);
        else
            answer_with_error(NULL, NO_JSON, "this is no JSON");
        json_free(request);
        fflush(stdout); /* whoever asked waits for the answer */
    }
    free(line);
    return EXIT_SUCCESS;
}
