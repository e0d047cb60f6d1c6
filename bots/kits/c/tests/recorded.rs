//! Tests of views on recorded games, asked from C.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

mod common;

use std::fmt::Write as _;
use std::io::Read as _;

use common::{KIT, program, run_program};
use stoker_engine::course::transcript::{Transcript, TranscriptTurn};
use stoker_engine::course::{Course, Encounter, State};

/// The recorded games of a file.
fn games(file: &str) -> Vec<Transcript> {
    let path = format!("{KIT}/../../../engine/tests/data/{file}.jsonl.gz");
    let mut text = String::new();
    let file = std::fs::File::open(path).unwrap();
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Both sides' past plays after each turn of a game.
fn past_plays(game: &Transcript) -> Vec<[String; 2]> {
    let (mut known, mut told) = (vec![], vec![]);
    let after = |turn: &TranscriptTurn| {
        known.push(turn.dplay.clone());
        told.push(turn.hplay.clone().unwrap_or_else(|| turn.dplay.clone()));
        for (round, code) in &turn.reveal {
            told[5 * usize::from(*round) + 4].replace_range(1..3, code);
        }
        [known.join(" "), told.join(" ")]
    };
    game.turns.iter().map(after).collect()
}

/// The facts of a transcript after each turn, as `tell` prints them, and the past plays of both
/// sides there. Traps and the vampire come from the engine's full position.
struct Facts {
    dracula: String,
    hunters: String,
    lines: Vec<String>,
}

impl Facts {
    fn of(game: &Transcript) -> Self {
        let rules = Course::default();
        let mut facts = Self { dracula: String::new(), hunters: String::new(), lines: vec![] };
        let turns = game.turns.iter().zip(past_plays(game)).enumerate();
        for (index, (turn, [known, told])) in turns {
            writeln!(facts.dracula, "{known}").unwrap();
            writeln!(facts.hunters, "{told}").unwrap();
            let next = game.turns.get(index + 1);
            // The vampire and the traps of the trail, in code order.
            let state = State::parse(&rules, &known).unwrap();
            let mut traps = vec![];
            let mut vampire = "??".to_owned();
            for mv in state.position().trail().moves() {
                let code = rules.map().code(mv.place).to_string();
                match mv.encounter {
                    Some(Encounter::Trap) => traps.push(code),
                    Some(Encounter::Vampire) => vampire = code,
                    None => {}
                }
            }
            traps.sort_unstable();
            let made = index + 1;
            let [g, s, h, m] = turn.hp;
            let legal = match next.map_or("", |next| next.legal.as_str()) {
                "ALL" | "TP" => "",
                legal => legal,
            };
            facts.lines.push(format!(
                "{} {} {} | {g} {s} {h} {m} {} | {} | {legal} | {} | {vampire}",
                made / 5,
                made % 5,
                turn.score.max(0),
                turn.blood.max(0),
                turn.loc,
                traps.join(" "),
            ));
        }
        facts
    }
}

/// A line with the life points of a transcript, where a hunter who dies has 9 at once.
fn alive(line: &str) -> String {
    let mut parts: Vec<_> = line.split(" | ").map(str::to_owned).collect();
    let life = parts[1].split(' ').enumerate();
    let shown = life.map(|(i, life)| if life == "0" && i < 4 { "9" } else { life });
    parts[1] = shown.collect::<Vec<_>>().join(" ");
    parts.join(" | ")
}

#[test]
fn at_every_turn_of_recorded_games_both_sides_strings_tell_the_facts() {
    let (_team, program) = program("tell");
    let mut turns = 0;
    let some = |file, step| games(file).into_iter().step_by(step);
    for game in some("course-2020", 13).chain(some("real-games", 5)) {
        let facts = Facts::of(&game);
        let [dracula, hunters] =
            [&facts.dracula, &facts.hunters].map(|plays| run_program(&program, plays, &[]));
        assert_eq!((dracula.err.as_str(), hunters.err.as_str()), ("", ""), "game {}", game.id);
        let lines = dracula.out.lines().zip(hunters.out.lines());
        assert_eq!(lines.clone().count(), game.turns.len());
        for ((known, told), (fact, turn)) in lines.zip(facts.lines.iter().zip(1..)) {
            // After the last turn nobody has a legal move, but views do not check that.
            let over = turn == game.turns.len();
            let parts = |line: &str| {
                let line = alive(line);
                let parts = line.split(" | ").map(str::to_owned);
                parts.enumerate().filter(|(i, _)| !over || *i != 3).collect::<Vec<_>>()
            };
            assert_eq!(parts(known), parts(fact), "game {} turn {turn}", game.id);
            // The hunters' string gives round, score, health, and the hunters' places.
            let public = |line: &str| {
                let parts: Vec<_> = parts(line).into_iter().map(|part| part.1).take(3).collect();
                let dracula = parts[2].rfind(' ').unwrap();
                format!("{} {} {}", parts[0], parts[1], &parts[2][..dracula])
            };
            assert_eq!(public(told), public(fact), "game {} turn {turn}", game.id);
            turns += 1;
        }
    }
    assert!(turns > 5_000, "{turns}");
}

/// The codes of the moves of a seat.
fn moves(plays: &str, seat: usize) -> Vec<&str> {
    plays.split(' ').skip(seat).step_by(5).map(|play| &play[1..3]).collect()
}

/// The places that Dracula's moves led to; hides and double backs are followed.
fn places<'p>(moves: &[&'p str]) -> Vec<&'p str> {
    let mut places: Vec<&str> = vec![];
    for &mv in moves {
        let back = match mv.as_bytes() {
            b"HI" => Some(1),
            [b'D', digit @ b'1'..=b'5'] => Some(usize::from(digit - b'0')),
            _ => None,
        };
        let place = if mv == "TP" { "CD" } else { mv };
        places.push(back.map_or(place, |back| places[places.len() - back]));
    }
    places
}

