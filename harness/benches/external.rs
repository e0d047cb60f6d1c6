//! What playing with programs costs above the bare start of a process, or a bare pipe.
//!
//! `cargo bench -p stoker --bench external`. Needs a C compiler for the bot. Every turn of ours is
//! a whole one, from the view to the move; the bare ones start the same program or send the same
//! bytes through its pipes. The ratios at the end are of medians taken in the same run.
#![expect(clippy::unwrap_used, reason = "a benchmark stops at what it did not expect")]

use std::io::{BufRead, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use criterion::Criterion;
use stoker::engine::course::{Course, Event, View};
use stoker::engine::{Chance, Game, Seat, Seed, Turn, Viewer};
use stoker::external::runnable::{Codes, Commands, Memory};
use stoker::external::{Limits, Program, Runnable, Setting};
use stoker::referee::outside::{Outside, Remote, Seating};
use stoker::registry::Registry;
use stoker::spec::Protocol;
use stoker_launcher::Isolation;

/// Answers at once, by either protocol.
const BOT: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    if (argc < 2) { puts("{\"move\": \"CO\"}"); return 0; }
    static char line[1 << 24];
    while (fgets(line, sizeof line, stdin)) {
        char *number = strstr(line, "\"decision\":");
        if (strncmp(line, "{\"type\":\"hello\"", 15) == 0) puts("{\"type\":\"hello\",\"protocol\":1}");
        else if (strncmp(line, "{\"type\":\"decide\"", 16) == 0)
            printf("{\"decision\":%ld,\"move\":\"CO\"}\n", atol(number + 11));
        else continue;
        fflush(stdout);
    }
}
"#;

/// A hunter's turn in a game of some length.
struct Position {
    game: Arc<Course>,
    view: View,
    /// What a hunter's play and Dracula's brought, before.
    events: Vec<Event>,
}

impl Position {
    /// After so many plays of a random game, or a hunter's next turn after that.
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

    fn seat(
        &self,
        bot: &Path,
        protocol: Protocol,
        isolation: Isolation,
    ) -> Box<dyn Remote<Course>> {
        let mut words = vec![bot.to_str().unwrap().to_owned()];
        words.extend((protocol == Protocol::Lines).then(|| "lines".to_owned()));
        let runnable = Runnable {
            protocol,
            commands: Commands::Every(words),
            folder: None,
            read_only: vec![bot.to_owned()],
            limits: Limits::default(),
            memory: Memory::Asked,
            codes: Codes::Today,
            hash: String::new(),
        };
        let launcher = Some(PathBuf::from(env!("CARGO_BIN_EXE_stoker")));
        let setting = Arc::new(Setting { launcher, ..Setting::new(isolation) });
        let form = Registry::builtin().plays_form::<Course>();
        let program = Program::new("bot", runnable, form, setting).unwrap();
        let (game, view, seed) = (&self.game, &self.view, Seed(1));
        program.seat(&Seating { game, view, side: Course::HUNTERS, seats: 0..4, seed, slot: 0 })
    }

    fn turn(&self, remote: &mut Box<dyn Remote<Course>>) {
        self.events.iter().for_each(|event| remote.tell(event));
        let answer = remote.choose(Seat(0), &self.view);
        assert!(answer.result.is_ok(), "{answer:?}");
    }

    /// A question as it is sent.
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

/// The median of what a turn takes, besides what criterion tells.
fn median(criterion: &mut Criterion, name: &str, mut turn: impl FnMut()) -> Duration {
    let mut samples = vec![];
    criterion.bench_function(name, |bencher| {
        bencher.iter_custom(|turns| {
            let began = Instant::now();
            (0..turns).for_each(|_| turn());
            let taken = began.elapsed();
            samples.push(taken / u32::try_from(turns).unwrap());
            taken
        });
    });
    samples.sort();
    samples.get(samples.len() / 2).copied().unwrap_or_default()
}

fn course(criterion: &mut Criterion, bot: &Path) -> Vec<String> {
    let position = Position::after(100);
    let bare = median(criterion, "course, bare start and wait", || {
        let mut command = Command::new(bot);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        drop(child.stdin.take());
        let mut output = String::new();
        child.stdout.take().unwrap().read_to_string(&mut output).unwrap();
        assert!(child.wait().unwrap().success() && output.contains("CO"));
    });
    let mut lines = vec![];
    for isolation in [Isolation::None, Isolation::Full] {
        let mut remote = position.seat(bot, Protocol::Course, isolation);
        let name = format!("course, isolation {isolation}");
        let ours = median(criterion, &name, || position.turn(&mut remote));
        let more = ours.saturating_sub(bare);
        lines.push(format!("{name}: {ours:.1?} a turn, bare {bare:.1?}: {more:.1?} more"));
    }
    lines
}

fn lines(criterion: &mut Criterion, bot: &Path) -> Vec<String> {
    let mut lines = vec![];
    for plays in [0, 500] {
        let position = Position::after(plays);
        let question = position.question();
        let mut child = Command::new(bot)
            .arg("lines")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (mut input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (mut output, mut reply) = (BufReader::new(output), String::new());
        let name = format!("lines after {plays} plays, bare pipe");
        let bare = median(criterion, &name, || {
            input.write_all(question.as_bytes()).unwrap();
            reply.clear();
            output.read_line(&mut reply).unwrap();
            assert!(reply.contains("CO"));
        });
        drop(input);
        child.wait().unwrap();
        for isolation in [Isolation::None, Isolation::Full] {
            let mut remote = position.seat(bot, Protocol::Lines, isolation);
            let name = format!("lines after {plays} plays, isolation {isolation}");
            let ours = median(criterion, &name, || position.turn(&mut remote));
            let ratio = ours.as_secs_f64() / bare.as_secs_f64();
            let bytes = question.len();
            lines.push(format!("{name}: {ours:.1?}, bare {bare:.1?}: {ratio:.2}x, {bytes} bytes"));
        }
    }
    lines
}

fn main() {
    let folder = tempfile::tempdir().unwrap();
    let (source, bot) = (folder.path().join("bot.c"), folder.path().join("bot"));
    std::fs::write(&source, BOT).unwrap();
    // Programs run as another user.
    let open = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(folder.path(), open).unwrap();
    let compiled = Command::new("cc").arg("-O2").arg("-o").args([&bot, &source]).status();
    assert!(compiled.unwrap().success());
    let mut criterion = Criterion::default()
        .sample_size(50)
        .measurement_time(Duration::from_secs(3))
        .configure_from_args();
    let course = course(&mut criterion, &bot);
    let lines = lines(&mut criterion, &bot);
    criterion.final_summary();
    for line in course.iter().chain(&lines) {
        println!("{line}");
    }
}
