//! The cost of playing with programs above the bare start of a process, or a bare pipe.
//!
//! `cargo bench -p stoker --bench external`. Needs a C compiler for the bots. A turn of ours is a
//! whole one, from the view to the move; a bare one starts the same program, or sends the same
//! bytes through its pipes. They are measured in turn, one of each, so that other work of the
//! machine affects all of them alike. The output has medians, quartiles and the aims.
//!
//! Other builds of `stoker`, given as paths after `--`, are measured in the same run as launchers
//! of the programs: for example, those before and after a change.
#![expect(clippy::unwrap_used, reason = "a benchmark stops at what it did not expect")]

use std::io::{BufRead, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};
use stoker::engine::course::{Course, Event, View};
use stoker::engine::{Chance, Game, Seat, Seed, Turn, Viewer};
use stoker::external::contract::waiting::Waiting;
use stoker::external::contract::{ExternalBot, Notes, Remote, Seating};
pub use stoker::external::runnable::{Codes, Commands, MemoryMeasure, Served};
use stoker::external::{Limits, Program, Runnable, SandboxOptions};
use stoker::registry::Registry;
use stoker::spec::Protocol;
use stoker_sandbox::{Isolation, Limit, Turns};

/// A course submission's part of a program, in the interface of 2018: answers at once.
const SUBMISSION: [(&str, &str); 3] = [
    ("Game.h", "typedef char PlayerMessage[100];"),
    (
        "HunterView.h",
        "typedef struct view *HunterView;\nHunterView newHunterView(char *, PlayerMessage[]);\n\
         void disposeHunterView(HunterView);",
    ),
    (
        "hunter.c",
        r#"
#include <stdlib.h>
#include "Game.h"
#include "HunterView.h"
struct view { char *plays; };
void registerBestPlay(char *, PlayerMessage);
HunterView newHunterView(char *plays, PlayerMessage messages[]) {
    HunterView view = malloc(sizeof *view);
    view->plays = plays;
    return view;
}
void disposeHunterView(HunterView view) { free(view); }
void decideHunterMove(HunterView view) { registerBestPlay("CO", ""); }
"#,
    ),
];

/// Thinks for as many microseconds as it is told, and answers, in `lines`.
const BOT: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
static long used(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * 1000000 + time.tv_nsec / 1000;
}
int main(int argc, char **argv) {
    static char line[1 << 24];
    long thinks = argc > 1 ? atol(argv[1]) : 0;
    while (fgets(line, sizeof line, stdin)) {
        char *number = strstr(line, "\"decision\":");
        if (strncmp(line, "{\"type\":\"hello\"", 15) == 0) puts("{\"type\":\"hello\",\"protocol\":1}");
        else if (strncmp(line, "{\"type\":\"decide\"", 16) == 0) {
            for (long begun = used(); thinks && used() < begun + thinks;) {}
            printf("{\"decision\":%ld,\"move\":\"CO\"}\n", atol(number + 11));
        } else continue;
        fflush(stdout);
    }
}
"#;

/// A sandbox's number, and the list of the bots that could think while others are asked.
struct TablePlace<'a> {
    waiting: &'a Waiting,
    slot: u32,
}

/// The words that run a program in a folder, and its protocol.
struct BotCommand<'a> {
    folder: &'a Path,
    protocol: Protocol,
    words: &'a [&'a str],
}

/// A hunter's turn in a game of some length.
struct Position {
    game: Arc<Course>,
    view: View,
    /// The events of a hunter's play and Dracula's before.
    events: Vec<Event>,
}

impl Position {
    /// After this many plays of a random game, or a hunter's next turn after that.
    fn after(plays: usize) -> Self {
        let game = Arc::new(Course::default());
        let mut state = game.start(Chance::seeded(Seed(3)));
        let mut view = game.view(&state, Viewer(0));
        let mut events: Vec<Event> = vec![];
        for played in 0.. {
            let Turn::ToMove(seat) = game.turn(&state) else { panic!("a longer game is needed") };
            if played >= plays && seat == Seat(0) {
                break;
            }
            let choice = game.default_choice(&mut state);
            let play = Game::play(&*game, &mut state, choice).unwrap();
            if let Some(event) = game.redact(&state, &play, Viewer(0)) {
                events.push(event.clone());
                game.advance(&mut view, event);
            }
        }
        events.drain(..events.len().saturating_sub(2));
        Self { game, view, events }
    }

