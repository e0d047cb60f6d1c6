//! The exported C interface, asked by C programs.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

mod common;

use std::fmt::Write as _;
use std::io::Read as _;

use common::{KIT, Link, Team, run};
use stoker_engine::course::transcript::Transcript;
use stoker_engine::course::{Course, Encounter, State};

fn program(name: &str) -> (Team, std::path::PathBuf) {
    let team = Team::new(&[]);
    let source = format!("{KIT}/tests/c/{name}.c");
    let flags = ["-std=gnu99", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function"];
    let program = team.compile(&[&source], &flags, Link::Library);
    (team, program)
}

fn passes(name: &str) {
    let (_team, program) = program(name);
    let ran = run(&program, "", &[]);
    assert!(ran.status.success(), "{}", ran.err);
    assert_eq!(ran.err, "");
}

#[test]
fn the_places_and_the_map_are_the_course_s() {
    passes("places");
}

#[test]
fn every_function_of_the_views_is_right_at_the_edges() {
    passes("views");
}

#[test]
fn the_headers_name_every_place_by_its_number() {
    let table = include_str!("../../../../engine/tests/data/places.csv");
    let header = include_str!("../include/Places.h");
    let mut count = 0;
    for line in table.lines().skip(1) {
        let fields: Vec<_> = line.split(',').collect();
        let entry = format!("    {} = {}, /* {}: {}", fields[6], fields[0], fields[1], fields[2]);
        assert!(header.contains(&entry), "{entry}");
        count += 1;
    }
    assert_eq!(count, 71);
}

#[test]
fn the_headers_are_c99_c11_and_cpp() {
    let names = "Game Places Map GameView HunterView DraculaView hunter dracula";
    let all = names.split(' ').fold(String::new(), |mut all, name| {
        // Twice: each header guards itself.
        writeln!(all, "#include \"{name}.h\"\n#include \"{name}.h\"").unwrap();
        all
    });
    let short = "\nvoid talk(const char *move) { registerBestPlay((char *)move, \"hi\"); }\n";
    let c = Team::new(&[("all.c", &(all.clone() + short))]);
    for standard in ["-std=c99", "-std=c11"] {
        c.compile(&["all.c"], &["-c", standard, "-Wall", "-Wextra", "-Werror"], Link::OwnViews);
    }
    let short = "\nvoid talk(const char *move) { registerBestPlay(move, \"hi\"); }\n";
    let cpp = Team::new(&[("all.cc", &(all + short))]);
    cpp.compile(&["all.cc"], &["-c", "-Wall", "-Wextra", "-Werror"], Link::OwnViews);
}

#[test]
fn bad_past_plays_end_the_program_with_a_message() {
    let (_team, program) = program("tell");
    for bad in ["GXX....", "GPA...", "SPA....", "GPA....X", "G\u{e9}A...."] {
        let ran = run(&program, &format!("{bad}\n"), &[]);
        assert_eq!(ran.status.code(), Some(65), "{bad}: {}", ran.err);
        assert!(ran.err.contains("bad past plays: byte"), "{bad}: {}", ran.err);
    }
}

#[test]
fn plays_that_break_the_rules_are_taken_at_their_word() {
    let (_team, program) = program("tell");
    // From Paris to Athens in one move, and no vampire in round 0.
    let ran = run(&program, "GPA.... SPA.... HPA.... MPA.... DGE.... GAT.... SGED...\n", &[]);
    assert!(ran.out.starts_with("1 2 365 | 9 5 9 9 30 | AT GE PA PA GE |"), "{}", ran.out);
    assert!(ran.err.contains("break the rules"), "{}", ran.err);
}

#[test]
fn a_team_s_own_functions_win_over_the_library_s() {
    let own = "#include \"GameView.h\"\n#include \"HunterView.h\"\n#include <stdio.h>\n\
        struct gameView { int x; } own; int GvGetScore(GameView v) { return v->x; }\n\
        GameView GvNew(char *p, Message m[]) { own.x = 7; return &own; }\n\
        const char *placeIdToName(PlaceId p) { return \"mine\"; }\n\
        int main(void) { GameView g = GvNew(\"\", 0); HunterView h = HvNew(\"\", 0);\n\
        printf(\"%d %d %s %d\\n\", GvGetScore(g), HvGetScore(h), placeIdToName(1),\n\
        placeNameToId(\"Paris\")); return 0; }\n";
    let team = Team::new(&[("own.c", own)]);
    let program = team.compile(&["own.c"], &["-w"], Link::Library);
    assert_eq!(run(&program, "", &[]).out, "7 366 mine 50\n");
}

fn games(file: &str, count: usize) -> Vec<Transcript> {
    let path = format!("{KIT}/../../../engine/tests/data/{file}.jsonl.gz");
    let mut text = String::new();
    let file = std::fs::File::open(path).unwrap();
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).unwrap();
    let every = text.lines().count() / count;
    text.lines().step_by(every).map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The facts of a transcript after each turn, as `tell` prints them, and the past plays of both
/// sides there; traps and the vampire come from the engine's full position.
struct Facts {
    dracula: String,
    hunters: String,
    lines: Vec<String>,
}

impl Facts {
    fn of(game: &Transcript) -> Self {
        let rules = Course::default();
        let (mut known, mut told) = (vec![], vec![]);
        let mut facts = Self { dracula: String::new(), hunters: String::new(), lines: vec![] };
        for (index, turn) in game.turns.iter().enumerate() {
            known.push(turn.dplay.clone());
            told.push(turn.hplay.clone().unwrap_or_else(|| turn.dplay.clone()));
            for (round, code) in &turn.reveal {
                told[5 * usize::from(*round) + 4].replace_range(1..3, code);
            }
            writeln!(facts.dracula, "{}", known.join(" ")).unwrap();
            writeln!(facts.hunters, "{}", told.join(" ")).unwrap();
            let next = game.turns.get(index + 1);
            // The vampire and the traps of the trail, in code order.
            let state = State::parse(&rules, &known.join(" ")).unwrap();
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

/// In the transcripts a hunter who dies shows 9 life points at once.
fn alive(line: &str) -> String {
    let mut parts: Vec<_> = line.split(" | ").map(str::to_owned).collect();
    let life = parts[1].split(' ').enumerate();
    let shown = life.map(|(i, life)| if life == "0" && i < 4 { "9" } else { life });
    parts[1] = shown.collect::<Vec<_>>().join(" ");
    parts.join(" | ")
}

#[test]
fn at_every_turn_of_real_games_both_sides_strings_tell_the_facts() {
    let (_team, program) = program("tell");
    let mut turns = 0;
    for game in games("course-2020", 15).into_iter().chain(games("real-games", 8)) {
        let facts = Facts::of(&game);
        let [dracula, hunters] =
            [&facts.dracula, &facts.hunters].map(|plays| run(&program, plays, &[]));
        assert_eq!((dracula.err.as_str(), hunters.err.as_str()), ("", ""), "game {}", game.id);
        let lines = dracula.out.lines().zip(hunters.out.lines());
        assert_eq!(lines.clone().count(), game.turns.len());
        for ((known, told), (fact, turn)) in lines.zip(facts.lines.iter().zip(1..)) {
            // After the last turn nobody has a legal move, which views do not look at.
            let over = turn == game.turns.len();
            let parts = |line: &str| {
                let line = alive(line);
                let parts = line.split(" | ").map(str::to_owned);
                parts.enumerate().filter(|(i, _)| !over || *i != 3).collect::<Vec<_>>()
            };
            assert_eq!(parts(known), parts(fact), "game {} turn {turn}", game.id);
            // The hunters' string: round, score, health, and where the hunters are.
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
