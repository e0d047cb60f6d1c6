//! Error rates of A/B tests, by simulation: `cargo bench -p stoker-stats --bench sprt`.
//!
//! Prints the table of `docs/ab-tests.md`. Fails if an error rate is above what is promised.

use rayon::prelude::*;
use stoker_engine::{Purpose, Rng, Seed, below};
use stoker_stats::sprt::{
    GamesCompared, MOST_PAIRS, Pair, ResultsCompared, Sprt, TestQuestion, Verdict, better_share,
    rare_share,
};

#[path = "../src/sprt/shapes.rs"]
mod shapes;

use shapes::DifferenceShape;

/// Number of tests for every line of the table.
const TESTS: u64 = 10_000;

/// The largest t-value that sparse differences can have: at this value there are no losses left.
const MOST_SPARSE: f64 = 0.32;

/// The end of one test.
struct End {
    verdict: Verdict,
    pairs: u64,
    /// The mean difference.
    mean: f64,
    covered: bool,
}

/// Runs one test on differences whose mean has this t-value.
fn test(question: TestQuestion, shape: DifferenceShape, t: f64, rng: &mut Rng) -> End {
    let mut test = Sprt::new(question, MOST_PAIRS).expect("the question makes sense");
    loop {
        let games = test.sums().pairs().into();
        let pair = Pair { a: shape.draw(rng, t), b: 0, play: GamesCompared::Different, games };
        let Some(verdict) = test.add(pair).and_then(|look| look.verdict) else { continue };
        let sums = test.sums();
        let (low, high) = sums.estimate().and_then(|mean| mean.interval).expect("there are pairs");
        return End {
            verdict,
            pairs: sums.pairs(),
            mean: sums.difference().expect("there are pairs"),
            covered: (low..=high).contains(&shape.mean(t)),
        };
    }
}

/// Summary of many tests.
struct TestSummary {
    a: f64,
    b: f64,
    pairs: f64,
    p95: u64,
    covered: f64,
    /// The average mean difference divided by the true one.
    bias: Option<f64>,
}

fn line(question: TestQuestion, shape: DifferenceShape, t: f64) -> TestSummary {
    let one = |number| {
        let mut rng = Seed(1).of_match(number).rng(None, None, Purpose::new("differences"));
        test(question, shape, t, &mut rng)
    };
    let ends: Vec<End> = (0..TESTS).into_par_iter().map(one).collect();
    let share =
        |of: &dyn Fn(&End) -> bool| ends.iter().filter(|end| of(end)).count() as f64 / TESTS as f64;
    let mut pairs: Vec<u64> = ends.iter().map(|end| end.pairs).collect();
    pairs.sort_unstable();
    let mean = ends.iter().map(|end| end.mean).sum::<f64>() / TESTS as f64;
    TestSummary {
        a: share(&|end| end.verdict == Verdict::A),
        b: share(&|end| end.verdict == Verdict::B),
        pairs: pairs.iter().sum::<u64>() as f64 / TESTS as f64,
        p95: pairs[pairs.len() * 95 / 100],
        covered: share(&|end| end.covered),
        bias: (t != 0.0).then(|| mean / shape.mean(t)),
    }
}

fn print(question: TestQuestion, shape: DifferenceShape, t: f64, line: &TestSummary) {
    let percent = |share: f64| format!("{:.2}%", 100.0 * share);
    let bias = line.bias.map_or_else(|| "-".to_owned(), |bias| format!("{bias:.2}"));
    println!(
        "| {} | {} | {t} | {} | {} | {:.0} | {} | {} | {bias} |",
        shape.name(),
        question.effect,
        percent(line.a),
        percent(line.b),
        line.pairs,
        line.p95,
        percent(line.covered),
    );
}

/// Prints the lines of one shape and effect, and checks the promises.
fn lines(question: TestQuestion, shape: DifferenceShape) {
    let allowance = |rate: f64| 2.0 * (rate * (1.0 - rate) / TESTS as f64).sqrt();
    for factor in [0.0, 0.5, 1.0, 2.0] {
        let t = factor * question.effect;
        if shape == DifferenceShape::Sparse && t > MOST_SPARSE {
            continue;
        }
        let line = line(question, shape, t);
        print(question, shape, t, &line);
        if shape == DifferenceShape::Wild {
            continue;
        }
        if factor == 0.0 {
            let most = question.alpha + allowance(question.alpha);
            assert!(line.a + line.b <= most, "more false positives than {most}");
        } else if factor >= 1.0 {
            assert!(line.a >= 1.0 - question.beta, "less power than promised");
        }
    }
}

