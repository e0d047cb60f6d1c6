//! The pieces on the map, the cards of the trail, and the values.

use super::words::{ago, card, code};
use super::{DRACULA, ViewerKnowledge};
use crate::course::moves::Hunter;
use crate::course::play::Encounter;
use crate::map::Place;
use crate::scene::{Card, Piece};

/// Hunters, Dracula, then the encounters on his trail, oldest first.
pub(super) fn pieces(knowledge: &ViewerKnowledge<'_>) -> Vec<Piece> {
    let hunters = Hunter::ALL.into_iter().filter_map(|hunter| self::hunter(knowledge, hunter));
    let lying = knowledge.past.trail().filter_map(|round| lying(knowledge, round));
    hunters.chain(dracula(knowledge)).chain(lying).collect()
}

fn hunter(knowledge: &ViewerKnowledge<'_>, hunter: Hunter) -> Option<Piece> {
    let label = char::from(hunter.letter()).to_string();
    Some(Piece {
        key: label.clone(),
        kind: "hunter".to_owned(),
        at: code(knowledge.rules, knowledge.board.at(hunter)?),
        label,
        name: hunter.name().to_owned(),
        seat: Some(hunter.seat().0),
        hidden: false,
    })
}

/// Dracula, or his last known place.
fn dracula(knowledge: &ViewerKnowledge<'_>) -> Option<Piece> {
    let past = &knowledge.past;
    let known = |round: &usize| past.place(*round).is_some();
    let round = (0..past.made()).rev().find(known)?;
    let at = code(knowledge.rules, past.place(round)?);
    let seat = Some(DRACULA);
    let age = past.age(round);
    Some(if age == 0 {
        Piece {
            key: "dracula".to_owned(),
            kind: "dracula".to_owned(),
            at,
            label: "D".to_owned(),
            name: "Dracula".to_owned(),
            seat,
            hidden: past.is_hidden(round),
        }
    } else {
        Piece {
            key: "dracula-last".to_owned(),
            kind: "last-known".to_owned(),
            at,
            label: "d".to_owned(),
            name: format!("Dracula, {}", ago(age)),
            seat,
            hidden: false,
        }
    })
}

/// The encounter that a round's move left, if the viewer knows the place.
fn lying(knowledge: &ViewerKnowledge<'_>, round: usize) -> Option<Piece> {
    let past = &knowledge.past;
    let kind = kind(past.encounter(round)?);
    Some(Piece {
        key: format!("{kind}-{round}"),
        kind: kind.to_owned(),
        at: code(knowledge.rules, past.place(round)?),
        label: kind[..1].to_owned(),
        name: format!("{kind} of round {round}"),
        seat: Some(DRACULA),
        hidden: past.is_hidden(round),
    })
}

fn kind(encounter: Encounter) -> &'static str {
    match encounter {
        Encounter::Trap => "trap",
        Encounter::Vampire => "vampire",
    }
}

/// Dracula's trail, newest move first.
pub(super) fn trail(knowledge: &ViewerKnowledge<'_>) -> Vec<Card> {
    knowledge.past.trail().rev().filter_map(|round| trail_card(knowledge, round)).collect()
}

fn trail_card(knowledge: &ViewerKnowledge<'_>, round: usize) -> Option<Card> {
    let (rules, past) = (knowledge.rules, &knowledge.past);
    let sighting = past.dracula(round)?.mv;
    let place: Option<Place> = past.place(round);
    Some(Card {
        label: String::from_utf8_lossy(&rules.sighting_code(sighting)).into_owned(),
        name: card(rules, sighting, place),
        age: u32::try_from(past.age(round) + 1).ok(),
        at: place.map(|place| code(rules, place)),
        on: past.encounter(round).map(|left| kind(left).to_owned()).into_iter().collect(),
        hidden: past.is_hidden(round),
    })
}

/// The values, in the order of the panels.
pub(super) fn values(knowledge: &ViewerKnowledge<'_>) -> Vec<Option<i64>> {
    let (board, period) = (knowledge.board, knowledge.rules.params().vampire_period);
    let due = (period - board.round() % period) % period;
    let public = [board.score().into(), board.blood().into(), due.into(), board.streak().into()];
    let lives = Hunter::ALL.map(|hunter| board.life(hunter).into());
    public.into_iter().chain(lives).map(Some).collect()
}