    /// A seat for the program `./bot` of a folder.
    fn seat(
        &self,
        folder: &Path,
        protocol: Protocol,
        sandbox_options: SandboxOptions,
    ) -> Box<dyn Remote<Course>> {
        let place = TablePlace { waiting: &Waiting::default(), slot: 0 };
        let bot = BotCommand { folder, protocol, words: &["./bot"] };
        self.seat_at(place, bot, sandbox_options)
    }

    /// A seat for this program, at this place.
    fn seat_at(
        &self,
        TablePlace { waiting, slot }: TablePlace<'_>,
        BotCommand { folder, protocol, words }: BotCommand<'_>,
        sandbox_options: SandboxOptions,
    ) -> Box<dyn Remote<Course>> {
        let runnable = Runnable {
            protocol,
            commands: Commands::Every(words.iter().map(|&word| word.to_owned()).collect()),
            folder: Some(folder.to_owned()),
            read_only: vec![],
            limits: Limits::default(),
            memory: MemoryMeasure::Asked,
            codes: Codes::Today,
            served: [("hunters".to_owned(), Served::Warm)].into(),
            hash: String::new(),
        };
        let form = Registry::builtin().plays_form::<Course>();
        let program = Program::new("bot", runnable, form, Arc::new(sandbox_options)).unwrap();
        let (game, view, seed) = (&self.game, &self.view, Seed(1));
        let (side, seats, notes) = (Course::HUNTERS, 0..4, Notes::Dropped);
        program.seat(&Seating { game, view, side, seats, seed, slot, waiting, notes })
    }

    fn turn(&self, remote: &mut Box<dyn Remote<Course>>) {
        self.events.iter().for_each(|event| remote.tell(event));
        let answer = remote.choose(Seat(0), &self.view);
        assert!(answer.result.is_ok(), "{answer:?}");
    }

    /// A question of the `course` protocol as it is sent.
    fn plays_question(&self) -> String {
        let form = Registry::builtin().plays_form::<Course>().unwrap();
        let plays = (form.past_plays)(&self.game, &self.view);
        let messages = (form.messages)(&self.view);
        serde_json::json!({ "past_plays": plays, "messages": messages }).to_string() + "\n"
    }

    /// A question of the `lines` protocol as it is sent.
    fn question(&self) -> String {
        let moves: Vec<String> = Game::legal_moves(&*self.game, &self.view)
            .map(|mv| {
                let mut text = String::new();
                self.game.write_move(mv, &mut text).unwrap();
                text
            })
            .collect();
        let (events, legal) =
            (serde_json::to_string(&self.events).unwrap(), serde_json::to_string(&moves).unwrap());
        format!(
            "{{\"type\":\"decide\",\"decision\":1000,\"seat\":0,\"events\":{events},\"legal\":{legal}}}\n"
        )
    }
}

/// The time for which turns are measured that are compared with each other.
const TIME: Duration = Duration::from_secs(8);
/// Turns of each before that.
const WARM_UP: usize = 20;

/// One way to have a turn played, with the times of its turns.
struct Contender<'a> {
    name: String,
    turn: Box<dyn FnMut() + 'a>,
    /// The clock that measures its turns.
    clock: Box<dyn Fn() -> Duration>,
    samples: Vec<Duration>,
}

impl<'a> Contender<'a> {
    fn new(name: impl Into<String>, turn: impl FnMut() + 'a) -> Self {
        let began = Instant::now();
        Self::by(name, move || began.elapsed(), turn)
    }

    fn by(
        name: impl Into<String>,
        clock: impl Fn() -> Duration + 'static,
        turn: impl FnMut() + 'a,
    ) -> Self {
        let (clock, turn) = (Box::new(clock), Box::new(turn));
        Self { name: name.into(), turn, clock, samples: vec![] }
    }

    /// A quartile of the times of its turns; the second is the median.
    fn quartile(&self, quarters: usize) -> Duration {
        self.samples[(self.samples.len() - 1) * quarters / 4]
    }

