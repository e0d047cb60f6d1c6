//! Programs that write down how they were called.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use stoker::slurm::{BatchScript, Job, LOGS, SHARDS};
use tempfile::TempDir;

/// Does what a job expects of `stoker`: a shard begins as a folder, and ends with the status in
/// the file `status`.
const STOKER: &str = r#"
for word in "$@"; do
    [ "$last" != --out ] || mkdir "$word"
    last=$word
done
exit "$(cat "$here/status" 2>/dev/null || echo 0)"
"#;

/// Says what is in the queue, or that it cannot.
const QUEUE: &str = r#"
if [ -e "$here/queue-status" ]; then
    echo "squeue does not answer" >&2
    exit "$(cat "$here/queue-status")"
fi
[ ! -e "$here/queue" ] || cat "$here/queue"
"#;

/// A job in a folder of a given name, and the stand-ins that its scripts find.
pub(crate) struct JobFixture {
    place: TempDir,
    pub(crate) job: Job,
}

impl JobFixture {
    pub(crate) fn new(name: &str) -> Self {
        let place = TempDir::new().unwrap();
        let folder = place.path().join(name);
        for inner in [SHARDS, LOGS] {
            fs::create_dir_all(folder.join(inner)).unwrap();
        }
        let text = |path: PathBuf| path.into_os_string().into_string().unwrap();
        let job = Job {
            stoker: text(place.path().join("stoker")),
            start: text(folder.clone()),
            folder: text(folder),
            verb: "league",
            map: Some("my map".to_owned()),
            data: None,
            shards: 4,
            missing: "2-4".to_owned(),
            threads: 2,
            isolation_options: vec!["--isolation=none".to_owned()],
            options: vec!["--time=9".to_owned(), "--comment=it's a $(job)".to_owned()],
        };
        let fixture = Self { place, job };
        fixture.program("stoker", STOKER);
        fixture.program("squeue", QUEUE);
        fixture.program("sbatch", r#"wc -l < "$here/calls" | tr -d ' '"#);
        fixture.write_scripts();
        fixture
    }

    pub(crate) fn write_scripts(&self) {
        for script in BatchScript::ALL {
            fs::write(self.folder().join(script.file()), self.job.text(script)).unwrap();
        }
    }

    /// A program that first writes its name and arguments, a word each in brackets, to `calls`.
    fn program(&self, name: &str, does: &str) {
        let text = format!(
            "#!/bin/sh\nhere=$(dirname \"$0\")\nlast=\n\
             {{ printf '{name}'; printf ' [%s]' \"$@\"; echo; }} >> \"$here/calls\"\n{does}\n"
        );
        let path = self.place.path().join(name);
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    pub(crate) fn folder(&self) -> &Path {
        Path::new(&self.job.folder)
    }

    /// Tells a stand-in something.
    pub(crate) fn tell(&self, file: &str, text: &str) {
        fs::write(self.place.path().join(file), text).unwrap();
    }

    /// Runs a script of the job from elsewhere.
    pub(crate) fn run(&self, script: BatchScript, args: &[&str]) -> Output {
        let script = self.folder().join(script.file());
        let mut command = Command::new("sh");
        command.arg(script).args(args).env("PATH", self.path()).current_dir("/").output().unwrap()
    }

    /// Runs the real `stoker` beside the stand-ins, with a Slurm that is one of them.
    pub(crate) fn stoker(&self, args: &str) -> Output {
        let mut command = assert_cmd::Command::cargo_bin("stoker").unwrap();
        let args = args.split_whitespace();
        command.args(args).env("PATH", self.path()).current_dir(&self.place).output().unwrap()
    }

    /// The search path for programs, with the stand-ins first.
    fn path(&self) -> String {
        let others = std::env::var("PATH").unwrap();
        format!("{}:{others}", self.place.path().display())
    }

    /// The calls of the stand-ins since the last question, without folders.
    pub(crate) fn calls(&self) -> String {
        let path = self.place.path().join("calls");
        let calls = fs::read_to_string(&path).unwrap_or_default();
        fs::write(&path, "").unwrap();
        calls.replace(&self.job.folder, "DIR")
    }

    /// The names in a folder of the job, sorted.
    pub(crate) fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.folder().join(folder)).unwrap();
        let name = |entry: std::io::Result<fs::DirEntry>| {
            entry.unwrap().file_name().into_string().unwrap()
        };
        let mut names: Vec<_> = entries.map(name).collect();
        names.sort();
        names
    }
}
