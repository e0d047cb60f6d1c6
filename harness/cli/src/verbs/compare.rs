//! `stoker compare`: an A/B test.

use serde_json::{Value, json};
use stoker_engine::Game;
use stoker_external::spec::shell_word;
use stoker_stats::Estimate;
use stoker_stats::sprt::{
    Bounds, Either, ResultsCompared, TestQuestion, Verdict, better_share, rare_share,
    usual_max_pairs,
};
use stoker_tournament::plan::{Compared, Plan};
use stoker_tournament::standings::{Findings, FurtherDifference, SideFindings, Standing};

use super::command::CommandLine;
use super::league::play_on;
use crate::arguments::compare::CompareArgs;
use crate::arguments::config::{Entrants, LeagueConfig};
use crate::arguments::league_options::PairingOptions;
use crate::arguments::options::{Orders, PlanTask};
use crate::registry::Registry;
use crate::terminal::io::{CommandExit, Io};
use crate::terminal::progress::short;

/// The verb.
pub(crate) fn compare(
    registry: &Registry,
    args: CompareArgs,
    io: &mut Io<'_>,
) -> anyhow::Result<CommandExit> {
    let orders = Orders { live: args.live.order()?, ..args.run.orders(PlanTask::Play) };
    let TestQuestion { effect, alpha, beta } =
        TestQuestion { effect: args.effect, alpha: args.alpha, beta: args.beta };
    let named: Vec<_> = [args.a, args.b].into_iter().chain(args.against).collect();
    let config = LeagueConfig {
        entrants: Entrants::typed(&named)?,
        compare: Some(TestQuestion { effect, alpha, beta }),
        pairings: PairingOptions { matches: args.max_pairs, ..PairingOptions::default() },
        ..args.play.into_league()?
    };
    play_on(registry, config.with_external(args.external)?, &orders, io)
}

/// The command for the same test, without the options that other runs have too.
pub(super) fn command<G: Game>(plan: &Plan<G>, question: TestQuestion) -> CommandLine {
    let mut words = vec!["stoker compare".to_owned()];
    let names: Vec<String> =
        plan.entrants().iter().map(|entrant| shell_word(&entrant.typed())).collect();
    let (two, opponents) = names.split_at(2.min(names.len()));
    words.extend_from_slice(two);
    if !opponents.is_empty() {
        words.push("--against".to_owned());
        words.extend_from_slice(opponents);
    }
    let usual = TestQuestion::default();
    let unless = |usual: f64, value: f64| (value.to_bits() != usual.to_bits()).then_some(value);
    let mut command = CommandLine::new(words);
    command.option("effect", unless(usual.effect, question.effect));
    command.option("alpha", unless(usual.alpha, question.alpha));
    command.option("beta", unless(usual.beta, question.beta));
    let usual = usual_max_pairs(question.effect, Compared::usual_results(&**plan.game()));
    command.option("max-pairs", Some(plan.matches()).filter(|&pairs| pairs != usual));
    command
}

/// The names of A and B.
fn names<G: Game>(plan: &Plan<G>) -> [&str; 2] {
    [0, 1].map(|entrant| plan.entrants()[entrant].name.as_str())
}

/// The findings of a test, with the verdict in words first.
pub(super) fn verdict_text<G: Game>(
    plan: &Plan<G>,
    standings: &[Standing],
    found: Option<&Findings>,
) -> String {
    let [a, b] = names(plan);
    let kinds: Vec<_> = plan.compared().iter().flat_map(|c| c.sides()).map(|s| s.kind).collect();
    let (pairs, verdict) = found.map_or((0, None), |found| (found.pairs, found.verdict));
    let verdict = verdict_words(plan, verdict);
    let left_out = match found.map_or(0, |found| found.void_pairs) {
        0 => String::new(),
        voids => format!(" (without {voids} in which a match is void)"),
    };
    let head = format!("A {a}, B {b}, as {}: {pairs} pairs{left_out}", kinds.join(" and "));
    let mut lines = found.map(|found| numbers(plan, found)).unwrap_or_default();
    lines.extend(faults(plan, standings));
    let lines: String = lines.iter().map(|(name, text)| format!(" {name:<16} {text}\n")).collect();
    format!("{verdict}\n\n{head}\n{lines}\n")
}

