//! The results of a run's matches: a fold over `matches.csv`, whose memory grows with entrants and
//! not with matches.

use std::collections::BTreeMap;

use stoker_engine::Direction;
use stoker_files::untrusted::Folder;
use stoker_tournament::identity::GameHash;
use stoker_tournament::results::{MatchColumns, MatchLine, MatchLines};
use stoker_tournament::standings::Standing;
use stoker_tournament::storage::FolderError;

use super::growth::Growth;
use super::recorded::Recorded;
use super::spread::Spread;
use super::{DataRequest, lack};

/// The most endings that are distinguished; no ruleset has so many.
const MOST_ENDINGS: usize = 24;

/// The most matches with records that are remembered: a report shows no more.
const MOST_RECORDED: usize = 200;

/// The results of the matches.
#[derive(Debug)]
pub struct MatchResults {
    /// The columns of the file.
    pub columns: MatchColumns,
    /// The entrants on each kind of side, in the order in which they first play.
    pub rows: Vec<EntrantGames>,
    /// The results of one row's matches against another's, by both rows.
    pub meetings: BTreeMap<(usize, usize), OpponentMatches>,
    /// The number of matches that were decided, copies included.
    pub matches: u64,
    /// The number of those that were not played, because they repeat another.
    pub copies: u64,
    /// The number of matches that could not be decided.
    pub voids: u64,
    /// The first matches that have records, copies left out: at most 200.
    pub recorded: Vec<MatchRef>,
}

/// The matches of an entrant on a kind of side.
#[derive(Debug)]
pub struct EntrantGames {
    /// The kind of side.
    pub kind: String,
    /// The entrant.
    pub entrant: String,
    /// The number of matches that it won.
    pub wins: u64,
    /// Its scores.
    pub scores: Spread,
    /// The decisions of its matches.
    pub decisions: Spread,
    /// The endings of its matches.
    pub endings: BTreeMap<String, Endings>,
    /// The growth of its mean score.
    pub growth: Growth,
    /// The growth of its rating, over the seeds on which all of its kind played equally often.
    /// The last value is the leaderboard's rating if every pairing is played on every seed.
    pub rating: Growth,
    /// Its scores on the seed that is being played.
    seed: EntrantSeedScores,
    /// Matches to look at.
    pub notable_matches: NotableMatches,
    /// Its mean on the leaderboard.
    mean: Option<f64>,
}

/// The scores of an entrant on one seed.
#[derive(Debug, Clone, Copy, Default)]
struct EntrantSeedScores {
    sum: i64,
    matches: u64,
}

impl EntrantSeedScores {
    fn mean(self) -> f64 {
        self.sum as f64 / self.matches as f64
    }
}

/// The matches with one ending.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Endings {
    /// The number of these matches.
    pub matches: u64,
    /// The number of them that the entrant won.
    pub wins: u64,
    /// The sum of their decisions.
    pub decisions: u64,
}

/// The matches of an entrant against another.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OpponentMatches {
    /// Its scores.
    pub scores: Spread,
    /// The number of matches that it won.
    pub wins: u64,
}

/// An opponent, and the matches against it.
#[derive(Debug, Clone, Copy)]
pub struct MetOpponent<'g> {
    /// The opponent.
    pub opponent: &'g EntrantGames,
    /// The matches against it.
    pub meetings: &'g OpponentMatches,
}

/// Matches of an entrant to look at, among those that can be shown.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct NotableMatches {
    /// The match with its worst score, and that score, signed so that more is better.
    pub worst: Option<(i64, MatchRef)>,
    /// The match with its best score, and that score, signed so that more is better.
    pub best: Option<(i64, MatchRef)>,
    /// The first match with a fault.
    pub faulty: Option<MatchRef>,
    /// The match that is nearest to its mean, and the distance.
    pub typical: Option<(f64, MatchRef)>,
}

/// A match to look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MatchRef {
    /// The number of the match.
    pub number: u64,
    /// The identity of its game; `None` if the row has none that can be read.
    pub hash: Option<GameHash>,
}

impl MatchRef {
    fn of(number: u64, line: MatchLine<'_>) -> Self {
        let hash = std::str::from_utf8(line.hash()).ok();
        Self { number, hash: hash.and_then(|hash| hash.parse().ok()) }
    }
}

/// The data that is known before the matches are read.
#[derive(Debug, Clone, Copy)]
pub struct GamesContext<'a> {
    /// The leaderboard.
    pub standings: &'a [Standing],
    /// The matches that have records.
    pub recorded: &'a Recorded,
    /// The settings of the report.
    pub request: DataRequest<'a>,
}

/// A side, as its results are counted.
struct CountedSide {
    kind: String,
    score: usize,
    direction: Direction,
}

impl CountedSide {
    /// A score in the direction that the side wants.
    fn gain(&self, score: i64) -> i64 {
        match self.direction {
            Direction::High => score,
            Direction::Low => -score,
        }
    }
}

/// The result of a match for the entrant of a side.
#[derive(Clone, Copy)]
struct SideResult {
    score: i64,
    /// The score in the direction that the side wants.
    gain: i64,
    won: bool,
    faulted: bool,
}