#[test]
fn the_histories_of_every_recorded_game_are_its_plays() {
    let (_team, program) = program("history");
    let mut made = 0;
    for game in games("course-2020").into_iter().chain(games("real-games")) {
        for plays in [&game.past_dracula, &game.past_hunters] {
            let ran = run_program(&program, &format!("{plays}\n"), &[]);
            assert_eq!((ran.err.as_str(), ran.out.lines().count()), ("", 5), "game {}", game.id);
            for (seat, line) in ran.out.lines().enumerate() {
                let moves = moves(plays, seat);
                let came_to = if seat == 4 { places(&moves) } else { moves.clone() };
                let wanted = format!("{} | {}", moves.join(" "), came_to.join(" "));
                assert_eq!(line, wanted, "game {} seat {seat}", game.id);
                made += moves.len();
            }
        }
        // Dracula's actual places.
        let was: Vec<_> =
            game.turns.iter().skip(4).step_by(5).map(|turn| &turn.loc[12..]).collect();
        assert_eq!(places(&moves(&game.past_dracula, 4)), was, "game {}", game.id);
    }
    assert!(made > 100_000, "{made}");
}

/// FNV-1a of a text.
fn digest(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[test]
fn every_answer_of_every_function_over_recorded_games_stays_as_it_was() {
    let (_team, program) = program("everything");
    for (file, views, wanted) in [
        ("course-2020", 7210, ["72af1e97c79da323", "e8666e8f0205d200"]),
        ("real-games", 4434, ["7cf15275c978126a", "adb1c502cf1681c8"]),
    ] {
        let (mut known, mut told, mut count) = (String::new(), String::new(), 0);
        for game in games(file) {
            // 13 and 5 have no common divisor, so each seat's turn comes equally often.
            for [dracula, hunters] in past_plays(&game).into_iter().step_by(13) {
                writeln!(known, "{dracula}").unwrap();
                writeln!(told, "{hunters}").unwrap();
                count += 2;
            }
        }
        let found = [known, told].map(|plays| {
            let ran = run_program(&program, &plays, &[]);
            assert_eq!(ran.err, "", "{file}");
            assert_eq!(2 * ran.out.lines().count(), count, "{file}");
            format!("{:016x}", digest(&ran.out))
        });
        assert_eq!((count, found), (views, wanted.map(str::to_owned)), "{file}");
    }
}