/// Results that are yes or no: the share of pairs that differ.
const DIFFERING: [f64; 6] = [0.5, 0.2, 0.05, 0.03, 0.02, 0.01];

/// Runs one test on results of which this many differ, and A does better in this share of these.
fn test_yes_no(
    question: TestQuestion,
    differing: f64,
    share: f64,
    rng: &mut Rng,
) -> (Verdict, u64) {
    let mut test = Sprt::new(question, MOST_PAIRS).expect("the question makes sense");
    test = test.of(ResultsCompared::YesNo);
    let mut chance = |of: f64| f64::from(below(rng, 1 << 31)) / f64::from(1u32 << 31) < of;
    loop {
        let games = test.sums().pairs().into();
        let (a, b) = match chance(differing) {
            true if chance(share) => (1, 0),
            true => (0, 1),
            false => (0, 0),
        };
        let pair = Pair { a, b, play: GamesCompared::Different, games };
        if let Some(verdict) = test.add(pair).and_then(|look| look.verdict) {
            return (verdict, test.sums().pairs());
        }
    }
}

/// Prints the lines of results that are yes or no, and checks the promises.
fn yes_no_lines(question: TestQuestion, differing: f64) {
    for effect in [0.0, question.effect / 2.0, question.effect, 2.0 * question.effect] {
        let one = |number| {
            let mut rng = Seed(1).of_match(number).rng(None, None, Purpose::new("differences"));
            test_yes_no(question, differing, better_share(effect), &mut rng)
        };
        let ends: Vec<_> = (0..TESTS).into_par_iter().map(one).collect();
        let share = |verdict| {
            ends.iter().filter(|(found, _)| *found == verdict).count() as f64 / TESTS as f64
        };
        let (a, b) = (share(Verdict::A), share(Verdict::B));
        let rarely = share(Verdict::RarelyDiffer);
        let pairs = ends.iter().map(|(_, pairs)| *pairs).sum::<u64>() as f64 / TESTS as f64;
        println!(
            "| {:.0}% | {} | {effect} | {:.1}% | {:.2}% | {:.2}% | {:.2}% | {:.2}% | {pairs:.0} |",
            100.0 * differing,
            question.effect,
            100.0 * better_share(effect),
            100.0 * a,
            100.0 * b,
            100.0 * share(Verdict::NoDifference),
            100.0 * rarely,
        );
        let slack = 2.0 * (question.alpha * (1.0 - question.alpha) / TESTS as f64).sqrt();
        assert!(effect > 0.0 || a + b <= question.alpha + slack, "more false positives");
        if differing < rare_share(question.effect) {
            continue;
        }
        assert!(rarely <= question.beta / 5.0 + slack, "differences are called rare");
        assert!(effect < question.effect || a >= 1.0 - question.beta, "less power than promised");
    }
}

fn main() {
    println!(
        "| differences | `--effect` | true effect | verdict A | verdict B | pairs, mean | 95% of tests by | interval covers | mean found / true |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let usual = TestQuestion::default();
    DifferenceShape::ALL.into_iter().for_each(|shape| lines(usual, shape));
    for effect in [0.1, 0.5] {
        lines(TestQuestion { effect, ..usual }, DifferenceShape::Normal);
        lines(TestQuestion { effect, ..usual }, DifferenceShape::RightSkewed);
        lines(TestQuestion { effect, ..usual }, DifferenceShape::LeftSkewed);
    }
    println!(
        "\n| seeds that differ | `--effect` | true effect | A better on | verdict A | verdict B | no difference | rarely differ | pairs, mean |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for effect in [0.2, 0.5] {
        let question = TestQuestion { effect, ..usual };
        DIFFERING.into_iter().for_each(|differing| yes_no_lines(question, differing));
    }
}
