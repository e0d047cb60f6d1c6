//! Positions that are made from the truth of a moment: a question for an action (T3).

use serde_json::json;
use stoker_engine::Seed;
use stoker_engine::boss::{
    Asked, Boss, Card, Params, Pedestrian, Player, Position, Sky, Status, Vampires,
};
use stoker_engine::transcript::{Truth, TruthValue};

use crate::common::play::Run;
use crate::common::positions::{
    Around, Moment, Placed, When, damage_is_refused_or_played, position, refused, rest_is_the_same,
    truth_of,
};

impl Placed for Boss {
    const TO_THE_END: usize = 10;

    /// An action. The truth has the order of the decks besides, as a position may.
    fn moment(run: &Run<'_, Self>, _: Around<'_>) -> Option<Moment> {
        acts(run).then(|| Moment { truth: in_full(run), when: When::Now })
    }
}

fn acts(run: &Run<'_, Boss>) -> bool {
    run.state.position().asked().is_some_and(|(_, asked)| asked == Asked::Action)
}

/// The truth, with all that it leaves open.
fn in_full(run: &Run<'_, Boss>) -> Truth {
    let (position, table) = (run.state.position(), run.state.position().table());
    let mut truth = truth_of(run);
    let discards: TruthValue = table.discards.iter().map(|card| card.code()).collect();
    truth.insert("discards".to_owned(), discards);
    truth.insert("peds_top".to_owned(), position.pedestrian_deck().map(Pedestrian::id).collect());
    truth.insert("deck_top".to_owned(), position.ability_deck().map(Card::code).collect());
    truth.insert("sky_deck".to_owned(), position.sky_deck().map(Sky::code).collect());
    let past = table.sky.iter().rev().skip(1).rev();
    truth.insert("sky_past".to_owned(), past.map(|sky| sky.code()).collect());
    truth
}

#[test]
fn the_rest_of_a_game_is_the_same_from_every_action() {
    let moments = rest_is_the_same::<Boss>();
    assert!(moments > 5_000, "{moments}");
}

#[test]
fn damaged_positions_are_refused_or_played_to_their_end() {
    let (accepted, refused) = damage_is_refused_or_played::<Boss>(12);
    assert!(accepted > 50 && refused > 1_000, "{accepted} {refused}");
}

/// A game at an action in its third round, with all seats in play.
fn in_mid_game(rules: &Boss) -> Run<'_, Boss> {
    let games = (1..).map(|seed| {
        let mut run = Run::new(rules, seed);
        while run.state.position().table().round < 3 || !acts(&run) {
            let mv = run.random_move()?;
            run.make(mv);
        }
        Some(run)
    });
    let all_in = |run: &Run<'_, Boss>| {
        let table = run.state.position().table();
        Player::ALL[..3].iter().all(|&player| table.seat(player).status == Status::In)
    };
    games.flatten().find(all_in).unwrap()
}

fn made(rules: &Boss, truth: &Truth, seed: u64) -> Position {
    position(rules, truth, &[], &[]).state(rules, Seed(seed)).unwrap().position().clone()
}

/// The truth names the top three cards of two decks and the number of sky cards.
#[test]
fn what_the_truth_leaves_open_is_drawn_from_the_seed() {
    let rules = Boss::default();
    let run = in_mid_game(&rules);
    let truth = truth_of(&run);
    let [one, same, other] = [1, 1, 2].map(|seed| made(&rules, &truth, seed));
    assert!(one == same && one != other);
    let decks = |position: &Position| {
        let pedestrians: Vec<Pedestrian> = position.pedestrian_deck().collect();
        let cards: Vec<Card> = position.ability_deck().collect();
        (pedestrians, cards)
    };
    let ((one_peds, one_cards), (other_peds, other_cards)) = (decks(&one), decks(&other));
    assert_eq!((&one_peds[..3], &one_cards[..3]), (&other_peds[..3], &other_cards[..3]));
    let sorted = |mut cards: Vec<Card>| {
        cards.sort_unstable();
        cards
    };
    assert_ne!(one_cards, other_cards);
    assert_eq!(sorted(one_cards), sorted(decks(run.state.position()).1));
    assert_eq!(one.table().sky, other.table().sky, "three plain nights");
}

