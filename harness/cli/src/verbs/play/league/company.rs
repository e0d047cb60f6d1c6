//! The people who sit at the table in one session, and the matches that they play.

use std::collections::VecDeque;

use anyhow::{Context as _, ensure};
use stoker_bots::remedy;
use stoker_engine::{Game, Viewer};
use stoker_play::session::{
    Kept, Matches, SessionError, SidePlayer, TableMatch, viewers_of_people,
};
use stoker_tournament::plan::{Plan, Slot};
use stoker_tournament::record::Record;
use stoker_tournament::referee::Played;
use stoker_tournament::run::Sitting;

use crate::terminal::io::Io;
use crate::verbs::play::tell_match;

/// A seat of a person in one match.
struct Seat {
    /// The person's name.
    person: String,
    viewer: Viewer,
    /// The viewer's name.
    place: String,
}

/// The seats of people in a match, those of one person together. A person may sit at another side
/// in the next match, so the order is that of the addresses.
fn seats<G: Game>(plan: &Plan<G>, slot: &Slot) -> Vec<Seat> {
    let (game, lineup) = (plan.game(), plan.lineup_of(slot));
    let people = viewers_of_people(&**game, |side| !lineup[side].is_person());
    let seat = |(viewer, place): (Viewer, String)| {
        let side = game.sides().viewers()[usize::from(viewer.0)].side;
        Seat { person: lineup[usize::from(side.0)].name.clone(), viewer, place }
    };
    let mut seats: Vec<_> = people.into_iter().map(seat).collect();
    sort(&mut seats);
    seats
}

/// Sorts by person, then by viewer.
fn sort(seats: &mut [Seat]) {
    seats.sort_by(|one, other| (&one.person, one.viewer).cmp(&(&other.person, other.viewer)));
}

/// People who sit at the table together.
pub(super) struct Company {
    /// Their seats in the first match.
    seats: Vec<Seat>,
    /// Their matches, in order.
    pub(super) slots: VecDeque<Slot>,
}

impl Company {
    /// The people of the first of these slots, or of the first in which this person plays. `None`
    /// if there is no such slot.
    ///
    /// # Errors
    /// If there is no person of that name.
    pub(super) fn next<G: Game>(
        plan: &Plan<G>,
        missing: &[Slot],
        person: Option<&str>,
    ) -> anyhow::Result<Option<Self>> {
        if let Some(name) = person {
            let people = plan.entrants().iter().filter(|entrant| entrant.is_person());
            let names = people.map(|entrant| entrant.name.as_str());
            ensure!(
                names.clone().any(|it| it == name),
                "--name {name}: no such person is in this league: {}",
                remedy(name, names.clone())
            );
        }
        let plays = |seats: &[Seat]| person.is_none_or(|it| seats.iter().any(|at| at.person == it));
        let mut found: Option<Self> = None;
        for slot in missing {
            let seats = seats(plan, slot);
            match &mut found {
                None if plays(&seats) => {
                    found = Some(Self { seats, slots: VecDeque::from([*slot]) });
                }
                Some(company) if company.is(&seats) => company.slots.push_back(*slot),
                None | Some(_) => {}
            }
        }
        Ok(found)
    }

    /// True if the same people sit here, each at as many seats.
    fn is(&self, seats: &[Seat]) -> bool {
        self.seats.iter().map(|seat| &seat.person).eq(seats.iter().map(|seat| &seat.person))
    }

    /// The people as the table knows them. Only those with several seats are told apart by these.
    pub(super) fn people(&self) -> Vec<(Viewer, String)> {
        let count = |person: &str| self.seats.iter().filter(|seat| seat.person == person).count();
        let named = self.seats.iter().map(|Seat { person, viewer, place }| {
            let name = match count(person) {
                1 => person.clone(),
                _ => format!("{person}, {place}"),
            };
            (*viewer, name)
        });
        named.collect()
    }
}

/// The matches of a company. Each is kept before the next begins.
pub(super) struct LeagueMatches<'s, 'p, 'i, G: Game> {
    plan: &'p Plan<G>,
    sitting: &'s mut Sitting<'p, G>,
    slots: VecDeque<Slot>,
    io: &'s mut Io<'i>,
    /// Matches that could not be stored yet.
    unstored: VecDeque<(Slot, Record, Played)>,
}

impl<'s, 'p, 'i, G: Game> LeagueMatches<'s, 'p, 'i, G> {
    pub(super) fn new(
        plan: &'p Plan<G>,
        sitting: &'s mut Sitting<'p, G>,
        company: Company,
        io: &'s mut Io<'i>,
    ) -> Self {
        Self { plan, sitting, slots: company.slots, io, unstored: VecDeque::new() }
    }

    /// Stores the matches that are not stored yet.
    ///
    /// # Errors
    /// If one cannot be written. It is then written with the next one.
    pub(super) fn store(&mut self) -> anyhow::Result<()> {
        while let Some((slot, record, played)) = self.unstored.front() {
            let lost = || format!("match {} is not kept", slot.number);
            self.sitting.keep(slot, record, played.clone()).with_context(lost)?;
            self.unstored.pop_front();
        }
        Ok(())
    }
}

impl<G: Game> Matches<G> for LeagueMatches<'_, '_, '_, G> {
    fn next(&mut self) -> Result<Option<TableMatch<G>>, SessionError> {
        let Some(slot) = self.slots.pop_front() else { return Ok(None) };
        let players =
            self.plan.lineup_of(&slot).into_iter().map(|entrant| match entrant.is_person() {
                true => SidePlayer::People(entrant.name.clone()),
                false => SidePlayer::Bot(entrant.clone()),
            });
        Ok(Some(TableMatch {
            number: slot.number,
            seed: slot.seed,
            lineup: players.collect(),
            viewers: seats(self.plan, &slot).iter().map(|seat| seat.viewer.0).collect(),
            is_last: self.slots.is_empty(),
        }))
    }

    fn keep(&mut self, record: &Record, played: &Played) -> Kept {
        let slot = self.plan.match_at(record.number);
        self.unstored.push_back((slot, record.clone(), played.clone()));
        let stored = self.store();
        // The files can be made again from what is stored.
        let shown = stored.and_then(|()| Ok(self.sitting.write_results().map(drop)?));
        if let Err(error) = shown {
            drop(writeln!(self.io.err, "warning: {error:#}"));
        }
        tell_match(&**self.plan.game(), record, self.io);
        if self.unstored.is_empty() { Kept::Stored } else { Kept::Lost }
    }
}
