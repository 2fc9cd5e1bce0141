//! Whether differences are seen where there are none: live experiments of a program against itself, beside another that keeps
//! one core busy.
//!
//! Deliberately absent: the same on recorded rounds (`coverage.rs`).
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "these are tests, their helpers too")]

mod support;

use std::process::{Child, Command, Stdio};

use serde_json::Value;
use support::Place;

const EXPERIMENTS: usize = 40;
const MOST_DIFFERENCES: usize = 2;

/// Each in a lesson of its own, so that no claim is decided the more carefully for the number of them.
fn lesson(place: &Place, slug: &str) {
    let text = "+++\ntitle = \"Twice\"\nsummary = \"One program twice.\"\nlevel = \"beginner\"\n+++\n\n## Whole {#whole}\n\n\
                ```{experiment} twice\ntitle = \"Twice\"\nrounds = [10, 10]\n[variants]\none = \"count.sh\"\nother = \"count.sh\"\n\
                [claims]\nlonger = \"wall(other) > wall(one)\"\n[labels]\nlonger = \"It takes longer.\"\n```\n";
    place.write(&format!("lessons/{slug}/en.md"), text);
    place.write(
        &format!("lessons/{slug}/count.sh"),
        "i=0\nwhile [ $i -lt 4000 ]; do i=$((i+1)); done\n",
    );
}

/// Keeps a core busy until it is dropped.
struct Busy(Child);

impl Busy {
    #[expect(clippy::disallowed_methods, reason = "it is no trial")]
    fn begin() -> Self {
        let mut command = Command::new("sh");
        command.args(["-c", "while :; do :; done"]).stdin(Stdio::null());
        Busy(command.spawn().unwrap())
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

#[test]
fn one_program_twice_seldom_differs_from_itself_beside_a_busy_core() {
    let place = Place::empty();
    let slugs: Vec<String> = (0..EXPERIMENTS).map(|number| format!("twice-{number}")).collect();
    let listed: Vec<String> = slugs.iter().map(|slug| format!("\"{slug}\"")).collect();
    let settings = format!(
        "locales = [\"en\"]\nlessons = [{}]\n[title]\nen = \"Twice\"\n",
        listed.join(", ")
    );
    place.write("lessons/book.toml", settings);
    for slug in &slugs {
        lesson(&place, slug);
    }
    let busy = Busy::begin();
    let ran = place.run(&["build", "--message-format", "json"]).ends_with(0);
    drop(busy);
    let events = ran
        .stdout
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let verdicts: Vec<String> = events
        .filter(|event| event["reason"] == "claim")
        .map(|event| event["verdict"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(verdicts.len(), EXPERIMENTS);
    let differences = verdicts.iter().filter(|verdict| *verdict != "undecided").count();
    assert!(
        differences <= MOST_DIFFERENCES,
        "{differences} of {EXPERIMENTS} experiments tell a difference of a program from itself"
    );
}
