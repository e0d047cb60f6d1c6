//! The replays in a report: as many as there is room for.

use std::collections::BTreeSet;

use rayon::prelude::*;
use stoker_engine::scene::Scenery;
use stoker_files::untrusted::Folder;
use stoker_tournament::record::Record;

use crate::choice::{Pick, PickReason, picks};
use crate::collection::Collection;
use crate::data::RunData;
use crate::data::recorded::{Recorded, fetch};
use crate::document::{Document, PackedReplay, ReplayedMatch};
use crate::report::ReportAudience;
use crate::report_ruleset::{ReportRuleset, published};

/// The most decisions that are captured. Capturing takes time, and a report should not make a run
/// much longer. A limit on time itself would not do, because the same folder has to give the same
/// report.
const MOST_DECISIONS: usize = 6_000;

/// The replays of a report.
#[derive(Debug, Default)]
pub struct Replays {
    /// The replays that are shown, the most wanted first.
    pub shown: Vec<ShownReplay>,
    /// The sceneries that they refer to.
    sceneries: Vec<Scenery>,
    /// The number of matches that could have been shown, but did not fit.
    pub left_out: u64,
    /// Records that cannot be shown, with the reasons.
    pub refused: Vec<(u64, String)>,
    /// The number of records that should exist but cannot be read.
    pub unread: usize,
    /// The reason why no match at all can be shown, if there is one.
    pub none: Option<String>,
}

/// A replay that is shown.
#[derive(Debug, Clone)]
pub struct ShownReplay {
    /// Its match, with the reasons why it is shown.
    pub pick: Pick,
    /// Its ending, for people.
    pub ending: String,
    /// The number of its decisions.
    pub turns: usize,
    /// The data that the page unpacks.
    pub packed: PackedReplay,
}

impl Replays {
    /// Captures the matches that the report shows.
    #[must_use]
    pub fn of(
        folder: &Folder,
        data: &RunData,
        report_ruleset: &dyn ReportRuleset,
        audience: ReportAudience,
    ) -> Self {
        if let Some(none) = report_ruleset.why_none(audience) {
            return Self { none: Some(none), ..Self::default() };
        }
        let picks = picks(data);
        let mut replays = Self { left_out: candidates(data, &picks), ..Self::default() };
        let RecordsToShow { records, refused, unread } =
            records(folder, data, report_ruleset, &picks);
        (replays.refused, replays.unread) = (refused, unread);
        let taken = fitting(&records);
        // Matches are packed at once: an unpacked match takes a hundred times the memory.
        let capture = |record: &Record, place: usize| {
            let (scenery, replay) = report_ruleset.capture(folder, record, audience)?;
            CapturedReplay::of(scenery, replay, place, audience)
        };
        let captured: Vec<_> = taken.par_iter().map(|(_, record)| capture(record, 0)).collect();
        for ((pick, record), captured) in taken.into_iter().zip(captured) {
            let added = captured.and_then(|captured| {
                let index = replays.place_of(&captured.scenery);
                match index {
                    0 => Ok(captured),
                    // It is rare that one run has several sceneries.
                    _ => capture(record, index),
                }
            });
            match added {
                Ok(captured) => replays.shown.push(captured.shown(pick)),
                Err(reason) => replays.refused.push((pick.number(), reason)),
            }
        }
        let told = replays.shown.len() + replays.refused.len();
        replays.left_out = replays.left_out.saturating_sub(told as u64);
        replays
    }

    /// The place of a scenery among those of the report.
    fn place_of(&mut self, scenery: &Scenery) -> usize {
        let known = self.sceneries.iter().position(|known| known == scenery);
        known.unwrap_or_else(|| {
            self.sceneries.push(scenery.clone());
            self.sceneries.len() - 1
        })
    }

    /// Leaves out the least wanted until the rest has about this many bytes.
    pub fn fit(&mut self, most: usize) {
        let mut sum = 0;
        let fits = |shown: &&ShownReplay| {
            sum += shown.packed.packed.len() + shown.packed.heading.len() + 100;
            // The replays grow a little when they are packed a second time.
            sum + sum / 32 <= most
        };
        let fitting = self.shown.iter().take_while(fits).count();
        self.left_out += (self.shown.len() - fitting) as u64;
        self.shown.truncate(fitting);
    }

    /// The replays of an entrant on a kind of side, with the reasons why they are shown.
    pub fn of_entrant<'r>(
        &'r self,
        kind: &'r str,
        entrant: &'r str,
    ) -> impl Iterator<Item = (&'r ShownReplay, PickReason)> {
        self.shown.iter().flat_map(move |shown| {
            let own = shown.pick.reasons.iter();
            own.filter(move |(of, name, _)| of == kind && name == entrant)
                .map(move |&(_, _, why)| (shown, why))
        })
    }

    /// The data that the page unpacks, in the order of the matches; `None` if nothing is shown.
    #[must_use]
    pub fn document(mut self, title: &str, program: &str) -> Option<Document> {
        self.shown.sort_by_key(|shown| shown.pick.number());
        let packed: Vec<_> = self.shown.into_iter().map(|shown| shown.packed).collect();
        let collection = Collection::of(self.sceneries, packed);
        (!collection.is_empty()).then(|| collection.document(title.to_owned(), program.to_owned()))
    }
}

