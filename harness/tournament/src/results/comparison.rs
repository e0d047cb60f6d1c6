//! `comparison.csv`: one row per look of an A/B test; written, and its last row read back.

use stoker_files::untrusted::Folder;
use stoker_stats::Estimate;
use stoker_stats::sprt::{Bounds, Either, Verdict};

use super::folder::{COMPARISON, RunFolder};
use crate::standings::{Comparison, Findings, FurtherDifference, SideFindings};
use crate::storage::csv_text::{CsvText, WrongCell, figure, garbled, read};
use crate::storage::{FolderError, OutFile};

/// The first columns. Those of each kind of side follow, those of each further score, and then the
/// verdict.
const COLUMNS: [&str; 15] = [
    "pairs",
    "void_pairs",
    "distinct_pairs",
    "llr_a",
    "llr_b",
    "lower_bound",
    "upper_bound",
    "mean_difference",
    "low_95",
    "high_95",
    "effect",
    "correlation",
    "saved",
    "a_alone",
    "b_alone",
];
const VERDICT: &str = "verdict";
/// The suffix of the first column of a kind of side.
const MEAN: &str = "_difference";
/// The beginning of the columns of a further score.
const FURTHER: &str = "mean_";
/// The number of columns of each kind of side, and of each further score.
const OF_SIDE: usize = 3;

/// The file, while the run goes on.
pub(crate) struct ComparisonFile(OutFile);

impl ComparisonFile {
    /// Begins the file of a test.
    pub(crate) fn begin(folder: &RunFolder, test: &Comparison) -> Result<Self, FolderError> {
        let columns =
            |name: &str| [MEAN, "_low_95", "_high_95"].map(|column| format!("{name}{column}"));
        let further = test.further().map(|score| format!("{FURTHER}{score}"));
        let names = test.kinds().map(str::to_owned).chain(further);
        let sides: Vec<String> = names.flat_map(|name| columns(&name)).collect();
        let columns = COLUMNS.into_iter().chain(sides.iter().map(String::as_str)).chain([VERDICT]);
        let mut file = folder.create(COMPARISON)?;
        file.write(&CsvText::with_header(columns).into_bytes())?;
        Ok(Self(file))
    }

    /// Writes the row of a look.
    pub(crate) fn look(&mut self, findings: &Findings) -> Result<(), FolderError> {
        self.0.write(&row(findings))
    }

    /// Hands all rows so far to the operating system. Returns the length of the file.
    pub(crate) fn flush(&mut self) -> Result<(&'static str, u64), FolderError> {
        self.0.flush()?;
        Ok((COMPARISON, self.0.len()))
    }

    pub(crate) fn finish(self) -> Result<(), FolderError> {
        self.0.finish()
    }
}

fn row(findings: &Findings) -> Vec<u8> {
    let Findings { pairs, void_pairs, distinct_pairs, llr, bounds, .. } = findings;
    let Findings { effect, correlation, saved, alone, sides, further, verdict, .. } = findings;
    let mut figures = vec![llr.map(|llr| llr.a), llr.map(|llr| llr.b)];
    figures.extend([Some(bounds.lower), Some(bounds.upper)]);
    figures.extend(Estimate::columns(Some(findings.difference)));
    figures.extend([*effect, *correlation, *saved]);
    let differences = sides.iter().map(|side| side.difference);
    let differences = differences.chain(further.iter().map(|further| further.difference));
    let sides = differences.flat_map(|difference| Estimate::columns(Some(difference)));
    let mut row = CsvText::new();
    row.value(pairs).value(void_pairs).value(distinct_pairs);
    for figure in figures {
        row.figure(figure);
    }
    row.maybe(alone.map(|alone| alone.a)).maybe(alone.map(|alone| alone.b));
    for figure in sides {
        row.figure(figure);
    }
    row.text(verdict.map_or("", Verdict::name)).end_row();
    row.into_bytes()
}

/// Reads the findings of the last look; `None` if there was none, or if the run is not an A/B test.
///
/// # Errors
/// If the file cannot be read, or is not as a run writes it.
pub fn read_findings(folder: &Folder) -> Result<Option<Findings>, FolderError> {
    if !folder.has_file(COMPARISON) {
        return Ok(None);
    }
    let (header, rows) = read(folder, COMPARISON)?;
    match rows.last() {
        None => Ok(None),
        Some(row) => findings(&header, row)
            .map(Some)
            .ok_or_else(|| garbled(folder, COMPARISON, "an unknown row")),
    }
}

fn findings(header: &csv::StringRecord, row: &csv::StringRecord) -> Option<Findings> {
    let cell = |column: usize| figure(row.get(column).ok_or(WrongCell)?);
    let number = |column: usize| cell(column).ok()?;
    let difference = |column: usize| {
        Estimate::of_columns([cell(column).ok()?, cell(column + 1).ok()?, cell(column + 2).ok()?])
    };
    let name = |column: usize| header.get(column)?.strip_suffix(MEAN);
    let side = |column: usize| {
        Some(SideFindings { side: name(column)?.to_owned(), difference: difference(column)? })
    };
    let further = |column: usize| {
        let score = name(column)?.strip_prefix(FURTHER)?.to_owned();
        Some(FurtherDifference { score, difference: difference(column)? })
    };
    let count = |column: usize| match row.get(column)? {
        "" => Some(None),
        count => count.parse().ok().map(Some),
    };
    let last = row.len().checked_sub(1)?;
    let verdict = row.get(last)?;
    let is_further = |&column: &usize| name(column).is_some_and(|name| name.starts_with(FURTHER));
    let (of_further, of_sides): (Vec<usize>, Vec<usize>) =
        (COLUMNS.len()..last).step_by(OF_SIDE).partition(is_further);
    Some(Findings {
        pairs: row.get(0)?.parse().ok()?,
        void_pairs: row.get(1)?.parse().ok()?,
        distinct_pairs: row.get(2)?.parse().ok()?,
        llr: cell(3).ok()?.zip(cell(4).ok()?).map(|(a, b)| Either { a, b }),
        bounds: Bounds { lower: number(5)?, upper: number(6)? },
        difference: difference(7)?,
        effect: cell(10).ok()?,
        correlation: cell(11).ok()?,
        saved: cell(12).ok()?,
        alone: count(13)?.zip(count(14)?).map(|(a, b)| Either { a, b }),
        sides: of_sides.into_iter().map(side).collect::<Option<_>>()?,
        further: of_further.into_iter().map(further).collect::<Option<_>>()?,
        verdict: match verdict {
            "" => None,
            name => Some(Verdict::ALL.into_iter().find(|verdict| verdict.name() == name)?),
        },
    })
}
