//! What was found, as tables.

use stoker_stats::rounded;

use super::payoffs::{Payoffs, Solved};

/// The table that the bots read: how often of 1,000 times each option is chosen.
pub(crate) fn csv(columns: &str, solved: &Solved) -> String {
    let mut table = format!("permille,{columns}\n");
    for (permille, option) in solved.mixture.0.iter().zip(&solved.payoffs.options) {
        if *permille > 0 {
            table += &format!("{permille},{option}\n");
        }
    }
    table
}

/// The tables for people, in Markdown.
pub(crate) fn tables(columns: &str, solved: &Solved) -> String {
    let Solved { payoffs, mixture, regrets } = solved;
    let Payoffs { options, opponents, scores, baseline: (baseline, before), .. } = payoffs;
    let mut text = format!("| {columns} | permille | mean score |\n|---|---:|---:|\n");
    for ((option, permille), scores) in options.iter().zip(&mixture.0).zip(scores) {
        text += &format!("| {option} | {permille} | {} |\n", rounded(mean(scores), 1));
    }
    text += &format!("\n| opponent | {baseline} | mixture | regret |\n|---|---:|---:|---:|\n");
    let mixed = |index: usize| mixture.mean(scores.iter().map(|scores| scores[index]));
    let mixed: Vec<_> = (0..opponents.len()).map(mixed).collect();
    for (index, opponent) in opponents.iter().enumerate() {
        let [before, mixed, regret] =
            [before[index], mixed[index], regrets[index]].map(|value| rounded(value, 1));
        text += &format!("| {opponent} | {before} | {mixed} | {regret} |\n");
    }
    let [before, mixed] = [before, &mixed].map(|scores| rounded(mean(scores), 1));
    let worst = rounded(regrets.iter().copied().fold(0.0, f64::max), 1);
    text + &format!("| mean; worst case | {before} | {mixed} | {worst} |\n")
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}
