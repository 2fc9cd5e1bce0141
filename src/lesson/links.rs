//! Where links and images lead: out of the book, to a file of it, to an id.
//!
//! Owns schemes and percent-encoding. Deliberately absent: whether the file or the id is there (`book`, `source`).

/// A link's destination, or an image's, once its encoding is off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Destination {
    External(String),
    Internal { file: String, id: Option<String> },
}

/// What is wrong with a destination, and what to write instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BadDestination {
    pub(super) message: &'static str,
    pub(super) hint: Option<&'static str>,
}

const SCHEMES: [&str; 3] = ["http", "https", "mailto"];

pub(super) fn link(destination: &str) -> Result<Destination, BadDestination> {
    // Browsers drop tabs and line ends inside of a destination, which would hide its scheme.
    if destination.chars().any(char::is_control) {
        return Err(bad("a link holds no control characters", None));
    }
    if let Some(scheme) = scheme(destination) {
        return match SCHEMES.into_iter().find(|known| scheme.eq_ignore_ascii_case(known)) {
            Some(_) => Ok(Destination::External(destination.to_owned())),
            None => Err(bad(
                "a link of this kind is not allowed",
                Some("links begin with `https:`, `http:` or `mailto:`, or name a file of the book"),
            )),
        };
    }
    if destination.starts_with("//") {
        return Err(bad("the scheme of this link is missing", Some("write `https://…`")));
    }
    let (file, id) = match destination.split_once('#') {
        Some((file, id)) => (file, Some(id)),
        None => (destination, None),
    };
    if file.is_empty() && id.is_none_or(str::is_empty) {
        return Err(bad(
            "this link leads nowhere",
            Some("name a file, an id like `#id`, or both"),
        ));
    }
    Ok(Destination::Internal {
        file: decoded(file)?,
        id: id.map(decoded).transpose()?.filter(|id| !id.is_empty()),
    })
}

/// The file of an image, which lies in the lesson's folder.
pub(super) fn image(destination: &str) -> Result<String, BadDestination> {
    const HINT: Option<&str> = Some("images lie in the lesson's folder");
    if scheme(destination).is_some() || destination.starts_with("//") {
        return Err(bad("an image from elsewhere", HINT));
    }
    let file = decoded(destination)?;
    if file.is_empty() {
        return Err(bad("the image's file is missing", HINT));
    }
    if file.starts_with('/') || file.contains('\\') || file.split('/').any(|part| part == "..") {
        return Err(bad("the image's file is outside of the lesson's folder", HINT));
    }
    Ok(file)
}

fn bad(message: &'static str, hint: Option<&'static str>) -> BadDestination {
    BadDestination { message, hint }
}

/// As RFC 3986 has it: a letter, then letters, digits, `+`, `-`, `.`, up to a colon.
fn scheme(destination: &str) -> Option<&str> {
    let (scheme, _) = destination.split_once(':')?;
    let wellformed = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme
            .chars()
            .all(|character| character.is_ascii_alphanumeric() || "+-.".contains(character));
    wellformed.then_some(scheme)
}

/// Without percent-encoding; a `%` that encodes nothing is itself.
fn decoded(text: &str) -> Result<String, BadDestination> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        let encoded = tail
            .get(..2)
            .filter(|pair| *first == b'%' && pair.iter().all(u8::is_ascii_hexdigit))
            .and_then(|pair| std::str::from_utf8(pair).ok())
            .and_then(|pair| u8::from_str_radix(pair, 16).ok());
        bytes.push(encoded.unwrap_or(*first));
        rest = if encoded.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8(bytes)
        .ok()
        .filter(|text| !text.chars().any(char::is_control))
        .ok_or(bad("the percent-encoding of this link is no text in UTF-8", None))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn internal(file: &str, id: Option<&str>) -> Result<Destination, BadDestination> {
        Ok(Destination::Internal {
            file: file.to_owned(),
            id: id.map(str::to_owned),
        })
    }

    #[test]
    fn links_stay_in_the_book_or_have_a_scheme() {
        assert_eq!(link("../x/cs.md#id"), internal("../x/cs.md", Some("id")));
        assert_eq!(link("#id"), internal("", Some("id")));
        assert_eq!(link("%E8%A1%8C.md#%E8%A1%8C"), internal("行.md", Some("行")));
        assert_eq!(link("100%.md#"), internal("100%.md", None));
        assert_eq!(
            link("HTTPS://x.y/a:b"),
            Ok(Destination::External("HTTPS://x.y/a:b".to_owned()))
        );
        assert!(matches!(link("mailto:a@b.c"), Ok(Destination::External(_))));
        for refused in [
            "javascript:alert(1)",
            "java\tscript:x",
            "data:text/html,x",
            "//x.y",
            "",
            "#",
            "%ff",
            "a%00",
        ] {
            assert!(link(refused).is_err(), "{refused}");
        }
    }

    #[test]
    fn images_lie_in_the_folder() {
        assert_eq!(image("a%20b/c.svg").as_deref(), Ok("a b/c.svg"));
        for refused in [
            "https://x/y.png",
            "../y.png",
            "a/%2e%2e/y.png",
            "/y.png",
            "",
            "C:\\y.png",
            "a\\y.png",
        ] {
            assert!(image(refused).is_err(), "{refused}");
        }
    }
}
