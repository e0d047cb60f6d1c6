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

fn refused(from: &str, to: &str) -> String {
    assert!(EMBEDDED.contains(from), "{from}");
    Data::parse(&EMBEDDED.replacen(from, to, 1)).unwrap_err().to_string()
}

#[test]
fn the_data_file_is_what_the_rules_say() {
    let data = Data::embedded();
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
        (r#""count": 5"#, r#""count": 4"#, "`count` of `CO` is 4, but must be in 5..=5"),
        (r#""wings""#, r#""webs""#, "unknown variant `webs`"),
        (r#""wings""#, r#""feint""#, "`special` of `FLU` is feint, but must be one of `dracula`"),
        (r#""wings""#, r#""pulse""#, "`FLU` and `PUL` have the same special"),
        (r#""red", "special""#, r#""pink", "special""#, "`bar` of `FLU` is pink"),
        (r#""movement": 6"#, r#""movement": 100"#, "`movement` of `SCH` is 100"),
        (r#""value": 4"#, r#""value": 5"#, "`value` of `lives` is 5, but must be 4"),
        (r#""code": "B2""#, r#""code": "A1""#, "the places must be A1 B1 C1 A2 B2"),
        (r#""code": "AM""#, r#""code": "XX""#, "the encounter cards of `dracula` must be V1 V2"),
        (r#""start": "A1""#, r#""start": "B1""#, "`start` of `dracula` is B1, but must be as the"),
        (r#""source": "public""#, r#""source": "me""#, "`me` is not a source of `R`"),
        (r#""name": "harbour""#, r#""name": """#, "`A1` has no name"),
        (r#""note""#, r#""notes""#, "unknown field `notes`"),
    ] {
        let got = refused(from, to);
        assert!(got.contains(error), "{from} -> {to}: {got}");
    }
}

#[test]
fn a_board_that_is_cut_in_two_is_refused() {
    let kept = EMBEDDED.lines().filter(|line| !line.contains(r#"{"code": "B"#));
    let without_b: Vec<&str> = kept.collect();
    let error = Data::parse(&without_b.join("\n")).unwrap_err();
    assert_eq!(error, DataError::Cut { from: Place::A1, to: Place::C1 });
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
