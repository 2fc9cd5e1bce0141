//! The words of a trial's commands, as they are called and as a record tells them.
//!
//! Both are the same but for the sink's path: programs are compiled and run where they lie, so no command has a path of this
//! machine in it. Deliberately absent: splitting at spaces, flags and axes (`plan`).

use std::path::Path;

use crate::plan::Trial;

pub(super) use crate::lesson::names::SINK_FILE as SINK;

/// What the compiled program of a trial is called: its source's name without the ending, and no other file's name.
pub(super) fn program_name(trial: &Trial) -> String {
    let stem = Path::new(&trial.program.name).file_stem();
    let mut name = stem.map_or_else(|| "program".into(), |stem| stem.to_string_lossy().into_owned());
    let others = || [&trial.program].into_iter().chain(&trial.included).chain(&trial.files);
    while name == SINK || others().any(|file| file.name.split('/').next() == Some(name.as_str())) {
        name.push('_');
    }
    name
}

/// Of a trial that is compiled.
pub(super) fn compile(trial: &Trial) -> Vec<String> {
    let words = trial.compile.as_deref().unwrap_or_default();
    let program = program_name(trial);
    words.iter().map(|word| filled(word, trial, &program)).collect()
}

/// With `sink` in place of `{sink}`.
pub(super) fn run(trial: &Trial, sink: &str) -> Vec<String> {
    told_run(trial)
        .iter()
        .map(|word| word.replace("{sink}", sink))
        .collect()
}

/// With `{sink}` as it stands, since it differs from run to run what that is.
pub(super) fn told_run(trial: &Trial) -> Vec<String> {
    let program = program_name(trial);
    let words = trial.run.iter().enumerate().map(|(place, word)| {
        // As at a prompt: a program that lies here is called by a path, an argument need not be.
        if place == 0 && word.starts_with("{program}") {
            filled(word, trial, &format!("./{program}"))
        } else {
            filled(word, trial, &program)
        }
    });
    words.collect()
}

fn filled(word: &str, trial: &Trial, program: &str) -> String {
    word.replace("{program}", program)
        .replace("{source}", &trial.program.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::fixtures::{file, trial};

    fn words(line: &str) -> Vec<String> {
        line.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn commands_are_as_a_person_would_type_them() {
        let mut trial = trial("newline", "null");
        trial.program = file("newline.cpp", "");
        trial.compile = Some(words("g++ -std=c++17 {source} -o {program}"));
        trial.run = words("{program} --to={sink} {sink}");
        assert_eq!(compile(&trial).join(" "), "g++ -std=c++17 newline.cpp -o newline");
        assert_eq!(told_run(&trial).join(" "), "./newline --to={sink} {sink}");
        assert_eq!(run(&trial, "sink").join(" "), "./newline --to=sink sink");
        trial.run = words("java -cp {program} Main");
        assert_eq!(told_run(&trial).join(" "), "java -cp newline Main");
        trial.run = words("python3 {source}");
        assert_eq!(told_run(&trial).join(" "), "python3 newline.cpp");
    }

    #[test]
    fn a_program_takes_no_other_files_name() {
        let mut trial = trial("a", "null");
        trial.program = file("sub/words.cpp", "");
        assert_eq!(program_name(&trial), "words");
        trial.files = vec![file("words", ""), file("words_/list", "")];
        assert_eq!(program_name(&trial), "words__");
        trial.program = file("sink.c", "");
        assert_eq!(program_name(&trial), "sink_");
    }
}
