//! Open events: played as they are drawn, or at dawn and dusk (fury V7, V8).

use super::{Occasion, Playing};
use crate::fury::cards::Hunter;
use crate::fury::choices::{Choices, MoveKind};
use crate::fury::moves::{Move, Word};
use crate::fury::state::{Adjudicator, Flow};
use crate::fury::table::Whereabouts;
use crate::fury::task::{Question, Task};
use crate::fury::told::Told;
use crate::map::PlaceSet;

/// The space that Newspaper Reports turns up as it is drawn.
const FRESH: u8 = 3;
/// The spaces of which it turns one up at dawn or dusk: 5 and 6.
const OLD: u64 = 0b11_0000;

/// `AG`, `JH`, `RS`: an ally, or a check.
pub(super) fn ally(game: &mut Adjudicator<'_>, playing: Playing, answer: Option<Move>) -> Flow {
    match answer {
        None => {
            let choices = Choices::none().word(Word::Ally).word(Word::Check);
            game.ask_player(playing, Question::Other, choices)
        }
        Some(Move::Word(Word::Ally)) => {
            game.at.agenda.retain(|task| *task != Task::PutAway(playing.title));
            game.join_hunters(playing.title);
            Ok(())
        }
        Some(_) => {
            game.then([Task::Check(playing.by)]);
            Ok(())
        }
    }
}

/// `BV`: the hunters see Dracula's encounters and events, and discard an encounter.
pub(super) fn behind_the_veil(
    game: &mut Adjudicator<'_>,
    playing: Playing,
    answer: Option<Move>,
) -> Flow {
    let dracula = &mut game.at.known.dracula;
    let (hand, events) = (dracula.hand, dracula.events);
    match answer {
        None => {
            game.tell_hunters(Told::Veil(hand, events));
            let choices = Choices::none().bits(MoveKind::Encounter, hand.kinds());
            game.ask_player(playing, Question::Encounter, choices)
        }
        Some(Move::Encounter(kind)) => {
            dracula.hand.remove(kind);
            game.discard_encounter(crate::fury::trail::Laid::down(kind).up());
            game.refill();
            Ok(())
        }
        Some(_) => Ok(()),
    }
}

/// `EP`: everyone is told which hunters are in cities next to Dracula.
pub(super) fn evil_presence(game: &mut Adjudicator<'_>, _: Playing, _: Option<Move>) -> Flow {
    let world = game.rules.world();
    let near = world.adjacent(game.here()) & world.cities;
    let is_near = |place| near.contains(place);
    let hunters = game.at.known.table.those(|figure| figure.place().is_some_and(is_near));
    game.tell_both(&Told::Presence(hunters));
    Ok(())
}

/// `HS`: two checks.
pub(super) fn hired_scouts(game: &mut Adjudicator<'_>, playing: Playing, _: Option<Move>) -> Flow {
    game.then([Task::Check(playing.by), Task::Check(playing.by)]);
    Ok(())
}

/// `LR`: locations on the trail that are here, or one road from here, are turned up.
pub(super) fn local_rumors(game: &mut Adjudicator<'_>, playing: Playing, _: Option<Move>) -> Flow {
    let world = game.rules.world();
    let places = match game.at.known.table.hunters[playing.by].spot {
        Whereabouts::At(place) => PlaceSet::of(place) | world.road(place),
        Whereabouts::Hospital(number) => PlaceSet::of(world.hospital_city(number)),
        Whereabouts::Unplaced | Whereabouts::Fallen(_) | Whereabouts::FallenInHospital(_) => {
            PlaceSet::EMPTY
        }
    };
    places.into_iter().for_each(|place| game.show_place(place));
    Ok(())
}

/// `NR`: the slot on space 3 is turned up as the card is drawn; at dawn or dusk that on 5 or 6.
pub(super) fn newspaper_reports(
    game: &mut Adjudicator<'_>,
    playing: Playing,
    answer: Option<Move>,
) -> Flow {
    match answer {
        None if playing.occasion == Occasion::Drawn => game.turn_up(FRESH - 1),
        None => {
            let choices = Choices::none().bits(MoveKind::Space, OLD);
            return game.ask_player(playing, Question::Other, choices);
        }
        Some(Move::Space(space)) => game.turn_up(space - 1),
        Some(_) => {}
    }
    Ok(())
}

impl Adjudicator<'_> {
    /// V8: a city is named; if it is a location on the trail, it is turned up.
    pub(in crate::fury) fn ask_check(&mut self, hunter: Hunter) -> Flow {
        let choices = Choices::none().places(MoveKind::To, self.rules.world().cities);
        self.ask(hunter.seat(), Question::Place, Task::Check(hunter), choices)
    }

    pub(in crate::fury) fn check(&mut self, mv: Move) -> Flow {
        if let Move::To(city) = mv {
            self.show_place(city);
        }
        Ok(())
    }
}
