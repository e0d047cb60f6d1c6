//! Times for which tasks had a processor, or waited for one, if the system reports them.
#![expect(clippy::disallowed_methods, reason = "below /proc, which is the kernel's")]

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

/// The most tasks that are visited; more than a sandbox should ever hold.
const MOST: usize = 1_000;

/// Times by task, which is a thread of a process.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Tasks(BTreeMap<u32, TaskTimes>);

/// The time for which a task was ready to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct TaskTimes {
    /// Time running.
    ran: Duration,
    /// Time waiting for a processor.
    waited: Duration,
}

impl Tasks {
    /// The tasks of a sandbox's programs. Its server, the launcher's child, is left out: it wakes
    /// up often to watch them, and would wait as often.
    pub(crate) fn of_programs(launcher: u32) -> Self {
        let mut tasks = Self::default();
        children(launcher).into_iter().for_each(|server| tasks.add_below(server));
        tasks
    }

    /// Adds the tasks of all descendants of a process.
    fn add_below(&mut self, ancestor: u32) {
        let mut open = vec![ancestor];
        while let Some(process) = open.pop().filter(|_| self.0.len() < MOST) {
            for child in children(process) {
                let before = self.0.len();
                self.0.extend(threads(child).filter_map(|thread| Some((thread, task(thread)?))));
                if self.0.len() > before {
                    open.push(child);
                }
            }
        }
    }

    /// The longest wait since then, among tasks that existed then.
    pub(crate) fn longest_wait_since(&self, then: &Self) -> Duration {
        let since = |(number, task): (&u32, &TaskTimes)| {
            Some(task.waited.saturating_sub(then.0.get(number)?.waited))
        };
        self.0.iter().filter_map(since).max().unwrap_or_default()
    }

    /// The time since then for which tasks were ready to run, summed over the remaining tasks.
    pub(crate) fn ready_since(&self, then: &Self) -> Duration {
        let since = |(number, task): (&u32, &TaskTimes)| {
            let then = then.0.get(number).copied().unwrap_or_default();
            task.ran.saturating_sub(then.ran) + task.waited.saturating_sub(then.waited)
        };
        self.0.iter().map(since).sum()
    }
}

/// The threads of a process.
fn threads(process: u32) -> impl Iterator<Item = u32> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    threads.filter_map(|thread| thread.file_name().to_str()?.parse().ok())
}

/// The children of all threads of a process.
fn children(process: u32) -> Vec<u32> {
    let lists = threads(process)
        .map(|thread| fs::read_to_string(format!("/proc/{process}/task/{thread}/children")));
    let children = lists.flat_map(|list| {
        let list = list.unwrap_or_default();
        list.split_whitespace().filter_map(|child| child.parse().ok()).collect::<Vec<_>>()
    });
    children.collect()
}

/// The first two numbers of `schedstat`, in nanoseconds.
fn task(thread: u32) -> Option<TaskTimes> {
    let text = fs::read_to_string(format!("/proc/{thread}/schedstat")).ok()?;
    let mut numbers =
        text.split_whitespace().map(|number| number.parse().map(Duration::from_nanos));
    Some(TaskTimes { ran: numbers.next()?.ok()?, waited: numbers.next()?.ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tasks(list: &[(u32, u64, u64)]) -> Tasks {
        let ms = Duration::from_millis;
        let task =
            |&(number, ran, waited)| (number, TaskTimes { ran: ms(ran), waited: ms(waited) });
        Tasks(list.iter().map(task).collect())
    }

    #[test]
    fn only_tasks_that_were_there_before_have_waited() {
        let then = tasks(&[(7, 1, 100), (8, 0, 5)]);
        let now = tasks(&[(7, 2, 130), (8, 4, 95), (9, 10, 700)]);
        assert_eq!(now.longest_wait_since(&then), Duration::from_millis(90));
        assert_eq!(tasks(&[]).longest_wait_since(&then), Duration::ZERO);
        assert_eq!(now.ready_since(&then), Duration::from_millis(31 + 94 + 710));
        assert_eq!(tasks(&[]).ready_since(&then), Duration::ZERO);
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
        let mut all = Tasks::default();
        all.add_below(std::process::id());
        let programs = Tasks::of_programs(std::process::id());
        let pid = rustix::process::Pid::from_raw(i32::try_from(grandchild).unwrap()).unwrap();
        rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
        shell.wait().unwrap();
        // Not every system reports the children of a process, or how long they waited.
        if std::path::Path::new("/proc/self/schedstat").exists() {
            assert!(all.0.contains_key(&shell.id()) && all.0.contains_key(&grandchild));
            assert!(!programs.0.contains_key(&shell.id()) && programs.0.contains_key(&grandchild));
        }
    }
}