impl MatchResults {
    /// Reads the matches up to the end of the file or the first damage, which is noted.
    pub fn read(
        folder: &Folder,
        context: GamesContext<'_>,
        missing: &mut Vec<String>,
    ) -> Option<Self> {
        let mut lines = match MatchLines::open(folder) {
            Ok(lines) => lines,
            Err(error) => {
                missing.push(lack(&error));
                return None;
            }
        };
        let mut fold = GamesFold::new(lines.columns().clone(), context);
        if let Err(error) = fold.all(&mut lines) {
            let told = lack(&error);
            missing.push(format!("{told} Only the {} matches before are counted.", fold.seen));
        }
        Some(fold.finish())
    }

    /// The row of an entrant on a kind of side.
    #[must_use]
    pub fn row(&self, kind: &str, entrant: &str) -> Option<usize> {
        self.rows.iter().position(|row| row.kind == kind && row.entrant == entrant)
    }

    /// The opponents of a row.
    pub fn met(&self, row: usize) -> impl Iterator<Item = MetOpponent<'_>> {
        let met = self.meetings.range((row, 0)..(row + 1, 0));
        met.map(|(&(_, other), meetings)| MetOpponent { opponent: &self.rows[other], meetings })
    }
}

/// The fold while it goes on.
struct GamesFold<'a> {
    context: GamesContext<'a>,
    seats: Vec<CountedSide>,
    games: MatchResults,
    /// By side: the row of each entrant, by name.
    places: Vec<BTreeMap<String, usize>>,
    /// The rows of the match, by side.
    lineup: Vec<usize>,
    seed: Vec<u8>,
    seen: u64,
}

impl<'a> GamesFold<'a> {
    fn new(columns: MatchColumns, context: GamesContext<'a>) -> Self {
        let seats = seats(&columns, context);
        let places = vec![BTreeMap::new(); seats.len()];
        let (rows, meetings) = (vec![], BTreeMap::new());
        let recorded = vec![];
        let games =
            MatchResults { columns, rows, meetings, matches: 0, copies: 0, voids: 0, recorded };
        Self { context, seats, games, places, lineup: vec![], seed: vec![], seen: 0 }
    }

    fn all(&mut self, lines: &mut MatchLines) -> Result<(), FolderError> {
        while let Some(line) = lines.read()? {
            self.seen += 1;
            if line.is_void() {
                self.games.voids += 1;
            } else {
                self.add(line);
            }
        }
        Ok(())
    }

    fn add(&mut self, line: MatchLine<'_>) {
        // Later games of a series have seeds of their own, and belong to the match's.
        if line.begins_match() && line.seed() != self.seed {
            self.end_seed();
            self.seed.clear();
            self.seed.extend_from_slice(line.seed());
        }
        self.games.matches += 1;
        self.games.copies += u64::from(line.is_copy());
        self.seat(line);
        let number = line.number().filter(|_| !line.is_copy());
        self.remember(number, line);
        let number = number.filter(|&number| self.can_show(number));
        for side in 0..self.seats.len() {
            self.count(line, side, number);
        }
    }

    /// Remembers a match that has a record.
    fn remember(&mut self, number: Option<u64>, line: MatchLine<'_>) {
        let recorded = number.filter(|&number| self.context.recorded.has(number));
        if let Some(number) = recorded
            && self.games.recorded.len() < MOST_RECORDED
        {
            self.games.recorded.push(MatchRef::of(number, line));
        }
    }

    /// Finds the rows of a match.
    fn seat(&mut self, line: MatchLine<'_>) {
        self.lineup.clear();
        for (side, seat) in self.seats.iter().enumerate() {
            let name = line.entrant(side);
            let row = match self.places[side].get(&*name) {
                Some(&row) => row,
                None => {
                    let row = self.games.row(&seat.kind, &name).unwrap_or(self.games.rows.len());
                    if row == self.games.rows.len() {
                        let row = EntrantGames::new(&seat.kind, &name, self.context.standings);
                        self.games.rows.push(row);
                    }
                    self.places[side].insert(name.into_owned(), row);
                    row
                }
            };
            self.lineup.push(row);
        }
    }

    /// True if a match that was played can be shown.
    fn can_show(&self, number: u64) -> bool {
        let again = self.context.request.again;
        let name = |row: &usize| &self.games.rows[*row].entrant;
        self.context.recorded.has(number)
            || !again.is_empty() && self.lineup.iter().all(|row| again.contains(name(row)))
    }

    /// Counts a match for the entrant of a side; `number` is given if the match can be shown.
    fn count(&mut self, line: MatchLine<'_>, side: usize, number: Option<u64>) {
        let Some(result) = self.result(line, side) else { return };
        let own = self.lineup[side];
        for (other, &opponent) in self.lineup.iter().enumerate() {
            if other != side {
                let meetings = self.games.meetings.entry((own, opponent)).or_default();
                meetings.scores.add(result.score);
                meetings.wins += u64::from(result.won);
            }
        }
        let row = &mut self.games.rows[own];
        row.add(line, result);
        if let Some(number) = number {
            row.look(number, line, result);
        }
    }

