//! Events that are actions (fury V9), and holy tokens (V15).

use arrayvec::ArrayVec;

use super::Playing;
use crate::fury::cards::{Hunter, Item};
use crate::fury::choices::{Choices, MoveKind};
use crate::fury::moves::{Move, Word};
use crate::fury::state::{Adjudicator, Flow};
use crate::fury::table::Phase;
use crate::fury::task::{Arrival, Question, Task};
use crate::fury::titles::EventCard;
use crate::fury::told::Told;
use crate::fury::trail::At;
use crate::fury::world::Rails;
use crate::map::{Place, PlaceSet};

/// Sea steps of Excellent Weather.
const SAIL: u8 = 2;
/// Rail steps of Sense of Emergency, and the damage that it costs.
const HURRY: u8 = 3;
const HASTE: u8 = 2;
/// Cards that Mystic Research sees.
const RESEARCH: usize = 6;
/// Influence that Vampire Lair takes.
const SHAKEN: u8 = 2;

/// The hunter is in a city.
pub(super) fn in_city(game: &Adjudicator<'_>, hunter: Hunter) -> bool {
    game.city_of(hunter).is_some()
}

/// `BL`: in a city, not bitten, with a hunter there who is.
pub(super) fn can_transfuse(game: &Adjudicator<'_>, hunter: Hunter) -> bool {
    game.at.known.table.hunters[hunter].bites == 0 && game.bitten_beside(hunter) != 0
}

/// `BL`: another hunter here loses a bite; the player suffers 1.
pub(super) fn blood_transfusion(
    game: &mut Adjudicator<'_>,
    playing: Playing,
    answer: Option<Move>,
) -> Flow {
    match answer {
        None => {
            let choices = Choices::none().hunters(MoveKind::Hunter, game.bitten_beside(playing.by));
            game.ask_player(playing, Question::Hunter, choices)
        }
        Some(Move::Hunter(other)) => {
            game.table().hunters[other].bites -= 1;
            game.hurt(playing.by, 1)
        }
        Some(_) => Ok(()),
    }
}

/// `CG`: in a city, at night.
pub(super) fn can_consecrate(game: &Adjudicator<'_>, hunter: Hunter) -> bool {
    game.at.known.table.phase == Phase::Night && in_city(game, hunter)
}

/// `CG`: the consecrated ground goes to a city; then Heavenly Hosts may be shown.
pub(super) fn consecrated_ground(
    game: &mut Adjudicator<'_>,
    playing: Playing,
    answer: Option<Move>,
) -> Flow {
    match answer {
        None => {
            let choices = Choices::none().places(MoveKind::To, game.may_be_holy());
            game.ask_player(playing, Question::Place, choices)
        }
        Some(Move::To(city)) => {
            game.table().ground = Some(city);
            game.show_holy(city);
            game.then(Hunter::FOUR.map(Task::Host));
            Ok(())
        }
        Some(_) => Ok(()),
    }
}

/// `EW`: by day, if a sea step leads somewhere. It is the one event that can be played at sea.
pub(super) fn can_sail(game: &Adjudicator<'_>, hunter: Hunter) -> bool {
    game.at.known.table.phase == Phase::Day && !game.sailing(hunter).is_empty()
}

/// `EW`: one or two sea steps.
pub(super) fn excellent_weather(
    game: &mut Adjudicator<'_>,
    playing: Playing,
    answer: Option<Move>,
) -> Flow {
    match answer {
        None => {
            let choices = Choices::none().places(MoveKind::To, game.sailing(playing.by));
            game.ask_player(playing, Question::Place, choices)
        }
        Some(Move::To(place)) => game.go_far(playing.by, place),
        Some(_) => Ok(()),
    }
}

/// `HY`: in a city with Mina, who is not delayed, and with another hunter.
pub(super) fn can_hypnotize(game: &Adjudicator<'_>, hunter: Hunter) -> bool {
    let mina = &game.at.known.table.hunters[Hunter::Mina];
    let city = game.city_of(hunter);
    let here = city.map_or(0, |city| game.stand_in(city));
    city.is_some() && mina.place() == city && !mina.delayed && here.count_ones() > 1
}

