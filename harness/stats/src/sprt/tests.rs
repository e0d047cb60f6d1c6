//! Tests of the A/B test as a whole. `experiments/sprt.rs` measures its error rates.

use stoker_engine::{Purpose, Seed};

use super::shapes::DifferenceShape;
use super::*;

const MANY: u64 = 20_000;

fn pair(a: i64, b: i64) -> Pair {
    Pair { a, b, play: GamesCompared::Different, games: 0 }
}

/// A pair whose games no pair of another number has.
fn of_its_own(number: u64, pair: Pair) -> Pair {
    Pair { games: number.into(), ..pair }
}

/// Runs a test to its verdict; each pair has its own games.
fn run_to_verdict(test: Sprt, pairs: impl Fn(u64) -> Pair) -> Look {
    run_as_it_is(test, |n| of_its_own(n, pairs(n)))
}

fn run_as_it_is(mut test: Sprt, pairs: impl Fn(u64) -> Pair) -> Look {
    (0..).filter_map(|n| test.add(pairs(n))).find(|look| look.verdict.is_some()).unwrap()
}

/// The default test with this maximum of pairs.
fn at_most(max_pairs: u64) -> Sprt {
    Sprt::new(TestQuestion::default(), max_pairs).unwrap()
}

/// The shares of verdicts A and B in tests on differences of this shape.
fn shares(shape: DifferenceShape, t: f64, tests: u64) -> (f64, f64) {
    let verdict = |test| {
        let mut rng = Seed(7).of_match(test).rng(None, None, Purpose::new("differences"));
        let mut test = at_most(MANY);
        loop {
            let games = test.sums().pairs().into();
            let pair = Pair { games, ..pair(shape.draw(&mut rng, t), 0) };
            if let Some(Look { verdict: Some(verdict), .. }) = test.add(pair) {
                return verdict;
            }
        }
    };
    let verdicts: Vec<_> = (0..tests).map(verdict).collect();
    let share = |which| verdicts.iter().filter(|&&v| v == which).count() as f64 / tests as f64;
    (share(Verdict::A), share(Verdict::B))
}

/// For 0.6 * 0.05 / 2 = 0.015 and 0.8 * 0.05 = 0.04: ln(0.96 / 0.015) = ln 64 = 4.158883 and
/// ln(0.04 / 0.985) = -3.203762.
#[test]
fn the_bounds_are_walds_for_less_than_half_of_alpha() {
    let bounds = at_most(MANY).bounds();
    assert!((bounds.upper - 4.158_883).abs() < 1e-6, "{bounds:?}");
    assert!((bounds.lower + 3.203_762).abs() < 1e-6, "{bounds:?}");
}

#[test]
fn the_first_look_is_after_32_pairs_and_then_every_8() {
    let mut test = at_most(60);
    let at = |n| pair((n % 2) as i64, ((n + 1) % 2) as i64);
    let looks: Vec<_> = (0..60).filter_map(|n| test.add(of_its_own(n, at(n)))).collect();
    let looks: Vec<_> = looks.iter().map(|look| look.pairs).collect();
    assert_eq!(looks, [32, 40, 48, 56, 60]);
}

#[test]
fn a_constant_lead_is_found_at_the_first_look() {
    let a = run_to_verdict(at_most(MANY), |_| pair(3, 2));
    assert_eq!((a.pairs, a.verdict), (32, Some(Verdict::A)));
    let b = run_to_verdict(at_most(MANY), |_| pair(2, 3));
    assert_eq!((b.pairs, b.verdict), (32, Some(Verdict::B)));
}

/// A tie has the ratio -n h^2 / 2, h = 0.2, in both directions: at most -3.203762 from n = 161 on.
#[test]
fn ties_in_different_games_are_no_difference_after_168_pairs() {
    let look = run_to_verdict(at_most(MANY), |_| pair(5, 5));
    assert_eq!((look.pairs, look.verdict), (168, Some(Verdict::NoDifference)));
    assert!((look.llr.a + 3.36).abs() < 1e-9 && look.llr.a.to_bits() == look.llr.b.to_bits());
}

/// 1.04^-n <= 0.2 * 0.05 from n = ln 100 / ln 1.04 = 117.4 on.
#[test]
fn the_same_games_again_and_again_are_identical_play_after_120_pairs() {
    let same = |n| Pair { play: GamesCompared::Identical, ..pair((n % 5) as i64, (n % 5) as i64) };
    let look = run_to_verdict(at_most(MANY), same);
    assert_eq!((look.pairs, look.verdict), (120, Some(Verdict::IdenticalPlay)));
    let but_one = |n| if n == 3 { pair(9, 2) } else { same(n) };
    let look = run_to_verdict(at_most(MANY), but_one);
    assert_eq!(look.verdict, Some(Verdict::NoDifference));
}

