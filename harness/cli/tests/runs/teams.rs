//! Mixed teams: every vampire an entrant of its own, and all win or lose together.

use crate::common::{Place, text};

/// Two vampires, each a side.
const PAIR: &str = "--ruleset masters --preset pair --teams mixed";

/// A program that plays the first legal move, and does something else as well.
fn program(else_does: &str) -> String {
    format!(
        r#"
import json, sys
asked, heard = 0, []
def reply(question, **more):
    print(json.dumps({{"decision": question["decision"], **more}}), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    heard += [event.get("message") for event in message.get("events", [])]
    if message["type"] == "hello":
        print(json.dumps({{"type": "hello", "protocol": 1}}), flush=True)
    elif message["type"] == "decide":
        asked += 1
        legal = message["legal"]
{else_does}
"#
    )
}

/// Says a word with every move.
const SPEAKER: &str = "        reply(message, move=legal[0], message='to all')";
/// Gives up if its partner's word has not reached it.
const LISTENER: &str =
    "        sys.exit(4) if asked > 3 and 'to all' not in heard else reply(message, move=legal[0])";
/// Gives up at its third question.
const TIRED: &str = "        sys.exit(3) if asked > 2 else reply(message, move=legal[0])";
/// Uses Mila's ability, whoever it is.
const MEDDLER: &str = "        reply(message, move='BL')";

/// A folder with these programs.
fn place() -> Place {
    let place = Place::new();
    let bots =
        [("speaker", SPEAKER), ("listener", LISTENER), ("tired", TIRED), ("meddler", MEDDLER)];
    bots.iter().for_each(|(name, does)| place.write(&format!("{name}.py"), program(does)));
    place
}

/// The entrant that is one of these programs.
fn entrant(name: &str) -> String {
    format!("{name}@lines:/usr/bin/python3 -S {name}.py")
}

/// Plays a match of two vampires.
fn told(place: &Place, lineup: [&str; 2], more: &str) -> String {
    let lineup = [0, 1].map(|seat| match lineup[seat] {
        builtin @ ("random" | "planner") => format!("{seat}={builtin}"),
        program => format!("{seat}={}", entrant(program)),
    });
    let mut args = vec!["match", &lineup[0], &lineup[1]];
    args.extend(PAIR.split_whitespace().chain(more.split_whitespace()));
    place.prints_args(&args)
}

/// The plays of a text: who plays which move.
fn plays(told: &str) -> Vec<&str> {
    let lines = told.lines().filter(|line| line.contains(" plays "));
    lines.map(|line| line.split_once(": ").map_or(line, |(play, _)| play)).collect()
}

#[test]
fn a_vampire_is_told_all_moves_of_its_partners() {
    let place = Place::new();
    let lineup = ["planner", "planner"];
    let all = told(&place, lineup, "--seed 3");
    let all = plays(&all);
    // A move that is made twice in a row is told twice.
    assert!(all.windows(2).any(|two| two[0] == two[1]) && all.len() > 20, "{all:?}");
    for view in ["0", "1"] {
        assert_eq!(plays(&told(&place, lineup, &format!("--seed 3 --view {view}"))), all);
    }
}

#[test]
fn a_league_of_partners_has_a_column_a_seat_and_effects_on_the_scores() {
    let place = Place::new();
    let league = format!("league random survivor planner {PAIR} --matches 4 --quiet");
    place.prints(&format!("{league} --records all --threads 1 --out run"));
    let matches = text(&place.read("run/matches.csv"));
    let mut rows = matches.lines();
    let header = rows.next().expect("there is a header");
    assert!(header.starts_with("match,seed,0,1,victory,progress,winners,"), "{header}");
    assert!(header.contains(",0_faults,1_faults,"), "{header}");
    // Three pairs of copies, and three of different ones with either on the first seat.
    assert_eq!(rows.count(), 4 * (3 + 3 * 2));
    let partners = text(&place.read("run/partners.csv"));
    assert!(partners.starts_with(
        "entrant,seats,forfeits,kept_seats,victory_effect,victory_low_95,victory_high_95,"
    ));
    let rows: Vec<&str> = partners.lines().skip(1).collect();
    assert!(rows[0].starts_with("planner,24,0,24,"), "{partners}");
    let effects = rows.iter().map(|row| row.split(',').nth(10).expect("a column of progress"));
    let effects: Vec<f64> = effects.map(|cell| cell.parse().expect("a figure")).collect();
    assert!(effects.iter().sum::<f64>().abs() < 0.001, "{partners}");
    assert!(effects.is_sorted_by(|a, b| a >= b), "{partners}");
    // All of a team win or lose, so there is no Elo, no mean rank and no table of who was ahead.
    assert!(!place.path().join("run/ahead.csv").exists());
    let json = place.prints(&format!("{league} --records all --threads 2 --json --out other"));
    assert!(json.contains("\"elo\": null") && json.contains("\"mean_rank\": null"), "{json}");
    assert!(json.contains("\"without_forfeited\""), "{json}");
    place.prints("diff run other");
    let verified = place.prints("verify run");
    assert!(verified.contains("partners.csv"), "{verified}");
    let command = text(&place.read("run/run.toml"));
    assert!(command.contains("--param teams=mixed"), "{command}");
}

#[test]
fn all_of_a_team_win_together_and_each_of_them_sees_the_match() {
    let place = Place::new();
    let league = format!("league planner survivor {PAIR} --matches 2 --seed 5 --records all");
    place.prints(&format!("{league} --no-report --out run"));
    let matches = text(&place.read("run/matches.csv"));
    let mut won = 0;
    for row in matches.lines().skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        assert_eq!(cells[6], if cells[4] == "1" { "0+1" } else { "" }, "{row}");
        won += usize::from(cells[4] == "1");
    }
    assert!(won > 0 && won < 8, "{matches}");
    let leaderboard = text(&place.read("run/leaderboard.csv"));
    let mut rows = leaderboard.lines().map(|row| row.split(',').collect::<Vec<_>>());
    let header = rows.next().expect("there is a header");
    let column = |name| header.iter().position(|cell| *cell == name).expect("a column");
    assert!(rows.all(|row| row[column("win_rate")] == row[column("mean_score")]), "{leaderboard}");
    for vampire in [0, 1] {
        let replay = format!("replay run/records.jsonl.zst --view {vampire}");
        assert!(place.prints(&replay).contains("over: victory "));
        let page = place.prints(&format!("{replay} --html -"));
        assert!(page.contains("<html"), "{page}");
    }
    let other = place.refuses("replay run/records.jsonl.zst --view 2");
    assert!(other.contains("there is no point of view `2`"), "{other}");
    place.prints(&format!("match 0=planner 1=random {PAIR} --seed 5 --html match.html"));
    assert!(text(&place.read("match.html")).contains("<html"));
}

