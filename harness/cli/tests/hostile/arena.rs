//! Folders in which leagues with hostile bots are played, and a look at what they leave behind.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, chown, symlink};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::LazyLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::kit;

/// The beginning of all secrets that hostile bots look for.
const SECRET: &str = "canary-of-the-harness";
/// The user id of `nobody`, an ordinary user.
const NOBODY: u32 = 65_534;

/// The user who starts leagues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Starter {
    /// The user who runs the tests.
    Own,
    /// An ordinary user; only where root runs the tests.
    Ordinary,
}

impl Starter {
    /// All users who can start leagues here.
    pub(crate) fn all() -> Vec<Self> {
        let root = rustix::process::geteuid().is_root();
        if root { vec![Self::Own, Self::Ordinary] } else { vec![Self::Own] }
    }
}

/// Compiled bots: every `.c` file beside this one.
static COMPILED: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = TempDir::new().expect("there is room for a folder");
    let sources = fs::read_dir(folder_of_bots()).expect("the bots are there").flatten();
    let compile = |source: PathBuf| {
        let mut command = Command::new("cc");
        command.args(["-O1", "-Wall", "-Wextra", "-Werror", "-o"]);
        let program = folder.path().join(source.file_stem().expect("it is a file"));
        command.arg(program).arg(source).spawn().expect("a C compiler is installed")
    };
    let sources = sources.map(|entry| entry.path());
    let children: Vec<_> =
        sources.filter(|path| path.extension() == Some("c".as_ref())).map(compile).collect();
    for mut child in children {
        assert!(child.wait().expect("the compiler ends").success());
    }
    folder
});

fn folder_of_bots() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile/bots")
}

/// The program that a C file beside this one is compiled to.
pub(crate) fn compiled(name: &str) -> PathBuf {
    COMPILED.path().join(name)
}

/// A folder with everything that leagues need: `stoker`, bots, room for temporary files.
pub(crate) struct Arena {
    folder: TempDir,
    starter: Starter,
}

impl Arena {
    /// An empty one.
    pub(crate) fn new(starter: Starter) -> Self {
        let folder = tempfile::Builder::new().prefix("arena-").tempdir().expect("there is room");
        let arena = Self { folder, starter };
        for name in ["bots", "home", "tmp", "builds", "results"] {
            fs::create_dir(arena.path(name)).expect("there is room");
            arena.hand_over(name, 0o777);
        }
        arena.hand_over("", 0o755);
        place(Path::new(env!("CARGO_BIN_EXE_stoker")), &arena.path("stoker"));
        // Only isolation may keep these out of reach.
        arena.write("secret", SECRET);
        arena.hand_over("secret", 0o666);
        arena
    }

