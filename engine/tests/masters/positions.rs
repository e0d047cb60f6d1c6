//! Positions that are made from the truth of a moment: a night action, or the begin of a day.

use serde_json::{Value, json};
use stoker_engine::Seed;
use stoker_engine::masters::{Act, Family, InDeck, Masters, Params, Question, Tally};
use stoker_engine::transcript::{Truth, TruthValue};

use crate::common::play::Run;
use crate::common::positions::{
    Around, Moment, Placed, When, damage_is_refused_or_played, position, refused, rest_is_the_same,
    truth_of,
};

impl Placed for Masters {
    const TO_THE_END: usize = 20;

    /// A night action; or the day that begins when the last vampire of a night ends its turn.
    fn moment(run: &Run<'_, Self>, around: Around<'_>) -> Option<Moment> {
        let table = run.state.position().table();
        let acts = table.asked.is_some_and(|asked| asked.question == Question::Action);
        let last = (usize::from(u8::from(table.leader)) + table.players() - 1) % table.players();
        let ends = around.next == "END" && table.actor.is_some_and(|actor| actor.index() == last);
        let truth = truth_of(run);
        match (acts, ends) {
            (false, _) => None,
            (true, false) => Some(Moment { truth, when: When::Now }),
            (true, true) => Some(Moment { truth: next_day(truth), when: When::OnTheWay }),
        }
    }
}

/// The truth of the day that begins when the last turn of the night is over.
fn next_day(mut truth: Truth) -> Truth {
    let number = |truth: &Truth, key: &str| match truth[key] {
        TruthValue::Number(number) => number,
        TruthValue::Text(_) | TruthValue::List(_) => panic!("`{key}` is a number"),
    };
    let TruthValue::List(who) = &truth["who"] else { panic!("`who` is a list") };
    let players = i64::try_from(who.len()).unwrap();
    let (round, leader) = (number(&truth, "round"), number(&truth, "leader"));
    for (key, value) in [
        ("round", (round + 1).into()),
        ("leader", ((leader + 1) % players).into()),
        ("actor", TruthValue::Number(-1)),
        ("ap", TruthValue::Number(0)),
        ("timepiece", TruthValue::Number(0)),
        ("tonight", "".into()),
        ("changed", TruthValue::List(vec![])),
    ] {
        truth.insert(key.to_owned(), value);
    }
    truth
}

#[test]
fn the_rest_of_a_game_is_the_same_from_every_night_action_and_every_begin_of_a_day() {
    let moments = rest_is_the_same::<Masters>();
    assert!(moments > 10_000, "{moments}");
}

#[test]
fn damaged_positions_are_refused_or_played_to_their_end() {
    let (accepted, refused) = damage_is_refused_or_played::<Masters>(12);
    assert!(accepted > 100 && refused > 1_000, "{accepted} {refused}");
}

/// The second night of a game of three.
fn in_mid_game(rules: &Masters) -> Run<'_, Masters> {
    let mut run = Run::new(rules, 3);
    let begun = |run: &Run<'_, Masters>| {
        let table = run.state.position().table();
        let acts = table.asked.is_some_and(|asked| asked.question == Question::Action);
        acts && table.round > 1 && table.ap == 2
    };
    while !begun(&run) {
        let mv = run.random_move().unwrap();
        run.make(mv);
    }
    run
}

#[test]
fn what_cannot_be_is_refused_by_its_key() {
    let rules = Masters::default();
    let truth = truth_of(&in_mid_game(&rules));
    for (key, value, expected) in [
        ("owed", json!(1), "`owed`: a game goes on only from a night action or the begin of a day"),
        ("marked", json!([4]), "`marked`: a game goes on only from a night action"),
        ("actor", json!(3), "`actor`: must be a number from -1 to 2"),
        ("actor", json!(-1), "`ap`: must be 0 at the begin of a day, where no vampire acts"),
        ("round", json!(0), "`round`: must be a number from 1 to 19"),
        ("leader", json!(0), "`leader`: must be 1 in round 2"),
        ("veil", json!(7), "`veil`: must be a number from 1 to 6"),
        ("ap", json!(4), "`ap`: must be a number from 0 to 2"),
        ("dice", json!([]), "`dice`: must have 1 to 6 dice"),
        ("dice", json!([6, 1]), "`dice`: must be [1 6] here"),
        ("dice", json!([0]), "`dice`: must be a number from 1 to 6"),
        ("city", json!(["RAIL"]), "`city`: must have each of the nine districts"),
        ("city", json!(["PUB"]), "`city`: `PUB` is not a district"),
        ("hidden", json!([0, 0]), "`hidden`: must have 9 entries"),
        ("minions_left", json!(9), "`minions_left`: with those in the city there must be 9"),
        ("agents_left", json!(0), "`agents_left`: with those in the city there must be 10 agents"),
        ("who", json!(["AGN", "ISH", "ISH"]), "`who`: `ISH` is there twice"),
        ("who", json!(["AGN", "ISH", "IMR"]), "`who`: must be AGN ISH MIL in this family"),
        ("blood", json!([5, 4, 4]), "`blood`: must be a number from 0 to 4"),
        ("blood", json!([0, 0, 0]), "`actor`: a drained vampire is not asked for an action"),
        ("kills", json!([0, 10, 0]), "`kills`: must be a number from 0 to 9"),
        ("sigil", json!([-1, 2, -1]), "`sigil`: a vampire with fewer than 9 kills has no sigil"),
        ("relics", json!([["URN"], [], []]), "`relics`: a vampire has more relics than slots"),
        ("urn", json!(4), "`relic_deck`: with those held and placed, `URN` is there twice"),
        ("timepiece", json!(1), "`timepiece`: nobody holds `TIM` to have used it"),
        ("changed", json!(["URN"]), "`changed`: `URN` is still in the deck"),
        ("deck", json!([]), "`deck`: must have 16 cards in round 2"),
        ("deck", json!(["1-02", "1-02"]), "`deck`: `1-02` is there twice"),
        ("lying", json!(["1-05:POL"]), "`lying`: `1-05:POL` is no card that lies in the city"),
        ("tonight", json!("CALM"), "`tonight`: `CALM` is not a night"),
        ("moon", json!(1), "`moon`: there is no such value"),
    ] {
        let error = refused(&rules, &truth, |truth| truth[key] = value);
        assert!(error.starts_with(&format!("truth, {expected}")), "{error}");
    }
    let error = refused(&rules, &truth, |truth| drop(truth.as_object_mut().unwrap().remove("ap")));
    assert_eq!(error, "truth, `ap`: it is missing");
    let swapped = |truth: &mut Value| {
        let deck = truth["deck"].as_array_mut().unwrap();
        let last = deck.len() - 1;
        deck.swap(0, last);
    };
    let error = refused(&rules, &truth, swapped);
    assert_eq!(error, "truth, `deck`: the acts must stand in order");
}