fn verdict_words<G: Game>(plan: &Plan<G>, verdict: Option<Verdict>) -> String {
    let [a, b] = names(plan);
    let test = plan.test();
    let effect = test.as_ref().map_or(0.0, |test| test.question().effect);
    let is_yes_no = test.is_some_and(|test| test.results() == ResultsCompared::YesNo);
    match verdict {
        None => "No verdict yet.".to_owned(),
        Some(Verdict::A) => format!("A is better: {a} beats {b}."),
        Some(Verdict::B) => format!("B is better: {b} beats {a}."),
        Some(Verdict::NoDifference) if is_yes_no => format!(
            "No difference: neither {a} nor {b} wins {:.0}% of the seeds that only one of them wins.",
            100.0 * better_share(effect)
        ),
        Some(Verdict::NoDifference) => {
            format!("No difference: neither {a} nor {b} is better by {effect} standard deviations.")
        }
        Some(Verdict::RarelyDiffer) => format!(
            "Too few differences: just one of {a} and {b} wins on fewer than {:.1}% of the seeds. A \
             smaller --effect tells such bots apart.",
            100.0 * rare_share(effect)
        ),
        Some(Verdict::IdenticalPlay) => {
            format!("Identical play: {a} and {b} played the same games, move for move.")
        }
        Some(Verdict::OneGame) => format!(
            "No verdict: every seed repeats the same games, so more seeds show nothing new about \
             {a} and {b}."
        ),
        Some(Verdict::Undecided) => format!(
            "Undecided: {} pairs do not tell {a} from {b} apart; try more with --max-pairs.",
            plan.matches()
        ),
    }
}

/// The figures, with their names.
fn numbers<G: Game>(plan: &Plan<G>, found: &Findings) -> Vec<(String, String)> {
    let Findings { difference, effect, correlation, saved, sides, further, .. } = found;
    let unit = plan.game().scores().first().map_or("points", |score| score.unit);
    let mut lines = vec![(
        "mean difference".to_owned(),
        format!("{}; above 0, A is better", points(*difference, unit)),
    )];
    if let Some(Either { a, b }) = found.alone {
        let text = format!(
            "A on {a} seeds, B on {b}; on the other {} both or neither",
            found.pairs.saturating_sub(a + b)
        );
        lines.push(("won alone".to_owned(), text));
    }
    for FurtherDifference { score, difference } in further {
        let infos = plan.game().scores();
        let unit = infos.iter().find(|info| info.name == score).map_or("points", |info| info.unit);
        lines.push((format!("mean {score}"), points(*difference, unit)));
    }
    if sides.len() > 1 {
        lines.extend(
            sides.iter().map(|side| (format!("  as {}", side.side), points(side.difference, unit))),
        );
    }
    if let Some(effect) = effect {
        lines.push((
            "effect".to_owned(),
            format!("{} standard deviations of a difference", short(*effect)),
        ));
    }
    lines.extend(ratios(found).map(|ratios| ("LLR".to_owned(), ratios)));
    if let (Some(correlation), Some(saved)) = (correlation, saved) {
        let saved = match (saved * 100.0).round() {
            percent if percent > 0.0 => format!("{percent:.0}% of the variance"),
            _ => "nothing".to_owned(),
        };
        let text = format!("{}: pairing saved {saved}", short(*correlation));
        lines.push(("correlation".to_owned(), text));
    }
    lines.extend(repeats(found));
    lines
}

/// A warning if pairs repeat the same games, because they then show less than their number.
fn repeats(found: &Findings) -> Option<(String, String)> {
    let Findings { pairs, distinct_pairs: distinct, .. } = found;
    // Large counts are estimates, with an error of a percent.
    let few = distinct * 20 < pairs * 19;
    few.then(|| {
        let text = format!("only {distinct} of {pairs} pairs: the others repeat the same games");
        ("distinct".to_owned(), text)
    })
}

