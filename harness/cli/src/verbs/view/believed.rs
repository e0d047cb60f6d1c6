//! A belief, for readers and for programs.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use stoker_bots::{Answer, Believed};

use crate::terminal::io::StreamKind;
use crate::terminal::show::{align_right, keep_whole, table, text_of};

/// The lowest probability, for any of the questions, of an answer that is shown.
const SHOWN: f64 = 0.01;

/// A heading, and a table of answers by question, the likeliest first.
pub(super) fn text(believed: &Believed, to: StreamKind) -> String {
    let Believed { of, unit, count, exact, .. } = believed;
    let sure = if *exact {
        "all of them possible, none missing"
    } else {
        "none missing, but some may be impossible"
    };
    let mut text = format!("{of}\n{unit}: {count} ({sure})\n");
    if !believed.questions.is_empty() {
        text += &board(believed, to);
    }
    text
}

fn board(believed: &Believed, to: StreamKind) -> String {
    let names = believed.questions.iter().map(|question| question.name.as_str());
    let mut table = table(&[""].into_iter().chain(names).collect::<Vec<_>>(), to);
    let (shown, others): (Vec<_>, Vec<_>) =
        rows(believed).into_iter().partition(|row| row.chances.iter().any(|&it| it >= SHOWN));
    for row in &shown {
        table.add_row([row.name.clone()].into_iter().chain(row.chances.iter().map(percent)));
    }
    if !others.is_empty() {
        let sum = |index: usize| others.iter().map(|row| row.chances[index]).sum::<f64>();
        let sums = (0..believed.questions.len()).map(|index| percent(&sum(index)));
        table.add_row([format!("{} more", others.len())].into_iter().chain(sums));
    }
    align_right(&mut table, &[0]);
    keep_whole(&mut table, 0);
    text_of(&table)
}

/// An answer, with its probability for each question.
struct AnswerRow {
    name: String,
    chances: Vec<f64>,
}

/// The answers, by their probabilities for the first question, then for the second.
fn rows(believed: &Believed) -> Vec<AnswerRow> {
    let mut rows = BTreeMap::new();
    for (index, question) in believed.questions.iter().enumerate() {
        for Answer { code, name, probability } in &question.answers {
            let none = || AnswerRow {
                name: format!("{code} {name}"),
                chances: vec![0.0; believed.questions.len()],
            };
            rows.entry(code).or_insert_with(none).chances[index] = *probability;
        }
    }
    let mut rows: Vec<AnswerRow> = rows.into_values().collect();
    rows.sort_by(|a, b| {
        let pairs = b.chances.iter().zip(&a.chances);
        pairs
            .map(|(b, a)| b.total_cmp(a))
            .find(|order| order.is_ne())
            .unwrap_or(a.name.cmp(&b.name))
    });
    rows
}

fn percent(chance: &f64) -> String {
    if *chance > 0.0 { format!("{:.1}%", 100.0 * chance) } else { "-".to_owned() }
}

/// The belief with every answer: an object of probabilities for each question.
pub(super) fn json_of(believed: &Believed) -> Value {
    let questions = believed.questions.iter().map(|question| {
        let answers = question.answers.iter();
        let answers: Map<_, _> =
            answers.map(|answer| (answer.code.clone(), answer.probability.into())).collect();
        json!({ "question": question.name, "age": question.age, "answers": answers })
    });
    json!({
        "of": believed.of,
        "count": believed.count,
        "unit": believed.unit,
        "exact": believed.exact,
        "questions": questions.collect::<Vec<_>>(),
    })
}