/// `HY`: everyone is told the region of Dracula's location; Mina is delayed.
pub(super) fn hypnosis(game: &mut Adjudicator<'_>, _: Playing, _: Option<Move>) -> Flow {
    let region = game.rules.world().region_of(game.here());
    game.tell_both(&Told::Hypnosis(region));
    game.table().hunters[Hunter::Mina].delayed = true;
    Ok(())
}

/// `MT`: a sea that is on the trail is turned up.
pub(super) fn money_trail(
    game: &mut Adjudicator<'_>,
    playing: Playing,
    answer: Option<Move>,
) -> Flow {
    match answer {
        None => {
            let choices = Choices::none().places(MoveKind::To, game.rules.world().seas);
            game.ask_player(playing, Question::Place, choices)
        }
        Some(Move::To(sea)) => {
            game.show_place(sea);
            Ok(())
        }
        Some(_) => Ok(()),
    }
}

/// `MY`: Van Helsing, in a city.
pub(super) fn can_research(game: &Adjudicator<'_>, hunter: Hunter) -> bool {
    hunter == Hunter::Helsing && in_city(game, hunter)
}

/// `MY`: of the bottom six events Dracula's are discarded. The hunters see those that stay.
pub(super) fn mystic_research(game: &mut Adjudicator<'_>, _: Playing, _: Option<Move>) -> Flow {
    let deck = &mut game.at.decks.events;
    // The bottom is the first card of the list, and cards are named from the top.
    let seen: ArrayVec<EventCard, RESEARCH> = deck.drain(..RESEARCH.min(deck.len())).collect();
    let rest = std::mem::take(deck);
    deck.extend(seen.iter().copied().filter(|card| !card.is_draculas()));
    deck.extend(rest);
    let mut stay = ArrayVec::new();
    for card in seen.into_iter().rev() {
        if card.is_draculas() {
            game.discard_event(card);
        } else {
            stay.push(card);
        }
    }
    game.tell_hunters(Told::Research(stay));
    Ok(())
}

/// `SE`: in a city by day, if a rail step leads somewhere.
pub(super) fn can_hurry(game: &Adjudicator<'_>, hunter: Hunter) -> bool {
    game.at.known.table.phase == Phase::Day && !game.hurrying(hunter).is_empty()
}

/// `SE`: two damage, then by rail without a ticket.
pub(super) fn sense_of_emergency(
    game: &mut Adjudicator<'_>,
    playing: Playing,
    answer: Option<Move>,
) -> Flow {
    match answer {
        None => {
            game.hurt(playing.by, HASTE)?;
            let choices = Choices::none().places(MoveKind::To, game.hurrying(playing.by));
            game.ask_player(playing, Question::Place, choices)
        }
        Some(Move::To(place)) => game.go_far(playing.by, place),
        Some(_) => Ok(()),
    }
}

/// `VL`: in a city, with a Stake.
pub(super) fn can_stake(game: &Adjudicator<'_>, hunter: Hunter) -> bool {
    in_city(game, hunter) && game.at.known.held[hunter].items.has(Item::Stake)
}

/// `VL`: a Stake and a turn for two influence.
pub(super) fn vampire_lair(game: &mut Adjudicator<'_>, playing: Playing, _: Option<Move>) -> Flow {
    game.lose_item(playing.by, Item::Stake);
    let table = game.table();
    table.hunters[playing.by].delayed = true;
    table.influence = table.influence.saturating_sub(SHAKEN);
    Ok(())
}

/// `WX`: Seward, in a city.
pub(super) fn can_listen(game: &Adjudicator<'_>, hunter: Hunter) -> bool {
    hunter == Hunter::Seward && in_city(game, hunter)
}

