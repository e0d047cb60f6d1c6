//! Fights and feints that take a position of their own (kosmos F), and what a data file may say.

use super::position::{Pending, Question};
use super::*;
use crate::game::Game;
use crate::seats::Viewer;
use crate::{Chance, Seed};

/// A position in which the hunter looks at a card and is about to play one.
struct Meeting {
    rules: Kosmos,
    position: Position,
}

impl Meeting {
    fn new(breath: bool, foe: Option<Kind>) -> Self {
        let rules = Kosmos::default();
        let mut state = rules.start(Chance::seeded(Seed(1)));
        for lay in ["V1V1V1V2V2CO", "H1H1H1H2H2VI"] {
            let side = state.position.asked().unwrap().0;
            let mv = rules.parse_move(side.seat(), lay).unwrap();
            rules.play(&mut state, mv.into()).unwrap();
        }
        let mut position = state.position;
        position.table.mover = Some(Side::Hunter);
        position.table.breath = breath;
        position.table.shown = foe;
        position.board[Place::C4] = foe;
        position.own.hunter.actions = ActionSet::deck(Side::Hunter);
        position.pending = Pending::Mover(Question::Play);
        Self { rules, position }
    }

    /// The entries that the hunter is told when he makes these moves.
    fn told(mut self, moves: &str) -> Vec<String> {
        let mut told = vec![];
        for text in moves.split_whitespace() {
            let mv = self.rules.parse_move(Side::Hunter.seat(), text).unwrap();
            let mut tellings = Tellings::new();
            let mut luck = Chance::recorded(vec![0]);
            self.position.play(&self.rules, mv, &mut luck, &mut tellings).unwrap();
            told.extend(tellings.iter().filter_map(|t| t.hunter).map(|t| t.to_string()));
        }
        told
    }
}

fn fight(breath: bool, foe: Kind, card: &str) -> String {
    Meeting::new(breath, Some(foe)).told(card)[1].clone()
}

#[test]
fn fights_come_out_as_the_rules_say_with_breath_and_without() {
    for (foe, card, off, on) in [
        (Kind::V3, "STA", "won", "drawn"),
        (Kind::V1, "TAU", "drawn", "lost"),
        (Kind::V3, "EIL", "lost", "lost"),
    ] {
        assert_eq!(fight(false, foe, card), off, "{foe} {card}");
        assert_eq!(fight(true, foe, card), on, "{foe} {card}");
    }
}

#[test]
fn feints_cost_what_the_rules_say_with_breath_and_without() {
    let feint = |breath, drawn| {
        let mut meeting = Meeting::new(breath, None);
        meeting.position.own.dracula.hand = Cards::none(Side::Dracula);
        meeting.position.own.dracula.hand.add(drawn);
        meeting.told("TAU USE").split_off(1)
    };
    assert_eq!(feint(false, Kind::V1), ["feint:V1"]);
    assert_eq!(feint(true, Kind::V1), ["feint:V1", "loss:1"]);
    assert_eq!(feint(false, Kind::Amulet), ["feint:AM", "loss:1"]);
    assert_eq!(feint(true, Kind::Amulet), ["feint:AM", "loss:1"]);
    assert_eq!(feint(false, Kind::V2), ["feint:V2", "loss:1"]);
    assert_eq!(feint(false, Kind::Coffin), ["feint:CO", "taken"]);
}

#[test]
fn the_board_is_due_once_a_turn_and_at_the_end() {
    let rules = Kosmos::default();
    let mut state = rules.start(Chance::seeded(Seed(3)));
    let mut boards = 0;
    while state.position.asked().is_some() {
        let choice = rules.default_choice(&mut state);
        let play = rules.play(&mut state, choice).unwrap();
        boards += u16::from(rules.board_is_due(&state, &play));
    }
    assert_eq!(boards, state.position.table.turn + 1);
}

fn read(text: &str) -> Result<Kosmos, Box<dyn std::error::Error>> {
    let file = DATA_FORM.parse("own.json", text)?;
    Ok(crate::Game::configure(Params::default(), None, Some(file.into()))?)
}

fn refused(from: &str, to: &str) -> String {
    assert!(EMBEDDED.contains(from), "{from}");
    read(&EMBEDDED.replacen(from, to, 1)).unwrap_err().to_string()
}

#[test]
fn the_data_file_is_what_the_rules_say() {
    let data = Data::load(None).unwrap().values;
    assert_eq!(data.cards.hunter, Cards::new(Side::Hunter, [3, 3, 3, 1, 5]));
    assert_eq!(data.start, BySide { dracula: Place::A1, hunter: Place::C4 });
    assert_eq!((data.regained, data.breath), (2, 1));
    let of = |card| *data.action(card);
    let bar = Bar::Colour(Colour::Green);
    let special = Some(Special::Resistance);
    let resistance = ActionData { movement: 5, strength: 2, bar, special };
    assert_eq!(of(ActionCard::Resistance), resistance);
    let haste = ActionData { movement: 6, strength: 0, bar: Bar::Grey, special: None };
    assert_eq!(of(ActionCard::Haste), haste);
}

