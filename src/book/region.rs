//! Regions of programs: the parts between `#region NAME` and `#endregion`, and what is shown of a file.
//!
//! Owns how such comments are recognised, in any language. Deliberately absent: reading files and highlighting them.

/// A line of a program, as far as regions are concerned.
enum Line<'a> {
    Begin(&'a str),
    End,
    Plain(&'a str),
}

/// What a file shows: all of it, or one region; without the comments that mark regions and without common indentation.
/// `None` where there is no such region.
pub fn shown(text: &str, region: Option<&str>) -> Option<String> {
    let mut found = region.is_none();
    // How many regions are open, and how many were when the wanted one began.
    let (mut depth, mut wanted_depth) = (0_usize, None);
    let mut lines = Vec::new();
    for line in text.lines().map(classify) {
        match line {
            Line::Begin(name) => {
                if wanted_depth.is_none() && region == Some(name) {
                    found = true;
                    wanted_depth = Some(depth);
                }
                depth += 1;
            }
            Line::End => {
                depth = depth.saturating_sub(1);
                wanted_depth = wanted_depth.filter(|wanted| depth > *wanted);
            }
            Line::Plain(line) if region.is_none() || wanted_depth.is_some() => lines.push(line),
            Line::Plain(_) => {}
        }
    }
    found.then(|| unindented(&lines))
}

/// The names of a file's regions, in their order.
pub fn names(text: &str) -> Vec<&str> {
    let begun = text.lines().map(classify).filter_map(|line| match line {
        Line::Begin(name) => Some(name),
        Line::End | Line::Plain(_) => None,
    });
    begun.collect()
}

/// The region that is never closed, if there is one.
pub fn unclosed(text: &str) -> Option<&str> {
    let mut open = Vec::new();
    for line in text.lines().map(classify) {
        match line {
            Line::Begin(name) => open.push(name),
            Line::End => _ = open.pop(),
            Line::Plain(_) => {}
        }
    }
    open.first().copied()
}

/// A marker stands alone in a comment: beside it there is only what opens and closes one.
fn classify(line: &str) -> Line<'_> {
    let marker = line.find(char::is_alphabetic).and_then(|start| {
        let opener = line[..start].strip_suffix('#')?.trim();
        let opens = opener.chars().all(|character| "/*#-;%!<(".contains(character));
        opens.then_some(&line[start..])
    });
    let Some(marker) = marker else {
        return Line::Plain(line);
    };
    let mut words = marker.split_whitespace();
    let (first, second) = (words.next(), words.next());
    let closes = |word: &str| word.chars().all(|character| "*/->)".contains(character));
    let alone = words.all(closes);
    match (first, second) {
        (Some("region"), Some(name)) if alone && !closes(name) => Line::Begin(name),
        (Some("endregion"), rest) if alone && rest.is_none_or(closes) => Line::End,
        _ => Line::Plain(line),
    }
}

fn unindented(lines: &[&str]) -> String {
    let indentation = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let told = lines.iter().filter(|line| !line.trim().is_empty());
    let common = told.map(|line| indentation(line)).min().unwrap_or(0);
    let mut text = String::new();
    for line in lines {
        text.push_str(line.get(common..).unwrap_or_default());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = "int main() {\n    // #region outer\n    a();\n    /* #region inner */\n    if (b)\n        c();\n    /* #endregion */\n\n    // #endregion\n}\n";

    #[test]
    fn a_region_is_shown_without_markers_and_indentation() {
        assert_eq!(shown(PROGRAM, Some("inner")).as_deref(), Some("if (b)\n    c();\n"));
        assert_eq!(
            shown(PROGRAM, Some("outer")).as_deref(),
            Some("a();\nif (b)\n    c();\n\n")
        );
        assert_eq!(shown(PROGRAM, Some("other")), None);
        let whole = shown(PROGRAM, None).expect("the whole file");
        assert!(whole.starts_with("int main() {\n    a();\n") && !whole.contains("region"));
        assert_eq!(names(PROGRAM), ["outer", "inner"]);
    }

    #[test]
    fn comments_of_any_language_mark_regions() {
        for (begin, end) in [
            ("// #region a", "// #endregion"),
            ("//#region a", "//#endregion"),
            ("# #region a", "# #endregion"),
            ("#region a", "#endregion"),
            ("-- #region a", "-- #endregion"),
            ("/* #region a */", "/* #endregion */"),
            ("<!-- #region a -->", "<!-- #endregion -->"),
        ] {
            let text = format!("x\n{begin}\ny\n{end}\nz\n");
            assert_eq!(shown(&text, Some("a")).as_deref(), Some("y\n"), "{begin}");
            assert_eq!(shown(&text, None).as_deref(), Some("x\ny\nz\n"), "{begin}");
        }
        for plain in [
            "# region a",
            "f(); // #region a",
            "\"#region a\"",
            "#regional a",
            "// see #region a",
        ] {
            assert_eq!(names(plain), Vec::<&str>::new(), "{plain}");
        }
    }

    #[test]
    fn a_region_that_stays_open_is_named() {
        assert_eq!(unclosed(PROGRAM), None);
        assert_eq!(unclosed("# #region a\nx\n"), Some("a"));
    }
}
