//! The `workbook` command: everything is in the library.

fn main() -> std::process::ExitCode {
    workbook::cli::main()
}
