//! For how long processes had to wait for a processor, as far as the system tells.

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

/// More processes than a sandbox should ever hold: no walk goes on for longer.
const MOST: usize = 1_000;

/// By process: for how long it was ready to run, but did not.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Waits(BTreeMap<u32, Duration>);

impl Waits {
    /// Those of the programs of a sandbox. Its server, the child of the launcher, looks at them
    /// every so often, and would wait as often.
    pub(super) fn of_programs(launcher: u32) -> Self {
        children(launcher).into_iter().map(Self::below).fold(Self::default(), |mut all, some| {
            all.0.extend(some.0);
            all
        })
    }

    /// Those of all descendants of a process.
    fn below(ancestor: u32) -> Self {
        let mut waits = BTreeMap::new();
        let mut open = vec![ancestor];
        while let Some(process) = open.pop().filter(|_| waits.len() < MOST) {
            for child in children(process) {
                if let Some(wait) = wait(child)
                    && waits.insert(child, wait).is_none()
                {
                    open.push(child);
                }
            }
        }
        Self(waits)
    }

    /// The longest wait of one process since then.
    pub(super) fn longest_since(&self, then: &Self) -> Duration {
        let since =
            |(process, wait): (&u32, &Duration)| Some(wait.saturating_sub(*then.0.get(process)?));
        self.0.iter().filter_map(since).max().unwrap_or_default()
    }
}

/// The children of all threads of a process.
fn children(process: u32) -> Vec<u32> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let lists = threads.map(|thread| fs::read_to_string(thread.path().join("children")));
    let children = lists.flat_map(|list| {
        let list = list.unwrap_or_default();
        list.split_whitespace().filter_map(|child| child.parse().ok()).collect::<Vec<_>>()
    });
    children.collect()
}

/// The second number of `schedstat`: nanoseconds.
fn wait(process: u32) -> Option<Duration> {
    let text = fs::read_to_string(format!("/proc/{process}/schedstat")).ok()?;
    text.split_whitespace().nth(1)?.parse().ok().map(Duration::from_nanos)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_processes_that_were_there_before_count() {
        let waits = |list: &[(u32, u64)]| {
            Waits(list.iter().map(|&(process, ms)| (process, Duration::from_millis(ms))).collect())
        };
        let (then, now) = (waits(&[(7, 100), (8, 5)]), waits(&[(7, 130), (8, 95), (9, 700)]));
        assert_eq!(now.longest_since(&then), Duration::from_millis(90));
        assert_eq!(waits(&[]).longest_since(&then), Duration::ZERO);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn children_are_found_with_theirs() {
        let mut shell = std::process::Command::new("/bin/sh")
            .args(["-c", "sleep 60 & echo $!; wait"])
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let mut grandchild = String::new();
        let output = shell.stdout.as_mut().unwrap();
        std::io::BufRead::read_line(&mut std::io::BufReader::new(output), &mut grandchild).unwrap();
        let grandchild = grandchild.trim().parse().unwrap();
        let waits = Waits::below(std::process::id());
        let programs = Waits::of_programs(std::process::id());
        let pid = rustix::process::Pid::from_raw(i32::try_from(grandchild).unwrap()).unwrap();
        rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
        shell.wait().unwrap();
        // Not every system tells what children a process has, or for how long they waited.
        if std::path::Path::new("/proc/self/schedstat").exists() {
            assert!(waits.0.contains_key(&shell.id()) && waits.0.contains_key(&grandchild));
            assert!(!programs.0.contains_key(&shell.id()) && programs.0.contains_key(&grandchild));
        }
    }
}
