//! `duel.csv`: written, and read back.

use csv::StringRecord;
use stoker_files::untrusted::Folder;
use stoker_stats::{DuelEntrant, DuelSide};

use super::folder::DUEL;
use crate::standings::{DuelRow, DuelSideRow, DuelTable};
use crate::storage::FolderError;
use crate::storage::csv_text::{CsvText, WrongCell, estimate, garbled, read, text};

const ENTRANT: &str = "entrant";
const SIDE: &str = "side";

/// The columns; those of shares on one side begin with the side's name.
fn header([first, second]: [&str; 2]) -> Vec<String> {
    let won_as =
        |side: &str| ["won", "won_low_95", "won_high_95"].map(|figure| format!("{side}_{figure}"));
    let begin = ["row", "name", "rank", "rank_low", "rank_high", "matches"];
    let won = ["won", "won_low_95", "won_high_95"];
    let strength = ["strength", "strength_low_95", "strength_high_95"];
    let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    let parts =
        [&owned(&begin), &owned(&won), &won_as(first)[..], &won_as(second), &owned(&strength)];
    parts.concat()
}

/// The text of `duel.csv`: the entrants, then the sides.
pub(crate) fn duel_csv(table: &DuelTable) -> Vec<u8> {
    let sides = table.sides.each_ref().map(|side| side.side.as_str());
    let mut rows = CsvText::with_header(header(sides));
    for DuelRow { rank, entrant, figures } in &table.rows {
        let DuelEntrant { matches, won, won_as: [first, second], strength, ranks } = figures;
        let (low, high) = ranks.unzip();
        rows.text(ENTRANT).text(entrant).value(rank).maybe(low).maybe(high).value(matches);
        rows.estimate(*won).estimate(*first).estimate(*second).estimate(*strength).end_row();
    }
    for DuelSideRow { side, figures } in &table.sides {
        let DuelSide { matches, won, advantage } = figures;
        rows.text(SIDE).text(side).text("").text("").text("").value(matches);
        rows.estimate(*won).estimate(None).estimate(None).estimate(*advantage).end_row();
    }
    rows.into_bytes()
}

/// Reads `duel.csv`, if it is there.
///
/// # Errors
/// If it cannot be read, or is not as a run writes it.
pub fn read_duel_table(folder: &Folder) -> Result<Option<DuelTable>, FolderError> {
    if !folder.has_file(DUEL) {
        return Ok(None);
    }
    let (header, rows) = read(folder, DUEL)?;
    let table = table(&header, &rows);
    table.map(Some).map_err(|WrongCell| garbled(folder, DUEL, "an unknown row"))
}

fn table(found: &StringRecord, rows: &[StringRecord]) -> Result<DuelTable, WrongCell> {
    let [rows @ .., first, second] = rows else { return Err(WrongCell) };
    let sides = [side_row(first)?, side_row(second)?];
    let columns = header(sides.each_ref().map(|side| side.side.as_str()));
    if !found.iter().eq(columns.iter().map(String::as_str)) {
        return Err(WrongCell);
    }
    Ok(DuelTable { rows: rows.iter().map(row).collect::<Result<_, _>>()?, sides })
}

fn row(row: &StringRecord) -> Result<DuelRow, WrongCell> {
    if text(row, 0)? != ENTRANT {
        return Err(WrongCell);
    }
    let number = |column| match text(row, column)? {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|_| WrongCell),
    };
    Ok(DuelRow {
        rank: number(2)?.ok_or(WrongCell)?,
        entrant: text(row, 1)?.to_owned(),
        figures: DuelEntrant {
            matches: text(row, 5)?.parse().map_err(|_| WrongCell)?,
            won: estimate(row, 6)?,
            won_as: [estimate(row, 9)?, estimate(row, 12)?],
            strength: estimate(row, 15)?,
            ranks: number(3)?.zip(number(4)?),
        },
    })
}

fn side_row(row: &StringRecord) -> Result<DuelSideRow, WrongCell> {
    if text(row, 0)? != SIDE {
        return Err(WrongCell);
    }
    let figures = DuelSide {
        matches: text(row, 5)?.parse().map_err(|_| WrongCell)?,
        won: estimate(row, 6)?,
        advantage: estimate(row, 15)?,
    };
    Ok(DuelSideRow { side: text(row, 1)?.to_owned(), figures })
}

#[cfg(test)]
mod tests {
    use stoker_stats::Estimate;

    use super::*;
    use crate::testing::held;

    fn written() -> DuelTable {
        let estimate =
            |value| Some(Estimate { value, interval: Some((value - 0.25, value + 0.25)) });
        let row = |rank, entrant: &str| DuelRow {
            rank,
            entrant: entrant.to_owned(),
            figures: DuelEntrant {
                matches: 9,
                won: estimate(0.5),
                won_as: [estimate(0.75), None],
                strength: estimate(-20.0).filter(|_| rank < 2),
                ranks: Some((1, 2)).filter(|_| rank < 2),
            },
        };
        let side = |side: &str| DuelSideRow {
            side: side.to_owned(),
            figures: DuelSide { matches: 18, won: estimate(0.5), advantage: estimate(31.5) },
        };
        DuelTable {
            rows: vec![row(1, "=a"), row(2, "c,d")],
            sides: [side("hunter"), side("dracula")],
        }
    }

    #[test]
    fn the_table_is_read_as_it_is_written() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(read_duel_table(&held(folder.path())).unwrap(), None);
        std::fs::write(folder.path().join(DUEL), duel_csv(&written())).unwrap();
        assert_eq!(read_duel_table(&held(folder.path())).unwrap(), Some(written()));
    }

    #[test]
    fn a_table_that_no_run_writes_is_refused() {
        let text = String::from_utf8(duel_csv(&written())).unwrap();
        let wrong = [
            text.replace("hunter_won", "lone_won"),
            text.replace("side,hunter", "entrant,hunter"),
            text.replace("entrant,'=a,1", "entrant,'=a,first"),
            text.lines().next().unwrap().to_owned() + "\n",
        ];
        for wrong in wrong {
            assert_ne!(wrong, text);
            let folder = tempfile::tempdir().unwrap();
            std::fs::write(folder.path().join(DUEL), wrong).unwrap();
            let error = read_duel_table(&held(folder.path())).unwrap_err();
            assert!(error.to_string().contains("duel.csv"), "{error}");
        }
    }
}
