#!/usr/bin/env python3
"""{{name}}: answers questions about The Forty Kings, a request a line and an answer a line."""

import json
import sys

from rules import Malformed, judge_trick

MALFORMED, NO_SUCH_METHOD, NO_JSON = -32602, -32601, -32700


def initialize(params):
    """Who this is, what it can be asked, and which readings it follows: as long as none is named, the defaults."""
    return {
        "engine": {"name": "{{name}}", "version": "0.1.0"},
        "protocol": 1,
        "methods": list(METHODS),
        "readings": {},
    }


METHODS = {
    "initialize": initialize,
    "judge_trick": judge_trick,
}


def answer(line):
    """The answer to the request in a line."""
    try:
        request = json.loads(line)
    except (ValueError, RecursionError) as error:
        return {"jsonrpc": "2.0", "id": None, "error": {"code": NO_JSON, "message": str(error)}}
    return {"jsonrpc": "2.0", "id": request.get("id"), **ruling(request.get("method"), request.get("params"))}


def ruling(method, params):
    """The result of a method, or the error."""
    if method not in METHODS:
        return {"error": {"code": NO_SUCH_METHOD, "message": f"{method} is not offered"}}
    try:
        if not isinstance(params, dict):
            raise Malformed("params: expected an object")
        return {"result": METHODS[method](params)}
    except Malformed as error:
        return {"error": {"code": MALFORMED, "message": str(error)}}


def main():
    """Answers until there are no more requests. Every answer is flushed: whoever asked waits for it."""
    for line in sys.stdin.buffer:
        print(json.dumps(answer(line)), flush=True)


if __name__ == "__main__":
    main()
