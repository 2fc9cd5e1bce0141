//! Arguments become a configuration; printing and exit codes.

use std::process::ExitCode;

pub fn main() -> ExitCode {
    ExitCode::SUCCESS
}
