//! The C kit's library, as `stoker` looks for it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// It lies beside the binary.
static LIBRARY: LazyLock<PathBuf> = LazyLock::new(|| {
    let built = Path::new(env!("CARGO_BIN_EXE_stoker")).parent().expect("it is in a folder");
    let library = built.join("libstoker_course.a");
    if !library.exists() {
        let mut command = Command::new(env!("CARGO"));
        // With the features that `cargo test --workspace` has: then it is compiled already, and needs
        // a name only. Those of one package alone would be another engine, which takes minutes.
        command.args(["build", "--quiet", "--workspace", "--lib", "--example", "template-bot"]);
        command.args(if cfg!(debug_assertions) { &[][..] } else { &["--release"] });
        command.current_dir(env!("CARGO_MANIFEST_DIR"));
        command.env("CARGO_TARGET_DIR", built.parent().expect("it is in a folder"));
        assert!(command.status().expect("cargo is there").success());
    }
    library
});

/// The library, built if it is not there yet.
pub(crate) fn library() -> &'static Path {
    &LIBRARY
}
