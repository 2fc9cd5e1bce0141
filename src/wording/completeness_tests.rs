//! The four files of messages against each other and against the code that asks for them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::messages::{arguments, embedded};
use crate::lesson::names::{Metric, Sink, Verdict};
use crate::locale::Locale;

/// Messages that other modules ask for.
const ELSEWHERE: &str = "page-";

#[test]
fn all_locales_have_the_same_messages_with_the_same_arguments() {
    let english = arguments(embedded(Locale::En));
    for locale in Locale::ALL {
        let own = arguments(embedded(locale));
        let ids = |messages: &std::collections::BTreeMap<String, BTreeSet<String>>| {
            messages.keys().cloned().collect::<BTreeSet<_>>()
        };
        assert_eq!(ids(&own), ids(&english), "{locale}");
        for (id, used) in &own {
            // Whether words agree with a number is each language's own.
            let named = |used: &BTreeSet<String>| {
                let plain = |name: &String| name.strip_suffix("-plural").unwrap_or(name).to_owned();
                used.iter().map(plain).collect::<BTreeSet<_>>()
            };
            assert_eq!(named(used), named(&english[id]), "{locale} {id}");
        }
    }
}

#[test]
fn each_message_is_written_once() {
    for locale in Locale::ALL {
        let ids: Vec<&str> = embedded(locale)
            .lines()
            .filter(|line| line.starts_with(|first: char| first.is_ascii_lowercase()))
            .filter_map(|line| Some(line.split_once('=')?.0.trim()))
            .collect();
        let unique: BTreeSet<_> = ids.iter().collect();
        assert_eq!(unique.len(), ids.len(), "{locale}");
    }
}

#[test]
fn the_code_asks_for_all_messages_and_no_others() {
    let known: BTreeSet<String> = arguments(embedded(Locale::En)).into_keys().collect();
    let mut asked = ids_in_code();
    assert!(asked.contains("verdict-holds") || asked.contains("where-nowhere"));
    asked.extend(Verdict::ALL.map(|verdict| format!("verdict-{}", verdict.name())));
    asked.extend(Sink::ALL.map(|sink| format!("sink-{}", sink.name())));
    asked.extend(Metric::BUILT_IN.map(|metric| format!("metric-{}", metric.name())));
    let lacking: Vec<_> = asked.difference(&known).collect();
    let unused: Vec<_> = known
        .difference(&asked)
        .filter(|id| !id.starts_with(ELSEWHERE))
        .collect();
    assert!(
        lacking.is_empty() && unused.is_empty(),
        "lacking {lacking:?}, unused {unused:?}"
    );
}

/// All strings of this module's code that have the shape of a message's id: words with hyphens between.
fn ids_in_code() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/wording");
    let mut ids = BTreeSet::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if name.ends_with("_tests.rs") || name == "sample.rs" {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
        let is_id = |word: &&str| {
            word.contains('-')
                && word
                    .split('-')
                    .all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'))
        };
        ids.extend(code.split('"').skip(1).step_by(2).filter(is_id).map(str::to_owned));
    }
    ids
}
