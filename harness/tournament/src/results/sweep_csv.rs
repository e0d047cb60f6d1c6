//! `sweep.csv` and `main_effects.csv`: written, and read back.

use stoker_files::untrusted::Folder;
use stoker_stats::{Effective, Estimate};

use super::folder::{FAULTS, MAIN_EFFECTS, SWEEP};
use crate::standings::FurtherMean;
use crate::storage::FolderError;
use crate::storage::csv_text::{CsvText, WrongCell, figure, garbled, read};
use crate::sweep::{EffectRow, SettingRow, SweepSummary};

/// The columns of `sweep.csv` after `setting` and one for each axis.
const SWEEP_COLUMNS: [&str; 17] = [
    "side",
    "entrant",
    "matches",
    "void",
    "effective_matches",
    "effective_kind",
    "mean_score",
    "low_95",
    "high_95",
    "win_rate",
    "faults",
    "reference",
    "difference",
    "difference_low_95",
    "difference_high_95",
    "difference_low_all",
    "difference_high_all",
];

/// The beginning of the last columns, one for each further score.
const FURTHER: &str = "mean_";

const EFFECT_COLUMNS: [&str; 12] = [
    "axis",
    "from",
    "to",
    "side",
    "entrant",
    "settings",
    "mean_score",
    "low_95",
    "high_95",
    "difference",
    "difference_low_95",
    "difference_high_95",
];

/// The text of `sweep.csv`.
pub(crate) fn sweep_csv(summary: &SweepSummary) -> Vec<u8> {
    let axes = summary.axes.iter().map(String::as_str);
    let further = summary.rows.first().map_or(&[][..], |row| &row.further);
    let further: Vec<String> =
        further.iter().map(|further| format!("{FURTHER}{}", further.score)).collect();
    let header = ["setting"].into_iter().chain(axes).chain(SWEEP_COLUMNS);
    let mut rows = CsvText::with_header(header.chain(further.iter().map(String::as_str)));
    for row in &summary.rows {
        rows.value(row.setting);
        for value in &row.values {
            rows.text(value);
        }
        let (effective, kind) = row.effective.parts();
        rows.text(&row.side)
            .text(&row.entrant)
            .value(row.matches)
            .value(row.voids)
            .value(effective)
            .text(kind);
        rows.estimate(row.score).figure(row.win_rate);
        rows.value(row.faults).value(summary.reference).estimate(row.difference);
        let (low, high) = row.jointly.unzip();
        rows.figure(low).figure(high);
        for further in &row.further {
            rows.figure(further.mean);
        }
        rows.end_row();
    }
    rows.into_bytes()
}

/// The text of `main_effects.csv`.
pub(crate) fn main_effects_csv(summary: &SweepSummary) -> Vec<u8> {
    let mut rows = CsvText::with_header(EFFECT_COLUMNS);
    for row in &summary.effects {
        rows.text(&row.axis).text(&row.from).text(&row.to).text(&row.side).text(&row.entrant);
        rows.value(row.settings);
        rows.estimate(row.score).estimate(row.difference).end_row();
    }
    rows.into_bytes()
}

/// Reads both files.
///
/// # Errors
/// If one cannot be read, or is not as a run writes it.
pub fn read_sweep(folder: &Folder) -> Result<SweepSummary, FolderError> {
    let (header, settings) = read(folder, SWEEP)?;
    let (columns, effects) = read(folder, MAIN_EFFECTS)?;
    let summary = summary(&header, &settings);
    let mut summary = summary.ok_or_else(|| garbled(folder, SWEEP, "an unknown row"))?;
    let known = columns.iter().eq(EFFECT_COLUMNS);
    let effects = effects.iter().map(effect_row).collect::<Option<_>>().filter(|_| known);
    summary.effects = effects.ok_or_else(|| garbled(folder, MAIN_EFFECTS, "an unknown row"))?;
    Ok(summary)
}

/// The number of faults that a run has recorded.
pub(crate) fn count_faults(folder: &Folder) -> Result<u64, FolderError> {
    Ok(read(folder, FAULTS)?.1.len() as u64)
}

fn summary(header: &csv::StringRecord, rows: &[csv::StringRecord]) -> Option<SweepSummary> {
    let axes = header.iter().position(|name| name == SWEEP_COLUMNS[0])?.checked_sub(1)?;
    let first = 1 + axes + SWEEP_COLUMNS.len();
    let fixed = header.iter().skip(1 + axes).take(SWEEP_COLUMNS.len()).eq(SWEEP_COLUMNS);
    let further = header.iter().skip(first).map(|name| name.strip_prefix(FURTHER));
    let further: Vec<&str> = further.collect::<Option<_>>()?;
    let last = rows.last().filter(|_| fixed && header.get(0) == Some("setting"))?;
    Some(SweepSummary {
        axes: header.iter().skip(1).take(axes).map(str::to_owned).collect(),
        settings: last.get(0)?.parse::<usize>().ok()?.checked_add(1)?,
        reference: last.get(axes + 12)?.parse().ok()?,
        rows: rows.iter().map(|row| setting_row(row, axes, &further)).collect::<Option<_>>()?,
        effects: vec![],
    })
}

