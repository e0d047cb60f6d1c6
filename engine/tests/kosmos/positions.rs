//! Positions that are made from the truth of a moment, and played on from.

use serde_json::{Value, json};
use stoker_engine::kosmos::{Asked, Kosmos};
use stoker_engine::transcript::{PositionError, Transcribed as _, TranscriptPosition};
use stoker_engine::{Game as _, Seed};

use crate::common::play::{Played as _, Run, text_of};
use crate::common::positions::{
    Around, Moment, Placed, When, damage_is_refused_or_played, rest_is_the_same, truth_json,
};

impl Placed for Kosmos {
    const TO_THE_END: usize = 20;

    fn moment(run: &Run<'_, Self>, _: Around<'_>) -> Option<Moment> {
        let truth = run.rules.truth(&run.state, &run.views, None);
        begins_a_walk(run).then_some(Moment { truth, when: When::Now })
    }
}

/// The truth as it is written.
fn truth(run: &Run<'_, Kosmos>) -> Value {
    truth_json(&run.rules.truth(&run.state, &run.views, None))
}

fn begins_a_walk(run: &Run<'_, Kosmos>) -> bool {
    let position = run.state.position();
    let asks = position.asked().map(|(_, asked)| asked);
    asks == Some(Asked::Walk) && position.table().steps == 0
}

fn position(
    rules: &Kosmos,
    truth: &Value,
    moves: &[String],
    chance: &[u32],
) -> TranscriptPosition<Kosmos> {
    let json = json!({
        "ruleset": "kosmos", "params": rules.params(), "truth": truth, "moves": moves,
        "chance": chance,
    });
    serde_json::from_value(json).unwrap()
}

/// A game at the beginning of a walk, some turns after its start.
fn in_mid_game(rules: &Kosmos) -> Run<'_, Kosmos> {
    let mut run = Run::new(rules, 5);
    while run.state.position().table().turn < 9 || !begins_a_walk(&run) {
        let mv = run.random_move().unwrap();
        run.make(mv);
    }
    run
}

/// The reason why a position is refused after this change of its truth.
fn refused(change: impl FnOnce(&mut Value)) -> String {
    let rules = Kosmos::default();
    let run = in_mid_game(&rules);
    let mut truth = truth(&run);
    assert!(position(&rules, &truth, &[], &[]).state(&rules, Seed(1)).is_ok());
    change(&mut truth);
    let found = position(&rules, &truth, &[], &[]).state(&rules, Seed(1));
    found.map(|_| ()).unwrap_err().to_string()
}

/// The moves of up to three decisions, none of which ends the game, and their draws.
fn played_on(run: &mut Run<'_, Kosmos>) -> (Vec<String>, Vec<u32>) {
    let drawn = run.rules.chance(&run.state).drawn().len();
    let mut moves = vec![];
    for _ in 0..3 {
        let mv = run.random_move().unwrap();
        let before = (run.state.clone(), run.views.clone());
        run.make(mv);
        if run.asked().is_none() {
            (run.state, run.views) = before;
            break;
        }
        moves.push(text_of(run.rules, mv));
    }
    (moves, run.rules.chance(&run.state).drawn()[drawn..].to_vec())
}

/// The truth, without the lists of what was told.
fn present(run: &Run<'_, Kosmos>) -> Value {
    let mut truth = truth(run);
    ["told_dracula", "told_hunter"].iter().for_each(|key| truth[key] = Value::Null);
    truth
}

#[test]
fn from_the_begin_of_any_walk_the_same_moves_and_draws_come_to_the_same_truth() {
    let mut compared = 0;
    let setups = Kosmos::setups().into_iter();
    for (rules, seed) in setups.flat_map(|rules| (0..8).map(move |seed| (rules.clone(), seed))) {
        let mut run = Run::new(&rules, seed);
        while let Some(mv) = run.random_move() {
            run.make(mv);
            if !begins_a_walk(&run) {
                continue;
            }
            let begin = truth(&run);
            let (moves, draws) = played_on(&mut run);
            let state = position(&rules, &begin, &moves, &draws).state(&rules, Seed(seed)).unwrap();
            let made = Run::from_state(&rules, state, run.rng.clone());
            assert_eq!(made.legal(), run.legal());
            assert_eq!(present(&made), present(&run));
            compared += 1;
        }
    }
    assert!(compared > 500, "{compared}");
}

