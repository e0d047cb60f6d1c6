//! Matches with programs leave nothing behind.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test may fail in any way")]

#[expect(dead_code, reason = "another test program uses the rest")]
#[path = "external/table.rs"]
mod table;

use stoker::spec::Protocol;
use stoker_sandbox::Isolation;
use table::Bot;

const LINES: &str = include_str!("common/same_move.sh");

/// The descriptors and children of this process.
fn left() -> (usize, String) {
    let count = |folder: &str| std::fs::read_dir(folder).unwrap().count();
    let children = std::fs::read_dir("/proc/self/task").unwrap().map(|thread| {
        std::fs::read_to_string(thread.unwrap().path().join("children")).unwrap_or_default()
    });
    let children = children.collect();
    (count("/proc/self/fd"), children)
}

/// The only test of its program: others would open files meanwhile.
#[test]
fn matches_leave_no_child_and_no_descriptor_behind() {
    let many: u32 = std::env::var("STOKER_MANY").map_or(60, |many| many.parse().unwrap());
    for isolation in [Isolation::None, Isolation::Full] {
        let lines = Bot { rounds: 1, isolation, ..Bot::shell(Protocol::Lines, LINES) };
        let reply = "echo '{\"move\": \"CO\"}'";
        let plays_bot = Bot { rounds: 1, isolation, ..Bot::shell(Protocol::Plays, reply) };
        // The heartbeat and everything else that is made once.
        lines.play().is_clean();
        let before = left();
        for number in 0..many {
            lines.play().is_clean();
            if number % 5 == 0 {
                plays_bot.play().is_clean();
            }
        }
        assert_eq!(left(), before, "{isolation}");
    }
}
