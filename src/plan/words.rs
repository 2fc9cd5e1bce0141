//! Words of commands: splitting at spaces, and filling names in braces.
//!
//! Owns these two rules of DESIGN §4. Deliberately absent: which names there are (`cross`).

/// What a name in braces becomes.
#[derive(Clone, Debug)]
pub(super) struct Filling<'a> {
    pub name: &'a str,
    /// Within a word or a text.
    pub text: String,
    /// Alone as a word: as many words as these.
    pub words: Vec<String>,
}

impl<'a> Filling<'a> {
    /// An axis at a value.
    pub(super) fn text(name: &'a str, text: &str) -> Self {
        Filling {
            name,
            text: text.to_owned(),
            words: split(text),
        }
    }

    pub(super) fn words(name: &'a str, words: Vec<String>) -> Self {
        Filling {
            name,
            text: words.join(" "),
            words,
        }
    }
}

pub(super) fn split(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}

/// The words of a line, split first and filled then, so that a value with spaces stays in its word unless it is alone.
pub(super) fn filled_words(line: &str, fillings: &[Filling<'_>]) -> Vec<String> {
    let words = line.split_whitespace();
    let filled = words.flat_map(|word| {
        let alone = word.strip_prefix('{').and_then(|word| word.strip_suffix('}'));
        let whole = alone.and_then(|name| fillings.iter().find(|filling| filling.name == name));
        match whole {
            Some(filling) => filling.words.clone(),
            None => vec![filled_text(word, fillings)],
        }
    });
    filled.collect()
}

/// A text with the known names in braces filled in. What is filled in is not looked at again, and other braces stay.
pub(super) fn filled_text(text: &str, fillings: &[Filling<'_>]) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(brace) = rest.find('{') {
        filled.push_str(&rest[..brace]);
        rest = &rest[brace..];
        let known = fillings.iter().find_map(|filling| {
            let after = rest[1..].strip_prefix(filling.name)?.strip_prefix('}')?;
            Some((filling, after))
        });
        match known {
            Some((filling, after)) => {
                filled.push_str(&filling.text);
                rest = after;
            }
            None => {
                filled.push('{');
                rest = &rest[1..];
            }
        }
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fillings() -> [Filling<'static>; 2] {
        [Filling::text("level", "-O2 -g"), Filling::text("n", "{level}")]
    }

    #[test]
    fn a_name_alone_brings_as_many_words_as_its_value_has() {
        let words = |line| filled_words(line, &fillings());
        assert_eq!(words(" a  {level} b"), ["a", "-O2", "-g", "b"]);
        assert_eq!(words("--with={level}"), ["--with=-O2 -g"]);
        let nothing = [Filling::text("level", "")];
        assert!(filled_words("{level}", &nothing).is_empty());
        assert_eq!(filled_words("x{level}", &nothing), ["x"]);
    }

    #[test]
    fn only_known_names_are_filled_in_and_only_once() {
        let text = |text| filled_text(text, &fillings());
        assert_eq!(text("{n}{other}{{n}}"), "{level}{other}{{level}}");
        assert_eq!(text("{"), "{");
        assert_eq!(text("řádek {level}"), "řádek -O2 -g");
    }
}
