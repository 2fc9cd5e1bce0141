//! Probing: where a toolchain's programs are, and what version they say they are.
//!
//! Owns the memory of what was found, so that each toolchain is asked once. Deliberately absent: any knowledge of single
//! toolchains, which is in their definitions.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use super::{Definition, Probe};
use crate::process::{Cancel, Captured, Command, capture, find_program};

/// How long a toolchain may take to say its version: the first start of a virtual machine on a busy system is slow.
const PATIENCE: Duration = Duration::from_secs(20);
/// How many bytes of what it says are looked at.
const ENOUGH: usize = 4096;

/// The toolchains of a book on one machine, probed when they are first asked for. Clones share what was found.
#[derive(Clone, Debug)]
pub struct Toolchains {
    tools: Arc<BTreeMap<String, Tool>>,
    environment: BTreeMap<OsString, OsString>,
}

#[derive(Debug)]
struct Tool {
    definition: Definition,
    probe: OnceLock<Probe>,
}

impl Toolchains {
    /// `search_path` is written as in `PATH`, and relative folders in it are passed over. `home` is where version managers
    /// keep their choice of a version. Nothing else of the environment reaches a probe.
    pub fn new(definitions: &[Definition], search_path: OsString, home: Option<OsString>) -> Self {
        let tool = |definition: &Definition| Tool {
            definition: definition.clone(),
            probe: OnceLock::new(),
        };
        let named = definitions.iter().map(|each| (each.name.clone(), tool(each)));
        let mut environment = BTreeMap::from([
            ("PATH".into(), search_path),
            ("LANG".into(), "C.UTF-8".into()),
            ("TZ".into(), "UTC".into()),
        ]);
        environment.extend(home.map(|home| ("HOME".into(), home)));
        Toolchains {
            tools: Arc::new(named.collect()),
            environment,
        }
    }

    /// What is known of a toolchain; one that has no definition is missing. The first call for a name takes as long as its
    /// programs take to answer, and others that want the same name wait for it.
    pub fn probe(&self, name: &str) -> Probe {
        match self.tools.get(name) {
            Some(tool) => tool.probe.get_or_init(|| self.look_for(&tool.definition)).clone(),
            None => Probe::Missing,
        }
    }

    fn look_for(&self, definition: &Definition) -> Probe {
        let Some(mut executables) = self.executables(definition) else {
            return Probe::Missing;
        };
        if let Some(path) = definition.behind.as_deref().and_then(|command| self.behind(command)) {
            let asked = definition.version.split_whitespace().next().unwrap_or_default();
            if let Some(executable) = executables.get_mut(asked) {
                *executable = path;
            }
        }
        match self.version(definition, &executables) {
            Ok(version) => Probe::Found { version, executables },
            Err(why) => Probe::Broken(why),
        }
    }

    fn executables(&self, definition: &Definition) -> Option<BTreeMap<String, PathBuf>> {
        let search_path = self.environment.get(&OsString::from("PATH"));
        let found = definition.programs().into_iter().map(|program| {
            let executable = find_program(Path::new(program), search_path)?;
            executable.is_file().then(|| (program.to_owned(), executable))
        });
        found.collect()
    }

    /// The path that a version manager prints. It is no failure if there is none: most machines have no version manager.
    fn behind(&self, command: &str) -> Option<PathBuf> {
        let said = self.ask(command, &BTreeMap::new()).ok()?;
        let path = PathBuf::from(first_line(&said.stdout.head)?);
        (said.ending.is_success() && path.is_absolute() && path.is_file()).then_some(path)
    }

    fn version(&self, definition: &Definition, executables: &BTreeMap<String, PathBuf>) -> Result<String, String> {
        if definition.version.trim().is_empty() {
            return behind_links(definition, executables);
        }
        let said = self.ask(&definition.version, executables)?;
        // Java says its version to standard error.
        let line = first_line(&said.stdout.head).or_else(|| first_line(&said.stderr.head));
        match line {
            Some(line) if said.ending.is_success() => Ok(without_folders(line)),
            Some(line) => Err(line),
            None => Err(format!("`{}` says nothing: {}", definition.version, said.ending)),
        }
    }

    fn ask(&self, command: &str, executables: &BTreeMap<String, PathBuf>) -> Result<Captured, String> {
        let mut words = command.split_whitespace();
        let program = words.next().unwrap_or_default();
        let command = Command {
            program: executables.get(program).cloned().unwrap_or_else(|| program.into()),
            args: words.map(OsString::from).collect(),
            env: self.environment.clone(),
            // Version managers look for their choice here and upwards, and must not find the book's.
            cwd: "/".into(),
            wall: PATIENCE,
            keep: ENOUGH,
        };
        capture(&command, &Cancel::new()).map_err(|error| error.to_string())
    }
}

/// The name of the file that is executed in the end, `dash` for `sh`, where a toolchain does not tell its version.
fn behind_links(definition: &Definition, executables: &BTreeMap<String, PathBuf>) -> Result<String, String> {
    let programs = definition.programs();
    let called = programs.iter().find_map(|program| executables.get(*program));
    let called = called.ok_or_else(|| "none of its commands names a program".to_owned())?;
    let file = called.canonicalize().map_err(|error| error.to_string())?;
    let name = file.file_name().unwrap_or(file.as_os_str());
    Ok(name.to_string_lossy().into_owned())
}

/// `dash` of `/usr/bin/dash`, and any other line as it is.
fn without_folders(line: String) -> String {
    let path = Path::new(&line);
    match path.file_name().and_then(|name| name.to_str()) {
        Some(name) if path.is_absolute() => name.to_owned(),
        _ => line,
    }
}

