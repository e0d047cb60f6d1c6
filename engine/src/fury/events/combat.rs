//! Events of combats (fury V16 to V19).

use arrayvec::ArrayVec;

use super::{Playing, Plot};
use crate::fury::cards::{Hunter, Item};
use crate::fury::choices::{Choices, MoveKind};
use crate::fury::moves::Move;
use crate::fury::state::{Adjudicator, Flow};
use crate::fury::table::hunters_of;
use crate::fury::task::{Arrival, Question, Task};
use crate::fury::titles::EventCard;
use crate::fury::told::Told;
use crate::map::PlaceSet;

/// Damage of Heroic Leap to both.
const LEAP: u8 = 5;
/// Items that Lucky Find sees.
const FIND: usize = 5;

/// At the start of a combat.
pub(super) fn at_start(game: &Adjudicator<'_>, plot: Plot) -> bool {
    matches!(plot, Plot::Combat) && game.at.known.table.combat.is_some()
}

/// `EN`: Claws and Strength do 1 more in this combat.
pub(super) fn enraged(game: &mut Adjudicator<'_>, _: Plot, _: Option<Move>) -> Flow {
    game.fighting(|combat| combat.rage += 1);
    Ok(())
}

/// `SD`: with a weakened participant.
pub(super) fn can_seduce(game: &Adjudicator<'_>, plot: Plot) -> bool {
    at_start(game, plot) && game.weakened_fighters() != 0
}

/// `SD`: a weakened participant is mesmerized.
pub(super) fn seduction(game: &mut Adjudicator<'_>, plot: Plot, answer: Option<Move>) -> Flow {
    match answer {
        None => {
            let choices = Choices::none().hunters(MoveKind::Hunter, game.weakened_fighters());
            game.ask_plotter((EventCard::Seduction, plot), Question::Hunter, choices)
        }
        Some(Move::Hunter(hunter)) => {
            game.fighting(|combat| combat.mesmerized |= hunter.bit());
            Ok(())
        }
        Some(_) => Ok(()),
    }
}

/// `WH`: not in a vampire's fight.
pub(super) fn can_drive(game: &Adjudicator<'_>, plot: Plot) -> bool {
    matches!(plot, Plot::Combat)
        && game.at.known.table.combat.is_some_and(|own| own.vampire.is_none())
}

/// `WH`: there is no combat; each participant is moved one road step away.
pub(super) fn wild_horses(game: &mut Adjudicator<'_>, _: Plot, _: Option<Move>) -> Flow {
    let fighters = game.fighters();
    game.end_combat();
    for hunter in hunters_of(fighters).collect::<ArrayVec<_, 4>>().into_iter().rev() {
        game.then([Task::Drive(hunter)]);
    }
    Ok(())
}

/// `ER`: the player leaves the combat.
pub(super) fn escape_route(game: &mut Adjudicator<'_>, playing: Playing, _: Option<Move>) -> Flow {
    game.fighting(|combat| combat.fighters &= !playing.by.bit());
    Ok(())
}

/// `HL`: together the vampire and the player suffer 5; there is no combat.
pub(super) fn heroic_leap(game: &mut Adjudicator<'_>, playing: Playing, _: Option<Move>) -> Flow {
    game.hit_untested(LEAP);
    game.hurt_untested(playing.by, LEAP);
    game.test_end()?;
    game.end_if_slain();
    game.end_combat();
    Ok(())
}

/// `LF`: the hunters see the top five items and take one.
pub(super) fn lucky_find(
    game: &mut Adjudicator<'_>,
    playing: Playing,
    answer: Option<Move>,
) -> Flow {
    match answer {
        None => {
            game.renew_items();
            let seen: ArrayVec<Item, FIND> =
                game.at.decks.items.iter().rev().take(FIND).copied().collect();
            let kinds = seen.iter().fold(0, |set, item| set | 1 << item.index());
            game.tell_hunters(Told::Find(seen));
            game.ask_player(playing, Question::Other, Choices::none().bits(MoveKind::Take, kinds))
        }
        Some(Move::Take(item)) => {
            game.take_from_top(playing.by, item);
            Ok(())
        }
        Some(_) => Ok(()),
    }
}

/// `PA`: another card in place of the one revealed.
pub(super) fn planned_ambush(
    game: &mut Adjudicator<'_>,
    playing: Playing,
    _: Option<Move>,
) -> Flow {
    game.then([Task::ChangeCard(playing.by)]);
    Ok(())
}

/// `LU`: an escape is cancelled; a bite or a killing blow does not land.
pub(super) fn lucys_revenge(game: &mut Adjudicator<'_>, _: Playing, _: Option<Move>) -> Flow {
    game.prevent_next();
    Ok(())
}

/// `GS`: a bite or a killing blow does not land.
pub(super) fn great_strength(game: &mut Adjudicator<'_>, _: Playing, _: Option<Move>) -> Flow {
    game.prevent_next();
    Ok(())
}

impl Adjudicator<'_> {
    /// The hunters that take part in the combat and are not out, a bit for each.
    fn fighters(&self) -> u8 {
        self.at.known.table.combat.map_or(0, |combat| combat.fighters)
    }

    fn weakened_fighters(&self) -> u8 {
        let weakened = hunters_of(self.fighters()).filter(|&hunter| self.is_weakened(hunter));
        weakened.fold(0, |set, hunter| set | hunter.bit())
    }

    /// `WH`: Dracula moves a hunter, if a road step leads somewhere.
    pub(in crate::fury) fn ask_drive(&mut self, hunter: Hunter) -> Flow {
        let steps = self.place_of(hunter).map_or(PlaceSet::EMPTY, |place| self.road_steps(place));
        let choices = Choices::none().places(MoveKind::To, steps);
        self.ask_dracula(Question::Place, Task::Drive(hunter), choices)
    }

    pub(in crate::fury) fn drive(&mut self, hunter: Hunter, mv: Move) -> Flow {
        if let Move::To(place) = mv {
            self.put_hunter(hunter, place);
            self.then([Task::Arrive(hunter, Arrival::Road)]);
        }
        Ok(())
    }

    /// `LF`: an item of the top five goes to a hunter; the others go under the deck in their order.
    fn take_from_top(&mut self, hunter: Hunter, item: Item) {
        let deck = &mut self.at.decks.items;
        // The top is the last card of the list.
        let mut seen: ArrayVec<Item, FIND> =
            deck.drain(deck.len().saturating_sub(FIND)..).collect();
        if let Some(at) = seen.iter().rposition(|own| *own == item) {
            seen.remove(at);
            self.at.known.held[hunter].items.add(item);
        }
        let rest = std::mem::take(deck);
        deck.extend(seen);
        deck.extend(rest);
    }
}