#[test]
fn copies_of_one_game_end_a_test_at_the_first_look_without_an_answer() {
    let copies = run_as_it_is(at_most(MANY), |_| pair(3, 2));
    assert_eq!((copies.pairs, copies.verdict), (32, Some(Verdict::OneGame)));
    assert_eq!(copies.llr, Either { a: 0.0, b: 0.0 });
    let same =
        run_as_it_is(at_most(MANY), |_| Pair { play: GamesCompared::Identical, ..pair(3, 3) });
    assert_eq!((same.pairs, same.verdict), (32, Some(Verdict::OneGame)));
    let but_one = |n| Pair { games: u128::from(n == 31), ..pair(3, 2) };
    assert_eq!(run_as_it_is(at_most(MANY), but_one).verdict, Some(Verdict::A));
}

#[test]
fn the_last_pair_ends_an_open_test_as_undecided() {
    let look =
        run_to_verdict(at_most(45), |_| Pair { play: GamesCompared::Identical, ..pair(1, 1) });
    assert_eq!((look.pairs, look.verdict), (45, Some(Verdict::Undecided)));
}

#[test]
fn a_direction_that_was_ruled_out_stays_so() {
    // B leads long enough to rule out A; then A leads for ever.
    let mut test = at_most(MANY);
    let at = |n: u64| if n < 40 { pair((n % 3) as i64, 2) } else { pair(2, (n % 3) as i64) };
    let looks: Vec<_> = (0..400).filter_map(|n| test.add(of_its_own(n, at(n)))).collect();
    let last = looks.last().unwrap();
    assert!(looks[0].llr.a <= test.bounds().lower, "{:?}", looks[0]);
    assert_eq!(last.llr.a.to_bits(), looks[0].llr.a.to_bits());
    assert_ne!(last.verdict, Some(Verdict::A));
}

fn yes_or_no(max_pairs: u64) -> Sprt {
    at_most(max_pairs).of(ResultsCompared::YesNo)
}

/// Victories of A alone only: 29 ln 1.158520 = 4.267 is the first above 4.159, and every third pair
/// differs, so 87 pairs; the next look is at 88.
#[test]
fn victories_on_the_seeds_that_differ_decide_where_results_are_yes_or_no() {
    let look = run_to_verdict(yes_or_no(MANY), |n| pair(i64::from(n % 3 == 0), 0));
    assert_eq!((look.pairs, look.verdict), (88, Some(Verdict::A)));
    let look = run_to_verdict(yes_or_no(MANY), |n| pair(1, i64::from(n % 3 != 0)));
    assert_eq!(look.verdict, Some(Verdict::A));
}

/// As many for A as for B: half of 0.14714 - 0.17259 for each, -3.2038 from 252 on.
#[test]
fn seeds_that_differ_either_way_equally_often_are_no_difference() {
    let look = run_to_verdict(yes_or_no(MANY), |n| pair((n % 2) as i64, ((n + 1) % 2) as i64));
    assert_eq!((look.pairs, look.verdict), (256, Some(Verdict::NoDifference)));
}

/// From 155.8 pairs on; the next look is at 160.
#[test]
fn results_that_never_differ_are_told_from_a_finding_of_no_difference() {
    let look = run_to_verdict(yes_or_no(MANY), |_| pair(0, 0));
    assert_eq!((look.pairs, look.verdict), (160, Some(Verdict::RarelyDiffer)));
}

/// One seed in a hundred differs, and always in favour of A: that is too rare for the effect, but
/// it is a difference.
#[test]
fn results_that_differ_on_a_few_seeds_are_not_called_no_difference() {
    for first in [0, 99] {
        let look = run_to_verdict(yes_or_no(MANY), |n| pair(i64::from(n % 100 == first), 0));
        assert_eq!(look.verdict, Some(Verdict::RarelyDiffer), "{look:?}");
    }
}

/// A seed in 26 differs, 3.8%: in 400 tests at most 1% plus three standard errors are
/// wrong about that.
#[test]
fn results_that_differ_often_enough_are_seldom_called_rare() {
    let is_rare = |test| {
        let mut rng = Seed(7).of_match(test).rng(None, None, Purpose::new("differences"));
        let mut test = yes_or_no(200_000);
        loop {
            let differs = stoker_engine::below(&mut rng, 26) == 0;
            let a = i64::from(differs && stoker_engine::below(&mut rng, 2) == 0);
            let pair = pair(a, i64::from(differs) - a);
            let look = test.add(of_its_own(test.sums().pairs(), pair));
            if let Some(Look { verdict: Some(verdict), .. }) = look {
                return verdict == Verdict::RarelyDiffer;
            }
        }
    };
    let rare = (0..400).filter(|&test| is_rare(test)).count();
    assert!(rare <= 10, "{rare} of 400");
}

