//! JSON, as much of it as an engine needs.

use std::fmt;

/// A value. A number is kept as it was written, so that an id comes back as it came.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    Number(String),
    String(String),
    Array(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    /// The value that a text is; or else why it is none.
    pub fn parse(text: &str) -> Result<Json, String> {
        let mut reader = Reader { text, at: 0, depth: 0 };
        let value = reader.value()?;
        reader.space();
        if reader.at < text.len() {
            return reader.fails("something follows the value");
        }
        Ok(value)
    }

    pub fn object<const N: usize>(members: [(&str, Json); N]) -> Json {
        Json::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }

    /// The last member of this name.
    pub fn get(&self, name: &str) -> Option<&Json> {
        match self {
            Json::Object(members) => members.iter().rev().find(|member| member.0 == name).map(|member| &member.1),
            _ => None,
        }
    }

    pub fn as_str(&self) -> Option<&str> {
        match self {
            Json::String(text) => Some(text),
            _ => None,
        }
    }

    pub fn as_array(&self) -> Option<&[Json]> {
        match self {
            Json::Array(values) => Some(values),
            _ => None,
        }
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Json {
        Json::String(text.to_owned())
    }
}

impl From<i32> for Json {
    fn from(number: i32) -> Json {
        Json::Number(number.to_string())
    }
}

impl fmt::Display for Json {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Json::Null => out.write_str("null"),
            Json::Bool(value) => write!(out, "{value}"),
            Json::Number(digits) => out.write_str(digits),
            Json::String(text) => write_string(out, text),
            Json::Array(values) => {
                out.write_str("[")?;
                for (place, value) in values.iter().enumerate() {
                    let comma = if place > 0 { "," } else { "" };
                    write!(out, "{comma}{value}")?;
                }
                out.write_str("]")
            }
            Json::Object(members) => {
                out.write_str("{")?;
                for (place, (name, value)) in members.iter().enumerate() {
                    out.write_str(if place > 0 { "," } else { "" })?;
                    write_string(out, name)?;
                    write!(out, ":{value}")?;
                }
                out.write_str("}")
            }
        }
    }
}

fn write_string(out: &mut fmt::Formatter, text: &str) -> fmt::Result {
    out.write_str("\"")?;
    for letter in text.chars() {
        match letter {
            '"' | '\\' => write!(out, "\\{letter}")?,
            '\0'..='\x1f' => write!(out, "\\u{:04x}", letter as u32)?,
            _ => write!(out, "{letter}")?,
        }
    }
    out.write_str("\"")
}

/// What is nested deeper is not read.
const DEEPEST: usize = 500;

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl Reader<'_> {
    fn fails<T>(&self, why: &str) -> Result<T, String> {
        Err(format!("{why} at byte {}", self.at))
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip(&mut self, byte: u8) -> bool {
        let there = self.peek() == Some(byte);
        self.at += usize::from(there);
        there
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
    }

    fn value(&mut self) -> Result<Json, String> {
        self.space();
        match self.peek() {
            Some(b'{') => self.nested(Reader::object),
            Some(b'[') => self.nested(Reader::array),
            Some(b'"') => self.string().map(Json::String),
            Some(b'n') => self.word("null", Json::Null),
            Some(b't') => self.word("true", Json::Bool(true)),
            Some(b'f') => self.word("false", Json::Bool(false)),
            _ => self.number(),
        }
    }

    fn nested(&mut self, read: fn(&mut Self) -> Result<Json, String>) -> Result<Json, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.fails("nested too deep");
        }
        self.at += 1;
        let value = read(self)?;
        self.depth -= 1;
        Ok(value)
    }

    fn array(&mut self) -> Result<Json, String> {
        let mut values = Vec::new();
        self.space();
        if self.skip(b']') {
            return Ok(Json::Array(values));
        }
        loop {
            values.push(self.value()?);
            self.space();
            if self.skip(b']') {
                return Ok(Json::Array(values));
            }
            if !self.skip(b',') {
                return self.fails("expected a comma or the end of the array");
            }
        }
    }

    fn object(&mut self) -> Result<Json, String> {
        let mut members = Vec::new();
        self.space();
        if self.skip(b'}') {
            return Ok(Json::Object(members));
        }
        loop {
            self.space();
            let name = self.string()?;
            self.space();
            if !self.skip(b':') {
                return self.fails("expected a colon");
            }
            members.push((name, self.value()?));
            self.space();
            if self.skip(b'}') {
                return Ok(Json::Object(members));
            }
            if !self.skip(b',') {
                return self.fails("expected a comma or the end of the object");
            }
        }
    }

    fn word(&mut self, word: &str, value: Json) -> Result<Json, String> {
        if !self.text[self.at..].starts_with(word) {
            return self.fails("expected a value");
        }
        self.at += word.len();
        Ok(value)
    }

    fn number(&mut self) -> Result<Json, String> {
        let start = self.at;
        self.skip(b'-');
        if !self.skip(b'0') {
            self.digits()?;
        }
        if self.skip(b'.') {
            self.digits()?;
        }
        if self.skip(b'e') || self.skip(b'E') {
            let _ = self.skip(b'+') || self.skip(b'-');
            self.digits()?;
        }
        Ok(Json::Number(self.text[start..self.at].to_owned()))
    }

    fn digits(&mut self) -> Result<(), String> {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        if self.at == start {
            return self.fails("expected a value");
        }
        Ok(())
    }

    fn string(&mut self) -> Result<String, String> {
        if !self.skip(b'"') {
            return self.fails("expected a string");
        }
        let mut string = String::new();
        loop {
            match self.text[self.at..].chars().next() {
                None | Some('\0'..='\x1f') => return self.fails("a string does not end"),
                Some('"') => {
                    self.at += 1;
                    return Ok(string);
                }
                Some('\\') => {
                    self.at += 1;
                    string.push(self.escape()?);
                }
                Some(letter) => {
                    self.at += letter.len_utf8();
                    string.push(letter);
                }
            }
        }
    }

    fn escape(&mut self) -> Result<char, String> {
        let letter = self.peek();
        self.at += 1;
        match letter {
            Some(b'"') => Ok('"'),
            Some(b'\\') => Ok('\\'),
            Some(b'/') => Ok('/'),
            Some(b'b') => Ok('\x08'),
            Some(b'f') => Ok('\x0c'),
            Some(b'n') => Ok('\n'),
            Some(b'r') => Ok('\r'),
            Some(b't') => Ok('\t'),
            Some(b'u') => self.unicode(),
            _ => self.fails("there is no such escape"),
        }
    }

    fn unicode(&mut self) -> Result<char, String> {
        let high = self.hex()?;
        if !(0xd800..0xdc00).contains(&high) || !self.text[self.at..].starts_with("\\u") {
            // Half of a pair stands for nothing.
            return Ok(char::from_u32(high).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        self.at += 2;
        let code = match self.hex()? {
            low @ 0xdc00..=0xdfff => 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00),
            _ => char::REPLACEMENT_CHARACTER as u32,
        };
        Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn hex(&mut self) -> Result<u32, String> {
        let digits =
            self.text.get(self.at..self.at + 4).filter(|four| four.bytes().all(|each| each.is_ascii_hexdigit()));
        match digits.and_then(|four| u32::from_str_radix(four, 16).ok()) {
            Some(code) => {
                self.at += 4;
                Ok(code)
            }
            None => self.fails("expected four hexadecimal digits"),
        }
    }
}
