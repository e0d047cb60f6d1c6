//! Properties of every design, and tests of hostile texts.

use std::collections::BTreeSet;

use proptest::prelude::*;
use stoker_bots::Param;
use stoker_engine::{ParameterInfo, Seed};

use super::*;

const PARAMS: &[Param] = &[
    Param::int("depth", 2, (1, 8)),
    Param::decimal("rest", 0.25, (-1.0, 1.0)),
    Param::choice("style", "calm", &["calm", "wild"]),
    Param::flag("chatty", false),
    Param::int("n", 0, (0, i64::MAX)),
];

const RULE_PARAMETERS: &[ParameterInfo] = &[
    ParameterInfo::number("trail", (2, 10), ""),
    ParameterInfo::word("own_place", &["free", "never"], ""),
];

fn scope() -> Scope {
    let varied = |name: &str, params| Varied { name: name.to_owned(), params };
    Scope {
        entrants: vec![
            varied("fox", Some(PARAMS)),
            varied("fox:rest=0.5", Some(PARAMS)),
            varied("program", None),
            varied("twin", Some(PARAMS)),
            varied("twin", Some(PARAMS)),
            varied("plain", Some(&[])),
        ],
        rules: RULE_PARAMETERS,
    }
}

fn axis(text: &str) -> Axis {
    Axis::parse(text, &scope()).unwrap()
}

fn values(text: &str) -> Vec<String> {
    let axis = axis(text);
    (0..axis.levels().count()).map(|level| axis.levels().value(level)).collect()
}

fn error(text: &str) -> String {
    Axis::parse(text, &scope()).unwrap_err().to_string()
}

fn sweep(texts: &[&str], design: &str) -> Result<Sweep, SweepError> {
    let texts: Vec<_> = texts.iter().map(|&text| text.to_owned()).collect();
    Sweep::parse(&texts, design.parse()?, &scope())
}

fn described(texts: &[&str], design: &str) -> Vec<String> {
    let sweep = sweep(texts, design).unwrap();
    let settings = sweep.settings(Seed(1)).unwrap();
    settings.iter().map(|setting| sweep.describe(setting)).collect()
}

#[test]
fn lists_and_ranges_give_their_values_in_order() {
    assert_eq!(values("fox:depth=3,1"), ["3", "1"]);
    assert_eq!(values("fox:depth=1..3"), ["1", "2", "3"]);
    assert_eq!(values("fox:depth=1..8:3"), ["1", "4", "7"]);
    assert_eq!(values("fox:depth=1,2, 4..8:2"), ["1", "2", "4", "6", "8"]);
    assert_eq!(values("fox:rest=-0.1..0.2:0.1"), ["-0.1", "0", "0.1", "0.2"]);
    assert_eq!(values("fox:rest=5e-1,1.0"), ["0.5", "1"]);
    assert_eq!(values("fox:style=wild,calm"), ["wild", "calm"]);
    assert_eq!(values("fox:chatty=true,false"), ["true", "false"]);
    assert_eq!(values("rules:trail=4..6"), ["4", "5", "6"]);
    assert_eq!(values("rules:own_place=never"), ["never"]);
}

#[test]
fn a_range_of_decimals_without_a_step_has_four_more_digits() {
    let levels = axis("fox:rest=0.10..0.9").levels().clone();
    assert_eq!(levels, Levels::Between { low: 10_000, high: 90_000, decimals: 5 });
    assert_eq!((levels.count(), levels.value(1)), (80_001, "0.10001".to_owned()));
    assert_eq!(levels.to_string(), "0.1..0.9");
}

#[test]
fn many_even_values_are_written_as_a_range() {
    let written = |text: &str| axis(text).to_string();
    assert_eq!(written("fox:depth=1..8"), "fox:depth=1,2,3,4,5,6,7,8");
    assert_eq!(written("fox:n=0,2..16:2"), "fox:n=0..16:2");
    assert_eq!(written("fox:rest=-0.4..0.4:0.1"), "fox:rest=-0.4..0.4:0.1");
    assert_eq!(written("fox:n=0..7,9"), "fox:n=0,1,2,3,4,5,6,7,9");
    assert_eq!(written("fox:n=8,7,6,5,4,3,2,1,0"), "fox:n=8,7,6,5,4,3,2,1,0");
}

#[test]
fn an_entrant_is_the_longest_name_that_fits() {
    assert_eq!(axis("fox:rest=0.5,1").subject(), Subject::Entrant(0, "rest"));
    assert_eq!(axis("fox:rest=0.5:depth=1,2").subject(), Subject::Entrant(1, "depth"));
    assert_eq!(axis("fox:rest=0.5:depth=1,2").name(), "fox:rest=0.5:depth");
    assert_eq!(axis("rules:trail=4,5").subject(), Subject::Rules("trail"));
}

