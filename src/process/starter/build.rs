//! Builds the starter, the tiny static program that `process` embeds and starts trials from.
//!
//! It is no part of the library: a reading of memory begins with what its starter holds, so it must be small.
//! Deliberately absent: anything that needs more than the compiler that builds the library.
#![allow(clippy::disallowed_methods, reason = "a build script is not below `process`")]
#![allow(clippy::print_stdout, reason = "this is how a build script speaks to cargo")]

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

const SOURCE: &str = "src/process/starter";

/// Without the static libc the starter is linked as programs usually are, and is a little larger.
const STATIC: &[&str] = &["-Ctarget-feature=+crt-static", "-Crelocation-model=static"];

fn main() {
    println!("cargo:rerun-if-changed={SOURCE}");
    let measures = variable("CARGO_CFG_TARGET_OS") == "linux" && variable("CARGO_CFG_TARGET_POINTER_WIDTH") == "64";
    if !measures {
        return;
    }
    let starter = PathBuf::from(variable("OUT_DIR")).join("starter");
    let Err(complaint) = compile(&starter, STATIC) else {
        return;
    };
    println!("cargo:warning=the starter is linked dynamically, small programs will read as larger: {complaint}");
    if let Err(complaint) = compile(&starter, &[]) {
        panic!("the starter does not compile:\n{complaint}");
    }
}

fn compile(starter: &Path, linking: &[&str]) -> Result<(), String> {
    let mut command = Command::new(variable("RUSTC"));
    command
        .args(["--edition=2024", "--crate-name=starter", "--crate-type=bin"])
        .args(["-Copt-level=s", "-Cpanic=abort", "-Cstrip=symbols"])
        .args(linking)
        .arg("--target")
        .arg(variable("TARGET"))
        .arg("-o")
        .arg(starter)
        .arg(Path::new(SOURCE).join("main.rs"));
    if let Some(linker) = env::var_os("RUSTC_LINKER") {
        let mut option = OsString::from("-Clinker=");
        option.push(linker);
        command.arg(option);
    }
    // A file of an earlier build must not pass for this one's.
    if starter.exists() {
        fs::remove_file(starter).map_err(|error| error.to_string())?;
    }
    let output = command.output().map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(());
    }
    Err(String::from_utf8_lossy(&output.stderr).replace('\n', " "))
}

fn variable(name: &str) -> OsString {
    env::var_os(name).unwrap_or_else(|| panic!("cargo sets {name}"))
}
