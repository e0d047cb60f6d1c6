//! The worked examples of the rules.

use std::sync::LazyLock;

use stoker_engine::kosmos::{Barriers, Colour, Kosmos, Link, LinkSet, Params};
use stoker_engine::transcript::{Transcribed, Truth, TruthValue};
use stoker_engine::{Chance, Game, Turn};

use crate::common::play::Run;

/// The draws for the action cards, the same in all examples.
const ACTIONS: [u32; 18] = [7, 4, 3, 2, 1, 3, 3, 2, 1, 9, 4, 3, 2, 1, 4, 3, 2, 1];
/// The deal of the booklet's worked turn.
const DEAL_K: [u32; 11] = [11, 2, 7, 1, 7, 5, 5, 3, 1, 2, 1];
/// The deal of the examples of proof.
const DEAL_P: [u32; 11] = [8, 3, 7, 4, 1, 6, 5, 4, 3, 2, 1];

/// A game that is played move by move.
struct Table(Run<'static, Kosmos>);

impl Table {
    fn start(deal: [u32; 11], further: &[u32]) -> Self {
        static RULES: LazyLock<Kosmos> = LazyLock::new(Kosmos::default);
        let draws = ACTIONS.into_iter().chain(deal).chain(further.iter().copied()).collect();
        Self(Run::with(&RULES, Chance::recorded(draws), 0))
    }

    /// Makes these moves, separated by spaces, in the order asked.
    fn play(mut self, moves: &str) -> Self {
        for text in moves.split_whitespace() {
            let seat = self.0.asked().unwrap_or_else(|| panic!("over before {text}"));
            let mv = self.0.rules.parse_move(seat, text).unwrap();
            self.0.make(mv);
        }
        self
    }

    fn truth(&self) -> Truth {
        self.0.rules.truth(&self.0.state, &self.0.views, None)
    }

    /// Checks values of the truth; a list is written with spaces.
    fn has(&self, values: &[(&str, &str)]) {
        let truth = self.truth();
        for (key, expected) in values {
            let got = match &truth[*key] {
                TruthValue::List(values) => {
                    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
                }
                value @ (TruthValue::Number(_) | TruthValue::Text(_)) => value.to_string(),
            };
            assert_eq!(got, *expected, "{key}");
        }
    }

    /// The legal moves of the seat asked, separated by spaces.
    fn legal(&self) -> String {
        self.0.written()
    }

    /// The ending and who won; `drew` says that all draws were used, and no more.
    fn result(&self) -> (&'static str, i32) {
        assert_eq!(self.0.rules.chance(&self.0.state).check(), Ok(()));
        match self.0.rules.turn(&self.0.state) {
            Turn::Over(ending) => (ending.reason, ending.scores[0]),
            Turn::ToMove(seat) => panic!("seat {seat} is asked"),
        }
    }
}

/// The booklet's worked turn, up to its action card.
fn worked_turn(further: &[u32]) -> Table {
    let table = Table::start(DEAL_K, further);
    table.has(&[
        ("actions_dracula", "FLU STI AUG FLS SCH"),
        ("actions_hunter", "SCF STA TAU EIN WID"),
        ("turn", "0"),
        ("active", "-1"),
        ("asks", "lay"),
    ]);
    let table = table.play("V1V2V3AMCOCO H1H2H3VIVIVI");
    table.has(&[("board", "V1 CO VI H3 AM H1 CO VI V2 H2 V3 VI")]);
    table.play("A2 - END AUG - - B4 - END SCF - - A3 - END FLS - G:A1A2 B3 LOOK H2 B2 - C2 LOOK CR C3 LOOK")
}

#[test]
fn the_booklets_worked_turn_comes_to_its_action_card() {
    let table = worked_turn(&[]);
    table.has(&[
        ("asked", "1"),
        ("asks", "play"),
        ("steps", "4"),
        ("shown", "V2"),
        ("figure_hunter", "C3"),
        ("figure_dracula", "A3"),
        ("lives_hunter", "4"),
        ("lives_dracula", "4"),
        ("board", "V1 CO VI H3 AM CR CO H2 V2 H2 V3 VI"),
        ("barriers", "- - A1A2 -"),
        ("hand_hunter", "H1 H1 H1 H2 H3 H3 VI VI VI"),
        ("hand_dracula", "V1 V1 V2 V2 V3 V3 CO CO CO"),
        ("known_hunter", "? ? ? ? ? CR ? H2 V2 ? ? ?"),
        ("known_dracula", "? ? ? ? ? H ? H V2 ? ? ?"),
    ]);
    assert_eq!(table.legal(), "STA TAU EIN WID");
}

#[test]
fn resistance_draws_the_fight_and_turns_a_place() {
    let table = worked_turn(&[]).play("WID C2");
    let barriers = table.legal();
    let all = Link::ALL.iter().filter(|link| **link != Link::A1A2);
    let expected: Vec<String> = all.map(|link| format!("G:{link}")).collect();
    assert_eq!(barriers, format!("{} -", expected.join(" ")));
    assert_eq!(expected.len() + 1, 17);
    let table = table.play("G:C3C4");
    table.has(&[
        ("turn", "5"),
        ("lives_hunter", "4"),
        ("board", "V1 CO VI H3 AM CR CO H2 V2 H2 V3 VI"),
        ("turned", "C2"),
        ("barriers", "- - C3C4 -"),
        ("played_hunter", "SCF WID"),
    ]);
    assert_eq!(table.legal(), "A2 B3 A4");
    let table = table.play("B3 - B2 -");
    assert_eq!(table.legal(), "B1 A2 B3 END");
    table.play("END SCH -").has(&[("turn", "6"), ("turned", "-")]);
}

#[test]
fn strength_wins_the_fight_one_step_short() {
    worked_turn(&[]).play("STA H3 -").has(&[
        ("lives_hunter", "3"),
        ("board", "V1 CO VI H3 AM CR CO H2 H3 H2 V3 VI"),
        ("discard_dracula", "V2"),
        ("hand_hunter", "H1 H1 H1 H2 H3 VI VI VI"),
        ("turn", "5"),
    ]);
}

#[test]
fn a_feint_that_is_declined_draws_nothing() {
    let table = worked_turn(&[]).play("TAU - -");
    table.has(&[("lives_hunter", "3"), ("turn", "5")]);
    assert_eq!(table.0.drawn().len(), 29);
}

#[test]
fn inspiration_ignores_the_card_or_not() {
    let board = "V1 CO VI H3 AM CR CO H2 V2 H2 V3 VI";
    worked_turn(&[]).play("EIN USE -").has(&[("lives_hunter", "4"), ("board", board)]);
    worked_turn(&[]).play("EIN - -").has(&[("lives_hunter", "3"), ("board", board)]);
}

#[test]
fn a_feint_wins_a_coffin_or_costs_a_life() {
    worked_turn(&[6]).play("TAU USE -").has(&[
        ("lives_hunter", "3"),
        ("won_hunter", "1"),
        ("hand_dracula", "V1 V1 V2 V2 V3 V3 CO CO"),
    ]);
    worked_turn(&[2]).play("TAU USE -").has(&[
        ("lives_hunter", "2"),
        ("won_hunter", "0"),
        ("hand_dracula", "V1 V1 V2 V2 V3 V3 CO CO CO"),
    ]);
}

/// Five turns after which Dracula holds three victims, and the hunter's hand the other two.
fn before_proof(lay: &str, board: &str) -> Table {
    let table = Table::start(DEAL_P, &[]).play(lay).play("H1H2H3VIVIVI");
    table.has(&[("board", board)]);
    let turns = "B1 LOOK STI V3 - C3 - END SCF - - B2 LOOK AUG V3 - - B3 - END WID - -";
    table.play(turns).play("A2 LOOK FLS V2 - -")
}

#[test]
fn the_mover_wins_when_both_have_proof() {
    let board = "V1 VI V2 VI VI AM H1 V1 V3 H2 V2 H3";
    let dracula = before_proof("V1V1V2V2V3AM", board).play("A3 - END TAU - - A3 SHOW");
    dracula.has(&[("turn", "7")]);
    assert_eq!(dracula.result(), ("proof", -1));
    let hunter = before_proof("V1V1V2V2V3AM", board).play("A3 - A2 SHOW");
    hunter.has(&[("turn", "6")]);
    assert_eq!(hunter.result(), ("proof", 1));
}

#[test]
fn the_other_side_wins_if_it_alone_has_proof() {
    let board = "V1 VI V2 VI VI CO H1 V1 V3 H2 V2 H3";
    let table = before_proof("V1V1V2V2V3CO", board).play("A3 - A2 SHOW");
    table.has(&[("turn", "6")]);
    assert_eq!(table.result(), ("proof", -1));
}

fn barriers(set: &[(Colour, Link)]) -> Barriers {
    let set = set.iter();
    set.fold(Barriers::default(), |all, &(colour, link)| all.with(colour, link).unwrap())
}

fn free(barriers: Barriers, colours: &[Colour]) -> String {
    let links = |colour: Colour| -> Vec<String> {
        let free: LinkSet = barriers.free_for(colour);
        free.iter().map(|link| format!("{colour}:{link}")).collect()
    };
    let all: Vec<String> = colours.iter().flat_map(|&colour| links(colour)).collect();
    all.join(" ")
}

#[test]
fn barriers_neither_touch_nor_cut_the_board_in_two() {
    let two = barriers(&[(Colour::Red, Link::A1A2), (Colour::Blue, Link::B1B2)]);
    assert_eq!(
        free(two, &[Colour::Yellow]),
        "Y:C2C3 Y:A3B3 Y:A3A4 Y:B3C3 Y:B3B4 Y:C3C4 Y:A4B4 Y:B4C4"
    );
    assert_eq!(
        free(two, &[Colour::Red]),
        "R:C1C2 R:A2A3 R:C2C3 R:A3B3 R:A3A4 R:B3C3 R:B3B4 R:C3C4 R:A4B4 R:B4C4"
    );
    let four = two.with(Colour::Green, Link::C3C4).unwrap();
    let four = four.with(Colour::Yellow, Link::A3A4).unwrap();
    assert_eq!(
        free(four, Colour::ALL),
        "R:C1C2 B:B1C1 B:C1C2 B:B2C2 B:B2B3 G:C2C3 G:B3C3 G:B3B4 G:B4C4 Y:A3B3 Y:B3B4 Y:A4B4"
    );
}

#[test]
fn each_preset_is_what_the_rules_say() {
    let differ = |name: &str| {
        let presets = Params::presets();
        let preset = presets.into_iter().find(|preset| preset.name == name).unwrap();
        serde_json::to_string(&preset.params).unwrap()
    };
    let usual = r#"{"lives":4,"targets_min":0,"targets_max":5,"turns":200,"first":"dracula","barrier":"may"}"#;
    assert_eq!(differ("kosmos"), usual);
    let few = usual.replace(r#"min":0"#, r#"min":2"#).replace(r#"max":5"#, r#"max":3"#);
    assert_eq!(differ("first-game"), few);
    assert_eq!(differ("strict-barriers"), usual.replace("may", "must"));
    assert_eq!(Kosmos::default().max_decisions(), 9_010);
}