#[test]
fn nothing_is_counted_after_a_verdict() {
    let mut test = at_most(32);
    let looks = (0..32).filter_map(|_| test.add(pair(1, 1))).count();
    assert_eq!(looks, 1);
    assert_eq!(test.add(pair(1, 1)), None);
    assert_eq!(test.sums().pairs(), 32);
}

/// 800 / 0.2^2 = 20,000.
#[test]
fn smaller_effects_are_given_more_pairs() {
    let usual = |effect| usual_max_pairs(effect, ResultsCompared::Scores);
    assert_eq!([2.0, 0.2, 0.1, 0.001].map(usual), [200, 20_000, 80_000, MOST_PAIRS]);
    assert_eq!(usual(f64::NAN), FIRST_LOOK);
}

/// 20,000 / 0.038462 = 520,000.
#[test]
fn a_test_of_victories_may_wait_for_the_seeds_that_differ() {
    let usual = |effect| usual_max_pairs(effect, ResultsCompared::YesNo);
    assert_eq!([2.0, 0.5, 0.2].map(usual), [250, 16_000, 520_000]);
}

#[test]
fn questions_without_sense_are_refused_with_what_to_give() {
    let refused = |question, pairs| Sprt::new(question, pairs).unwrap_err().to_string();
    let usual = TestQuestion::default();
    insta::assert_snapshot!(
        [
            refused(TestQuestion { effect: f64::NAN, ..usual }, 100),
            refused(TestQuestion { effect: 0.0, ..usual }, 100),
            refused(TestQuestion { beta: 0.5, ..usual }, 100),
            refused(usual, 31),
        ]
        .join("\n"),
        @r"
    an effect of NaN standard deviations cannot be tested: give 0.01 to 2
    an effect of 0 standard deviations cannot be tested: give 0.01 to 2
    an error rate of 0.5 cannot be tested for: give 0.0001 to 0.4
    a test of at most 31 pairs is not possible: give 32 to 1000000
    "
    );
}

/// 20,000 differences of each shape: the standard error of a t-value is about 0.007.
#[test]
fn made_up_differences_have_the_effect_asked_for() {
    for shape in DifferenceShape::ALL.into_iter().filter(|&shape| shape != DifferenceShape::Wild) {
        let mut rng = Seed(3).rng(None, None, Purpose::new("differences"));
        let drawn: Vec<f64> = (0..20_000).map(|_| shape.draw(&mut rng, 0.2) as f64).collect();
        let n = drawn.len() as f64;
        let mean = drawn.iter().sum::<f64>() / n;
        let deviation = (drawn.iter().map(|d| (d - mean) * (d - mean)).sum::<f64>() / n).sqrt();
        assert!((mean / deviation - 0.2).abs() < 0.025, "{}: {mean}, {deviation}", shape.name());
        assert!((mean - shape.mean(0.2)).abs() < 0.025 * deviation, "{}: {mean}", shape.name());
    }
}

/// `docs/ab-tests.md` has figures for 10,000 tests of every shape. These are 400, whose standard
/// error is 1.1 percentage points for a rate of 5%.
#[test]
fn false_positives_are_rare_and_power_is_high() {
    for shape in DifferenceShape::ALL.into_iter().filter(|&shape| shape != DifferenceShape::Wild) {
        let (a, b) = shares(shape, 0.0, 400);
        assert!(a + b <= 0.05 + 0.022, "{}: {a} + {b}", shape.name());
        let (a, b) = shares(shape, 0.2, 400);
        assert!(a >= 0.95 - 0.022 && b <= 0.01, "{}: {a}, {b}", shape.name());
    }
    let (a, b) = shares(DifferenceShape::Normal, -0.2, 400);
    assert!(b >= 0.95 - 0.022 && a <= 0.01, "{a}, {b}");
}

#[test]
fn a_test_whose_last_pair_is_left_out_ends_there_and_decides_only_with_enough_pairs() {
    let pair = |n: i64| {
        let games = n.unsigned_abs().into();
        Pair { a: 100 + n % 7, b: 95, play: GamesCompared::Different, games }
    };
    let ended = |played: i64, lost: u64| {
        let mut test = Sprt::new(TestQuestion::default(), 40).unwrap();
        let first = (0..played).filter_map(|n| test.add(pair(n))).last();
        let last = (0..lost).filter_map(|_| test.leave_out()).last();
        (last.or(first).map(|look| (look.pairs, look.verdict)), test.left_out())
    };
    // A difference that is clear after 32 pairs is not decided after 31.
    assert_eq!(ended(31, 9), (Some((31, Some(Verdict::Undecided))), 9));
    assert_eq!(ended(32, 8), (Some((32, Some(Verdict::A))), 0));
    assert_eq!(ended(0, 40), (Some((0, Some(Verdict::Undecided))), 40));
    assert_eq!(ended(31, 8), (None, 8));
}
