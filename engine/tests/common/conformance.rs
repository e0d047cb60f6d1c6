//! Games that were played elsewhere, and proof that each of their facts is compared.

use std::marker::PhantomData;

use serde_json::{Value, json};
use stoker_engine::transcript::{Difference, Transcribed, Transcript, TranscriptError};

use super::lines;

/// The games of a ruleset's file.
pub(crate) fn games<G: Transcribed>() -> Vec<Told<G>> {
    let games = lines(G::NAME).into_iter();
    games.map(|line| Told::of(serde_json::from_str(&line).unwrap())).collect()
}

/// Checks that no fact differs. Returns the number of games, and that of their decisions.
pub(crate) fn agree<G: Transcribed>(games: &[Told<G>]) -> (usize, usize) {
    let mut decisions = 0;
    for (number, game) in games.iter().enumerate() {
        assert_eq!(game.differences().unwrap().first(), None, "game {number}");
        decisions += game.list("decisions").len();
    }
    (games.len(), decisions)
}

/// A game as a transcript tells it.
pub(crate) struct Told<G> {
    pub(crate) json: Value,
    rules: PhantomData<G>,
}

impl<G: Transcribed> Told<G> {
    fn of(json: Value) -> Self {
        Self { json, rules: PhantomData }
    }

    fn differences(&self) -> Result<Vec<Difference>, TranscriptError> {
        let transcript: Transcript<G> = serde_json::from_value(self.json.clone()).unwrap();
        transcript.differences()
    }

    /// A list of the game, such as its decisions.
    pub(crate) fn list(&self, key: &str) -> &[Value] {
        self.json[key].as_array().unwrap()
    }

    fn changed(&self, change: impl FnOnce(&mut Value)) -> Self {
        let mut game = self.json.clone();
        change(&mut game);
        assert_ne!(game, self.json, "nothing was changed");
        Self::of(game)
    }

    /// Checks that this fact differs after a change.
    pub(crate) fn finds(&self, fact: &str, change: impl FnOnce(&mut Value)) {
        let differences = self.changed(change).differences().unwrap();
        assert!(differences.iter().any(|found| found.fact == fact), "{fact}: {differences:?}");
    }

    /// Checks that each of these facts differs if the value stands at the place (RFC 6901).
    pub(crate) fn finds_each<const N: usize>(&self, changes: [(&str, &str, Value); N]) {
        for (fact, place, value) in changes {
            self.finds(fact, |game| *game.pointer_mut(place).expect(place) = value);
        }
    }

    fn finds_in_list(&self, fact: &str, list: &str, change: impl FnOnce(&mut Vec<Value>)) {
        self.finds(fact, |game| {
            change(game.pointer_mut(list).and_then(Value::as_array_mut).expect(list));
        });
    }

    /// Checks that another value, order or number is found wherever a transcript has one: in
    /// decisions, draws, the truth, facts and the end.
    pub(crate) fn finds_what_every_game_has(&self) {
        self.finds_other_decisions();
        self.finds_other_truth();
        self.finds_in_list("chance", "/chance", |draws| draws.push(json!(0)));
        self.finds_in_list("chance", "/chance", |draws| drop(draws.pop()));
        self.finds_in_list("chance", "/chance", |draws| draws[0] = json!(99));
        self.finds_other_values("fact", "/facts", &json!(99));
        self.finds_each([
            ("winners", "/winners", json!(["nobody"])),
            ("ending", "/ending", json!("other")),
        ]);
    }

    fn finds_other_decisions(&self) {
        let several = |decision: &Value| decision["legal"].as_array().map_or(0, Vec::len) > 1;
        let at = self.list("decisions").iter().position(several).unwrap();
        let legal = format!("/decisions/{at}/legal");
        self.finds_in_list("legal", &legal, |moves| moves.swap(0, 1));
        self.finds_in_list("legal", &legal, |moves| drop(moves.pop()));
        let long = json!({"count": 12_345, "sha256": "0"});
        self.finds_each([
            ("legal count", &legal, long.clone()),
            ("legal sha256", &legal, long),
            ("seat", &format!("/decisions/{at}/seat"), json!(77)),
            ("move", &format!("/decisions/{at}/move"), json!("nowhere")),
        ]);
        self.finds_in_list("ending", "/decisions", |decisions| drop(decisions.pop()));
        self.finds_in_list("seat", "/decisions", |decisions| decisions.push(decisions[0].clone()));
    }

    fn finds_other_truth(&self) {
        let last = self.list("checks").len() - 1;
        let place = format!("/checks/{last}/truth");
        self.finds_other_values("truth", &place, &json!("other"));
        self.finds("checks", |game| game["checks"][last]["after"] = json!(100_000));
        let mut lists = 0;
        for (key, value) in self.json.pointer(&place).and_then(Value::as_object).unwrap() {
            let Some([first, .., end]) = value.as_array().map(Vec::as_slice) else { continue };
            if first != end {
                let list = format!("{place}/{key}");
                self.finds_in_list(&format!("truth {key}"), &list, |list| {
                    let end = list.len() - 1;
                    list.swap(0, end);
                });
                lists += 1;
            }
        }
        assert!(lists >= 8, "{lists} lists have another order");
    }

    /// Gives each key of an object another value, takes it away, and adds one.
    fn finds_other_values(&self, what: &str, place: &str, other: &Value) {
        for key in self.json.pointer(place).and_then(Value::as_object).unwrap().keys() {
            let fact = format!("{what} {key}");
            self.finds(&fact, |game| {
                game.pointer_mut(place).unwrap()[key] = other.clone();
            });
            self.finds(&fact, |game| {
                game.pointer_mut(place).and_then(Value::as_object_mut).unwrap().remove(key);
            });
        }
        self.finds(&format!("{what} more"), |game| {
            game.pointer_mut(place).unwrap()["more"] = json!(1);
        });
    }

    /// Checks that games of other rulesets and of these parameters, which are out of range or
    /// misspelt, are refused.
    pub(crate) fn is_refused_with<const N: usize>(
        &self,
        out_of_range: Value,
        misspelt: [Value; N],
    ) {
        let with_params = |params| self.changed(|game| game["params"] = params);
        let other = self.changed(|game| game["ruleset"] = json!("other"));
        assert_eq!(other.differences(), Err(TranscriptError::Ruleset("other".into())));
        let setup = with_params(out_of_range).differences();
        assert!(matches!(setup, Err(TranscriptError::Setup(_))), "{setup:?}");
        for params in misspelt {
            assert!(serde_json::from_value::<Transcript<G>>(with_params(params).json).is_err());
        }
    }
}
