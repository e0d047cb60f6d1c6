//! What hostile bots cost in the processor time of the harness itself.

use stoker::external::Limits;
use stoker::fault::FaultKind;
use stoker::referee::outside::Trouble;
use stoker::spec::Protocol;
use stoker_launcher::Isolation;
use tempfile::TempDir;

use crate::arena::compiled;
use crate::seat::Table;

/// These tests are not optimised, and share the processor's caches with others.
const FACTOR: u32 = 10;

#[test]
fn whatever_a_bot_prints_costs_the_harness_next_to_nothing() {
    let limits = Limits { wall_ms: 20_000, cpu_ms: 10_000, ..Limits::default() };
    let short = Limits { wall_ms: 1_000, ..limits };
    for (bot, limits, fault) in [
        ("blank_lines", limits, Some("more than 5000 lines of output without a reply")),
        ("garbled_lines", limits, Some("more than 5000 lines of output without a reply")),
        ("byte_by_byte_lines", limits, None),
        ("chatter", short, None),
        ("many_errors", limits, Some("more than 5000 lines on standard error in one turn")),
        ("endless_errors", limits, Some("more than 1024 KiB on standard error in one turn")),
    ] {
        let folder = TempDir::new().unwrap();
        let lines = bot.ends_with("_lines");
        let protocol = if lines { Protocol::Lines } else { Protocol::Course };
        let command = vec![compiled(bot).display().to_string()];
        let mut table = Table::new(command, folder.path(), protocol, limits, Isolation::None);
        for number in 0..2 {
            let turn = table.turn();
            let told = format!("{bot}: {:?} of {:?}: {:?}", turn.cost, turn.wall, turn.answer);
            match fault {
                Some(reason) => {
                    let fault = Trouble::Fault(FaultKind::OutputLimit, reason.to_owned());
                    assert_eq!(turn.answer.result, Err(fault), "{told}");
                }
                None => assert!(turn.answer.result.is_ok(), "{told}"),
            }
            // The first turn makes the sandbox.
            assert!(number == 0 || turn.cost < FACTOR * turn.promised(), "{told}");
        }
    }
}
