//! The data of a run's folder, for a report, as far as its files exist. The harness's own readers
//! read them.

pub mod faults;
pub mod games;
pub mod growth;
mod logs;
pub mod recorded;
pub mod spread;

use stoker_engine::{Direction, FactInfo, Game, ScoreInfo, Sides};
use stoker_files::untrusted::Folder;
use stoker_tournament::results::folder::manifest_in;
use stoker_tournament::results::manifest::Manifest;
use stoker_tournament::results::{
    TimingRow, read_crosstable, read_duel_table, read_leaderboard, read_lineup_tables,
    read_partners, read_timings,
};
use stoker_tournament::standings::{
    ALL_SIDES, Crosstable, DuelTable, LineupTables, PartnerTable, Standing,
};
use stoker_tournament::storage::FolderError;

use faults::FaultNotes;
use games::MatchResults;
use recorded::Recorded;

use crate::report::ReportAudience;

/// The sides, scores and facts of a ruleset.
#[derive(Debug, Clone)]
pub struct Rules {
    /// The sides.
    pub sides: Sides,
    /// The scores.
    pub scores: Vec<ScoreInfo>,
    /// The facts of a finished game.
    pub facts: Vec<FactInfo>,
}

impl Rules {
    /// The rules of this game.
    pub fn of<G: Game>(game: &G) -> Self {
        Self {
            sides: game.sides().clone(),
            scores: game.scores().to_vec(),
            facts: game.facts().to_vec(),
        }
    }

    /// The score of a kind of side, and the direction in which that kind wants it.
    #[must_use]
    pub fn score_of(&self, kind: &str) -> Option<(&ScoreInfo, Direction)> {
        let side = self.sides.list().iter().find(|side| side.kind == kind)?;
        Some((self.scores.get(side.score)?, side.direction))
    }
}

/// The data of a run.
#[derive(Debug)]
pub struct RunData {
    /// The name of its folder.
    pub name: String,
    /// The contents of `run.toml`.
    pub run: Option<Manifest>,
    /// The sides, scores and facts of its ruleset, if it is known.
    pub rules: Option<Rules>,
    /// The leaderboard, in the order of the file.
    pub standings: Vec<Standing>,
    /// The crosstable, if the run has one.
    pub crosstable: Option<Crosstable>,
    /// The table of entrants that play both of two unlike sides, if the run has it.
    pub duel: Option<DuelTable>,
    /// The tables of matches between several rivals, if the run has them.
    pub lineups: Option<LineupTables>,
    /// The table of partners, if the run has one.
    pub partners: Option<PartnerTable>,
    /// The results of the matches.
    pub games: Option<MatchResults>,
    /// The faults.
    pub faults: FaultNotes,
    /// The times of answers.
    pub timings: Vec<TimingRow>,
    /// The matches that have a record.
    pub recorded: Recorded,
    /// The missing or damaged parts, in sentences.
    pub missing: Vec<String>,
}

/// The data to read, and the audience.
#[derive(Debug, Clone, Copy)]
pub struct DataRequest<'w> {
    /// The audience of the report.
    pub audience: ReportAudience,
    /// The sides, scores and facts of the ruleset, if it is known.
    pub rules: Option<&'w Rules>,
    /// The entrants whose matches can be played again.
    pub again: &'w [String],
}

impl RunData {
    /// Reads the available data, and lists what is missing or damaged in `missing`.
    #[must_use]
    pub fn read(folder: &Folder, request: DataRequest<'_>) -> Self {
        let mut missing = vec![];
        let run = noted(manifest_in(folder), &mut missing);
        let (standings, crosstable) = tables(folder, run.as_ref(), request, &mut missing);
        let duel = noted(read_duel_table(folder), &mut missing).flatten();
        let lineups = noted(read_lineup_tables(folder), &mut missing).flatten();
        let partners = noted(read_partners(folder), &mut missing).flatten();
        let recorded = Recorded::find(folder, run.as_ref(), &mut missing);
        let recorded = noted(recorded, &mut missing).unwrap_or_default();
        let context = games::GamesContext { standings: &standings, recorded: &recorded, request };
        let played = MatchData::read(folder, run.as_ref(), context, &mut missing);
        let MatchData { games, faults, timings } = played;
        let (name, rules) = (name_of(folder), request.rules.cloned());
        Self {
            name,
            run,
            rules,
            standings,
            crosstable,
            duel,
            lineups,
            partners,
            games,
            faults,
            timings,
            recorded,
            missing,
        }
    }