/// The log-likelihood ratios, and the result of either direction; `None` if all pairs are copies of
/// one.
fn ratios(found: &Findings) -> Option<String> {
    let Findings { llr, bounds: Bounds { lower, upper }, .. } = found;
    let llr = llr.as_ref()?;
    let [a, b] = [llr.a, llr.b].map(|llr| match llr {
        llr if llr >= *upper => format!("{} (found)", short(llr)),
        llr if llr <= *lower => format!("{} (ruled out)", short(llr)),
        llr => short(llr),
    });
    Some(format!("A {a}, B {b}; bounds {} and {}", short(*lower), short(*upper)))
}

fn points(difference: Estimate, unit: &str) -> String {
    let interval = match difference.range(2) {
        Some(range) => format!("95%: {range}"),
        None => "no interval: every seed repeats the same games".to_owned(),
    };
    format!("{} {unit} ({interval})", short(difference.value))
}

/// The faults of the two, if there are any: default moves are not moves of the bots under test.
fn faults<G: Game>(plan: &Plan<G>, standings: &[Standing]) -> Option<(String, String)> {
    let [a, b] = names(plan).map(|name| {
        let own = standings.iter().filter(|row| row.entrant == name);
        own.map(Standing::fault_count).sum::<u64>()
    });
    (a + b > 0).then(|| ("faults".to_owned(), format!("A {a}, B {b}")))
}

/// The findings, for programs.
pub(super) fn verdict_json<G: Game>(plan: &Plan<G>, found: Option<&Findings>) -> Value {
    let Some(found) = found else { return Value::Null };
    let [a, b] = names(plan);
    let Findings { pairs, void_pairs, distinct_pairs, llr, bounds, .. } = found;
    let Findings { effect, correlation, saved, sides, .. } = found;
    let [mean, low, high] = Estimate::columns(Some(found.difference));
    let side = |side: &SideFindings| {
        let [mean, low, high] = Estimate::columns(Some(side.difference));
        json!({"side": side.side, "mean_difference": mean, "low_95": low, "high_95": high})
    };
    let further = |of: &FurtherDifference| {
        let [mean, low, high] = Estimate::columns(Some(of.difference));
        json!({"score": of.score, "mean_difference": mean, "low_95": low, "high_95": high})
    };
    json!({
        "a": a, "b": b, "verdict": found.verdict.map(Verdict::name), "pairs": pairs,
        "void_pairs": void_pairs, "distinct_pairs": distinct_pairs,
        "llr_a": llr.map(|llr| llr.a), "llr_b": llr.map(|llr| llr.b),
        "lower_bound": bounds.lower, "upper_bound": bounds.upper,
        "mean_difference": mean, "low_95": low, "high_95": high,
        "effect": effect, "correlation": correlation, "saved": saved,
        "a_alone": found.alone.map(|alone| alone.a), "b_alone": found.alone.map(|alone| alone.b),
        "sides": sides.iter().map(side).collect::<Vec<_>>(),
        "further": found.further.iter().map(further).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(distinct_pairs: u64) -> Findings {
        Findings {
            pairs: 40,
            void_pairs: 0,
            distinct_pairs,
            llr: Some(Either { a: 4.2, b: -0.004 }),
            bounds: Bounds { lower: -3.2, upper: 4.1 },
            difference: Estimate { value: 3.0, interval: Some((3.0, 3.0)) },
            effect: None,
            correlation: None,
            saved: None,
            alone: None,
            sides: vec![],
            further: vec![],
            verdict: Some(Verdict::A),
        }
    }

    #[test]
    fn repeated_pairs_are_warned_of() {
        assert_eq!(repeats(&findings(39)), None);
        let (name, text) = repeats(&findings(1)).unwrap();
        assert_eq!(name, "distinct");
        assert_eq!(text, "only 1 of 40 pairs: the others repeat the same games");
    }

    #[test]
    fn ratios_are_told_with_what_they_mean_and_without_signed_zeros() {
        let told = ratios(&findings(40)).unwrap();
        assert_eq!(told, "A 4.20 (found), B 0.00; bounds -3.20 and 4.10");
    }
}
