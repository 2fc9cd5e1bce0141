//! Escaping: text that stays text in HTML, SVG and Markdown.
//!
//! Owns the characters that mean something in each. Deliberately absent: which text is meant as markup.

/// Text as HTML or SVG, also inside a quoted attribute.
pub(super) fn html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + text.len() / 8);
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // No XML document may hold these, not even as references.
            '\u{0}'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {
                escaped.push('\u{fffd}');
            }
            _ => escaped.push(character),
        }
    }
    escaped
}

/// An address that may stand in `href` or `src`: none that runs a script.
pub(super) fn address(target: &str) -> &str {
    let scheme = target
        .split_once(':')
        .map(|(scheme, _)| scheme)
        .filter(|scheme| !scheme.contains(['/', '?', '#']));
    let allowed = ["http", "https", "mailto", "ftp", "tel"];
    match scheme {
        Some(scheme) if !allowed.iter().any(|known| scheme.trim().eq_ignore_ascii_case(known)) => "#",
        _ => target,
    }
}

/// The path of a file as an address has it: what is no character of a path is percent-encoded, letters of all languages are kept.
pub(super) fn path(path: &str) -> String {
    let mut escaped = String::with_capacity(path.len());
    for character in path.chars() {
        match character {
            '/' | '-' | '_' | '.' | '~' | '+' | ',' | '@' | '=' | '!' => escaped.push(character),
            _ if character.is_alphanumeric() => escaped.push(character),
            _ => {
                let mut bytes = [0; 4];
                let encoded = character.encode_utf8(&mut bytes).bytes();
                escaped.extend(encoded.map(|byte| format!("%{byte:02X}")));
            }
        }
    }
    escaped
}

/// Text as Markdown in the middle of a line. `in_table` escapes the bar that would end a cell.
pub(super) fn markdown(text: &str, in_table: bool) -> String {
    let mut escaped = String::with_capacity(text.len() + text.len() / 8);
    let mut before = None;
    for (place, character) in text.char_indices() {
        let rest = &text[place + character.len_utf8()..];
        let after = rest.chars().next();
        let special = match character {
            '\\' | '`' | '*' | '[' | ']' | '<' | '$' => true,
            // A letter on both sides keeps it a letter; so it is in a name.
            '_' => !(before.is_some_and(char::is_alphanumeric) && after.is_some_and(char::is_alphanumeric)),
            '~' => before == Some('~') || after == Some('~'),
            '&' => is_reference(rest),
            '|' => in_table,
            // What would become a link by itself.
            ':' => rest.starts_with("//"),
            '.' => escaped.to_ascii_lowercase().ends_with("www"),
            _ => false,
        };
        if special {
            escaped.push('\\');
        }
        match character {
            '\n' => escaped.push(' '),
            _ => escaped.push(character),
        }
        before = Some(character);
    }
    escaped
}

/// A line of Markdown whose first characters shall begin no block: no heading, list, quote, rule or underline.
pub(super) fn line_start(line: &str) -> String {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let after_digits = line[digits..].chars().next();
    if digits > 0 && matches!(after_digits, Some('.' | ')')) {
        return format!("{}\\{}", &line[..digits], &line[digits..]);
    }
    match line.chars().next() {
        Some('#' | '+' | '-' | '>' | '=' | ':' | '~') => format!("\\{line}"),
        _ => line.to_owned(),
    }
}

/// Code in a line of Markdown, in as many backticks as it needs.
pub(super) fn markdown_code(code: &str, in_table: bool) -> String {
    let code = code.replace('\n', " ");
    let code = if in_table { code.replace('|', "\\|") } else { code };
    let fence = "`".repeat(longest_run(&code, '`') + 1);
    let pad = if code.starts_with('`') || code.ends_with('`') || code.starts_with(' ') && code.ends_with(' ') {
        " "
    } else {
        ""
    };
    format!("{fence}{pad}{code}{pad}{fence}")
}

/// A fenced block of Markdown.
pub(super) fn markdown_fence(language: &str, text: &str) -> String {
    let fence = "`".repeat((longest_run(text, '`') + 1).max(3));
    let end = if text.is_empty() || text.ends_with('\n') {
        ""
    } else {
        "\n"
    };
    let language: String = language
        .chars()
        .filter(|c| c.is_alphanumeric() || "+-#._".contains(*c))
        .collect();
    format!("{fence}{language}\n{text}{end}{fence}")
}

fn longest_run(text: &str, wanted: char) -> usize {
    let mut longest = 0;
    let mut run = 0;
    for character in text.chars() {
        run = if character == wanted { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

/// Whether `&` before `rest` would be read as a character reference.
fn is_reference(rest: &str) -> bool {
    let name = rest.split(';').next().unwrap_or_default();
    name.len() < rest.len() && !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '#')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_text_stays_text_in_html() {
        assert_eq!(
            html("<script>'\"&amp;\u{0}\u{1b}"),
            "&lt;script&gt;&#39;&quot;&amp;amp;\u{fffd}\u{fffd}"
        );
        assert_eq!(html("řádek 速い\n\t"), "řádek 速い\n\t");
    }

    #[test]
    fn addresses_run_no_scripts() {
        for bad in ["javascript:alert(1)", "JaVaScRiPt:x", " data:text/html,x", "vbscript:x"] {
            assert_eq!(address(bad), "#", "{bad}");
        }
        for good in ["https://a.b/c?d#e", "mailto:a@b.c", "../x/y.html#z", "a/b:c"] {
            assert_eq!(address(good), good);
        }
    }

    #[test]
    fn paths_are_addresses() {
        assert_eq!(path("../a/b c (1).svg"), "../a/b%20c%20%281%29.svg");
        assert_eq!(path("č#?%\"<.png"), "č%23%3F%25%22%3C.png");
    }

    #[test]
    fn hostile_text_stays_text_in_markdown() {
        for (text, escaped) in [
            ("a*b*c", "a\\*b\\*c"),
            ("snake_case and _this_", "snake_case and \\_this\\_"),
            ("[x](y) <b> `c`", "\\[x\\](y) \\<b> \\`c\\`"),
            ("R&D &amp; &x", "R&D \\&amp; &x"),
            ("~~no~~ ~1", "\\~\\~no\\~\\~ ~1"),
            ("https://x and www.y.z", "https\\://x and www\\.y.z"),
            ("$a$", "\\$a\\$"),
            ("a\nb", "a b"),
        ] {
            assert_eq!(markdown(text, false), escaped);
        }
        assert_eq!(markdown("a|b", true), "a\\|b");
        assert_eq!(markdown("a|b", false), "a|b");
    }

    #[test]
    fn lines_begin_no_blocks() {
        for (line, escaped) in [
            ("# a", "\\# a"),
            ("1. a", "1\\. a"),
            ("12) a", "12\\) a"),
            ("- a", "\\- a"),
            ("2026", "2026"),
            ("a", "a"),
        ] {
            assert_eq!(line_start(line), escaped);
        }
    }

    #[test]
    fn code_gets_the_backticks_it_needs() {
        assert_eq!(markdown_code("a", false), "`a`");
        assert_eq!(markdown_code("`a", false), "`` `a ``");
        assert_eq!(markdown_code("a|b", true), "`a\\|b`");
        assert_eq!(markdown_fence("cpp", "```\n"), "````cpp\n```\n````");
        assert_eq!(markdown_fence("", "x"), "```\nx\n```");
    }
}