/// K1: the truth does not say which cards have been seen. One that lies below a card of a later act
/// was put there by Nevena (N9).
#[test]
fn the_family_knows_of_the_deck_what_follows_from_its_order() {
    let nevena = Params { family: Family::Third, ..Params::default() };
    let rules = Masters::with(nevena).unwrap();
    let deck = |run: &Run<'_, Masters>| run.state.position().table().deck;
    let foretold = |run: &Run<'_, Masters>| {
        let last = deck(run).iter().last();
        let acts = run.state.position().table().asked.map(|asked| asked.question);
        matches!(last, Some(InDeck::Card(card)) if card.act() == Act::First)
            && acts == Some(Question::Action)
    };
    let played = |seed| {
        let mut run = Run::new(&rules, seed);
        while !foretold(&run) {
            let mv = run.random_move()?;
            run.make(mv);
        }
        Some(run)
    };
    let run = (0..100).find_map(played).unwrap();
    let state = position(&rules, &truth_of(&run), &[], &[]).state(&rules, Seed(1)).unwrap();
    assert_eq!(state.position().table().deck, deck(&run));
    assert_eq!(state.position().table().tally, Tally::default());
}

/// X1 (booklet), written as a position: Ishtvan and Mila share cell 4 with a minion and four exposed
/// agents, and the dice show 2 and 6. Six new ones show 1 1 3 4 4 4.
#[test]
fn x1_is_a_position_with_moves_and_dice() {
    let rules = Masters::default();
    let mut run = Run::new(&rules, 1);
    while run.state.position().table().actor.is_none() {
        let mv = run.random_move().unwrap();
        run.make(mv);
    }
    let at_four = |count: i64| -> TruthValue {
        let counts = (0..9).map(|cell| TruthValue::from(if cell == 4 { count } else { 0 }));
        counts.collect()
    };
    let numbers = |numbers: &[i64]| -> TruthValue { numbers.iter().copied().collect() };
    let mut truth = truth_of(&run);
    for (key, value) in [
        ("actor", TruthValue::Number(1)),
        ("ap", TruthValue::Number(2)),
        ("tonight", "".into()),
        ("at", numbers(&[0, 4, 4])),
        ("blood", numbers(&[4, 1, 3])),
        ("kills", numbers(&[0, 0, 0])),
        ("dice", numbers(&[2, 6])),
        ("hidden", at_four(0)),
        ("exposed", at_four(4)),
        ("agents_left", TruthValue::Number(6)),
        ("minions", at_four(1)),
        ("minions_left", TruthValue::Number(8)),
        ("lying", numbers(&[])),
        ("curse", TruthValue::Number(-1)),
    ] {
        truth.insert(key.to_owned(), value);
    }
    let moves = ["FG", "MN:1", "DI:6", "DI:4"];
    let fight = position(&rules, &truth, &moves, &[0, 0, 2, 3, 3, 3]);
    let state = fight.state(&rules, Seed(1)).unwrap();
    let end = Run::from_state(&rules, state, run.rng.clone());
    let after = truth_of(&end);
    assert_eq!(after["exposed"], at_four(1));
    assert_eq!(after["minions"], at_four(0));
    assert_eq!(after["kills"], numbers(&[0, 2, 1]));
    assert_eq!(after["blood"], numbers(&[4, 0, 2]));
    assert_eq!(after["dice"], numbers(&[1, 1, 3, 4, 4]));
    assert_eq!((&after["actor"], &after["ap"]), (&TruthValue::Number(2), &TruthValue::Number(2)));
}
