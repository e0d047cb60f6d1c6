//! Tests of fields with games of every layout.

use stoker_engine::Seed;
use stoker_tournament::plan::{Meetings, Schedule};
use stoker_tournament::testing::{FIRST, Layout, RANDOM, Toy, draft, entrant};

use super::*;

static GO_ON: AtomicBool = AtomicBool::new(false);

/// A plan of entrant 0 on this kind of side, against all others.
fn field_plan(layout: Layout, side: &str) -> Plan<Toy> {
    let mut draft = draft(layout, 8);
    draft.schedule = Schedule::all(Meetings::Gauntlet(SUBJECT));
    draft.entrants[SUBJECT].side = Some(side.to_owned());
    Plan::new(draft).unwrap()
}

const ALL: [(Layout, &str); 6] = [
    (Layout::Solo, "solo"),
    (Layout::Pair, "team"),
    (Layout::Pair, "lone"),
    (Layout::Three, "each"),
    (Layout::Mixed, "one"),
    (Layout::Mixed, "many"),
];

/// The value of the matches of a seed to the player in the tuned bot's place, summed match by
/// match.
fn by_hand(plan: &Plan<Toy>, arm: &Entrant<Toy>, index: u64) -> i64 {
    let mut referee = Referee::new(Arc::clone(plan.game()), plan.starts());
    let sides = plan.game().sides();
    let pairings = plan.pairings().len() as u64;
    let mut sum = 0;
    for number in index * pairings..(index + 1) * pairings {
        let slot = plan.match_at(number);
        let seats = plan.pairings()[slot.pairing].entrants();
        let lineup: Vec<_> = seats
            .iter()
            .map(|&seat| if seat == SUBJECT { arm } else { &plan.entrants()[seat] })
            .collect();
        let played = referee.play(slot.seed, &lineup, AnswerTiming::Off, &mut ()).unwrap();
        for (_, info) in seats.iter().zip(sides.list()).filter(|(seat, _)| **seat == SUBJECT) {
            let score = i64::from(played.ending.scores[info.score]);
            sum += if info.direction == Direction::Low { -score } else { score };
        }
    }
    sum
}

#[test]
fn a_seed_is_worth_the_sum_of_the_scores_as_the_sides_count_them() {
    for (layout, side) in ALL {
        let plan = field_plan(layout, side);
        let field = OpponentField::new(&plan, 2).unwrap();
        let (random, first) = (entrant("a", RANDOM), entrant("b", FIRST));
        let pairs = field.pairs([&random, &first], 2..5, &GO_ON).unwrap();
        let pairs: Vec<Pair> = pairs.into_iter().map(Option::unwrap).collect();
        assert_eq!(pairs.len(), 3);
        for (pair, index) in pairs.iter().zip(2..) {
            let sums = (by_hand(&plan, &random, index), by_hand(&plan, &first, index));
            assert_eq!((pair.a, pair.b), sums, "{layout:?} {side}");
            assert_eq!(pair.play, GamesCompared::Different);
        }
        assert_eq!(field.direction(), if side == "lone" || side == "one" { -1 } else { 1 });
    }
}

#[test]
fn a_bot_plays_as_it_does_itself_on_every_seed() {
    for (layout, side) in ALL {
        let plan = field_plan(layout, side);
        let field = OpponentField::new(&plan, 3).unwrap();
        let (one, other) = (entrant("a", RANDOM), entrant("b", RANDOM));
        for pair in field.pairs([&one, &other], 0..8, &GO_ON).unwrap() {
            let pair = pair.unwrap();
            assert_eq!((pair.a, pair.play), (pair.b, GamesCompared::Identical));
        }
    }
}

/// There are three identical sides and four entrants. The tuned bot meets any two of the other
/// three, on each of the three sides.
#[test]
fn a_seed_has_a_score_for_every_side_that_the_tuned_bot_plays() {
    let scores = |layout, side| {
        let plan = field_plan(layout, side);
        OpponentField::new(&plan, 1).unwrap().scores_a_seed()
    };
    assert_eq!(scores(Layout::Solo, "solo"), 1);
    assert_eq!(scores(Layout::Pair, "team"), 3);
    assert_eq!(scores(Layout::Three, "each"), 3 * 3);
}

#[test]
fn another_seed_gives_other_games() {
    let of = |seed| {
        let mut draft = draft(Layout::Solo, 8);
        draft.schedule = Schedule::all(Meetings::Gauntlet(SUBJECT));
        draft.seed = Seed(seed);
        let plan = Plan::new(draft).unwrap();
        let field = OpponentField::new(&plan, 1).unwrap();
        let (one, other) = (entrant("a", RANDOM), entrant("b", FIRST));
        let pairs = field.pairs([&one, &other], 0..8, &GO_ON).unwrap();
        pairs.iter().flatten().map(|pair| (pair.a, pair.b)).collect::<Vec<_>>()
    };
    assert_ne!(of(1), of(2));
    assert_eq!(of(1), of(1));
}

#[test]
fn without_chance_the_seeds_of_a_free_start_are_copies() {
    let games = |make| {
        let mut draft = draft(Layout::Still, 8);
        draft.schedule = Schedule::all(Meetings::Gauntlet(SUBJECT));
        draft.starts = stoker_tournament::starts::Starts::Free;
        draft.entrants = vec![entrant("a", FIRST), entrant("field", make)];
        draft.entrants[SUBJECT].side = Some("team".to_owned());
        let plan = Plan::new(draft).unwrap();
        let field = OpponentField::new(&plan, 2).unwrap();
        let arms = [&plan.entrants()[SUBJECT], &entrant("b", FIRST)];
        let pairs = field.pairs(arms, 0..8, &GO_ON).unwrap();
        pairs
            .iter()
            .flatten()
            .map(|pair| pair.games)
            .collect::<std::collections::BTreeSet<_>>()
            .len()
    };
    assert_eq!((games(FIRST), games(RANDOM)), (1, 8));
}

#[test]
fn a_seed_with_a_void_match_of_either_arm_is_left_out() {
    use stoker_tournament::testing::{fickle, is_first_side_of};
    let plan = field_plan(Layout::Pair, "team");
    let field = OpponentField::new(&plan, 2).unwrap();
    let failing = fickle("a", |seed| is_first_side_of(seed, &[3, 5]));
    let first = entrant("b", FIRST);
    for arms in [[&failing, &first], [&first, &failing]] {
        let pairs = field.pairs(arms, 2..7, &GO_ON).unwrap();
        let there: Vec<bool> = pairs.iter().map(Option::is_some).collect();
        assert_eq!(there, [true, false, true, false, true]);
    }
}
