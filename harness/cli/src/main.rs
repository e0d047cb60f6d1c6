//! The `stoker` binary.

fn main() -> std::process::ExitCode {
    stoker::main_with(&stoker::registry::Registry::builtin())
}
