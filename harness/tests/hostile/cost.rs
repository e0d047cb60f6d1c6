//! What hostile bots cost in the processor time of the harness itself.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};
use stoker::external::runnable::{Codes, Commands, Memory};
use stoker::external::{Limits, Program, Runnable, Setting};
use stoker::fault::FaultKind;
use stoker::referee::outside::{Answer, Outside, Remote, Seating, Trouble};
use stoker::registry::Registry;
use stoker::spec::Protocol;
use stoker_engine::course::{Course, Move};
use stoker_engine::{Chance, Game, Seat, Seed, Viewer};
use stoker_launcher::Isolation;
use tempfile::TempDir;

use crate::arena::compiled;

/// The processor time of this thread, which is the one that listens to the bots.
fn processor_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).expect("clocks do not run backwards")
}

/// What a turn took of the harness, and on the wall.
struct Turn {
    answer: Answer<Move>,
    cost: Duration,
    wall: Duration,
}

/// A seat for a hostile bot at the beginning of a game, without isolation.
fn seat(bot: &str, folder: &Path, limits: Limits) -> Box<dyn Remote<Course>> {
    let lines = bot.ends_with("_lines");
    let runnable = Runnable {
        protocol: if lines { Protocol::Lines } else { Protocol::Course },
        commands: Commands::Every(vec![compiled(bot).display().to_string()]),
        folder: Some(folder.to_owned()),
        read_only: vec![],
        limits,
        memory: Memory::Asked,
        codes: Codes::Today,
        served: [].into(),
        hash: String::new(),
    };
    let launcher = Some(env!("CARGO_BIN_EXE_stoker").into());
    let setting = Arc::new(Setting { launcher, ..Setting::new(Isolation::None) });
    let form = Registry::builtin().plays_form::<Course>();
    let program = Program::new("bot", runnable, form, setting).unwrap();
    let game = Arc::new(Course::default());
    let view = game.view(&game.start(Chance::seeded(Seed(3))), Viewer(0));
    let seating = Seating {
        game: &game,
        view: &view,
        side: Course::HUNTERS,
        seats: 0..4,
        seed: Seed(1),
        slot: 0,
    };
    program.seat(&seating)
}

/// Its first two turns: with the first come the sandbox and the program.
fn turns(bot: &str, limits: Limits) -> [Turn; 2] {
    let folder = TempDir::new().unwrap();
    let mut remote = seat(bot, folder.path(), limits);
    let game = Course::default();
    let view = game.view(&game.start(Chance::seeded(Seed(3))), Viewer(0));
    [(); 2].map(|()| {
        let (began, before) = (Instant::now(), processor_time());
        let answer = remote.choose(Seat(0), &view);
        Turn { answer, cost: processor_time().saturating_sub(before), wall: began.elapsed() }
    })
}

/// Ten times what is promised: these tests are not optimised, and share the processor's caches.
fn allowed(wall: Duration) -> Duration {
    10 * (Duration::from_millis(5) + wall / 100)
}

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
        for (number, Turn { answer, cost, wall }) in turns(bot, limits).into_iter().enumerate() {
            println!("{bot}: {cost:?} of {wall:?}");
            match fault {
                Some(reason) => {
                    let fault = Trouble::Fault(FaultKind::OutputLimit, reason.to_owned());
                    assert_eq!(answer.result, Err(fault), "{bot}");
                }
                None => assert!(answer.result.is_ok(), "{bot}: {answer:?}"),
            }
            assert!(number == 0 || cost < allowed(wall), "{bot}: {cost:?} of {wall:?}");
        }
    }
}