fn setting_row(row: &csv::StringRecord, axes: usize, further: &[&str]) -> Option<SettingRow> {
    let field = |column: usize| row.get(1 + axes + column);
    Some(SettingRow {
        setting: row.get(0)?.parse().ok()?,
        values: row.iter().skip(1).take(axes).map(str::to_owned).collect(),
        side: field(0)?.to_owned(),
        entrant: field(1)?.to_owned(),
        matches: field(2)?.parse().ok()?,
        voids: field(3)?.parse().ok()?,
        effective: effective(field(4)?, field(5)?)?,
        score: estimate([field(6)?, field(7)?, field(8)?]).ok()?,
        win_rate: figure(field(9)?).ok()?,
        faults: field(10)?.parse().ok()?,
        difference: estimate([field(12)?, field(13)?, field(14)?]).ok()?,
        jointly: figure(field(15)?).ok()?.zip(figure(field(16)?).ok()?),
        further: further_means(row, 1 + axes + SWEEP_COLUMNS.len(), further)?,
    })
}

fn effective(count: &str, kind: &str) -> Option<Effective> {
    let count = count.parse().ok()?;
    match kind {
        "exact" => Some(Effective::Exact(count)),
        "estimate" => Some(Effective::Estimate(count)),
        _ => None,
    }
}

/// The means of these further scores, in columns from this one on.
fn further_means(
    row: &csv::StringRecord,
    first: usize,
    scores: &[&str],
) -> Option<Vec<FurtherMean>> {
    let mean = |(column, score): (usize, &&str)| {
        let mean = figure(row.get(column)?).ok()?;
        Some(FurtherMean { score: (*score).to_owned(), mean })
    };
    (first..).zip(scores).map(mean).collect()
}

fn effect_row(row: &csv::StringRecord) -> Option<EffectRow> {
    let text = |column: usize| row.get(column).map(str::to_owned);
    Some(EffectRow {
        axis: text(0)?,
        from: text(1)?,
        to: text(2)?,
        side: text(3)?,
        entrant: text(4)?,
        settings: row.get(5)?.parse().ok()?,
        score: estimate([row.get(6)?, row.get(7)?, row.get(8)?]).ok()?,
        difference: estimate([row.get(9)?, row.get(10)?, row.get(11)?]).ok()?,
    })
}

fn estimate([mean, low, high]: [&str; 3]) -> Result<Option<Estimate>, WrongCell> {
    Ok(Estimate::of_columns([figure(mean)?, figure(low)?, figure(high)?]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written() -> SweepSummary {
        let score = Some(Estimate { value: 1.5, interval: Some((-0.25, 3.25)) });
        let row = |setting: usize, difference: Option<Estimate>| SettingRow {
            setting,
            values: vec![format!("{setting}"), "calm".to_owned()],
            side: "team".to_owned(),
            entrant: "fox,owl".to_owned(),
            matches: 4,
            voids: 2,
            effective: Effective::Exact(3),
            score,
            win_rate: Some(0.75),
            faults: 1,
            difference,
            jointly: (difference.unwrap().interval).map(|(low, high)| (low - 1.0, high + 1.0)),
            further: vec![FurtherMean { score: "progress".to_owned(), mean: Some(61.5) }],
        };
        let effect = EffectRow {
            axis: "fox:depth".to_owned(),
            from: "0".to_owned(),
            to: "1".to_owned(),
            side: "team".to_owned(),
            entrant: "fox,owl".to_owned(),
            settings: 2,
            score,
            difference: None,
        };
        SweepSummary {
            axes: vec!["fox:depth".to_owned(), "rules:a,b".to_owned()],
            settings: 2,
            reference: 1,
            rows: vec![
                row(0, score),
                row(1, score.map(|_| Estimate { value: 0.0, interval: None })),
            ],
            effects: vec![effect],
        }
    }

    #[test]
    fn a_row_is_a_setting_and_every_axis_has_a_column() {
        insta::assert_snapshot!(String::from_utf8(sweep_csv(&written())).unwrap(), @r#"
        setting,fox:depth,"rules:a,b",side,entrant,matches,void,effective_matches,effective_kind,mean_score,low_95,high_95,win_rate,faults,reference,difference,difference_low_95,difference_high_95,difference_low_all,difference_high_all,mean_progress
        0,0,calm,team,"fox,owl",4,2,3,exact,1.5000,-0.2500,3.2500,0.7500,1,1,1.5000,-0.2500,3.2500,-1.2500,4.2500,61.5000
        1,1,calm,team,"fox,owl",4,2,3,exact,1.5000,-0.2500,3.2500,0.7500,1,1,0.0000,,,,,61.5000
        "#);
        insta::assert_snapshot!(String::from_utf8(main_effects_csv(&written())).unwrap(), @r#"
        axis,from,to,side,entrant,settings,mean_score,low_95,high_95,difference,difference_low_95,difference_high_95
        fox:depth,0,1,team,"fox,owl",2,1.5000,-0.2500,3.2500,,,
        "#);
    }

    #[test]
    fn what_is_written_is_read_back() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(SWEEP), sweep_csv(&written())).unwrap();
        std::fs::write(folder.path().join(MAIN_EFFECTS), main_effects_csv(&written())).unwrap();
        assert_eq!(read_sweep(&Folder::named(folder.path()).unwrap()).unwrap(), written());
    }

    #[test]
    fn garbled_files_are_refused_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let text = String::from_utf8(sweep_csv(&written())).unwrap();
        std::fs::write(folder.path().join(MAIN_EFFECTS), main_effects_csv(&written())).unwrap();
        for (from, to) in [("setting", "x"), ("exact", "some"), ("1.5000", "1.5.0")] {
            std::fs::write(folder.path().join(SWEEP), text.replace(from, to)).unwrap();
            let error = read_sweep(&Folder::named(folder.path()).unwrap()).unwrap_err().to_string();
            assert!(error.contains("sweep.csv: an unknown row"), "{error}");
        }
    }
}
