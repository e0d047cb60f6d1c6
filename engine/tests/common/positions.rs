//! Positions that are made from the truth of moments of the games that reference programs played.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use stoker_engine::transcript::{Positioned, TranscriptPosition, Truth, TruthValue};
use stoker_engine::{Chance, Game, Purpose, Rng, Seed, Turn, below};

use super::conformance::games;
use super::play::{Played, Run};

/// A ruleset with positions.
pub(crate) trait Placed: Positioned + Played {
    /// Of this many moments, the game is played on to its end from one.
    const TO_THE_END: usize;

    /// The truth from which a game can go on at a decision, or soon after the next move.
    fn moment(run: &Run<'_, Self>, around: Around<'_>) -> Option<Moment>;
}

/// The decisions around a moment.
#[derive(Clone, Copy)]
pub(crate) struct Around<'a> {
    /// The truth before the decision that was made last.
    pub(crate) earlier: Option<&'a Truth>,
    /// The move that is made next.
    pub(crate) next: &'a str,
}

/// The truth of a moment.
pub(crate) struct Moment {
    pub(crate) truth: Truth,
    pub(crate) when: When,
}

/// The time of a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum When {
    /// The decision that is to be made.
    Now,
    /// The decision after it, on the way to which the moment lies.
    OnTheWay,
}

/// Decisions that are played from moments from which the game is not played to its end.
const SHORTLY: usize = 3;

/// A game that is played again, with what is true before each decision and at the end.
struct Replayed {
    moves: Vec<String>,
    chance: Vec<u32>,
    /// The legal moves before each decision, the truth, and the number of draws.
    steps: Vec<(String, Truth, usize)>,
    moments: Vec<(usize, Moment)>,
    scores: Vec<i32>,
}

pub(crate) fn present<G: Positioned>(mut truth: Truth) -> Truth {
    truth.retain(|key, _| !G::PAST.contains(&key.as_str()));
    truth
}

/// The truth without what came before.
pub(crate) fn truth_of<G: Placed>(run: &Run<'_, G>) -> Truth {
    present::<G>(run.rules.truth(&run.state, &run.views, None))
}

fn replayed<G: Placed>(rules: &G, moves: Vec<String>, chance: Vec<u32>) -> Replayed {
    let mut run = Run::with(rules, Chance::recorded(chance.clone()), 1);
    let (mut steps, mut moments) = (Vec::<(String, Truth, usize)>::new(), vec![]);
    for (number, text) in moves.iter().enumerate() {
        let around = Around { earlier: steps.last().map(|(_, truth, _)| truth), next: text };
        moments.extend(G::moment(&run, around).map(|moment| (number, moment)));
        steps.push((run.written(), truth_of(&run), run.drawn().len()));
        let mv = rules.parse_move(run.asked().unwrap(), text).unwrap();
        run.make(mv);
    }
    steps.push((run.written(), truth_of(&run), run.drawn().len()));
    Replayed { moves, chance, steps, moments, scores: scores(rules, &run.state) }
}

fn scores<G: Game>(rules: &G, state: &G::State) -> Vec<i32> {
    match rules.turn(state) {
        Turn::ToMove(_) => vec![],
        Turn::Over(ending) => ending.scores.to_vec(),
    }
}

/// The reference games, with the rules of each.
fn reference<G: Placed>() -> Vec<(G, Replayed)> {
    let of = |game: super::conformance::Told<G>| {
        let mut line = game.json;
        let params = serde_json::from_value(line["params"].take()).unwrap();
        let map = G::MAPS.first().map(|map| map.load());
        let rules = G::new(params, map).unwrap();
        let texts = line["decisions"].as_array().unwrap().iter();
        let texts = texts.map(|made| made["move"].as_str().unwrap().to_owned()).collect();
        let chance = serde_json::from_value(line["chance"].take()).unwrap();
        let replayed = replayed(&rules, texts, chance);
        (rules, replayed)
    };
    games::<G>().into_iter().map(of).collect()
}

/// Rebuilds the state at every moment of the reference games that the truth describes in full, and
/// plays on: the legal moves, draws, truths and scores are the same. Returns the number of moments.
pub(crate) fn rest_is_the_same<G: Placed>() -> usize {
    let mut count = 0;
    for (rules, game) in reference::<G>() {
        for (number, moment) in &game.moments {
            let most = if count % G::TO_THE_END == 0 { usize::MAX } else { SHORTLY };
            plays_on(&rules, &game, (*number, moment), most);
            count += 1;
        }
    }
    count
}

fn plays_on<G: Placed>(
    rules: &G,
    game: &Replayed,
    (number, moment): (usize, &Moment),
    most: usize,
) {
    let placed = position(rules, &moment.truth, &[], &[]).state(rules, Seed(1));
    assert!(placed.is_ok() || moment.when == When::OnTheWay, "{:?}", placed.err());
    let drawn = game.steps[number].2;
    let chance = Chance::recorded(game.chance[drawn..].to_vec());
    let open = &mut rng("open");
    let mut state = rules.state_of(&moment.truth, chance, open).unwrap();
    rules.go_on(&mut state);
    let first = number + usize::from(moment.when == When::OnTheWay);
    let mut run = Run::from_state(rules, state, rng("play"));
    let steps = game.steps.iter().enumerate().skip(first);
    for (at, (legal, truth, draws)) in steps.take(most.saturating_add(1)) {
        assert_eq!(run.written(), *legal);
        assert_eq!(truth_of(&run), *truth, "decision {at} from {number}");
        assert_eq!(run.drawn().len() + drawn, *draws);
        match game.moves.get(at) {
            Some(text) => drop(run.make(rules.parse_move(run.asked().unwrap(), text).unwrap())),
            None => assert_eq!(scores(rules, &run.state), game.scores),
        }
    }
}

