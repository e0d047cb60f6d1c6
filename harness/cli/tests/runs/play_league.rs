//! `stoker play --league`, as a process: a league of people is an ordinary run.

use crate::common::{Place, text};
use crate::play::{Session, make_move, wish};

/// A league of four matches, in which Dracula is caught in his first round.
const LEAGUE: &[&str] = &[
    "dracula=fox@person",
    "hunters=tracker",
    "hunters=patrol",
    "--param=start_score=1",
    "--starts=free",
    "--seed=7",
    "--matches=2",
];

/// Begins a session in a league; returns it with the address of the only person.
fn begin(place: &Place, args: &[&str], league: &str) -> (Session, String) {
    let args: Vec<&str> = args.iter().copied().chain(["--league", league]).collect();
    let mut session = Session::begin(place.path(), &args);
    let left = session.line();
    assert!(left.ends_with(" matches are to be played"), "{left}");
    let line = session.line();
    let address = line.strip_prefix("fox: ").expect(&line).to_owned();
    assert_eq!(session.line(), "Ctrl-C ends the session");
    (session, address)
}

/// Plays a match, and returns its number.
fn play(session: &mut Session, address: &str) -> String {
    let answer = make_move(address, 4, "CD");
    assert!(answer.contains(" 200 "), "{answer}");
    let line = session.line();
    let number = line.strip_prefix("match ").and_then(|rest| rest.split_once(','));
    number.expect(&line).0.to_owned()
}

/// Plays these matches one after the other, with the button between them.
fn play_all(session: &mut Session, address: &str, numbers: &[&str]) {
    for (place, number) in numbers.iter().enumerate() {
        assert!(place == 0 || wish(address, "again", "{}").contains(" 200 "));
        assert_eq!(play(session, address), *number);
    }
}

/// Plays a whole league in one session; returns the last words.
fn play_through(place: &Place, league: &str) -> String {
    let (mut session, address) = begin(place, LEAGUE, league);
    play_all(&mut session, &address, &["0", "1", "2", "3"]);
    let (status, rest) = session.end();
    assert_eq!(status, Some(0));
    rest
}

#[test]
fn a_league_of_a_person_is_an_ordinary_run() {
    let place = Place::new();
    let rest = play_through(&place, "games");
    assert!(rest.contains("fox") && rest.contains("4 matches; results in games"), "{rest}");
    place.prints("verify games");
    assert!(place.prints("play --league games").contains("all 4 matches are played"));
    assert!(place.prints("fit games --only fox").contains("4 games"));
    place.prints("report games");
    place.prints("replay games/records.jsonl.zst --match 3");
}

#[test]
fn a_league_of_people_that_is_interrupted_goes_on_and_gives_the_same_files() {
    let place = Place::new();
    let (mut session, address) = begin(&place, LEAGUE, "games");
    play_all(&mut session, &address, &["0"]);
    // The files are there while the session goes on.
    assert_eq!(place.lines_of("games/matches.csv"), 2);
    // The next match has begun when the session ends.
    assert!(wish(&address, "again", "{}").contains(" 200 "));
    let (status, rest) = session.end();
    assert_eq!(status, Some(0));
    assert!(rest.contains("1 of 4 matches so far; results in games"), "{rest}");
    assert!(rest.contains("to continue: stoker play --league games"), "{rest}");
    place.prints("verify games");
    let told = text(&place.run("resume games").stderr);
    assert!(told.contains("people play their matches with"), "{told}");
    let (mut session, address) = begin(&place, &[], "games");
    play_all(&mut session, &address, &["1", "2", "3"]);
    assert_eq!(session.end().0, Some(0));

    play_through(&place, "other");
    place.prints("diff games other");
    let [games, other] = ["games", "other"].map(|run| place.files(run));
    for name in ["run.toml", "leaderboard.csv", "records.jsonl.zst", "faults.csv"] {
        assert!(games.contains_key(name), "{name}");
    }
    assert!(games == other, "{:?}", games.keys());
}

#[test]
fn everyone_meets_the_same_matches_and_bots_play_theirs_alone() {
    let place = Place::new();
    let args = [
        "hunters=ada@person",
        "hunters=bob@person",
        "hunters=tracker",
        "dracula=lurker",
        "--league=games",
        "--name=bob",
    ];
    let mut session = Session::begin(place.path(), &args);
    assert_eq!(session.line(), "1 of 3 matches are to be played");
    let line = session.line();
    assert!(line.starts_with("bob: http://"), "{line}");
    let (status, rest) = session.end();
    assert_eq!(status, Some(0));
    assert!(rest.contains("to continue: stoker play --league games"), "{rest}");
    let journal = String::from_utf8(place.read("games/journal/segment-000001")).unwrap();
    assert_eq!(journal.lines().count(), 2, "{journal}");
    let nobody = place.refuses("play --league games --name eve");
    assert!(nobody.contains("no such person is in this league"), "{nobody}");
}

#[test]
fn what_a_league_of_people_cannot_be_is_refused_with_the_reason() {
    let place = Place::new();
    for verb in ["league", "sweep --vary rules:start_score=1,2", "match", "check"] {
        let told = place.refuses(&format!("{verb} dracula=fox@person"));
        assert!(told.contains("`dracula=fox@person` is a person"), "{verb}: {told}");
    }
    let bots = place.refuses("play hunters=tracker dracula=lurker --league games");
    assert!(bots.contains("no person is among the entrants"), "{bots}");
    let unmarked = place.refuses("play hunters=ada dracula=lurker --league games");
    assert!(unmarked.contains("no bot `ada`"), "{unmarked}");
    assert!(unmarked.contains("(a person is `ada@person`)"), "{unmarked}");
    let record = text(&place.run("play --league games --record games").stderr);
    assert!(record.contains("cannot be used with"), "{record}");
    place.prints("league tracker lurker --matches 1 --out bots");
    let alone = place.refuses("play --league bots");
    assert!(alone.contains("a run of bots alone"), "{alone}");
    let fixed = place.refuses("play --league bots --matches 2");
    assert!(fixed.contains("stay as they are"), "{fixed}");
    std::fs::create_dir(place.path().join("games")).unwrap();
    place.write("games/notes.txt", "mine");
    place.write("file", "");
    for (folder, words) in [("file", "is not a folder"), ("file/games", "is not a folder")] {
        let told =
            place.refuses(&format!("play dracula=fox@person hunters=tracker --league {folder}"));
        assert!(told.contains(words) && told.ends_with("give another with --league"), "{told}");
    }
    let taken = place.refuses("play hunters=tracker dracula=fox@person --league games");
    assert!(taken.contains("games"), "{taken}");
}
