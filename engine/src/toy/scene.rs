//! The toy's positions as scenes: four numbers in a row, the last move on one of them, and the sum
//! of the dice. The sum is face down for viewers who may not see it.

use std::collections::BTreeMap;

use super::{State, Toy, View};
use crate::scene::{
    Board, Card, FORMAT, Offer, Onlooker, Panel, Piece, Row, RowKind, Scene, Scenery, Shape, Spot,
};
use crate::seats::{Seat, Viewer};

/// Value of the highest die.
const DIE: i64 = 5;

impl Toy {
    /// The part of the picture that stays the same during a game.
    #[must_use]
    pub fn scenery(&self) -> Scenery {
        Scenery {
            format: FORMAT,
            title: "Toy".to_owned(),
            boards: vec![Board {
                name: "numbers".to_owned(),
                shape: Shape::Line,
                spots: (0..4).map(spot).collect(),
                links: vec![],
                backdrop: None,
            }],
            viewers: self
                .sides
                .viewers()
                .iter()
                .map(|viewer| self.onlooker(&viewer.seats))
                .collect(),
            panels: self.panels(),
            rows: vec![Row { name: "dice".to_owned(), kind: RowKind::Pile, seat: Some(0) }],
            legends: BTreeMap::new(),
        }
    }

    fn onlooker(&self, seats: &std::ops::Range<u8>) -> Onlooker {
        let seats: Vec<_> =
            seats.clone().map(|seat| self.sides.seat_name(Seat(seat)).to_owned()).collect();
        Onlooker { name: seats.join(" and "), seats }
    }

    fn panels(&self) -> Vec<Panel> {
        let panel = |name: &str, unit: &str, highest, plotted| Panel {
            name: name.to_owned(),
            unit: unit.to_owned(),
            range: [0, highest],
            seat: None,
            plotted,
        };
        let scores = self.scores.iter();
        let scores = scores.map(|score| panel(score.name, score.unit, score.range.1.into(), true));
        let most = i64::from(self.params.decisions);
        let left = panel("decisions left", "decisions", most, false);
        scores.chain([panel("dice", "points", DIE * most, true), left]).collect()
    }

    /// A view as a scene.
    #[must_use]
    pub fn scene(&self, view: &View) -> Scene {
        let dice = self.sees_dice(view.viewer).then_some(view.dice);
        let choices = self.moves_of(view).map(|mv| Offer {
            mv: key(mv),
            label: format!("play {mv}"),
            at: Some(key(mv)),
        });
        Scene { choices: choices.collect(), ..self.scene_with(view, None, dice) }
    }

    /// A state as a scene, for a viewer who knows everything and plays no side.
    #[must_use]
    pub fn scene_of_all(&self, state: &State) -> Scene {
        let view = self.view_of(state, Viewer(0));
        let mut scene = self.scene_with(&view, Some(&state.scores), Some(state.dice));
        if let (Some(die), [told]) = (state.die, &mut scene.news[..]) {
            *told += &format!(" and throws {}", die + 1);
        }
        scene
    }

    fn scene_with(&self, view: &View, scores: Option<&[i32]>, dice: Option<u32>) -> Scene {
        let mover = view.decision.checked_sub(1).map(|last| self.seat_at(last));
        let left = self.params.decisions.saturating_sub(view.decision);
        let score = |index: usize| scores.and_then(|all| all.get(index)).map(|&it| i64::from(it));
        let values = (0..self.scores.len()).map(score);
        Scene {
            to_move: (!view.over).then(|| self.seat_at(view.decision).0),
            pieces: mover.map(|seat| self.piece(seat, view.last)).into_iter().collect(),
            values: values.chain([dice.map(i64::from), Some(left.into())]).collect(),
            rows: vec![self.params.layout.has_dice().then(|| card(dice)).into_iter().collect()],
            news: mover.map(|seat| self.told(seat, view.last)).into_iter().collect(),
            ..Scene::default()
        }
    }

    fn piece(&self, seat: Seat, last: u8) -> Piece {
        let name = self.sides.seat_name(seat);
        Piece {
            key: "last".to_owned(),
            kind: "move".to_owned(),
            at: key(last),
            label: name.chars().take(2).collect(),
            name: format!("the move of {name}"),
            seat: Some(seat.0),
            hidden: false,
        }
    }

    fn told(&self, seat: Seat, last: u8) -> String {
        format!("{} plays {}", self.sides.seat_name(seat), last % 4)
    }
}

/// The sum of the dice, on a card; face down for viewers who do not see them.
fn card(dice: Option<u32>) -> Card {
    Card {
        label: dice.map_or("?".to_owned(), |dice| dice.to_string()),
        name: "sum of the dice".to_owned(),
        age: None,
        at: None,
        on: vec![],
        hidden: true,
    }
}

fn spot(number: u8) -> Spot {
    Spot {
        key: key(number),
        name: number.to_string(),
        kind: "number".to_owned(),
        at: [number.into(), 0],
        landmark: None,
    }
}

/// A number in the notation of moves. Other numbers are reduced to one of the four.
fn key(number: u8) -> String {
    format!("M{}", number % 4)
}
