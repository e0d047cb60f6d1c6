//! The legal moves, as the seat asked is offered them.

use super::pieces::name_of;
use super::{SceneFacts, name};
use crate::kosmos::choices::Asked;
use crate::kosmos::moves::{Move, Word};
use crate::kosmos::{Side, View, notation};
use crate::scene::Offer;

pub(super) fn choices(look: &SceneFacts<'_>, view: &View) -> Vec<Offer> {
    let Some(asked) = view.asked else { return vec![] };
    view.moves(look.rules).map(|mv| offer(look, asked, mv)).collect()
}

fn offer(look: &SceneFacts<'_>, asked: Asked, mv: Move) -> Offer {
    let mut text = String::new();
    notation::write(mv, &mut text).expect("a string takes everything");
    let at = match mv {
        Move::To(place) => Some(place.to_string()),
        Move::Barrier(_, link) => Some(link.to_string()),
        Move::Card(_) | Move::Play(_) | Move::Lay(_) | Move::Word(_) => None,
    };
    Offer { label: label(look, asked, mv, &text), at, mv: text }
}

fn label(look: &SceneFacts<'_>, asked: Asked, mv: Move, text: &str) -> String {
    let data = look.rules.data();
    match mv {
        Move::To(place) => format!("{} {place}", verb(asked)),
        Move::Card(kind) => format!("{} a {}", verb(asked), data.kind_name(kind)),
        Move::Play(card) => format!("{} {}", verb(asked), data.action_name(card)),
        Move::Barrier(colour, link) => format!("{} barrier on {link}", name_of(colour)),
        Move::Lay(_) => format!("lay {text}"),
        Move::Word(word) => self::word(asked, word).to_owned(),
    }
}

/// The verb for a move that names a place or a card.
const fn verb(asked: Asked) -> &'static str {
    match asked {
        Asked::Walk => "step to",
        Asked::Fly => "fly to",
        Asked::Swap => "take up the card on",
        Asked::Turn => "turn",
        Asked::Put => "put down",
        Asked::Recover => "take back",
        Asked::Fetch => "fetch",
        Asked::Play => "play",
        Asked::Lay
        | Asked::Meet
        | Asked::Look
        | Asked::Save
        | Asked::Use
        | Asked::Harbour
        | Asked::Barrier
        | Asked::Second => "choose",
    }
}

const fn word(asked: Asked, word: Word) -> &'static str {
    match (word, asked) {
        (Word::End, _) => "end the walk",
        (Word::Give, Asked::Save) => "give a target to stay alive",
        (Word::Give, _) => "give a target for lives",
        (Word::Look, _) => "look at the card",
        (Word::Show, _) => "show the hand and see the other",
        (Word::Use, _) => "use the special",
        (Word::Dracula, _) => name(Side::Dracula),
        (Word::Hunter, _) => name(Side::Hunter),
        (Word::Decline, Asked::Look) => "do not look",
        (Word::Decline, Asked::Meet) => "show nothing",
        (Word::Decline, Asked::Save) => "lose the last life",
        (Word::Decline, Asked::Barrier | Asked::Second) => "set no barrier",
        (Word::Decline, _) => "decline",
    }
}
