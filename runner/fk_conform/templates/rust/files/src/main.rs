//! {{name}}: answers questions about The Forty Kings, a request a line and an answer a line.

mod json;
mod rules;

use std::io::{self, BufRead, Write};
use std::str;

use json::Json;
use rules::Ruling;

const MALFORMED: i32 = -32602;
const NO_SUCH_METHOD: i32 = -32601;
const NO_JSON: i32 = -32700;

type Method = fn(&Json) -> Ruling;

const METHODS: [(&str, Method); 2] = [("initialize", initialize), ("judge_trick", rules::judge_trick)];

/// Who this is, what it can be asked, and which readings it follows: as long as none is named, the defaults.
fn initialize(_params: &Json) -> Ruling {
    let engine = Json::object([("name", "{{name}}".into()), ("version", env!("CARGO_PKG_VERSION").into())]);
    let methods = METHODS.iter().map(|(name, _)| (*name).into()).collect();
    Ok(Json::object([
        ("engine", engine),
        ("protocol", 1.into()),
        ("methods", Json::Array(methods)),
        ("readings", Json::object([])),
    ]))
}

/// The answer to the request in a line.
fn answer(line: &[u8]) -> Json {
    match str::from_utf8(line).map_err(|why| why.to_string()).and_then(Json::parse) {
        Ok(request) => {
            let id = request.get("id").cloned().unwrap_or(Json::Null);
            Json::object([("jsonrpc", "2.0".into()), ("id", id), ruling(&request)])
        }
        Err(why) => Json::object([("jsonrpc", "2.0".into()), ("id", Json::Null), error(NO_JSON, &why)]),
    }
}

/// The result of a method, or the error, as the member of an answer.
fn ruling(request: &Json) -> (&'static str, Json) {
    let name = request.get("method").and_then(Json::as_str).unwrap_or("");
    let Some((_, method)) = METHODS.iter().find(|(offered, _)| *offered == name) else {
        return error(NO_SUCH_METHOD, &format!("{name} is not offered"));
    };
    match method(request.get("params").unwrap_or(&Json::Null)) {
        Ok(result) => ("result", result),
        Err(malformed) => error(MALFORMED, &malformed.0),
    }
}

fn error(code: i32, message: &str) -> (&'static str, Json) {
    ("error", Json::object([("code", code.into()), ("message", message.into())]))
}

fn main() -> io::Result<()> {
    let mut answers = io::stdout().lock();
    for line in io::stdin().lock().split(b'\n') {
        writeln!(answers, "{}", answer(&line?))?;
        answers.flush()?; // whoever asked waits for it
    }
    Ok(())
}