    fn tell(&self, judged: &str) {
        let [low, median, high] = [1, 2, 3].map(|quarters| self.quartile(quarters));
        let (name, turns) = (&self.name, self.samples.len());
        println!("  {name}: {median:.1?} ({low:.1?} to {high:.1?}) in {turns} turns{judged}");
    }
}

/// Measures turns of all, one after the other, each round beginning with the next.
fn race(contenders: &mut [Contender<'_>]) {
    let (began, count) = (Instant::now(), contenders.len());
    for round in 0.. {
        if round > WARM_UP && began.elapsed() > TIME {
            break;
        }
        for place in 0..count {
            let contender = &mut contenders[(round + place) % count];
            let began = (contender.clock)();
            (contender.turn)();
            contender.samples.push((contender.clock)().saturating_sub(began));
        }
    }
    for contender in contenders {
        contender.samples.drain(..WARM_UP);
        contender.samples.sort();
    }
}

/// The programs that start bots: this build, and those that it is compared with.
fn launchers() -> Vec<(String, PathBuf)> {
    let others = std::env::args().skip(1).filter(|word| !word.starts_with('-'));
    let others = others.map(|path| (format!(", started by {path}"), path.into()));
    std::iter::once((String::new(), env!("CARGO_BIN_EXE_stoker").into())).chain(others).collect()
}

/// A seat at this position for either isolation and every launcher.
fn seats<'a>(
    position: &'a Position,
    folder: &Path,
    protocol: Protocol,
    ways: &[Turns],
) -> Vec<Contender<'a>> {
    let mut seats = vec![];
    for (note, launcher) in launchers() {
        for isolation in [Isolation::None, Isolation::Full] {
            for &turns in ways {
                let launcher = Some(launcher.clone());
                let sandbox_options =
                    SandboxOptions { launcher, turns, ..SandboxOptions::new(isolation) };
                let mut remote = position.seat(folder, protocol, sandbox_options);
                let way = if ways.len() > 1 { format!(", turns {turns}") } else { String::new() };
                let name = format!("isolation {isolation}{way}{note}");
                seats.push(Contender::new(name, move || position.turn(&mut remote)));
            }
        }
    }
    seats
}

fn met(holds: bool) -> &'static str {
    if holds { "met" } else { "missed" }
}

