//! Slots of the trail and lairs (fury O3).

use super::super::trail::{
    Face, Form, LAIRS, Laid, LaidCards, MOST_ENCOUNTERS, SPACES, SlotId, Trail, TrailCard,
    TrailSlot,
};
use super::Reader;
use crate::map::Place;
use crate::transcript::{BadTruth, Entry, twice};

/// A slot with the place of the one that its Hide is associated with.
struct Read<'t> {
    slot: TrailSlot,
    with: Option<(Place, Entry<'t>)>,
}

impl<'t> Reader<'t> {
    /// The trail and the lairs, and the number of the next slot. Lairs are older than the trail.
    pub(super) fn trail(self) -> Result<(Trail<TrailSlot>, u16), BadTruth> {
        let lairs = self.from.entry("lairs")?.list_of(LAIRS)?;
        let spaces = self.from.entry("trail")?.list_of(SPACES)?;
        let mut trail = Trail::default();
        let mut next = 0;
        for (lair, entry) in trail.lairs.iter_mut().zip(lairs) {
            *lair = self.slot(entry, &mut next)?.map(|read| read.slot);
            if lair.as_ref().is_some_and(|lair| !is_lair(lair)) {
                return Err(entry.refused("must be a city with encounters, without `WF`"));
            }
        }
        let mut hides = vec![];
        for (space, entry) in trail.spaces.iter_mut().zip(spaces).rev() {
            *space = self.slot(entry, &mut next)?.map(|read| {
                hides.extend(read.with);
                read.slot
            });
        }
        self.check_cards(&trail)?;
        for (place, entry) in hides {
            let space = trail.space_of(place);
            let id = space.and_then(|space| Some(trail.spaces[usize::from(space)].as_ref()?.id));
            let id = id.ok_or_else(|| entry.refused("must be a location on the trail"))?;
            associate(&mut trail, id);
        }
        Ok((trail, next))
    }

    fn slot(self, entry: Entry<'t>, next: &mut u16) -> Result<Option<Read<'t>>, BadTruth> {
        if entry.list()?.is_empty() {
            return Ok(None);
        }
        let parts = entry.list_of(6)?;
        let card = self.card(&parts, entry)?;
        let world = self.rules.world();
        let with = match (parts[5].text()?, &card) {
            ("", _) => None,
            (_, TrailCard::Hide(..)) => Some((self.place_of(parts[5], world.cities)?, parts[5])),
            _ => return Err(parts[5].refused("only Hide is associated with a slot")),
        };
        let face = if parts[2].flag()? { Face::Up } else { Face::Down };
        let id = SlotId(*next);
        *next += 1;
        Ok(Some(Read { slot: TrailSlot { id, card, face, rumor: parts[4].flag()? }, with }))
    }

    fn card(self, parts: &[Entry<'_>], entry: Entry<'_>) -> Result<TrailCard, BadTruth> {
        let (world, laid) = (self.rules.world(), self.laid(parts[3])?);
        let place = match parts[0].text()? {
            "" => None,
            _ => Some(self.place_of(parts[0], world.cities | world.seas)?),
        };
        let city = place.filter(|place| world.cities.contains(*place));
        match (place, city, parts[1].text()?, laid.is_empty()) {
            (_, Some(city), "", _) => Ok(TrailCard::City(city, Form::Plain, laid)),
            (_, Some(city), "WF", _) => Ok(TrailCard::City(city, Form::Wolf, laid)),
            (Some(sea), None, "", true) => Ok(TrailCard::Sea(sea)),
            (None, _, "HI", _) => Ok(TrailCard::Hide(None, Form::Plain, laid)),
            (None, _, "HI+WF", _) => Ok(TrailCard::Hide(None, Form::Wolf, laid)),
            (None, _, "FE", true) => Ok(TrailCard::Feed),
            (None, _, "DC", true) => Ok(TrailCard::Call),
            (None, _, "MD", true) => Ok(TrailCard::Misdirect),
            _ => Err(entry.refused("no slot holds these cards together")),
        }
    }

    /// Only a vampire that lies face up has damage.
    fn laid(self, entry: Entry<'_>) -> Result<LaidCards, BadTruth> {
        let laid: Vec<Laid> = entry.parsed_list()?;
        let health = |card: Laid| self.rules.data().health(card.kind());
        let is_hurt = |card: Laid| card.damage() > 0;
        let cannot = |card: Laid| is_hurt(card) && (!card.is_up() || card.damage() >= health(card));
        if let Some(card) = laid.iter().find(|card| cannot(**card)) {
            return Err(entry.refused(format!("`{card}` cannot have this damage")));
        }
        match laid.len() <= MOST_ENCOUNTERS {
            true => Ok(laid.into_iter().collect()),
            false => Err(entry.refused("there are too many")),
        }
    }

    /// T2: every location and power card is there once.
    fn check_cards(self, trail: &Trail<TrailSlot>) -> Result<(), BadTruth> {
        let world = self.rules.world();
        let slots = || trail.on_trail().chain(trail.in_lairs()).map(|(_, slot)| slot);
        let places: Vec<Place> = slots().filter_map(TrailSlot::place).collect();
        if let Some(place) = twice(&places) {
            let problem = format!("with the lairs, `{}` is there twice", world.code(place));
            return Err(BadTruth::new("trail", problem));
        }
        let powers = slots().flat_map(|slot| {
            let card = match slot.card {
                TrailCard::Sea(_) | TrailCard::City(..) => None,
                TrailCard::Hide(..) => Some("HI"),
                TrailCard::Feed => Some("FE"),
                TrailCard::Call => Some("DC"),
                TrailCard::Misdirect => Some("MD"),
            };
            card.into_iter().chain(slot.is_wolf().then_some("WF"))
        });
        match twice(&powers.collect::<Vec<_>>()) {
            Some(power) => Err(BadTruth::new("trail", format!("`{power}` is there twice"))),
            None => Ok(()),
        }
    }
}

/// T9: a lair is a city with encounters.
fn is_lair(slot: &TrailSlot) -> bool {
    matches!(&slot.card, TrailCard::City(_, Form::Plain, laid) if !laid.is_empty())
}

/// Hide, of which there is one, is associated with this slot.
fn associate(trail: &mut Trail<TrailSlot>, id: SlotId) {
    for slot in trail.spaces.iter_mut().flatten() {
        if let TrailCard::Hide(of, ..) = &mut slot.card {
            *of = Some(id);
        }
    }
}