    /// The kinds of sides, in order. If there is a leaderboard of all kinds together, it comes
    /// last.
    #[must_use]
    pub fn kinds(&self) -> Vec<&str> {
        let mut kinds: Vec<&str> = vec![];
        let own = self.standings.iter().map(|row| row.side.as_str());
        let played = self.games.iter().flat_map(|games| &games.rows).map(|row| row.kind.as_str());
        for kind in own.chain(played) {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        kinds.sort_by_key(|&kind| kind == ALL_SIDES);
        kinds
    }

    /// The entrants, the best first.
    #[must_use]
    pub fn entrants(&self) -> Vec<&str> {
        let mut names: Vec<&str> = vec![];
        let all = self.standings.iter().filter(|row| row.side == ALL_SIDES);
        let ranked = all.chain(&self.standings).map(|row| row.entrant.as_str());
        let played = self.games.iter().flat_map(|games| &games.rows);
        for name in ranked.chain(played.map(|row| row.entrant.as_str())) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// The rows of the leaderboard of a kind of side.
    pub fn standings_of<'d>(&'d self, kind: &'d str) -> impl Iterator<Item = &'d Standing> {
        self.standings.iter().filter(move |row| row.side == kind)
    }
}

/// The leaderboard and the crosstable. Shards and sweeps have neither.
fn tables(
    folder: &Folder,
    run: Option<&Manifest>,
    request: DataRequest<'_>,
    missing: &mut Vec<String>,
) -> (Vec<Standing>, Option<Crosstable>) {
    if run.is_some_and(|run| run.shard.is_some() || run.sweep.is_some()) {
        return (vec![], None);
    }
    let standings = noted(read_leaderboard(folder), missing).unwrap_or_default();
    let crosstable = noted(read_crosstable(folder), missing).flatten();
    if crosstable.is_none() && promises_crosstable(run, request.rules) {
        missing.push("crosstable.csv is missing.".to_owned());
    }
    (standings, crosstable)
}

/// The results of the matches.
#[derive(Default)]
struct MatchData {
    games: Option<MatchResults>,
    faults: FaultNotes,
    timings: Vec<TimingRow>,
}

impl MatchData {
    /// Reads it. Of a shard nothing is shown: the results come from all parts together.
    fn read(
        folder: &Folder,
        run: Option<&Manifest>,
        context: games::GamesContext<'_>,
        missing: &mut Vec<String>,
    ) -> Self {
        if run.is_some_and(|run| run.shard.is_some()) {
            return Self::default();
        }
        Self {
            games: MatchResults::read(folder, context, missing),
            faults: FaultNotes::read(folder, context.request, missing),
            timings: noted(read_timings(folder), missing).unwrap_or_default(),
        }
    }
}

/// True if a finished run of this description has a crosstable: two unlike sides, and matches.
fn promises_crosstable(run: Option<&Manifest>, rules: Option<&Rules>) -> bool {
    let unlike = |rules: &Rules| {
        let [first, second] = rules.sides.list() else { return false };
        first.kind != second.kind
    };
    let is_whole = |run: &Manifest| {
        run.progress.complete && run.compare.is_none() && run.progress.matches > run.progress.void
    };
    run.is_some_and(is_whole) && rules.is_some_and(unlike)
}

/// The name of a folder, however its path was typed; `results` if it has none.
pub(crate) fn name_of(folder: &Folder) -> String {
    let path = std::path::absolute(folder.path()).unwrap_or_else(|_| folder.path().to_owned());
    match path.components().as_path().file_name() {
        Some(name) => name.to_string_lossy().into_owned(),
        None => "results".to_owned(),
    }
}

/// The value that was read; if it was not, `missing` gets the reason.
pub(crate) fn noted<T>(read: Result<T, FolderError>, missing: &mut Vec<String>) -> Option<T> {
    read.map_err(|error| missing.push(lack(&error))).ok()
}

/// The sentence about a file that cannot be read. It omits the path of the folder, because a copy
/// of the folder elsewhere must give the same report.
fn lack(error: &FolderError) -> String {
    let file = |path: &std::path::Path| {
        path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    };
    match error {
        FolderError::Io { path, source } if source.kind() == std::io::ErrorKind::NotFound => {
            format!("{} is missing.", file(path))
        }
        FolderError::Io { path, source } => format!("{} cannot be read: {source}.", file(path)),
        FolderError::Garbled { path, message } => {
            let message = message.lines().next().unwrap_or_default();
            format!("{} is damaged, or of another version: {message}.", file(path))
        }
        FolderError::Lacks { file, .. } => format!("{file} is missing."),
        FolderError::NotEmpty(_)
        | FolderError::HoldsStopped(_)
        | FolderError::Changed { .. }
        | FolderError::Foreign { .. }
        | FolderError::NotAFolder(_)
        | FolderError::InUse(_)
        | FolderError::NoJournal(_)
        | FolderError::Make { .. }
        | FolderError::Params(_) => error.to_string(),
    }
}