/// A match that was captured and packed.
struct CapturedReplay {
    scenery: Scenery,
    ending: String,
    turns: usize,
    packed: PackedReplay,
}

impl CapturedReplay {
    /// Packs a match whose scenery has this place.
    fn of(
        scenery: Scenery,
        replay: ReplayedMatch,
        place: usize,
        audience: ReportAudience,
    ) -> Result<Self, String> {
        let replay = match audience {
            ReportAudience::Owner => replay,
            ReportAudience::Public => published(replay),
        };
        let replay = ReplayedMatch { scenery: place, ..replay };
        let packed = PackedReplay::of(&replay).map_err(|error| error.to_string())?;
        Ok(Self { scenery, ending: replay.ending, turns: replay.turns.len(), packed })
    }

    fn shown(self, pick: &Pick) -> ShownReplay {
        let Self { ending, turns, packed, .. } = self;
        ShownReplay { pick: pick.clone(), ending, turns, packed }
    }
}

/// The number of matches that could be shown: those with a record, and those that are played again.
fn candidates(data: &RunData, picks: &[Pick]) -> u64 {
    let played = data.games.as_ref().map_or(0, |games| games.matches - games.copies);
    let recorded = match &data.recorded {
        Recorded::All => played,
        Recorded::These(numbers) => numbers.len() as u64,
    };
    let again = picks.iter().filter(|pick| !data.recorded.has(pick.number())).count();
    recorded + again as u64
}

/// The matches to capture, in order: as many as there is room for. The shortest match that shows an
/// entrant on a side comes before any second match of another entrant.
fn fitting(records: &[(Pick, Record)]) -> Vec<&(Pick, Record)> {
    let mut taken = Taken { room: MOST_DECISIONS, places: BTreeSet::new() };
    let mut covered = BTreeSet::new();
    let mut shortest: Vec<usize> = (0..records.len()).collect();
    shortest.sort_by_key(|&place| records[place].1.plays.len());
    for place in shortest {
        let (pick, record) = &records[place];
        let players = || pick.reasons.iter().map(|(kind, entrant, _)| (kind, entrant));
        if players().any(|player| !covered.contains(&player)) && taken.take(place, record) {
            covered.extend(players());
        }
    }
    for (place, (_, record)) in records.iter().enumerate() {
        taken.take(place, record);
    }
    taken.places.into_iter().map(|place| &records[place]).collect()
}

/// The matches that are captured.
struct Taken {
    /// The number of decisions for which there is room.
    room: usize,
    places: BTreeSet<usize>,
}

impl Taken {
    /// Takes a match, if there is room. Returns true if it was taken now.
    fn take(&mut self, place: usize, record: &Record) -> bool {
        let left = self.room.checked_sub(record.plays.len());
        let Some(left) = left.filter(|_| !self.places.contains(&place)) else { return false };
        self.room = left;
        self.places.insert(place)
    }
}

/// The records of matches to show.
#[derive(Default)]
struct RecordsToShow {
    records: Vec<(Pick, Record)>,
    /// The matches that cannot be shown, with the reasons.
    refused: Vec<(u64, String)>,
    /// The number of records that should exist but cannot be read.
    unread: usize,
}

/// The records of these matches; missing ones are played again. Also the matches without a record.
fn records(
    folder: &Folder,
    data: &RunData,
    report_ruleset: &dyn ReportRuleset,
    picks: &[Pick],
) -> RecordsToShow {
    let wanted: Vec<_> = picks
        .iter()
        .map(|pick| pick.number())
        .filter(|&number| data.recorded.has(number))
        .collect();
    let kept = fetch(folder, &wanted);
    let mut found = RecordsToShow { unread: wanted.len() - kept.len(), ..RecordsToShow::default() };
    for pick in picks {
        let record = match kept.get(&pick.number()) {
            Some(line) => line.record().map_err(|error| error.problem.to_string()),
            None => match report_ruleset.play_again(pick.number()) {
                Some(record) => Ok(record),
                None if data.recorded.has(pick.number()) => {
                    Err("its record is missing, or behind a damaged one".to_owned())
                }
                None => continue,
            },
        };
        match record.and_then(|record| checked(data, pick, record)) {
            Ok(record) => found.records.push((pick.clone(), record)),
            Err(reason) => found.refused.push((pick.number(), reason)),
        }
    }
    found
}

/// The record, if its game is the one in `matches.csv`.
fn checked(data: &RunData, pick: &Pick, record: Record) -> Result<Record, String> {
    match pick.match_ref.hash {
        Some(hash) if hash != record.hash => Err("its game is not that of matches.csv".to_owned()),
        None if data.games.is_some() => Err("matches.csv has no hash of its game".to_owned()),
        Some(_) | None => Ok(record),
    }
}
