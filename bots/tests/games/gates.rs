//! Tests of the gates on the field: the figures of records made by hand, and a small study.

#[path = "../../experiments/gates/study/mod.rs"]
mod study;

use std::sync::Arc;

use stoker_bots::course::{self, ExpectedMeetings};
use stoker_engine::Seed;
use stoker_engine::course::{Course, DraculaMove, State};
use stoker_engine::map::Place;

use study::conduct::{Conduct, MedianRound};
use study::contest::{Contest, PairedScores};
use study::played::{Ground, MatchRecord, Player, TurnRecord};
use study::{Study, report};

fn place(code: &str) -> Place {
    Course::default().place(code).expect("a place of the map")
}

/// A quiet turn on land.
fn turn(round: u16, code: &str) -> TurnRecord {
    TurnRecord {
        round,
        place: place(code),
        ground: Ground::Land,
        in_reach: false,
        known: false,
        near_castle: false,
        expected: 0.0,
        meetings: 0,
    }
}

fn record(score: i32, turns: &[TurnRecord]) -> MatchRecord {
    MatchRecord { score, turns: turns.to_vec() }
}

fn value(estimate: Option<stoker_stats::Estimate>) -> f64 {
    estimate.expect("there are cases").value
}

/// Three matches, of four, four and one turn. In danger while known: 1 of 9. In danger with a forecast under 5%: 3,
/// and met after 1. Meetings: 3, of which 2 are near the castle. Known: 3, at sea 2.
#[test]
fn the_figures_of_three_matches_are_those_counted_by_hand() {
    let reach = |turn: TurnRecord| TurnRecord { in_reach: true, ..turn };
    let known = |turn: TurnRecord| TurnRecord { known: true, ..turn };
    let sea = |turn: TurnRecord| TurnRecord { ground: Ground::Sea, ..turn };
    let first = record(
        100,
        &[
            turn(0, "CD"),
            TurnRecord { expected: 0.4, ..known(reach(turn(1, "PA"))) },
            known(sea(turn(2, "AO"))),
            TurnRecord { near_castle: true, meetings: 2, ..reach(turn(3, "GA")) },
        ],
    );
    let second = record(
        0,
        &[
            turn(0, "CD"),
            known(sea(reach(turn(1, "AO")))),
            reach(turn(2, "LO")),
            TurnRecord { expected: 0.02, meetings: 0, ..reach(turn(3, "MA")) },
        ],
    );
    let third = record(0, &[TurnRecord { meetings: 1, ..turn(0, "PA") }]);
    let conduct = Conduct::of(&[vec![&first, &third], vec![&second]]);
    let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-12, "{found}");
    near(value(conduct.known_in_danger), 1.0 / 9.0);
    near(value(conduct.surprises), 1.0 / 3.0);
    near(value(conduct.near_castle), 2.0 / 3.0);
    near(value(conduct.known_at_sea), 2.0 / 3.0);
    near(value(conduct.commonest_start), 2.0 / 3.0);
    assert_eq!(conduct.first_meeting, MedianRound { median: Some(4), interval: None });
}

#[test]
fn a_match_without_a_meeting_counts_as_met_later_than_any() {
    let median = |rounds: &[Option<u16>]| MedianRound::of(rounds.iter().copied());
    assert_eq!(median(&[None, Some(9), Some(3)]).median, Some(9));
    assert_eq!(median(&[None, None, Some(3)]).median, None);
    assert_eq!(median(&[]), MedianRound { median: None, interval: None });
    let six = median(&[None, Some(5), Some(4), Some(9), Some(7), Some(8)]);
    assert_eq!(six, MedianRound { median: Some(7), interval: Some([Some(4), None]) });
}

/// Differences 100, 110, 90, 100 have the mean 100, and s = sqrt(200 / 3): t = 85 / (s / 2) = 20.8.
#[test]
fn a_clear_loss_is_found_and_a_vague_one_is_not() {
    let scores = |hunters: &str, own: [i32; 4]| PairedScores {
        hunters: hunters.to_owned(),
        scores: own.map(|own| [own, 0]).to_vec(),
    };
    let clear = scores("clear", [100, 110, 90, 100]);
    let vague = scores("vague", [300, 0, 0, 0]);
    let contest = Contest::of(&[clear.clone(), vague.clone()]);
    let [clear, vague] = &contest.lines[..] else { panic!("two lines") };
    assert!(clear.is_lost() && clear.p_value < 0.001 && !vague.is_lost());
    let differences = [clear, vague].map(|line| Some(line.difference.value));
    assert_eq!(differences, [Some(100.0), Some(75.0)]);
    assert_eq!(contest.pooled.map(|pooled| pooled.value), Some(87.5));
}

/// 16 is more than 15, and 15 is not.
#[test]
fn equal_differences_are_judged_by_the_margin_alone() {
    let lost = |points: i32| {
        let scores = vec![[points, 0]; 3];
        Contest::of(&[PairedScores { hunters: "same".to_owned(), scores }]).lines[0].is_lost()
    };
    assert!(lost(16) && !lost(15));
    let single = PairedScores { hunters: "once".to_owned(), scores: vec![[300, 0]] };
    assert!(!Contest::of(&[single]).lines[0].is_lost(), "one match proves nothing");
}

#[test]
fn a_loss_is_marked_in_the_table() {
    let scores = vec![[100, 0], [102, 0], [101, 0]];
    let contest = Contest::of(&[PairedScores { hunters: "hounds".to_owned(), scores }]);
    let table = report::contest(["new", "old"], &contest);
    let rows: Vec<_> = table.lines().skip(2).collect();
    assert_eq!(
        rows,
        [
            "| `hounds` | 101.0 | 0.0 | 101.0 | 98.5 to 103.5 | 0.000 * |",
            "| all | 101.0 | 0.0 | 101.0 | 98.5 to 103.5 | |",
        ]
    );
}

/// A player by its name.
fn player(name: &str) -> Player {
    let field = course::field().into_iter().map(|bot| bot.entry);
    let mut all = course::bots().into_iter().chain(field);
    Player::plain(all.find(|entry| entry.name == name).expect("a bot of this name"))
}

#[test]
fn a_study_is_the_same_for_any_number_of_threads() {
    let study = Study {
        game: Arc::new(Course::default()),
        draculas: ["lurker", "wanderer"].map(player).to_vec(),
        hunters: ["hounds-a", "chaser"].map(player).to_vec(),
        matches: 2,
        seed: Seed(3),
    };
    let told = [1, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        study.report(&pool.install(|| study.play()))
    });
    assert_eq!(told[0], told[1]);
    let rows =
        ["| `hounds-a` |", "| `chaser` |", "| all |", "| median round of the first meeting |"];
    assert!(rows.iter().all(|row| told[0].contains(row)), "{}", told[0]);
    assert!(!told[0].contains("NaN"), "{}", told[0]);
}

/// In round 1 a hunter in Paris can come to Brussels, and none to Galatz.
#[test]
fn meetings_are_expected_where_hunters_can_come() {
    let rules = Arc::new(Course::default());
    let state = State::parse(&rules, "GPA.... SPA.... HPA.... MPA....").expect("plays");
    let [near, far] = ["BU", "GA"].map(|code| {
        let mv = DraculaMove::To(place(code));
        let mut forecast = ExpectedMeetings::new(&rules);
        forecast.after(state.history(), mv, &mut Seed(1).bot_rng()).expect("a legal move")
    });
    assert!(near > 0.0 && far <= 0.0, "{near} and {far}");
}
