//! The questions (kosmos D1), and the legal moves of each from what the seat asked knows.

use super::Kosmos;
use super::actions::{ActionSet, Bar};
use super::barriers::{Colour, LinkSet};
use super::board::PlaceSet;
use super::cards::Side;
use super::lives::can_give;
use super::moves::{Moves, Word};
use super::own::Own;
use super::params::BarrierStep;
use super::table::Table;
use crate::coded::coded;

coded! {
    "a question",
    /// A question (D1).
    Asked {
        /// The six cards to lay (S2).
        Lay = "lay",
        /// The place to step to (W4).
        Walk = "walk",
        /// The choice to show the hand or not (W6).
        Meet = "meet",
        /// The choice to look at the card or not (W8).
        Look = "look",
        /// The card to put on the place (W11).
        Put = "put",
        /// The action card to play (A1).
        Play = "play",
        /// The choice to save a life by a gift or not (L3).
        Save = "save",
        /// The choice to use the special or not (A4, X4, X8, X9, X11 to X14).
        Use = "use",
        /// The place to fly to (X1).
        Fly = "fly",
        /// The card to take back from the discard (X2, X11).
        Recover = "recover",
        /// The card to take up (X3).
        Swap = "swap",
        /// The side whose figure goes to the harbour (X5).
        Harbour = "harbour",
        /// The action card to fetch (X10).
        Fetch = "fetch",
        /// The place to turn (X16).
        Turn = "turn",
        /// The barrier to set (A7).
        Barrier = "barrier",
        /// The second barrier to set (X6).
        Second = "second",
    }
}

/// The legal moves of a side that is asked this, from what it knows.
///
/// It may come from anybody, so nothing here may panic; what makes no sense may have no moves.
#[inline]
pub(super) fn choices(rules: &Kosmos, side: Side, table: &Table, own: &Own, asked: Asked) -> Moves {
    let words = Moves::none;
    match asked {
        Asked::Lay => Moves::lays(rules.lays(side)),
        Asked::Walk => walk(rules, side, table, own),
        Asked::Meet => words().and(Word::Show).and(Word::Decline),
        Asked::Look => words().and(Word::Look).and(Word::Decline),
        Asked::Put => Moves::kinds(own.hand),
        Asked::Play => Moves::actions(side, own.actions),
        Asked::Save => words().and(Word::Give).and(Word::Decline),
        Asked::Use => words().and(Word::Use).and(Word::Decline),
        Asked::Fly => fly(table).and(Word::Decline),
        // X2 can be declined, X11 cannot.
        Asked::Recover => {
            Moves::kinds(table.discards[side]).and_if(Word::Decline, side == Side::Dracula)
        }
        Asked::Swap => swap(own).and(Word::Decline),
        Asked::Harbour => harbour(rules, table).and(Word::Decline),
        Asked::Fetch => fetch(side, table, own).and(Word::Decline),
        Asked::Turn => Moves::places(own.full()).and(Word::Decline),
        Asked::Barrier => barrier(rules, table),
        Asked::Second => second(rules, table).and(Word::Decline),
    }
}

/// The moves of a walk: steps, its end, and a gift (W2 to W5).
fn walk(rules: &Kosmos, side: Side, table: &Table, own: &Own) -> Moves {
    let places = if table.steps < reach(rules, side, table, own) {
        let steps = table.barriers.steps_from(table.figures[side]);
        if side == Side::Dracula { steps - PlaceSet::maybe(table.turned) } else { steps }
    } else {
        PlaceSet::EMPTY
    };
    Moves::places(places)
        .and_if(Word::End, table.steps > 0 || places.is_empty())
        .and_if(Word::Give, can_give(rules, side, table, own))
}

/// W2: the most steps of a turn.
fn reach(rules: &Kosmos, side: Side, table: &Table, own: &Own) -> u8 {
    let movement = own.actions.iter().map(|card| rules.data().action(card).movement).max();
    movement.unwrap_or(0).saturating_add(table.lives[side]).saturating_sub(1)
}

/// The places to which Dracula can fly (X1).
fn fly(table: &Table) -> Moves {
    let here = PlaceSet::of(table.figures.dracula);
    Moves::places(PlaceSet::ALL - here - PlaceSet::maybe(table.turned))
}

/// The places where he remembers a card of his own (X3).
fn swap(own: &Own) -> Moves {
    let mine = Some(own.hand.side());
    let known = own.record.iter().filter(|(_, mark)| mark.kind().map(super::Kind::side) == mine);
    Moves::places(known.map(|(place, _)| place).collect())
}

/// The figures that can go to the harbour (X5).
fn harbour(rules: &Kosmos, table: &Table) -> Moves {
    let harbour = rules.data().start.dracula;
    let dracula = table.figures.dracula != harbour && table.turned != Some(harbour);
    Moves::none()
        .and_if(Word::Dracula, dracula)
        .and_if(Word::Hunter, table.figures.hunter != harbour)
}

/// X10: anything but the card that fetches.
fn fetch(side: Side, table: &Table, own: &Own) -> Moves {
    let elsewhere = ActionSet::deck(side).minus(own.actions);
    Moves::actions(side, table.played().map_or(elsewhere, |card| elsewhere.without(card)))
}

/// The barriers that the card's bar can set (A7).
fn barrier(rules: &Kosmos, table: &Table) -> Moves {
    let bar = bar(rules, table);
    let moves = Moves::barriers(|colour| free_if(table, colour, bar.sets(colour)));
    let declines = rules.params().barrier == BarrierStep::May || moves.is_empty();
    moves.and_if(Word::Decline, declines)
}

/// X6: the colours that the card does not set itself.
fn second(rules: &Kosmos, table: &Table) -> Moves {
    let bar = bar(rules, table);
    Moves::barriers(|colour| free_if(table, colour, bar != Bar::Colour(colour)))
}

fn free_if(table: &Table, colour: Colour, condition: bool) -> LinkSet {
    if condition { table.barriers.free_for(colour) } else { LinkSet::EMPTY }
}

/// The bar of the card just played.
fn bar(rules: &Kosmos, table: &Table) -> Bar {
    table.played().map_or(Bar::Grey, |card| rules.data().action(card).bar)
}