    /// A path in it.
    pub(crate) fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A file's text.
    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Writes a file.
    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path(name), text).expect("there is room");
    }

    /// Gives a file or folder to the user who starts leagues.
    pub(crate) fn hand_over(&self, name: &str, mode: u32) {
        let path = self.path(name);
        if self.starter == Starter::Ordinary {
            chown(&path, Some(NOBODY), Some(NOBODY)).expect("root may");
        }
        fs::set_permissions(path, Permissions::from_mode(mode)).expect("it is ours");
    }

    /// Hands a bot in: `bots/NAME`, with a `bot.toml`.
    pub(crate) fn hand_in(&self, name: &str, limits: &str) {
        self.hand_in_as(name, name, limits);
    }

    /// Hands a bot in under a name of its own.
    pub(crate) fn hand_in_as(&self, as_name: &str, name: &str, limits: &str) {
        let folder = format!("bots/{as_name}");
        fs::create_dir(self.path(&folder)).expect("it is new");
        let script = folder_of_bots().join(name).with_extension("py");
        let (protocol, command) = if script.exists() {
            place(&folder_of_bots().join("lines.py"), &self.path(&folder).join("lines.py"));
            place(&script, &self.path(&folder).join("bot.py"));
            ("lines", "\"python3\", \"bot.py\"")
        } else {
            place(&compiled(name), &self.path(&folder).join("bot"));
            (if name.ends_with("_lines") { "lines" } else { "course" }, "\"./bot\"")
        };
        let run = format!("[{command}, \"{}\"]", self.marker());
        let text = format!(
            "protocol = \"{protocol}\"\n{}\n[run]\nhunters = {run}\n{}[limits]\n{limits}\n",
            if name == "grabber" { self.grab() } else { String::new() },
            if name == "honest" || protocol == "lines" {
                format!("dracula = {run}\n")
            } else {
                String::new()
            },
        );
        self.write(&format!("{folder}/bot.toml"), text);
        self.write(&format!("{folder}/targets"), self.targets(as_name).join("\n"));
        if name == "honest" {
            self.write(&format!("{folder}/secret"), SECRET);
            self.hand_over(&format!("{folder}/secret"), 0o666);
        }
        if name == "symlinks" {
            symlink(self.path("bots/honest/secret"), self.path(&folder).join("handed-in"))
                .expect("it is new");
            symlink(self.path("bots/honest"), self.path(&folder).join("handed-in-folder"))
                .expect("it is new");
        }
        self.hand_over(&folder, 0o777);
    }

    /// Hands in what a team of the course hands in, which is compiled with the C kit.
    pub(crate) fn hand_in_team(&self, name: &str) {
        let kit = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots/kits/c/example");
        let folder = format!("bots/{name}");
        fs::create_dir(self.path(&folder)).expect("it is new");
        for file in ["Makefile", "hunter.c", "dracula.c"] {
            place(&kit.join(file), &self.path(&folder).join(file));
        }
        self.hand_over(&folder, 0o777);
        let library = kit::library();
        place(library, &self.path(library.file_name().expect("it is a file")));
    }

    /// Files that a bot of this name would like to read and change.
    fn targets(&self, name: &str) -> Vec<String> {
        let own = format!("bots/{name}/targets");
        let names = ["bots/honest/secret", "secret", &own, "results/run/run.toml"];
        names.map(|name| self.path(name).display().to_string()).to_vec()
    }

    /// A request to be shown the folders of others.
    fn grab(&self) -> String {
        format!(
            "read_only = [\"{}\", \"{}\"]\n",
            self.path("bots/honest").display(),
            self.path("").display()
        )
    }

    /// A word in the command line of every bot.
    fn marker(&self) -> String {
        self.folder.path().file_name().expect("it has a name").to_string_lossy().into_owned()
    }

    /// `stoker` with these arguments, not yet started.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(self.path("stoker"));
        command
            .current_dir(self.folder.path())
            .args(args)
            .env("TMPDIR", self.path("tmp"))
            .env("HOME", self.path("home"))
            .env("STOKER_BUILDS", self.path("builds"))
            .env("STOKER_TRIAL_NO_REPORT", "")
            .env("STOKER_TEST_SECRET", SECRET)
            .stdin(Stdio::null());
        if self.starter == Starter::Ordinary {
            command.uid(NOBODY).gid(NOBODY);
        }
        command
    }

    /// Runs `stoker` to its end, and checks that nothing is left then.
    pub(crate) fn run(&self, args: &[&str]) -> Output {
        let child = self.start(args);
        let process = child.id();
        let output = child.wait_with_output().expect("it can be waited for");
        assert_eq!(self.left_behind(process), [""; 0], "{args:?}");
        output
    }

    /// Starts `stoker`.
    pub(crate) fn start(&self, args: &[&str]) -> Child {
        let mut command = self.command(args);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("stoker starts")
    }

    /// The remains of `stoker`, started as this process, and of its bots: processes, temporary
    /// files, control groups.
    pub(crate) fn left_behind(&self, process: u32) -> Vec<String> {
        let files = fs::read_dir(self.path("tmp")).expect("it is there").flatten();
        let mut left: Vec<_> =
            files.map(|file| format!("file {}", file.path().display())).collect();
        left.extend(
            self.processes()
                .into_iter()
                .map(|(process, line)| format!("process {process}: {line}")),
        );
        groups(Path::new("/sys/fs/cgroup"), &format!("stoker-{process}-"), &mut left);
        left
    }

    /// The processes that are `stoker` or its bots, with their command lines.
    pub(crate) fn processes(&self) -> Vec<(u32, String)> {
        let (stoker, marker) = (self.path("stoker"), self.marker());
        let found = |folder: PathBuf| {
            let line = fs::read(folder.join("cmdline")).unwrap_or_default();
            let line = String::from_utf8_lossy(&line).replace('\0', " ");
            let ours = fs::read_link(folder.join("exe")).is_ok_and(|program| program == stoker);
            let process = folder.file_name()?.to_str()?.parse().ok()?;
            (ours || line.contains(&marker)).then_some((process, line))
        };
        let folders = fs::read_dir("/proc").expect("it is there").flatten();
        folders.filter_map(|folder| found(folder.path())).collect()
    }
}

/// A file at another place; a link, because what was just written may be held open by a process
/// that another test forks, and then cannot be executed.
fn place(from: &Path, to: &Path) {
    if fs::hard_link(from, to).is_err() {
        fs::copy(from, to).expect("there is room");
    }
}

/// Control groups whose name begins like this.
fn groups(folder: &Path, prefix: &str, found: &mut Vec<String>) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir())) {
        if entry.file_name().to_string_lossy().starts_with(prefix) {
            found.push(format!("control group {}", entry.path().display()));
        }
        groups(&entry.path(), prefix, found);
    }
}

/// Waits until this holds.
pub(crate) fn soon(most: Duration, mut holds: impl FnMut() -> bool) -> bool {
    let end = Instant::now() + most;
    while !holds() {
        if Instant::now() > end {
            return false;
        }
        sleep(Duration::from_millis(10));
    }
    true
}
