//! The hunters and what they hold (fury O2).

use super::super::cards::{ByHunter, Hunter, Ticket};
use super::super::counts::{CardKind, Counts, Tickets};
use super::super::params::Step;
use super::super::rounds::MOST_TICKETS;
use super::super::state::Held;
use super::super::table::{PublicHunter, Whereabouts};
use super::super::titles::EventCard;
use super::Reader;
use crate::transcript::{BadTruth, Entry};

impl Reader<'_> {
    pub(super) fn hunters(self) -> Result<(ByHunter<PublicHunter>, ByHunter<Held>), BadTruth> {
        let mut figures = ByHunter::new(|_| PublicHunter::NEW);
        let mut held: ByHunter<Held> = ByHunter::default();
        for hunter in Hunter::FOUR {
            let entry = self.from.entry(hunter.code())?;
            (figures[hunter], held[hunter]) = self.hunter(hunter, entry)?;
        }
        let bats = Hunter::FOUR.into_iter().filter(|hunter| figures[*hunter].bats).count();
        if bats > usize::from(self.rules.data().tokens.bats) {
            return Err(BadTruth::new(Hunter::Mina.code(), "there are not so many bats tokens"));
        }
        Ok((figures, held))
    }

    fn hunter(self, hunter: Hunter, entry: Entry<'_>) -> Result<(PublicHunter, Held), BadTruth> {
        let parts = entry.list_of(match self.rules.params().play {
            Step::Hunt => 6,
            Step::Combat => 8,
            Step::Full => 10,
        })?;
        let limits = &self.rules.data().hunters[hunter];
        let mut figure = PublicHunter {
            spot: self.spot(parts[0])?,
            damage: parts[1].number(0..=limits.health - 1)?,
            bites: parts[2].number(0..=limits.bites)?,
            delayed: parts[4].flag()?,
            bats: parts[5].flag()?,
            ..PublicHunter::NEW
        };
        let mut held = Held { tickets: hand(parts[3], MOST_TICKETS)?, ..Held::default() };
        let weakened = hunter == Hunter::Mina || figure.bites > 0;
        if let [items, open, ..] = parts[6..] {
            held.items = hand(items, limits.items.into())?;
            figure.open_item = opened(open, held.items.iter(), weakened)?;
        }
        if let [_, _, events, open] = parts[6..] {
            held.events = hand(events, limits.events.into())?;
            if let Some(card) = held.events.iter().find(|card| EventCard::is_draculas(*card)) {
                return Err(events.refused(format!("`{card}` is Dracula's")));
            }
            figure.open_event = opened(open, held.events.iter(), weakened)?;
        }
        Ok((figure, held))
    }

    /// A hunter on the board.
    fn spot(self, entry: Entry<'_>) -> Result<Whereabouts, BadTruth> {
        let (world, code) = (self.rules.world(), entry.text()?);
        if code.is_empty() {
            let problem = "a hunter who was defeated is not yet back, and the truth does not say \
                           where that was";
            return Err(entry.refused(problem));
        }
        match world.hospital(code) {
            Some(number) => Ok(Whereabouts::Hospital(number)),
            None => self.place_of(entry, world.cities | world.seas).map(Whereabouts::At),
        }
    }

    /// M5: the pool has all tickets that no hunter holds.
    pub(super) fn pool(self, held: &ByHunter<Held>) -> Result<Tickets, BadTruth> {
        let entry = self.from.entry("tickets")?;
        let counts = entry.list_of(Ticket::ALL.len())?;
        let mut pool = self.rules.data().tickets;
        for ticket in Hunter::FOUR.into_iter().flat_map(|hunter| held[hunter].tickets.iter()) {
            if !pool.has(ticket) {
                return Err(entry.refused(format!("there are not so many of `{ticket}`")));
            }
            pool.remove(ticket);
        }
        for (count, ticket) in counts.into_iter().zip(Ticket::ALL) {
            count.number(pool.of(*ticket)..=pool.of(*ticket))?;
        }
        Ok(pool)
    }
}

/// The cards of a hand, at most this many (H8).
fn hand<K, const N: usize>(entry: Entry<'_>, most: usize) -> Result<Counts<K, N>, BadTruth>
where
    K: CardKind + std::str::FromStr<Err: std::fmt::Display>,
{
    let cards: Vec<K> = entry.parsed_list()?;
    match cards.len() <= most {
        true => Ok(cards.into_iter().collect()),
        false => Err(entry.refused(format!("must have at most {most} cards"))),
    }
}

/// H7: a weakened hunter has a card open if it holds any; the others have none.
fn opened<K>(
    entry: Entry<'_>,
    held: impl Iterator<Item = K>,
    weakened: bool,
) -> Result<Option<K>, BadTruth>
where
    K: CardKind + std::str::FromStr<Err: std::fmt::Display>,
{
    let (open, held) = (entry.parsed_unless("")?, held.collect::<Vec<K>>());
    let fits = match open {
        Some(open) => weakened && held.contains(&open),
        None => !weakened || held.is_empty(),
    };
    match fits {
        true => Ok(open),
        false => Err(entry.refused("a weakened hunter has one card that it holds open")),
    }
}