#[test]
fn partners_are_told_apart_by_lineups_that_are_drawn() {
    let place = Place::new();
    let five = "a@random b@random c@random d@survivor e@survivor";
    let league = format!("league {five} {PAIR} --matches 8 --format lineups");
    let shown = place.prints(&format!("{league} --out run"));
    assert!(shown.contains("partners: what a team gains"), "{shown}");
    assert!(!shown.contains("who finishes ahead"), "{shown}");
    place.prints("verify run");
    let refused = place.refuses(&format!("league random survivor {PAIR} --format lineups"));
    assert!(refused.contains("2 entrants at 2 seats would always play together"), "{refused}");
    let refused = place.refuses(&format!("league random survivor {PAIR} --format ladder"));
    assert!(refused.contains("partners win or lose together"), "{refused}");
    let refused = place.refuses(&format!("league random {PAIR} --param teams=mixed"));
    assert!(refused.contains("--teams and --param teams are the same"), "{refused}");
    let refused = place.refuses("league random --ruleset kosmos --teams mixed");
    assert!(refused.contains("the ruleset has no parameter `teams`"), "{refused}");
    let refused = place.refuses("league random --ruleset masters --teams own");
    assert!(refused.contains("teams") && refused.contains("mixed"), "{refused}");
}

/// Settings may have other levels and families. Other numbers of players have other sides.
#[test]
fn levels_and_families_are_swept_and_numbers_of_players_are_not() {
    let place = Place::new();
    let sweep = "sweep planner --ruleset masters --matches 2 --records all --out run";
    let vary = "--vary rules:level=easy,hard --vary rules:family=first,second,third,random";
    place.prints(&format!("{sweep} --quiet {vary}"));
    let rows = text(&place.read("run/sweep.csv"));
    assert!(rows.lines().next().unwrap().starts_with("setting,rules:level,rules:family,side,"));
    assert_eq!(rows.lines().skip(1).filter(|row| row.contains(",planner,2,0,")).count(), 2 * 4);
    assert!(rows.contains("\n7,hard,random,vampires,planner,"), "{rows}");
    assert!(place.prints("verify run/records.jsonl.zst").contains("16 games"));
    let players = place.refuses("sweep planner --ruleset masters --vary rules:players=2..5");
    assert!(players.contains("players"), "{players}");
}

