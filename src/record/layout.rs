//! Layout of JSON for people who read it and for version control: one thing a line, and a list of numbers is one thing.
//!
//! Deliberately absent: what the JSON says (`wire`).

/// How wide a line may be that holds more than one thing, in bytes.
const WIDTH: usize = 120;

/// Compact JSON, as `serde_json` writes it, with line breaks and indentation. The same text gives the same layout.
pub(super) fn laid_out(compact: &str) -> String {
    let mut layout = Layout {
        bytes: compact.as_bytes(),
        at: 0,
        out: Vec::with_capacity(compact.len() * 2),
    };
    layout.value(0, 0);
    layout.out.push(b'\n');
    String::from_utf8(layout.out).expect("only ASCII was added, and only outside of strings")
}

struct Layout<'a> {
    bytes: &'a [u8],
    at: usize,
    out: Vec<u8>,
}

impl Layout<'_> {
    /// One value, at `depth` and after `before` bytes on its line.
    fn value(&mut self, depth: usize, before: usize) {
        let end = end_of_value(self.bytes, self.at);
        let value = &self.bytes[self.at..end];
        let opened = matches!(value[0], b'{' | b'[') && value.len() > 2;
        if !opened || before + value.len() <= WIDTH || is_one_thing(value) {
            self.line(end);
            return;
        }
        self.copy(self.at + 1);
        while self.at < end - 1 {
            self.new_line(depth + 1);
            let mut before = 2 * (depth + 1);
            if value[0] == b'{' {
                let key = self.at;
                self.copy(end_of_value(self.bytes, key) + 1);
                self.out.push(b' ');
                before += self.at - key + 1;
            }
            self.value(depth + 1, before);
            if self.bytes[self.at] == b',' {
                self.copy(self.at + 1);
            }
        }
        self.new_line(depth);
        self.copy(end);
    }

    /// Everything up to `end` on this line, with a space after each comma and colon.
    fn line(&mut self, end: usize) {
        while self.at < end {
            match self.bytes[self.at] {
                b'"' => self.copy(end_of_value(self.bytes, self.at)),
                b',' | b':' => {
                    self.copy(self.at + 1);
                    self.out.push(b' ');
                }
                _ => self.copy(self.at + 1),
            }
        }
    }

    fn copy(&mut self, end: usize) {
        self.out.extend_from_slice(&self.bytes[self.at..end]);
        self.at = end;
    }

    fn new_line(&mut self, depth: usize) {
        self.out.push(b'\n');
        self.out.resize(self.out.len() + 2 * depth, b' ');
    }
}

/// Whether a list holds nothing but numbers or lists of numbers, or an object a list of numbers and no other list or object.
fn is_one_thing(value: &[u8]) -> bool {
    let count = |wanted: u8| outside_strings(value).filter(|byte| *byte == wanted).count();
    match value[0] {
        b'[' => !value.contains(&b'"') && count(b'{') == 0,
        _ => count(b'{') == 1 && count(b'[') == 1 && numbers_only(value),
    }
}

/// Whether the one list of an object has no strings in it.
fn numbers_only(object: &[u8]) -> bool {
    let mut at = 1;
    while object[at] != b'[' {
        at = if object[at] == b'"' {
            end_of_value(object, at)
        } else {
            at + 1
        };
    }
    !object[at..end_of_value(object, at)].contains(&b'"')
}

fn outside_strings(value: &[u8]) -> impl Iterator<Item = u8> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        if value.get(at) == Some(&b'"') {
            at = end_of_value(value, at);
        }
        let byte = value.get(at).copied();
        at += 1;
        byte
    })
}

/// Where the value that begins at `at` ends: a string, a number or word, a list or object.
fn end_of_value(bytes: &[u8], mut at: usize) -> usize {
    match bytes[at] {
        b'"' => {
            at += 1;
            while bytes[at] != b'"' {
                at += if bytes[at] == b'\\' { 2 } else { 1 };
            }
            at + 1
        }
        b'{' | b'[' => {
            at += 1;
            while !matches!(bytes[at], b'}' | b']') {
                at = match bytes[at] {
                    b',' | b':' => at + 1,
                    _ => end_of_value(bytes, at),
                };
            }
            at + 1
        }
        _ => {
            let ends = |byte: &u8| matches!(byte, b',' | b':' | b']' | b'}');
            at + bytes[at..].iter().position(ends).unwrap_or(bytes.len() - at)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn what_is_long_is_broken_and_numbers_stay_together() {
        let numbers: Vec<u32> = (1000..1040).collect();
        let value = json!({
            "a": {"kind": "duration", "values": numbers},
            "b": [[1, 2], [2, 1]],
            "c": ["x".repeat(60), "y \"{[,:".repeat(10)],
            "d": {},
        });
        let laid_out = laid_out(&value.to_string());
        let lines: Vec<&str> = laid_out.lines().collect();
        assert_eq!(lines[0], "{");
        assert!(lines[1].starts_with("  \"a\": {\"kind\": \"duration\", \"values\": [1000, 1001,"));
        assert!(lines[1].ends_with("1039]},"));
        assert_eq!(lines[2], "  \"b\": [[1, 2], [2, 1]],");
        assert_eq!(lines[3], "  \"c\": [");
        assert_eq!(lines[6], "  ],");
        assert_eq!(&lines[7..], ["  \"d\": {}", "}"]);
        assert_eq!(serde_json::from_str::<Value>(&laid_out).expect("JSON"), value);
    }

    #[test]
    fn a_list_of_strings_in_an_object_is_broken() {
        let words = vec!["word"; 40];
        let text = laid_out(&json!({ "words": { "first": 1, "list": words } }).to_string());
        // Each of the 40 words, and the key and brackets around them.
        assert_eq!(text.lines().count(), 47);
    }
}