fn rng(purpose: &'static str) -> Rng {
    Seed(1).rng(None, None, Purpose::new(purpose))
}

pub(crate) fn value_json(value: &TruthValue) -> Value {
    match value {
        TruthValue::Number(number) => json!(number),
        TruthValue::Text(text) => json!(text),
        TruthValue::List(values) => values.iter().map(value_json).collect(),
    }
}

/// The truth as it is written.
pub(crate) fn truth_json(truth: &Truth) -> Value {
    truth.iter().map(|(key, value)| (key.clone(), value_json(value))).collect()
}

pub(crate) fn position<G: Placed>(
    rules: &G,
    truth: &Truth,
    moves: &[&str],
    chance: &[u32],
) -> TranscriptPosition<G> {
    position_of(rules, &truth_json(truth), moves, chance)
}

pub(crate) fn position_of<G: Placed>(
    rules: &G,
    truth: &Value,
    moves: &[&str],
    chance: &[u32],
) -> TranscriptPosition<G> {
    let json = json!({
        "ruleset": G::NAME, "params": rules.params(), "truth": truth, "moves": moves,
        "chance": chance,
    });
    serde_json::from_value(json).unwrap()
}

/// The reason why a position is refused after this change of its truth.
pub(crate) fn refused<G: Placed>(
    rules: &G,
    truth: &Truth,
    change: impl FnOnce(&mut Value),
) -> String {
    let mut truth = truth_json(truth);
    let found = position_of(rules, &truth, &[], &[]).state(rules, Seed(1));
    found.map(|_| ()).unwrap();
    change(&mut truth);
    let found = position_of(rules, &truth, &[], &[]).state(rules, Seed(1));
    found.map(|_| ()).unwrap_err().to_string()
}

/// Damages the truth of moments at random. Whatever is accepted can be played to its end. Returns
/// the numbers of positions accepted and refused.
pub(crate) fn damage_is_refused_or_played<G: Placed>(tries: u64) -> (usize, usize) {
    let (mut accepted, mut refused) = (0, 0);
    let mut rng = rng("damage");
    for (rules, game) in reference::<G>().iter().step_by(7) {
        let words = words(&game.moments);
        for (_, moment) in game.moments.iter().step_by(9) {
            for attempt in 0..tries {
                let mut truth = truth_json(&moment.truth);
                (0..=attempt % 3).for_each(|_| damage(&mut truth, &words, &mut rng));
                match position_of(rules, &truth, &[], &[]).state(rules, Seed(attempt)) {
                    Ok(state) => {
                        accepted += 1;
                        Run::from_state(rules, state, rng.clone()).play_on(|_| {});
                    }
                    Err(error) => {
                        assert!(!error.to_string().is_empty());
                        refused += 1;
                    }
                }
            }
        }
    }
    (accepted, refused)
}

/// The texts of these moments, each once.
fn words(moments: &[(usize, Moment)]) -> Vec<String> {
    fn collect(value: &TruthValue, words: &mut BTreeSet<String>) {
        match value {
            TruthValue::Text(text) => drop(words.insert(text.clone())),
            TruthValue::List(values) => values.iter().for_each(|value| collect(value, words)),
            TruthValue::Number(_) => {}
        }
    }
    let mut words = BTreeSet::from([String::new(), "-".to_owned(), "nonsense".to_owned()]);
    for value in moments.iter().flat_map(|(_, moment)| moment.truth.values()) {
        collect(value, &mut words);
    }
    words.into_iter().collect()
}

/// Numbers at and beyond the limits of types.
const NUMBERS: [i64; 8] = [-1, 0, 7, 127, 255, 256, 65_536, i64::MAX];

/// Changes one value of JSON, at random.
fn damage(value: &mut Value, words: &[String], rng: &mut Rng) {
    match value {
        Value::Object(fields) => {
            let at = pick(rng, fields.len());
            if let Some((_, field)) = fields.iter_mut().nth(at) {
                damage(field, words, rng);
            }
        }
        Value::Array(items) if items.is_empty() => items.push(word(words, rng)),
        Value::Array(items) => {
            let [at, other] = [(); 2].map(|()| pick(rng, items.len()));
            match pick(rng, 8) {
                0 => items.swap(at, other),
                1 => items.insert(at, items[other].clone()),
                2 => drop(items.remove(at)),
                3 => items.insert(at, word(words, rng)),
                _ => damage(&mut items[at], words, rng),
            }
        }
        Value::Number(number) => {
            let number = number.as_i64().unwrap();
            let near = [number.saturating_sub(1), number.saturating_add(1)];
            let all: Vec<i64> = near.into_iter().chain(near).chain(NUMBERS).collect();
            *value = json!(all[pick(rng, all.len())]);
        }
        Value::String(_) => *value = word(words, rng),
        Value::Null | Value::Bool(_) => {}
    }
}

fn word(words: &[String], rng: &mut Rng) -> Value {
    json!(words[pick(rng, words.len())])
}

fn pick(rng: &mut Rng, below_this: usize) -> usize {
    below(rng, u32::try_from(below_this.max(1)).unwrap()) as usize
}
