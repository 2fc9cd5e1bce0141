//! How and where an experiment was measured: endings of trials, the machine and its system, commands.
//!
//! Owns these lists of the panel. Deliberately absent: what was measured (`panel`).

use crate::lesson::names::Sink;
use crate::record::{Circumstances, Machine, Outcome, Record, TrialRecord};

use super::beside::Scale;
use super::labels::joined;
use super::outputs::visible;
use super::units::automatic;
use super::{Ending, Phrase, Telling};

/// How a machine's fingerprint and a session's circumstances say that there is nothing to say.
const NO_HYPERVISOR: &str = "none";
const NOT_EXPOSED: &str = "not exposed";

impl Telling<'_> {
    /// The trials that did not simply end with exit 0.
    pub(super) fn endings(&self, index: usize) -> Vec<Ending> {
        let experiment = &self.results.lesson().experiments[index];
        let ending = |trial: &TrialRecord| {
            let said = match trial.outcome {
                Outcome::BuildFailed => &trial.compiler,
                _ => &trial.stderr,
            };
            Ending {
                trial: self.trial_label(experiment, &trial.id),
                sentence: self.wording.ended(trial),
                announced: trial.announced,
                excerpt: visible(&said.text),
            }
        };
        let is_plain = |trial: &TrialRecord| trial.outcome == Outcome::Exited(0) && trial.announced;
        let trials = self.results.record(index).into_iter().flat_map(Record::told_apart);
        trials.filter(|trial| !is_plain(trial)).map(ending).collect()
    }

    /// Pairs of a term and its description; empty where nothing was measured.
    pub(super) fn circumstances(&self, index: usize) -> Vec<(String, String)> {
        let Some(record) = self.results.record(index) else {
            return Vec::new();
        };
        let machine = self.origins[index].as_ref().map(|origin| &origin.machine);
        let mut told = machine.map_or_else(Vec::new, |machine| self.machine(machine));
        told.extend(self.system(record));
        told.extend(self.startup(index));
        told.push((self.wording.word("term-sink"), self.sinks(index)));
        told.push((self.wording.word("term-date"), self.dates(record)));
        let sittings = self.sittings(record.counting_sessions().count());
        let arguments = [("rounds", record.rounds().into()), ("sittings", sittings.into())];
        told.push((
            self.wording.word("term-rounds"),
            self.wording.message("value-rounds", &arguments),
        ));
        told
    }

    /// What an empty program of each toolchain takes, with the interval.
    pub(super) fn startup(&self, index: usize) -> Vec<(String, String)> {
        let startup = self.results.startup(index).into_iter();
        let told = startup.map(|(name, figure)| {
            let name = [("name", name.into())];
            let scale = automatic(&figure, Scale::Plain);
            let (value, interval) = self.wording.beside(&figure, scale, &[]);
            let told = match interval {
                Some(interval) => {
                    let arguments = [("figure", value.into()), ("interval", interval.into())];
                    self.wording.message("figure-interval", &arguments)
                }
                None => value,
            };
            (self.wording.message("term-startup", &name), told)
        });
        told.collect()
    }

    fn machine(&self, machine: &Machine) -> Vec<(String, String)> {
        let arguments = [
            ("model", machine.cpu.as_str().into()),
            ("cores", u64::from(machine.cores).into()),
        ];
        let virtualisation = match machine.virtualisation.as_str() {
            NO_HYPERVISOR => self.wording.word("value-no-hypervisor"),
            hypervisor => hypervisor.to_owned(),
        };
        vec![
            (
                self.wording.word("term-processor"),
                self.wording.message("value-processor", &arguments),
            ),
            (self.wording.word("term-architecture"), machine.architecture.clone()),
            (self.wording.word("term-virtualisation"), virtualisation),
        ]
    }

    /// What differs between sessions is told of each.
    fn system(&self, record: &Record) -> Vec<(String, String)> {
        let all = |see: &dyn Fn(&Circumstances) -> String| {
            let mut values: Vec<String> = Vec::new();
            for session in &record.sessions {
                let value = match see(&session.circumstances) {
                    value if value.is_empty() || value == NOT_EXPOSED => self.wording.word("value-not-exposed"),
                    value => value,
                };
                if !values.contains(&value) {
                    values.push(value);
                }
            }
            self.wording.locale().list(&values)
        };
        if record.sessions.is_empty() {
            return Vec::new();
        }
        let mut told = vec![
            (self.wording.word("term-kernel"), all(&|seen| seen.kernel.clone())),
            (self.wording.word("term-libc"), all(&|seen| seen.libc.clone())),
            (
                self.wording.word("term-filesystem"),
                all(&|seen| seen.filesystem.clone()),
            ),
            (self.wording.word("term-governor"), all(&|seen| seen.governor.clone())),
        ];
        let mut names: Vec<&String> = record
            .sessions
            .iter()
            .flat_map(|session| session.circumstances.toolchains.keys())
            .collect();
        names.sort();
        names.dedup();
        for name in names {
            let version = all(&|seen| seen.toolchains.get(name).cloned().unwrap_or_default());
            let term = self
                .wording
                .message("term-toolchain", &[("name", name.as_str().into())]);
            told.push((term, version));
        }
        told
    }

    fn sinks(&self, index: usize) -> String {
        let experiment = &self.results.lesson().experiments[index];
        match experiment.axes.iter().position(|axis| axis.name == "sink") {
            Some(axis) => {
                let values = 0..experiment.axes[axis].points.len();
                let labels: Vec<String> = values
                    .map(|value| self.value_label(experiment, axis, value).plain())
                    .collect();
                self.wording.locale().list(&labels)
            }
            None => {
                let sink = experiment
                    .definition
                    .sink
                    .as_ref()
                    .map_or(Sink::File, |sink| sink.value);
                self.wording.word(&format!("sink-{}", sink.name()))
            }
        }
    }

    fn dates(&self, record: &Record) -> String {
        let mut dates: Vec<String> = Vec::new();
        for session in &record.sessions {
            let date = self.date(&session.date).unwrap_or_else(|| session.date.clone());
            if !dates.contains(&date) {
                dates.push(date);
            }
        }
        match dates.is_empty() {
            true => self.wording.word("value-not-exposed"),
            false => self.wording.locale().list(&dates),
        }
    }

    fn date(&self, iso: &str) -> Option<String> {
        let mut parts = iso.split('-');
        let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
        let (year, month, day) = (year.parse().ok()?, month.parse().ok()?, day.parse().ok()?);
        let is_date = (1..=12).contains(&month) && (1..=31).contains(&day) && parts.next().is_none();
        is_date.then(|| self.wording.locale().date(year, month, day))
    }

    /// What compiled and ran trials, with the labels of all that it did so for.
    pub(super) fn commands(&self, index: usize) -> Vec<(Phrase, Vec<String>)> {
        let experiment = &self.results.lesson().experiments[index];
        let trials = self.results.record(index).map_or(&[][..], |record| &record.trials);
        let lines = |trial: &TrialRecord| {
            let commands = [&trial.compile, &trial.run]
                .into_iter()
                .filter(|words| !words.is_empty());
            commands.map(|words| command_line(words)).collect()
        };
        let mut told: Vec<(Vec<Phrase>, Vec<String>)> = Vec::new();
        for trial in trials.iter().filter(|trial| !trial.id.control) {
            let (label, lines) = (self.trial_label(experiment, &trial.id), lines(trial));
            match told.iter_mut().find(|(_, known)| *known == lines) {
                Some((labels, _)) => labels.push(label),
                None => told.push((vec![label], lines)),
            }
        }
        let joined = |(labels, lines)| (joined(labels, self.between_cells()), lines);
        told.into_iter().map(joined).collect()
    }
}

/// Words as a shell takes them.
fn command_line(words: &[String]) -> String {
    let is_safe = |character: char| character.is_alphanumeric() || "-_./=+:,@%{}".contains(character);
    let word = |word: &String| match !word.is_empty() && word.chars().all(is_safe) {
        true => word.clone(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    };
    words.iter().map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_can_be_pasted() {
        let words = ["g++", "-std=c++17", "a b.cpp", "it's", ""].map(str::to_owned);
        assert_eq!(command_line(&words), r"g++ -std=c++17 'a b.cpp' 'it'\''s' ''");
    }
}