#[test]
fn the_leaderboard_shows_the_effects_that_it_ranks_by() {
    let told = Place::new().prints(&format!(
        "league random survivor {PAIR} --matches 4 --seed 3 --records none --no-report"
    ));
    let header = told.lines().find(|line| line.contains("entrant")).unwrap();
    assert!(header.contains("effect") && header.contains("wins"), "{told}");
}

#[test]
fn a_mixed_league_does_not_end_by_the_intervals_of_shared_scores() {
    let error =
        Place::new().refuses(&format!("league random survivor {PAIR} --until-interval 0.1"));
    assert!(error.contains("share their scores") && error.contains("--matches"), "{error}");
}

#[test]
fn partners_cannot_be_exploited() {
    let error = Place::new().refuses(&format!("exploit survivor {PAIR} --iterations 1"));
    assert!(error.contains("partners and no opponents"), "{error}");
}

#[test]
fn two_partners_are_compared_beside_a_third() {
    let place = Place::new();
    let compare = format!("compare survivor random --against other@random {PAIR} --max-pairs 32");
    place.prints(&format!("{compare} --quiet --out run"));
    assert!(text(&place.read("run/comparison.csv")).lines().count() > 1);
}

#[test]
#[cfg(target_os = "linux")]
fn messages_are_read_by_all_of_the_team() {
    let shown = told(&place(), ["speaker", "listener"], "--isolation none");
    assert!(!shown.contains("fault of"), "{shown}");
    let alone = told(&place(), ["random", "listener"], "--isolation none");
    assert!(alone.contains("exit status 4"), "{alone}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_team_goes_on_when_one_crashes_and_the_fault_is_its_own() {
    let place = place();
    let shown = told(&place, ["planner", "tired"], "--isolation none");
    assert!(shown.contains("fault of Vampire 1 (seat 1, round "), "{shown}");
    assert!(shown.contains("exit status 3") && !shown.contains("(forfeit)"), "{shown}");
    let tired = entrant("tired");
    let more = "--matches 2 --isolation none --fault-policy forfeit --starts free --out run";
    let mut args = vec!["league", "survivor", &tired];
    args.extend(PAIR.split_whitespace().chain(more.split_whitespace()));
    let shown = place.prints_args(&args);
    assert!(shown.contains("forfeited matches"), "{shown}");
    let partners = text(&place.read("run/partners.csv"));
    let forfeits: Vec<Vec<&str>> =
        partners.lines().skip(1).map(|row| row.split(',').take(4).collect()).collect();
    let of = |name: &str| forfeits.iter().find(|row| row[0] == name).expect("it took part").clone();
    // Of four lineups three have it; the fourth is the only one that is kept.
    assert_eq!(of("tired"), ["tired", "8", "6", "0"], "{partners}");
    assert_eq!(of("survivor"), ["survivor", "8", "0", "4"], "{partners}");
    let faults = text(&place.read("run/faults.csv"));
    assert!(faults.lines().skip(1).all(|row| row.contains(",tired,") && row.contains(",match,")));
    place.prints("verify run");
}

#[test]
#[cfg(target_os = "linux")]
fn a_program_that_answers_for_another_vampire_has_made_a_fault() {
    let place = place();
    // The first family of two: Imre, who needs to say whom, and Mila.
    let shown = told(&place, ["meddler", "random"], "--isolation none");
    assert!(shown.contains("fault of Vampire 0 (seat 0, "), "{shown}");
    assert!(shown.contains("illegal_move: illegal move `BL`"), "{shown}");
    assert!(!shown.contains("fault of Vampire 1"), "{shown}");
}
