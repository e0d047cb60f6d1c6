//! Events that Dracula plays at the start of his phase (fury V6, V7).

use super::Plot;
use crate::fury::cards::{Encounter, Hunter};
use crate::fury::choices::{Choices, MoveKind};
use crate::fury::moves::{Move, Word};
use crate::fury::state::{Adjudicator, Flow};
use crate::fury::task::{Question, Task};
use crate::fury::titles::EventCard;
use crate::fury::told::Told;
use crate::fury::trail::At;
use crate::map::PlaceSet;

/// Damage of Nocturnal Visit.
const VISIT: u8 = 2;

/// At the start of the phase.
pub(super) const fn in_phase(_: &Adjudicator<'_>, plot: Plot) -> bool {
    matches!(plot, Plot::Phase)
}

/// `BR`: an ally, who adds to Claws and Strength in vampires' fights.
pub(super) fn brides(game: &mut Adjudicator<'_>, _: Plot, _: Option<Move>) -> Flow {
    game.join_dracula(EventCard::Brides);
    Ok(())
}

/// `DP`: the hunters have an ally or a holy token.
pub(super) fn can_destroy(game: &Adjudicator<'_>, plot: Plot) -> bool {
    let table = &game.at.known.table;
    in_phase(game, plot) && (table.ally.is_some() || !table.holy().is_empty())
}

/// `DP`: the hunters' ally or a holy token goes; a heavenly host before the consecrated ground.
pub(super) fn devilish_power(game: &mut Adjudicator<'_>, plot: Plot, answer: Option<Move>) -> Flow {
    let table = &mut game.at.known.table;
    match answer {
        None => {
            let choices = Choices::none()
                .word_if(Word::Ally, table.ally.is_some())
                .places(MoveKind::To, table.holy());
            return game.ask_plotter((EventCard::DevilishPower, plot), Question::Other, choices);
        }
        Some(Move::To(city)) if table.hosts.contains(city) => table.hosts.remove(city),
        Some(Move::To(_)) => table.ground = None,
        Some(_) => {
            if let Some(ally) = table.ally.take() {
                game.discard_event(ally);
            }
        }
    }
    Ok(())
}

/// `DR`: another event of Dracula lies in the discards.
pub(super) fn can_return(game: &Adjudicator<'_>, plot: Plot) -> bool {
    in_phase(game, plot) && game.discarded(returns) != 0
}

fn returns(title: EventCard) -> bool {
    title.is_draculas() && title != EventCard::DarknessReturns
}

/// `DR`: a discarded event comes into Dracula's hand.
pub(super) fn darkness_returns(
    game: &mut Adjudicator<'_>,
    plot: Plot,
    answer: Option<Move>,
) -> Flow {
    match answer {
        None => {
            let choices = Choices::none().bits(MoveKind::Event, game.discarded(returns));
            game.ask_plotter((EventCard::DarknessReturns, plot), Question::Event, choices)
        }
        Some(Move::Event(title)) => {
            game.take_discarded(title);
            game.at.known.dracula.events.add(title);
            Ok(())
        }
        Some(_) => Ok(()),
    }
}

/// `GW`: not twice in a phase.
pub(super) fn can_be_wolf(game: &Adjudicator<'_>, plot: Plot) -> bool {
    in_phase(game, plot) && !game.at.known.table.course.great_wolf
}

/// `GW`: Wolf Form reaches farther and costs nothing (D7).
pub(super) fn great_wolf(game: &mut Adjudicator<'_>, _: Plot, _: Option<Move>) -> Flow {
    game.table().course.great_wolf = true;
    Ok(())
}

/// `HD`: Dracula holds an encounter, and a city is on the trail.
pub(super) fn can_scheme(game: &Adjudicator<'_>, plot: Plot) -> bool {
    let known = &game.at.known;
    in_phase(game, plot) && !known.dracula.hand.is_empty() && game.cities_on_trail() != 0
}

/// `HD`: an encounter from the hand goes to a city on the trail.
pub(super) fn hidden_schemes(game: &mut Adjudicator<'_>, plot: Plot, answer: Option<Move>) -> Flow {
    match answer {
        None => {
            let choices =
                Choices::none().bits(MoveKind::Encounter, game.at.known.dracula.hand.kinds());
            game.ask_plotter((EventCard::HiddenSchemes, plot), Question::Encounter, choices)
        }
        Some(Move::Encounter(kind)) => {
            game.then([Task::Scheme(kind)]);
            Ok(())
        }
        Some(_) => Ok(()),
    }
}

/// `IH`: an ally, with whom Dracula may hold more events (V4).
pub(super) fn hildesheim(game: &mut Adjudicator<'_>, _: Plot, _: Option<Move>) -> Flow {
    game.join_dracula(EventCard::Hildesheim);
    Ok(())
}

/// `NI`, `VI`: a weakened hunter is on the board.
pub(super) fn can_visit(game: &Adjudicator<'_>, plot: Plot) -> bool {
    in_phase(game, plot) && game.weakened_on_board() != 0
}

/// `NI`: a weakened hunter suffers 2.
pub(super) fn nocturnal_visit(
    game: &mut Adjudicator<'_>,
    plot: Plot,
    answer: Option<Move>,
) -> Flow {
    match answer {
        None => {
            let choices = Choices::none().hunters(MoveKind::Hunter, game.weakened_on_board());
            game.ask_plotter((EventCard::NocturnalVisit, plot), Question::Hunter, choices)
        }
        Some(Move::Hunter(hunter)) => game.hurt(hunter, VISIT),
        Some(_) => Ok(()),
    }
}