#[test]
fn what_cannot_vary_is_refused_with_the_remedy() {
    for (text, expected) in [
        ("fox", "`fox` does not vary a parameter: write ENTRANT:PARAMETER=VALUES"),
        ("fox:depth", "`fox:depth` does not vary a parameter"),
        ("fox:depth=", "`fox:depth=` does not vary a parameter"),
        ("fxo:depth=1", "`fxo:depth=1` does not name an entrant to vary: did you mean `fox`?"),
        ("rule:trail=4", "did you mean `rules`?"),
        ("fox:dept=1,2", "`fox` has no parameter `dept`: did you mean `depth`?"),
        ("plain:depth=1", "`plain` has no parameter `depth`: its bot has none"),
        ("program:depth=1", "`program` is a program, whose parameters are unknown"),
        ("twin:depth=1", "several entrants are called `twin`"),
        ("rules:trial=4", "the ruleset has no parameter `trial`: did you mean `trail`?"),
        ("fox:depth=0,1", "fox:depth cannot be `0`: it must be a whole number from 1 to 8"),
        ("fox:depth=1..9", "fox:depth cannot be `9`: it must be a whole number from 1 to 8"),
        ("fox:depth=1..3:0.5", "fox:depth cannot be `1.5`: it must be a whole number"),
        ("fox:depth=1,", "fox:depth cannot be ``"),
        ("fox:depth=3..1", "has no range `3..1`: its end is below its beginning: swap them"),
        ("fox:depth=1..3:0", "has no range `1..3:0`: a step is above 0"),
        ("fox:depth=1..3:-1", "a step is above 0"),
        ("fox:depth=1..x", "give plain numbers"),
        ("fox:depth=1..2..3", "give plain numbers"),
        ("fox:rest=0..0.5,1", "has no range `0..0.5`: give it a step"),
        ("fox:rest=0..0", "it has one value"),
        ("fox:rest=0..nan", "fox:rest cannot be `nan`"),
        ("fox:style=calm..wild", "words have no order"),
        ("fox:depth=1,2,01", "fox:depth has the value 1 twice: give it once"),
        ("fox:n=0..9223372036854775807", "fox:n has 9223372036854775808 values"),
        ("fox:n=0..100000", "fox:n has 100001 values, and may have 100000"),
        ("fox:rest=0..1:0.0000000001", "of at most 9 decimals"),
    ] {
        let found = error(text);
        assert!(found.contains(expected), "{text}: {found}");
    }
}

#[test]
fn an_entrant_that_is_called_like_the_rules_is_refused() {
    let entrants = vec![Varied { name: "rules".to_owned(), params: Some(PARAMS) }];
    let scope = Scope { entrants, rules: RULE_PARAMETERS };
    assert_eq!(Axis::parse("rules:trail=4", &scope), Err(SweepError::EntrantRules));
}

#[test]
fn a_grid_is_every_combination_with_the_last_axis_fastest() {
    assert_eq!(
        described(&["fox:depth=1,2", "rules:trail=4..5"], "grid"),
        [
            "fox:depth=1 rules:trail=4",
            "fox:depth=1 rules:trail=5",
            "fox:depth=2 rules:trail=4",
            "fox:depth=2 rules:trail=5",
        ]
    );
}

#[test]
fn a_drawn_design_is_pinned() {
    assert_eq!(
        described(&["fox:rest=0..1", "fox:style=calm,wild"], "lhs:4"),
        [
            "fox:rest=0.689 fox:style=wild",
            "fox:rest=0.9898 fox:style=calm",
            "fox:rest=0.3871 fox:style=wild",
            "fox:rest=0.088 fox:style=calm",
        ]
    );
    assert_eq!(
        described(&["fox:depth=1..8", "rules:trail=4..5"], "random:3"),
        ["fox:depth=2 rules:trail=5", "fox:depth=5 rules:trail=5", "fox:depth=2 rules:trail=4",]
    );
}

#[test]
fn designs_that_cannot_be_had_say_how_many_settings_there_are() {
    let error = |texts: &[&str], design| sweep(texts, design).unwrap_err().to_string();
    assert_eq!(
        error(&[], "grid"),
        "nothing varies: name a parameter, as in --vary lurker:depth=1..4"
    );
    assert!(error(&["fox:rest=0..1"], "grid").contains("write 0..1:STEP"));
    let twice = error(&["fox:depth=1,2", "fox:depth=3"], "grid");
    assert_eq!(twice, "fox:depth varies twice: give all its values at once");
    let many = error(&["fox:n=1..1000", "fox:rest=0..1:0.001"], "grid");
    assert!(many.starts_with("1001000 settings are more than 100000"), "{many}");
    let few = error(&["fox:depth=1..8"], "random:9");
    assert_eq!(few, "9 settings cannot all differ, because there are 8: use --design grid");
    assert!(
        error(&["fox:n=1..1000", "fox:rest=0..1"], "random:100001").contains("more than 100000")
    );
    for design in ["", "lhs", "lhs:0", "lhs:-1", "random:x", "grid:3", "sobol:3"] {
        assert!(error(&["fox:depth=1..8"], design).contains("is not a design: give grid, lhs:N"));
    }
}

