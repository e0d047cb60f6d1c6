//! The faults of a run: all are counted, and some are shown in full.

use std::collections::BTreeMap;

use stoker_files::untrusted::Folder;
use stoker_tournament::results::{FaultLine, FaultLines};

use super::logs::{LogExcerpt, excerpt};
use super::{DataRequest, lack};
use crate::report::ReportAudience;

/// The most faults of one kind and entrant that are shown in full.
const OF_A_KIND: u64 = 3;
/// The most faults of an entrant that are shown in full.
const OF_AN_ENTRANT: usize = 12;

/// The faults of a run.
#[derive(Debug, Clone, Default)]
pub struct FaultNotes {
    /// By side and entrant.
    pub by_entrant: BTreeMap<(String, String), EntrantFaults>,
}

/// The faults of an entrant on a side.
#[derive(Debug, Clone, Default)]
pub struct EntrantFaults {
    /// The number of each kind.
    pub counts: BTreeMap<String, u64>,
    /// The first of each kind.
    pub told: Vec<FaultNote>,
}

/// A fault in full.
#[derive(Debug, Clone)]
pub struct FaultNote {
    /// Its row; without the reason if the report is public.
    pub line: FaultLine,
    /// Its place in the log of the match.
    pub log: Option<LogExcerpt>,
}

impl FaultNotes {
    /// Reads the faults up to the end of the file or the first damage, which is noted.
    pub fn read(folder: &Folder, request: DataRequest<'_>, missing: &mut Vec<String>) -> Self {
        let mut notes = Self::default();
        let told = FaultLines::open(folder).and_then(|mut lines| {
            while let Some(line) = lines.read()? {
                notes.add(folder, line, request.audience);
            }
            Ok(())
        });
        if let Err(error) = told {
            missing.push(lack(&error));
        }
        notes
    }

    /// The faults of an entrant, over all its sides that pass a test.
    pub fn of<'n>(
        &'n self,
        entrant: &'n str,
        is_side: impl Fn(&str) -> bool + 'n,
    ) -> impl Iterator<Item = (&'n str, &'n EntrantFaults)> {
        let own = self.by_entrant.iter();
        own.filter(move |((side, name), _)| name == entrant && is_side(side))
            .map(|((side, _), faults)| (side.as_str(), faults))
    }

    fn add(&mut self, folder: &Folder, line: FaultLine, audience: ReportAudience) {
        let key = (line.side.clone(), line.entrant.clone());
        let faults = self.by_entrant.entry(key).or_default();
        let count = faults.counts.entry(line.kind.clone()).or_default();
        *count += 1;
        if *count > OF_A_KIND || faults.told.len() >= OF_AN_ENTRANT {
            return;
        }
        let note = match audience {
            ReportAudience::Owner => FaultNote { log: excerpt(folder, &line), line },
            // A reason quotes what a program did or said.
            ReportAudience::Public => {
                FaultNote { log: None, line: FaultLine { reason: String::new(), ..line } }
            }
        };
        faults.told.push(note);
    }
}