#[test]
fn the_rest_of_a_game_is_the_same_from_the_begin_of_every_walk() {
    let moments = rest_is_the_same::<Kosmos>();
    assert!(moments > 4_000, "{moments}");
}

#[test]
fn damaged_positions_are_refused_or_played_to_their_end() {
    let (accepted, refused) = damage_is_refused_or_played::<Kosmos>(12);
    assert!(accepted > 50 && refused > 500, "{accepted} {refused}");
}

#[test]
fn other_moments_are_refused_with_the_reason() {
    let rules = Kosmos::default();
    let mut run = in_mid_game(&rules);
    let mut seen = 0;
    while let Some(mv) = run.random_move() {
        run.make(mv);
        if begins_a_walk(&run) || seen > 50 {
            continue;
        }
        let error = position(&rules, &truth(&run), &[], &[]).state(&rules, Seed(1)).map(|_| ());
        let error = error.unwrap_err().to_string();
        assert!(error.contains("`asks`") || error.contains("`steps`"), "{error}");
        seen += 1;
    }
    assert!(seen > 20);
}

#[test]
fn what_cannot_be_is_refused_by_its_key() {
    for (change, expected) in [
        (("asks", json!("look")), "`asks`: a game goes on only from `walk`, with 0 `steps`"),
        (("steps", json!(1)), "`steps`: must be 0"),
        (("turn", json!("nine")), "`turn`: must be a number from 1 to 200"),
        (("breath", json!(2)), "`breath`: must be a number from 0 to 1"),
        (("lives_hunter", json!(0)), "`lives_hunter`: must be a number from 1 to 4"),
        (("won_dracula", json!(5)), "`won_dracula`: must be a number from 0 to 4"),
        (("figure_hunter", json!("D1")), "`figure_hunter`: `D1` is not a place"),
        (("board", json!(["-"])), "`board`: must have 12 entries"),
        (("hand_hunter", json!(["V1"])), "`hand_hunter`: these are the other side's cards"),
        (("hand_hunter", json!([])), "`hand_hunter`: with the `board`"),
        (("played_hunter", json!(["FLU"])), "`played_hunter`: `FLU` is the other side's card"),
        (
            ("barriers", json!(["A1B1", "B1C1", "-", "-"])),
            "`barriers`: no barrier may be on `B1C1`",
        ),
        (("moon", json!(1)), "`moon`: there is no such value"),
    ] {
        let (key, value) = change;
        let error = refused(|truth| truth[key] = value);
        assert!(error.starts_with(&format!("truth, {expected}")), "{error}");
    }
    let error = refused(|truth| drop(truth.as_object_mut().unwrap().remove("whisper")));
    assert_eq!(error, "truth, `whisper`: it is missing");
    let error = refused(|truth| truth["known_hunter"][3] = json!("V1"));
    assert_eq!(error, "truth, `known_hunter`: it does not agree with the `board`");
    let error = refused(|truth| truth["plays_hunter"] = json!([]));
    assert!(error.starts_with("truth, `played_hunter`: must be "), "{error}");
}

#[test]
fn moves_and_draws_that_do_not_follow_are_refused() {
    let rules = Kosmos::default();
    let truth = truth(&in_mid_game(&rules));
    let state = |moves: &[&str], chance: &[u32]| {
        let moves: Vec<_> = moves.iter().map(|text| (*text).to_owned()).collect();
        position(&rules, &truth, &moves, chance).state(&rules, Seed(1)).map(|_| ()).unwrap_err()
    };
    let error = state(&["LAY"], &[]).to_string();
    assert!(error.starts_with("move 1, `LAY`, is not legal: the moves of seat "), "{error}");
    assert!(matches!(state(&[], &[7]), PositionError::Chance(_)));
    let mut other = position(&rules, &truth, &[], &[]);
    other.ruleset = "toy".to_owned();
    assert_eq!(other.rules().err(), Some(PositionError::Ruleset("toy".to_owned())));
}