#[test]
fn a_latin_hypercube_of_all_settings_is_found() {
    let all: BTreeSet<_> =
        described(&["fox:depth=1,2", "rules:trail=4,5"], "lhs:4").into_iter().collect();
    assert_eq!(all.len(), 4);
}

fn axes() -> impl Strategy<Value = Vec<String>> {
    let depth = prop::sample::subsequence((1..=8).collect::<Vec<i64>>(), 1..=8);
    let depth = depth.prop_map(|values| {
        let values: Vec<_> = values.iter().map(ToString::to_string).collect();
        format!("fox:depth={}", values.join(","))
    });
    let trail =
        (2..10, 0..8).prop_map(|(low, more)| format!("rules:trail={low}..{}", 10.min(low + more)));
    let rest = (-10..10, 1..10).prop_map(|(low, more)| {
        format!("fox:rest={}..{}:0.1", f64::from(low) / 10.0, f64::from(10.min(low + more)) / 10.0)
    });
    let style = Just("fox:style=calm,wild".to_owned());
    (depth, trail, rest, style)
        .prop_map(|(a, b, c, d)| vec![a, b, c, d])
        .prop_flat_map(|all| prop::sample::subsequence(all, 1..=4))
}

fn counts(sweep: &Sweep) -> Vec<u64> {
    sweep.axes().iter().map(|axis| u64::from(axis.levels().count())).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn a_grid_is_the_product_of_its_axes(texts in axes(), seed: u64) {
        let sweep = Sweep::parse(&texts, Design::Grid, &scope()).unwrap();
        let settings = sweep.settings(Seed(seed)).unwrap();
        prop_assert_eq!(settings.len() as u64, counts(&sweep).iter().product::<u64>());
        let sorted = settings.windows(2).all(|pair| pair[0].levels < pair[1].levels);
        prop_assert!(sorted);
    }

    #[test]
    fn what_is_written_is_read_back(texts in axes()) {
        for text in texts {
            let axis = axis(&text);
            prop_assert_eq!(&Axis::parse(&axis.to_string(), &scope()).unwrap(), &axis);
        }
    }

    #[test]
    fn drawn_settings_differ_and_follow_from_the_seed(
        texts in axes(), seed: u64, n in 1u64..40, latin: bool,
    ) {
        let design = if latin { Design::LatinHypercube(n) } else { Design::Random(n) };
        let Ok(sweep) = Sweep::parse(&texts, design, &scope()) else { return Ok(()) };
        let settings = match sweep.settings(Seed(seed)) {
            Err(SweepError::Crowded(_)) if latin => return Ok(()),
            settings => settings.unwrap(),
        };
        prop_assert_eq!(settings.len() as u64, n);
        prop_assert!(settings.iter().enumerate().all(|(number, s)| s.number == number));
        let distinct: BTreeSet<_> = settings.iter().map(|s| &s.levels).collect();
        prop_assert_eq!(distinct.len() as u64, n);
        prop_assert_eq!(&sweep.settings(Seed(seed)).unwrap(), &settings);
        for setting in &settings {
            for (axis, value) in sweep.axes().iter().zip(sweep.values(setting)) {
                let again = Axis::parse(&format!("{}={value}", axis.name()), &scope());
                prop_assert_eq!(again.unwrap().levels().value(0), value);
            }
        }
    }

    #[test]
    fn a_latin_hypercube_has_one_setting_in_every_part_of_every_axis(seed: u64, n in 1u64..60) {
        let texts = ["fox:rest=-1..1", "fox:n=1..60", "fox:depth=1..8"].map(str::to_owned);
        let sweep = Sweep::parse(&texts, Design::LatinHypercube(n), &scope()).unwrap();
        let settings = sweep.settings(Seed(seed)).unwrap();
        for (axis, count) in counts(&sweep).into_iter().enumerate() {
            let mut in_part = vec![0; usize::try_from(n.min(count)).unwrap()];
            for setting in &settings {
                let part = u64::from(setting.levels[axis]) * n.min(count) / count;
                in_part[usize::try_from(part).unwrap()] += 1;
            }
            let (least, most) = (n / n.min(count), n.div_ceil(n.min(count)));
            prop_assert!(in_part.iter().all(|&k| (least..=most).contains(&k)), "{:?}", in_part);
        }
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "(fox|rules|twin|)(:)(depth|rest|trail|n|)=[-0-9.,:e]{0,24}") {
        if let Ok(axis) = Axis::parse(&text, &scope()) {
            prop_assert_eq!(&Axis::parse(&axis.to_string(), &scope()).unwrap(), &axis);
        }
    }
}