    /// The result of a match for the entrant of a side; `None` if the row does not have it.
    fn result(&self, line: MatchLine<'_>, side: usize) -> Option<SideResult> {
        let score = i64::from(line.score(self.seats[side].score)?);
        let name = self.games.columns.sides[side].as_bytes();
        Some(SideResult {
            score,
            gain: self.seats[side].gain(score),
            won: line.winners().any(|winner| winner == name),
            faulted: line.faults(side).is_some_and(|faults| faults > 0),
        })
    }

    /// Ends a seed: it gives one observation of each mean and of each rating.
    fn end_seed(&mut self) {
        for (place, seat) in self.seats.iter().enumerate() {
            let is_first = self.seats[..place].iter().all(|other| other.kind != seat.kind);
            if is_first {
                rate_seed(&mut self.games.rows, seat);
            }
        }
        for row in &mut self.games.rows {
            let seed = std::mem::take(&mut row.seed);
            if seed.matches > 0 {
                row.growth.add_seed(seed.mean(), seed.matches);
            }
        }
    }

    fn finish(mut self) -> MatchResults {
        self.end_seed();
        self.games
    }
}

/// Adds to the ratings of a kind of side what a seed gives: how far each mean score on it is above
/// the mean of all. A seed on which some played more often than others gives nothing.
fn rate_seed(rows: &mut [EntrantGames], seat: &CountedSide) {
    let own = || rows.iter().filter(|row| row.kind == seat.kind).map(|row| row.seed);
    let matches = own().next().map_or(0, |seed| seed.matches);
    if matches == 0 || own().any(|seed| seed.matches != matches) {
        return;
    }
    let count = own().count() as f64;
    let level = own().map(|seed| seat.gain(seed.sum) as f64).sum::<f64>() / count;
    for row in rows.iter_mut().filter(|row| row.kind == seat.kind) {
        let above = seat.gain(row.seed.sum) as f64 - level;
        row.rating.add_seed(above / matches as f64, matches);
    }
}

/// The sides as they are counted. Without rules, each is a kind of its own and wants a high score.
fn seats(columns: &MatchColumns, context: GamesContext<'_>) -> Vec<CountedSide> {
    let seat = |name: &String| {
        let known = context
            .request
            .rules
            .and_then(|rules| rules.sides.list().iter().find(|side| side.name == name));
        match known {
            Some(side) => {
                let score = side.score.min(columns.scores.len().saturating_sub(1));
                CountedSide { kind: side.kind.to_owned(), score, direction: side.direction }
            }
            None => CountedSide { kind: name.clone(), score: 0, direction: Direction::High },
        }
    };
    columns.sides.iter().map(seat).collect()
}

impl EntrantGames {
    fn new(kind: &str, entrant: &str, standings: &[Standing]) -> Self {
        let own = standings.iter().find(|row| row.side == kind && row.entrant == entrant);
        Self {
            kind: kind.to_owned(),
            entrant: entrant.to_owned(),
            wins: 0,
            scores: Spread::default(),
            decisions: Spread::default(),
            endings: BTreeMap::new(),
            growth: Growth::default(),
            rating: Growth::default(),
            seed: EntrantSeedScores::default(),
            notable_matches: NotableMatches::default(),
            mean: own.and_then(|row| row.mean).map(|mean| mean.value),
        }
    }

    fn add(&mut self, line: MatchLine<'_>, SideResult { score, won, .. }: SideResult) {
        let decisions = line.decisions().unwrap_or(0);
        self.wins += u64::from(won);
        self.scores.add(score);
        self.decisions.add(decisions.into());
        self.seed.sum += score;
        self.seed.matches += 1;
        let ending = line.ending();
        if self.endings.len() < MOST_ENDINGS || self.endings.contains_key(&*ending) {
            if !self.endings.contains_key(&*ending) {
                self.endings.insert(ending.clone().into_owned(), Endings::default());
            }
            if let Some(ended) = self.endings.get_mut(&*ending) {
                ended.matches += 1;
                ended.wins += u64::from(won);
                ended.decisions += u64::from(decisions);
            }
        }
    }

    /// Considers a match that can be shown.
    fn look(&mut self, number: u64, line: MatchLine<'_>, result: SideResult) {
        let SideResult { score, gain, faulted, .. } = result;
        let NotableMatches { worst, best, faulty, typical } = &mut self.notable_matches;
        if worst.is_none_or(|(low, _)| gain < low) {
            *worst = Some((gain, MatchRef::of(number, line)));
        }
        if best.is_none_or(|(high, _)| gain > high) {
            *best = Some((gain, MatchRef::of(number, line)));
        }
        if faulty.is_none() && faulted {
            *faulty = Some(MatchRef::of(number, line));
        }
        let distance = self.mean.map(|mean| (score as f64 - mean).abs());
        if let Some(distance) = distance
            && typical.is_none_or(|(near, _)| distance < near)
        {
            *typical = Some((distance, MatchRef::of(number, line)));
        }
    }
}
