// {{name}}: answers questions about The Forty Kings, a request a line and an answer a line.

import {Malformed, isObject, judgeTrick} from './rules.js';

const MALFORMED = -32602;
const NO_SUCH_METHOD = -32601;
const NO_JSON = -32700;

const METHODS = new Map([
  ['initialize', initialize],
  ['judge_trick', judgeTrick],
]);

/** Who this is, what it can be asked, and which readings it follows: as long as none is named, the defaults. */
function initialize() {
  return {
    engine: {name: '{{name}}', version: '0.1.0'},
    protocol: 1,
    methods: [...METHODS.keys()],
    readings: {},
  };
}

/** The answer to the request in a line. */
function answer(line) {
  let request;
  try {
    request = JSON.parse(line);
  } catch (error) {
    return {jsonrpc: '2.0', id: null, error: {code: NO_JSON, message: error.message}};
  }
  return {jsonrpc: '2.0', id: request.id, ...ruling(request.method, request.params)};
}

/** The result of a method, or the error. */
function ruling(method, params) {
  const rule = METHODS.get(method);
  if (rule === undefined) return {error: {code: NO_SUCH_METHOD, message: `${method} is not offered`}};
  try {
    if (!isObject(params)) throw new Malformed('params: expected an object');
    return {result: rule(params)};
  } catch (error) {
    if (error instanceof Malformed) return {error: {code: MALFORMED, message: error.message}};
    throw error;
  }
}

let rest = '';
process.stdin.setEncoding('utf8');
for await (const chunk of process.stdin) {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop();
  for (const line of lines) process.stdout.write(`${JSON.stringify(answer(line))}\n`);
}