/// The aims: with a process a turn, not much more than the program itself takes; with a warm
/// process, less than half of it.
fn course(folder: &Path) {
    let position = Position::after(100);
    let question = position.plays_question();
    let bare = Contender::new("bare start and wait", || {
        let mut command = Command::new(folder.join("bot"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(question.as_bytes()).unwrap();
        let mut output = String::new();
        child.stdout.take().unwrap().read_to_string(&mut output).unwrap();
        assert!(child.wait().unwrap().success() && output.contains("CO"));
    });
    let mut all = vec![bare];
    all.extend(seats(&position, folder, Protocol::Plays, &[Turns::Process, Turns::Warm]));
    race(&mut all);
    println!("course");
    let bare = all[0].quartile(2);
    all[0].tell("");
    for ours in &all[1..] {
        let isolated = ours.name.starts_with("isolation full");
        if ours.name.contains("turns warm") {
            let most = if isolated { 0.45 } else { 0.35 };
            let ratio = ours.quartile(2).as_secs_f64() / bare.as_secs_f64();
            ours.tell(&format!(": {ratio:.2}x; aim at most {most}x: {}", met(ratio <= most)));
            continue;
        }
        let most = if isolated {
            Duration::from_micros(2_500)
        } else {
            (bare / 4).max(Duration::from_micros(400))
        };
        let more = ours.quartile(2).saturating_sub(bare);
        let met = met(more <= most);
        ours.tell(&format!(": {more:.1?} more; aim at most {most:.1?}: {met}"));
    }
}

/// The aim: a small multiple of the time for the same bytes, however long the game is.
fn lines(folder: &Path) {
    const MOST: f64 = 3.0;
    for plays in [0, 100, 500] {
        let position = Position::after(plays);
        let question = position.question();
        let mut child = Command::new(folder.join("bot"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (mut input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (mut output, mut reply) = (BufReader::new(output), String::new());
        let bare = Contender::new("bare pipe", || {
            input.write_all(question.as_bytes()).unwrap();
            reply.clear();
            output.read_line(&mut reply).unwrap();
            assert!(reply.contains("CO"));
        });
        let mut all = vec![bare];
        all.extend(seats(&position, folder, Protocol::Lines, &[Turns::default()]));
        race(&mut all);
        println!("lines after {plays} plays, {} bytes", question.len());
        let bare = all[0].quartile(2).as_secs_f64();
        all[0].tell("");
        for ours in &all[1..] {
            let ratio = ours.quartile(2).as_secs_f64() / bare;
            let met = met(ratio <= MOST);
            ours.tell(&format!(": {ratio:.2}x; aim at most {MOST}x: {met}"));
        }
        drop(all);
        drop(input);
        child.wait().unwrap();
    }
}

/// The cost of stopping a side while the other is to move. Two programs take turns and think for so
/// many microseconds each. The cost is wall time if they answer at once. Otherwise it is the
/// processor time of all that takes part, which a busy machine does not change. The aims: a tenth
/// of a turn that is over at once, and 3% of one of a millisecond.
fn rests(folder: &Path) {
    let position = Position::after(100);
    for (thinks, most) in [("0", 1.1), ("250", 1.1), ("500", 1.1), ("1000", 1.03), ("10000", 1.03)]
    {
        let pair = |name: &str, off: Vec<Limit>| {
            let waiting = Waiting::default();
            let sandbox_options = SandboxOptions { off, ..SandboxOptions::new(Isolation::Full) };
            let launcher = Some(env!("CARGO_BIN_EXE_stoker").into());
            let sandbox_options = SandboxOptions { launcher, ..sandbox_options };
            let mut seats = [0, 1].map(|slot| {
                let words = &["./bot", thinks][..];
                let bot = BotCommand { folder, protocol: Protocol::Lines, words };
                let place = TablePlace { waiting: &waiting, slot };
                position.seat_at(place, bot, sandbox_options.clone())
            });
            let position = &position;
            let turns = move || seats.iter_mut().for_each(|seat| position.turn(seat));
            if thinks == "0" {
                return Contender::new(name, turns);
            }
            let own = || Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap();
            let used = move || waiting.used().iter().map(|(_, used)| *used).sum::<Duration>();
            Contender::by(name, move || own() + used(), turns)
        };
        let mut all =
            [pair("both run on", vec![Limit::Rest]), pair("the other is stopped", vec![])];
        race(&mut all);
        println!("two sides that think for {thinks} µs of a turn each");
        all[0].tell("");
        let ratio = all[1].quartile(2).as_secs_f64() / all[0].quartile(2).as_secs_f64();
        all[1].tell(&format!(": {ratio:.3}x; aim at most {most}x: {}", met(ratio <= most)));
    }
}

fn main() {
    // As a league does with its workers; the bare ones are kept there too.
    stoker::threads::keep_to_one_core(0);
    let [submission, bot] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    for (name, text) in SUBMISSION {
        std::fs::write(submission.path().join(name), text).unwrap();
    }
    std::fs::write(bot.path().join("bot.c"), BOT).unwrap();
    // A submission without optimisation around the kit's main, which has it.
    let player = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bots/kits/c/player.c");
    let flags = ["-std=gnu11", "-fcommon", "-w", "-I.", "-DSTOKER_INTERFACE=2018"];
    compile(submission.path(), &[&flags, &["-O2", "-c", player][..]].concat());
    std::fs::rename(submission.path().join("bot"), submission.path().join("player.o")).unwrap();
    // As a build links it if nothing has to be done at the end of the program.
    let linked = ["-O0", "player.o", "hunter.c", "-lm", "-Wl,--defsym=stoker_quiet=1"];
    compile(submission.path(), &[&flags, &linked[..]].concat());
    compile(bot.path(), &["-O2", "bot.c"]);
    course(submission.path());
    lines(bot.path());
    rests(bot.path());
}

/// Makes `bot` in a folder.
fn compile(folder: &Path, words: &[&str]) {
    let compiled = Command::new("cc").current_dir(folder).args(["-o", "bot"]).args(words).status();
    assert!(compiled.unwrap().success());
}