#[test]
fn what_cannot_be_is_refused_by_its_key() {
    let rules = Boss::default();
    let truth = in_full(&in_mid_game(&rules));
    let moment = "a game goes on only from a question for an action (T3), with nothing pending";
    for (key, value, expected) in [
        ("active", json!(-1), format!("`active`: {moment}")),
        ("fight", json!(["DOCKS", "P01", 3]), format!("`fight`: {moment}")),
        ("owed", json!(1), format!("`owed`: {moment}")),
        ("commits", json!(["STAY", "-", "-"]), format!("`commits`: {moment}")),
        ("active", json!(3), "`active`: must be a number from 0 to 2".to_owned()),
        ("round", json!(21), "`round`: must be a number from 1 to 20".to_owned()),
        ("round", json!(5), "`sky_past`: must have 4 entries".to_owned()),
        ("sky", json!("SUN"), "`sky`: the game is over in the sunlight".to_owned()),
        ("sky", json!("CLOUDY"), "`sky_past`: these cards cannot have come".to_owned()),
        ("sky_left", json!(2), "`sky_left`: must be 7".to_owned()),
        ("dawn", json!(1), "`dawn`: must be 0 here".to_owned()),
        ("sky_past", json!(["NIGHT"]), "`sky_past`: must have 2 entries".to_owned()),
        ("tiles", json!([]), "`tiles`: must have 4 entries".to_owned()),
        ("peds_left", json!(1), "`peds_left`: must be ".to_owned()),
        ("peds_top", json!(["T01", "T01"]), "`peds_top`: `T01` is not in the deck".to_owned()),
        ("deck_top", json!([]), "`deck_top`: must be [".to_owned()),
        ("deck_left", json!("all"), "`deck_left`: must be ".to_owned()),
        ("discards", json!([]), "`deck_left`: must be ".to_owned()),
        ("hands", json!([["STROLL"], [], []]), "`hands`: nobody holds a `STROLL`".to_owned()),
        ("hands", json!([]), "`hands`: must have 3 entries".to_owned()),
        ("vampires", json!(["DUKE", "-", "-"]), "`vampires`: must be `-` by these".to_owned()),
        ("wounds", json!([3, 0, 0]), "`wounds`: must be a number from 0 to 2".to_owned()),
        ("state", json!(["sun", "in", "in"]), "`state`: the game is over".to_owned()),
        ("state", json!(["left", "left", "left"]), "`hands`: a seat that is out has".to_owned()),
        ("orders", json!(["A+"]), "`orders`: with those won there must be 6".to_owned()),
        ("known", json!([["T99"], [], []]), "`known`: `T99` is not a pedestrian".to_owned()),
        ("known", json!([["W08"], [], []]), "`known`: `W08` lies nowhere face".to_owned()),
        ("looked", json!(1), "`looked`: only the `HOUND` looks".to_owned()),
        ("vp", json!([99, 0, 0]), "`vp`: must be [".to_owned()),
        ("moon", json!(1), "`moon`: there is no such value".to_owned()),
    ] {
        let error = refused(&rules, &truth, |truth| truth[key] = value);
        assert!(error.starts_with(&format!("truth, {expected}")), "{key}: {error}");
    }
    let error = refused(&rules, &truth, |truth| {
        let tile = truth["tiles"][0].clone();
        truth["tiles"][1] = tile;
    });
    assert!(error.ends_with("is there twice"), "{error}");
    let error = refused(&rules, &truth, |truth| truth["sky_deck"][6] = json!("NIGHT"));
    assert_eq!(error, "truth, `sky_deck`: these cards cannot come");
}

#[test]
fn the_choice_of_vampires_is_no_such_moment() {
    let rules = Boss::with(Params { vampires: Vampires::Choose, ..Params::default() }).unwrap();
    let run = Run::new(&rules, 1);
    let chosen = position(&rules, &truth_of(&run), &[], &[]).state(&rules, Seed(1)).map(|_| ());
    let error = chosen.unwrap_err().to_string();
    assert!(error.starts_with("truth, `active`: a game goes on only from"), "{error}");
}