#[test]
fn a_data_file_that_does_not_suit_the_rules_is_refused_with_the_reason() {
    for (from, to, error) in [
        (r#""count": 3"#, r#""count": 4"#, "`cards in all` of `dracula` is 16, but must be 15"),
        (r#""count": 3"#, r#""count": -3"#, "`count` of `V1` is -3, but must be in 0..=15"),
        (r#""count": 5"#, r#""count": 4"#, "`count` of `CO` is 4, but must be 5"),
        (r#""wings""#, r#""webs""#, "unknown variant `webs`"),
        (r#""wings""#, r#""feint""#, "`special` of `FLU` is feint, but must be one of `dracula`"),
        (r#""wings""#, r#""pulse""#, "`FLU` and `PUL` have the same special"),
        (r#""red", "special""#, r#""pink", "special""#, "`bar` of `FLU` is pink"),
        (r#""movement": 6"#, r#""movement": 100"#, "`movement` of `SCH` is 100"),
        (
            r#""value": 4"#,
            r#""value": 5"#,
            "`numbers.lives.value` is 5, but the default of the parameter `lives` is 4",
        ),
        (r#""code": "B2""#, r#""code": "A1""#, "`places.A1` is there twice"),
        (r#""code": "AM""#, r#""code": "XX""#, "the encounter cards of `dracula` must be V1 V2"),
        (r#""start": "A1""#, r#""start": "B1""#, "`start` of `dracula` is B1, but must be as the"),
        (r#""source": "public""#, r#""source": "me""#, "`barriers.R.source` must name a source"),
        (r#""name": "harbour""#, r#""name": """#, "`places.A1.name` must be a name"),
        (r#""note""#, r#""notes""#, "the data of this ruleset have no value `notes`"),
    ] {
        let got = refused(from, to);
        assert!(got.contains(error), "{from} -> {to}: {got}");
    }
}

#[test]
fn a_board_that_is_cut_in_two_is_refused() {
    let kept = EMBEDDED.lines().filter(|line| !line.contains(r#"{"code": "B"#));
    let without_b: Vec<&str> = kept.collect();
    let error = read(&without_b.join("\n")).unwrap_err().to_string();
    let cut = "the board is cut in two: no way leads from A1 to C1";
    assert_eq!(error, format!("data file `own.json`: {cut}"));
}

#[test]
fn entries_are_read_back_as_they_are_written() {
    let rules = Kosmos::default();
    for seed in 0..30 {
        let mut state = rules.start(Chance::seeded(Seed(seed)));
        while state.position.asked().is_some() {
            let choice = rules.default_choice(&mut state);
            rules.play(&mut state, choice).unwrap();
        }
        for viewer in [Viewer(0), Viewer(1)] {
            for told in rules.view(&state, viewer).told.iter() {
                assert_eq!(told.to_string().parse(), Ok(*told));
            }
        }
    }
    for text in ["", "put", "turn:5", "turn:x:D", "loss:", "hand", "hand:V1+H1", "up:", "over:x:D"]
    {
        assert!(text.parse::<Told>().is_err(), "{text}");
    }
    assert_eq!("hand:".parse(), Ok(Told::Hand(None)));
}

/// Explanations and numbers that no file can change, each with the reason.
#[test]
fn a_changed_explanation_or_a_number_of_the_rules_is_refused() {
    for (from, to, error) in [
        ("free to be replaced", "as we like it", "`note` is an explanation"),
        (r#""colour": "red""#, r#""colour": "blue""#, "`barriers.R.colour` is an explanation"),
        (r#""action_hand", "value": 5"#, r#""action_hand", "value": 6"#, "the rules set it to 5"),
        (r#""turns", "value": 200"#, r#""turns", "value": 90"#, "give --param turns=90"),
    ] {
        let got = refused(from, to);
        assert!(got.contains(error), "{from} -> {to}: {got}");
    }
}

/// Every number, word and code of the file that the rules read is in the text whose hash is in
/// records.
#[test]
fn every_value_that_the_rules_read_counts_in_the_canonical_text() {
    let canonical = |text: &str| read(text).unwrap().data.file.canonical().to_owned();
    let own = canonical(EMBEDDED);
    for (from, to) in [
        (r#""movement": 1"#, r#""movement": 2"#),
        (r#""strength": 3, "bar""#, r#""strength": 5, "bar""#),
        (r#""strength": 1, "count""#, r#""strength": 4, "count""#),
        (r#""bar": "red""#, r#""bar": "green""#),
        (r#""special": "wings""#, r#""special": null"#),
        (r#""breath_bonus", "value": 1"#, r#""breath_bonus", "value": 2"#),
        (r#"gift", "value": 2"#, r#"gift", "value": 3"#),
    ] {
        assert!(EMBEDDED.contains(from), "{from}");
        assert_ne!(canonical(&EMBEDDED.replacen(from, to, 1)), own, "{from}");
    }
    for (from, to) in [("harbour", "port"), (r#""bar": "house""#, r#""bar": "public""#)] {
        assert!(EMBEDDED.contains(from), "{from}");
        assert_eq!(canonical(&EMBEDDED.replacen(from, to, 1)), own, "{from}");
    }
}

/// E5 with cards that pay for more steps than the embedded ones.
#[test]
fn the_bound_on_decisions_follows_the_highest_movement() {
    let most = |text: &str| crate::Game::max_decisions(&read(text).unwrap());
    assert_eq!(most(EMBEDDED), 9_010);
    let far = EMBEDDED.replacen(r#""movement": 6"#, r#""movement": 7"#, 1);
    assert_eq!(most(&far), 9_010 + 4 * 200);
}