/// `WX`: Hide, or the encounters of a slot, are turned up.
pub(super) fn wax_cylinders(
    game: &mut Adjudicator<'_>,
    playing: Playing,
    answer: Option<Move>,
) -> Flow {
    match answer {
        None => {
            let slots = game.at.known.trail.on_trail();
            let hidden = slots.filter(|(_, slot)| slot.encounters().iter().any(|own| !own.is_up()));
            let hidden = hidden.fold(0, |set, (space, _)| set | 1 << space);
            let choices = Choices::none().word(Word::Hide).bits(MoveKind::Space, hidden);
            return game.ask_player(playing, Question::Other, choices);
        }
        Some(Move::Word(Word::Hide)) => {
            if let Some(hide) = game.trail().hide() {
                game.turn_up(hide);
            }
        }
        Some(Move::Space(space)) => game.show_encounters(space - 1),
        Some(_) => {}
    }
    Ok(())
}

impl Adjudicator<'_> {
    /// The city where a hunter is; none at sea, in a hospital and off the board.
    fn city_of(&self, hunter: Hunter) -> Option<Place> {
        self.place_of(hunter).filter(|&place| self.rules.world().cities.contains(place))
    }

    /// The other hunters in the same city who are bitten, a bit for each.
    fn bitten_beside(&self, hunter: Hunter) -> u8 {
        let Some(city) = self.city_of(hunter) else { return 0 };
        let bitten = self.at.known.table.those(|figure| figure.bites > 0);
        self.stand_in(city) & bitten & !hunter.bit()
    }

    fn sailing(&self, hunter: Hunter) -> PlaceSet {
        self.place_of(hunter).map_or(PlaceSet::EMPTY, |place| self.by_sea(place, SAIL))
    }

    fn hurrying(&self, hunter: Hunter) -> PlaceSet {
        let city = self.city_of(hunter);
        city.map_or(PlaceSet::EMPTY, |city| self.by_rail(city, HURRY, Rails::Any))
    }

    /// A sea or rail move (B1b).
    fn go_far(&mut self, hunter: Hunter, place: Place) -> Flow {
        self.put_hunter(hunter, place);
        self.then([Task::Arrive(hunter, Arrival::Far)]);
        Ok(())
    }

    /// The cities that can have a holy token: not the castle, and none one road from it. On the map
    /// of the game these are Galatz and Klausenburg, which V9 names.
    fn may_be_holy(&self) -> PlaceSet {
        let world = self.rules.world();
        world.cities - PlaceSet::of(world.castle) - world.road(world.castle)
    }

    /// V15: the location and the encounters of its slot are turned up.
    fn show_holy(&mut self, city: Place) {
        if let Some(space) = self.at.known.trail.space_of(city) {
            self.turn_up(space);
            self.show_encounters(space);
        }
    }

    /// Turns the encounters of a slot of the trail up.
    fn show_encounters(&mut self, space: u8) {
        let at = At::Space(space);
        let count = self.at.known.trail.at(at).map_or(0, |slot| slot.encounters().len());
        for index in (0..).take(count) {
            if let Some(card) = self.laid(at, index) {
                self.set_laid(at, index, card.up());
            }
        }
    }

    /// `CG`: a hunter who holds a Heavenly Host may show it for a token on its city.
    pub(in crate::fury) fn ask_host(&mut self, hunter: Hunter) -> Flow {
        let hosts = self.at.known.table.hosts;
        let open = self.may_be_holy() - hosts;
        let left = hosts.len() < usize::from(self.rules.data().tokens.heavenly_host);
        let can = self.place_of(hunter).is_some_and(|place| open.contains(place))
            && self.at.known.held[hunter].items.has(Item::Host);
        let host = u64::from(left && can) << Item::Host.index();
        let shown = (MoveKind::ShowItem, host);
        self.offer(hunter.seat(), Question::Guard, Task::Host(hunter), shown)
    }

    pub(in crate::fury) fn host(&mut self, hunter: Hunter, mv: Move) -> Flow {
        if let (Move::Show(_), Some(city)) = (mv, self.place_of(hunter)) {
            self.table().hosts.insert(city);
            self.show_holy(city);
        }
        Ok(())
    }
}