fn first_line(said: &[u8]) -> Option<String> {
    let said = String::from_utf8_lossy(said);
    let line = said.lines().map(str::trim).find(|line| !line.is_empty())?;
    Some(line.to_owned())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    /// A folder with programs: each is the shell, which is given a script. A script that was just written cannot be
    /// executed itself, as another test may be starting a process that still holds it open.
    struct Place(tempfile::TempDir);

    impl Place {
        fn with(scripts: &[(&str, &str)]) -> Self {
            let place = Place(tempfile::tempdir().expect("a temporary folder"));
            for (name, body) in scripts {
                symlink("/bin/sh", place.path(name)).expect("a link");
                fs::write(place.path(&format!("{name}.sh")), body).expect("a script");
            }
            place
        }

        fn path(&self, name: &str) -> PathBuf {
            self.0.path().join(name)
        }

        fn command(&self, name: &str) -> String {
            format!("{name} {}.sh", self.path(name).display())
        }

        fn compiler(&self) -> Definition {
            Definition {
                name: "tool".to_owned(),
                endings: vec!["t".to_owned()],
                version: self.command("tool"),
                behind: None,
                compile: Some("tool {flags} {source} -o {program}".to_owned()),
                run: "{program} {args}".to_owned(),
                warning: None,
                empty: None,
                package: Some("tool-dev".to_owned()),
            }
        }

        fn probe(&self, definition: Definition) -> Probe {
            Toolchains::new(&[definition], self.0.path().into(), None).probe("tool")
        }
    }

    #[test]
    fn the_version_is_the_first_line_said_to_either_stream() {
        for body in ["echo; echo Tool 1.2; echo more", "echo Tool 1.2 >&2"] {
            let place = Place::with(&[("tool", body)]);
            let found = place.probe(place.compiler());
            assert_eq!(found.version(), Some("Tool 1.2"));
            assert_eq!(found.executable("tool"), Some(place.path("tool").as_path()));
            assert_eq!(found.executable("{program}"), None);
        }
    }

    #[test]
    fn a_toolchain_is_missing_without_all_its_programs_and_broken_if_they_fail() {
        let place = Place::with(&[("tool", "echo no version chosen >&2; exit 127")]);
        assert_eq!(
            place.probe(place.compiler()),
            Probe::Broken("no version chosen".to_owned())
        );
        let runner = Definition {
            run: "other {program}".to_owned(),
            ..place.compiler()
        };
        assert_eq!(place.probe(runner.clone()), Probe::Missing);
        assert_eq!(runner.advice().programs, ["other", "tool"]);
        assert_eq!(runner.advice().package, Some("tool-dev"));
        let none = Toolchains::new(&[], place.0.path().into(), None);
        assert_eq!(none.probe("tool"), Probe::Missing);
    }

    #[test]
    fn the_executable_behind_a_script_is_called() {
        let real = Place::with(&[("tool-3.1", "")]);
        let which = format!("echo {}", real.path("tool-3.1").display());
        let place = Place::with(&[("tool", "echo $0 said it"), ("manager", &which)]);
        let managed = Definition {
            behind: Some(place.command("manager")),
            ..place.compiler()
        };
        let found = place.probe(managed.clone());
        assert!(found.version().is_some_and(|version| version.ends_with("said it")));
        assert_eq!(found.executable("tool"), Some(real.path("tool-3.1").as_path()));
        // Where there is no version manager, what was found stands.
        let place = Place::with(&[("tool", "echo Tool 2")]);
        let managed = Definition {
            version: place.command("tool"),
            behind: Some("manager which tool".to_owned()),
            ..managed
        };
        assert_eq!(
            place.probe(managed).executable("tool"),
            Some(place.path("tool").as_path())
        );
    }

    #[test]
    fn a_path_for_a_version_loses_its_folders() {
        let place = Place::with(&[("tool", "echo /usr/bin/dash")]);
        assert_eq!(place.probe(place.compiler()).version(), Some("dash"));
        let place = Place::with(&[("tool", "echo Tool 1.2 on linux/amd64")]);
        assert_eq!(place.probe(place.compiler()).version(), Some("Tool 1.2 on linux/amd64"));
    }

    #[test]
    fn without_a_version_command_the_file_behind_links_names_it() {
        let place = Place::with(&[]);
        fs::copy("/bin/sh", place.path("shell-5")).expect("a program");
        symlink(place.path("shell-5"), place.path("tool")).expect("a link");
        let silent = Definition {
            version: String::new(),
            compile: None,
            run: "tool {source}".to_owned(),
            ..place.compiler()
        };
        assert_eq!(place.probe(silent.clone()).version(), Some("shell-5"));
        let nothing = Definition {
            run: "{source}".to_owned(),
            ..silent
        };
        assert!(matches!(place.probe(nothing), Probe::Broken(_)));
    }

    #[test]
    fn each_toolchain_is_asked_once_in_a_fixed_environment() {
        let place = Place::with(&[("tool", "echo asked >> $0.log; echo \"$LANG $TZ $HOME\"")]);
        let toolchains = Toolchains::new(&[place.compiler()], place.0.path().into(), Some("/home/of/it".into()));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| assert_eq!(toolchains.probe("tool").version(), Some("C.UTF-8 UTC /home/of/it")));
            }
        });
        let log = fs::read_to_string(place.path("tool.sh.log")).expect("the log");
        assert_eq!(log, "asked\n");
    }
}
