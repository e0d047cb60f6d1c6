//! `partners.csv`: written, and read back.

use stoker_files::untrusted::Folder;

use super::folder::PARTNERS;
use crate::standings::{PartnerEffects, PartnerRow, PartnerTable};
use crate::storage::FolderError;
use crate::storage::csv_text::{CsvText, WrongCell, estimate, garbled, read, text};

/// The columns before those of scores.
const COLUMNS: [&str; 4] = ["entrant", "seats", "forfeits", "kept_seats"];

/// The columns of a score: in all matches, then in those that nobody forfeited.
const EFFECTS: [&str; 6] =
    ["_effect", "_low_95", "_high_95", "_kept_effect", "_kept_low_95", "_kept_high_95"];

/// The text of `partners.csv`.
pub(crate) fn partners_csv(table: &PartnerTable) -> Vec<u8> {
    let of_score = |score: &String| EFFECTS.map(|end| format!("{score}{end}"));
    let header = COLUMNS.map(str::to_owned).into_iter();
    let mut rows = CsvText::with_header(header.chain(table.scores.iter().flat_map(of_score)));
    for PartnerRow { entrant, forfeits, all, kept } in &table.rows {
        rows.text(entrant).value(all.seats).value(forfeits).value(kept.seats);
        for (all, kept) in all.effects.iter().zip(&kept.effects) {
            rows.estimate(*all).estimate(*kept);
        }
        rows.end_row();
    }
    rows.into_bytes()
}

/// Reads the file, if it is there.
///
/// # Errors
/// If it cannot be read, or is not as a run writes it.
pub fn read_partners(folder: &Folder) -> Result<Option<PartnerTable>, FolderError> {
    if !folder.has_file(PARTNERS) {
        return Ok(None);
    }
    let (header, rows) = read(folder, PARTNERS)?;
    let names: Vec<&str> = header.iter().collect();
    let unknown = || garbled(folder, PARTNERS, "an unknown row");
    let scores = scores(&names).ok_or_else(unknown)?;
    let rows = rows.iter().map(|row| partner(row, scores.len()));
    let rows = rows.collect::<Result<Vec<_>, WrongCell>>().map_err(|_| unknown())?;
    Ok(Some(PartnerTable { scores, rows }))
}

/// The names of the scores that have columns.
fn scores(header: &[&str]) -> Option<Vec<String>> {
    let rest = header.strip_prefix(&COLUMNS[..])?;
    let score = |columns: &[&str]| {
        let name = columns.first()?.strip_suffix(EFFECTS[0])?;
        let all = EFFECTS.map(|end| format!("{name}{end}"));
        columns.iter().eq(&all).then(|| name.to_owned())
    };
    rest.chunks(EFFECTS.len()).map(score).collect()
}

fn partner(row: &csv::StringRecord, scores: usize) -> Result<PartnerRow, WrongCell> {
    let number = |column: usize| text(row, column)?.parse::<u64>().map_err(|_| WrongCell);
    let effects = |first: usize| -> Result<Vec<_>, WrongCell> {
        (0..scores)
            .map(|score| estimate(row, COLUMNS.len() + score * EFFECTS.len() + first))
            .collect()
    };
    Ok(PartnerRow {
        entrant: text(row, 0)?.to_owned(),
        forfeits: number(2)?,
        all: PartnerEffects { seats: number(1)?, effects: effects(0)? },
        kept: PartnerEffects { seats: number(3)?, effects: effects(3)? },
    })
}

#[cfg(test)]
mod tests {
    use stoker_stats::Estimate;

    use super::*;
    use crate::testing::held;

    #[test]
    fn the_table_of_partners_is_read_as_it_is_written() {
        let estimate =
            |value| Some(Estimate { value, interval: Some((value - 0.25, value + 0.5)) });
        let row = |entrant: &str, effects: Vec<Option<Estimate>>| PartnerRow {
            entrant: entrant.to_owned(),
            forfeits: 2,
            all: PartnerEffects { seats: 9, effects: effects.clone() },
            kept: PartnerEffects { seats: 7, effects },
        };
        let rows =
            vec![row("=a", vec![estimate(0.5), None]), row("b,c", vec![None, estimate(-3.0)])];
        let scores = vec!["victory".to_owned(), "progress".to_owned()];
        let table = PartnerTable { scores, rows };
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(PARTNERS);
        assert_eq!(read_partners(&held(folder.path())).unwrap(), None);
        std::fs::write(&file, partners_csv(&table)).unwrap();
        assert_eq!(read_partners(&held(folder.path())).unwrap(), Some(table));
        std::fs::write(&file, "entrant,seats\na,1\n").unwrap();
        assert!(read_partners(&held(folder.path())).is_err());
    }
}