/// `RO`: a roadblock is left.
pub(super) fn can_block(game: &Adjudicator<'_>, plot: Plot) -> bool {
    in_phase(game, plot) && game.roadblock_is_left()
}

/// `RO`: two roadblocks.
pub(super) fn roadblock(game: &mut Adjudicator<'_>, _: Plot, _: Option<Move>) -> Flow {
    game.then([Task::Block, Task::Block]);
    Ok(())
}

/// `SS`: a storm is left.
pub(super) fn can_storm(game: &Adjudicator<'_>, plot: Plot) -> bool {
    in_phase(game, plot) && game.storm_is_left()
}

/// `SS`: two storms.
pub(super) fn summon_storms(game: &mut Adjudicator<'_>, _: Plot, _: Option<Move>) -> Flow {
    game.then([Task::Storm, Task::Storm]);
    Ok(())
}

/// `ST`: a rumor token, which may be put on the trail at once (D10).
pub(super) fn sensationalist_press(game: &mut Adjudicator<'_>, _: Plot, _: Option<Move>) -> Flow {
    let table = game.table();
    if table.rumor_pool > 0 {
        table.rumor_pool -= 1;
        table.rumors += 1;
    }
    game.then([Task::Rumor]);
    Ok(())
}

/// `US`: not twice in a phase.
pub(super) fn can_hurry(game: &Adjudicator<'_>, plot: Plot) -> bool {
    in_phase(game, plot) && !game.at.known.table.course.swiftness
}

/// `US`: Dracula moves twice; the second time without an encounter step.
pub(super) fn unearthly_swiftness(game: &mut Adjudicator<'_>, _: Plot, _: Option<Move>) -> Flow {
    game.table().course.swiftness = true;
    Ok(())
}

/// `VI`: a weakened hunter that holds items or events shows its cards and loses one.
pub(super) fn vampiric_influence(
    game: &mut Adjudicator<'_>,
    plot: Plot,
    answer: Option<Move>,
) -> Flow {
    match answer {
        None => {
            let choices = Choices::none().hunters(MoveKind::Hunter, game.weakened_on_board());
            game.ask_plotter((EventCard::VampiricInfluence, plot), Question::Hunter, choices)
        }
        Some(Move::Hunter(hunter)) => {
            let held = *game.at.known.held[hunter];
            if !held.items.is_empty() || !held.events.is_empty() {
                game.tell_dracula(Told::Influence(hunter, held.items, held.tickets, held.events));
                game.then([Task::Rob(hunter)]);
            }
            Ok(())
        }
        Some(_) => Ok(()),
    }
}

impl Adjudicator<'_> {
    /// V7: an ally of Dracula comes into play; the old one is discarded.
    fn join_dracula(&mut self, title: EventCard) {
        if let Some(old) = self.table().dracula_ally.replace(title) {
            self.discard_event(old);
        }
    }

    /// The weakened hunters on the board, a bit for each (H2).
    fn weakened_on_board(&self) -> u8 {
        let on_board = self.at.known.table.those(crate::fury::PublicHunter::is_on_board);
        let weakened = Hunter::FOUR.into_iter().filter(|&hunter| self.is_weakened(hunter));
        weakened.fold(0, |set, hunter| set | hunter.bit()) & on_board
    }

    /// The spaces that hold a city, a bit for each.
    fn cities_on_trail(&self) -> u64 {
        let cities = self.at.known.trail.on_trail().filter(|(_, slot)| slot.city().is_some());
        cities.fold(0, |set, (space, _)| set | 1 << space)
    }

    /// `HD`: the space for an encounter is chosen.
    pub(in crate::fury) fn ask_scheme(&mut self, kind: Encounter) -> Flow {
        let choices = Choices::none().bits(MoveKind::Space, self.cities_on_trail());
        self.ask_dracula(Question::Other, Task::Scheme(kind), choices)
    }

    pub(in crate::fury) fn scheme(&mut self, kind: Encounter, mv: Move) -> Flow {
        if let Move::Space(space) = mv {
            self.place_encounter(At::Space(space - 1), Move::Encounter(kind));
        }
        Ok(())
    }

    fn storm_is_left(&self) -> bool {
        let storms = self.at.known.table.storms.len();
        storms < usize::from(self.rules.data().tokens.storm)
    }

    /// `SS`: a sea without a storm gets one.
    pub(in crate::fury) fn ask_storm(&mut self) -> Flow {
        let calm = self.rules.world().seas - self.at.known.table.storms;
        let seas = if self.storm_is_left() { calm } else { PlaceSet::EMPTY };
        let choices = Choices::none().places(MoveKind::To, seas);
        self.ask_dracula(Question::Token, Task::Storm, choices)
    }

    pub(in crate::fury) fn storm(&mut self, mv: Move) -> Flow {
        if let Move::To(sea) = mv {
            self.table().storms.insert(sea);
        }
        Ok(())
    }

    /// `VI`: Dracula chooses the card to discard.
    pub(in crate::fury) fn ask_rob(&mut self, hunter: Hunter) -> Flow {
        let held = &self.at.known.held[hunter];
        let choices = Choices::none()
            .bits(MoveKind::GiveUpItem, held.items.kinds())
            .bits(MoveKind::GiveUpEvent, held.events.kinds());
        self.ask_dracula(Question::GiveUp, Task::Rob(hunter), choices)
    }
}
