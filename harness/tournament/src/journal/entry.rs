//! A match in the journal.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::str::FromStr;

use arrayvec::ArrayVec;
use stoker_engine::{Seat, SideId, SideSet};
use stoker_external::fault::{Fault, FaultKind, Loses};

use crate::outcome::{Likeness, MatchOutcome, Original};
use crate::timings::Times;
use crate::void::Void;

/// A finished slot of the plan, as the journal keeps it.
///
/// The line of a match has a checksum and eleven fields, separated by tabs: number, likeness, hash,
/// scores, winners (a bit per side), ending, decisions, facts, faults, times and record. The last
/// three are JSON, which contains no tabs, or empty. The line of a void slot has a checksum and
/// three fields: number, the word `void`, and the reason.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Entry {
    /// The slot's number.
    pub(crate) number: u64,
    /// Its result.
    pub(crate) fate: SlotResult,
}

/// The result of a slot.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum SlotResult {
    /// The match was played, or its outcome is known without playing it.
    Played(Finished),
    /// The match could not be decided.
    Void(Void),
}

/// A finished match.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Finished {
    /// The outcome.
    pub(crate) outcome: MatchOutcome,
    /// The times of answers by side, where they were measured.
    pub(crate) times: Vec<(SideId, Times)>,
    /// The record, if it is kept.
    pub(crate) record: Option<String>,
}

/// A fault as the journal writes it: decision, round, side, seat, kind, cost and reason.
type FaultRow = (u32, Option<u32>, SideId, Seat, FaultKind, Loses, String);

/// The word in place of the likeness in the line of a void slot.
const VOID: &str = "void";

impl From<MatchOutcome> for Finished {
    /// A match with nothing but its outcome.
    fn from(outcome: MatchOutcome) -> Self {
        Self { outcome, times: vec![], record: None }
    }
}

impl Entry {
    /// The entry of a finished match.
    pub(crate) fn played(number: u64, finished: impl Into<Finished>) -> Self {
        Self { number, fate: SlotResult::Played(finished.into()) }
    }

    /// The entry of a void slot.
    pub(crate) fn void(number: u64, void: Void) -> Self {
        Self { number, fate: SlotResult::Void(void) }
    }

    /// True if it is a match that was not played because it repeats another.
    pub(crate) fn is_copy(&self) -> bool {
        matches!(&self.fate, SlotResult::Played(Finished { outcome, .. }) if outcome.same_as().is_some())
    }

    /// Merges two entries of one slot, in either order; `None` if both were played and ended
    /// differently.
    ///
    /// A match wins over a void slot, because it was played again. Of two void slots the one whose
    /// reason sorts first wins. A copy gives way: the rule of copies decides anew which matches are
    /// copies.
    pub(super) fn or(self, other: Self) -> Option<Self> {
        match (&self.fate, &other.fate) {
            _ if self.is_copy() => Some(other),
            _ if other.is_copy() => Some(self),
            (SlotResult::Played(one), SlotResult::Played(two)) => {
                one.outcome.is_same(&two.outcome).then_some(self)
            }
            (SlotResult::Played(_), SlotResult::Void(_)) => Some(self),
            (SlotResult::Void(_), SlotResult::Played(_)) => Some(other),
            (SlotResult::Void(one), SlotResult::Void(two)) => {
                Some(if two < one { other } else { self })
            }
        }
    }

    /// Appends the entry's line.
    pub(crate) fn write(&self, lines: &mut String) {
        let start = begin(lines);
        let _ = write!(lines, "{}\t", self.number);
        match &self.fate {
            SlotResult::Played(finished) => finished.write(lines),
            SlotResult::Void(void) => {
                let _ = write!(lines, "{VOID}\t{void}");
            }
        }
        seal(lines, start);
    }

    /// Reads the text that [`unseal`] returns.
    ///
    /// # Errors
    /// A description of the mistake, if no run writes such a line.
    pub(crate) fn parse(text: &str) -> Result<Self, &'static str> {
        let (number, rest) = text.split_once('\t').ok_or(NO_MATCH)?;
        let number = number.parse().map_err(|_| NO_MATCH)?;
        match rest.strip_prefix(VOID).and_then(|rest| rest.strip_prefix('\t')) {
            None => Finished::parse(rest).map(|done| Self::played(number, done)).ok_or(NO_MATCH),
            Some(reason) if reason.contains('\t') => Err("a void slot with more than a reason"),
            Some(reason) => {
                let void = Void::read(reason).ok_or("a void slot whose reason is no plain line")?;
                Ok(Self::void(number, void))
            }
        }
    }

    /// Reads only the number.
    pub(crate) fn number_of(text: &str) -> Option<u64> {
        text.split('\t').next()?.parse().ok()
    }

    /// The kind of a line, read without all of its fields.
    pub(super) fn kind_of(text: &str) -> LineKind {
        match text.split('\t').nth(1) {
            Some(VOID) => LineKind::Void,
            Some(likeness) => match parse_likeness(likeness) {
                Some(Likeness::Copy(original)) => LineKind::Copy(original),
                Some(Likeness::Unknown | Likeness::Trace(_)) | None => LineKind::Match,
            },
            None => LineKind::Match,
        }
    }
}

/// The kind of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineKind {
    /// A match that was played.
    Match,
    /// A match that was not played because it repeats another.
    Copy(Original),
    /// A void slot.
    Void,
}

const NO_MATCH: &str = "no match";

impl Finished {
    /// Appends the fields after the number.
    fn write(&self, lines: &mut String) {
        let outcome = &self.outcome;
        write_likeness(outcome.likeness, lines);
        let _ = write!(lines, "\t{}\t", outcome.hash);
        write_list(&outcome.scores, lines);
        let winners = (0..8).filter(|&side| outcome.winners.contains(SideId(side)));
        let winners = winners.fold(0, |bits, side| bits | 1u8 << side);
        let _ = write!(lines, "\t{winners}\t{}\t{}\t", outcome.ending, outcome.decisions);
        write_list(&outcome.facts, lines);
        lines.push('\t');
        if !outcome.faults.is_empty() {
            let rows: Vec<FaultRow> = outcome.faults.iter().map(fault_row).collect();
            lines.push_str(&json(&rows));
        }
        lines.push('\t');
        if !self.times.is_empty() {
            lines.push_str(&json(&self.times));
        }
        lines.push('\t');
        lines.push_str(self.record.as_deref().unwrap_or_default());
    }

    /// Reads the fields after the number; `None` if they are not those of a match.
    fn parse(text: &str) -> Option<Self> {
        let mut fields = text.split('\t');
        let mut field = || fields.next();
        let likeness = parse_likeness(field()?)?;
        let hash = field()?.parse().ok()?;
        let scores = parse_list::<i32, ArrayVec<_, 8>>(field()?, 8)?;
        let bits: u8 = field()?.parse().ok()?;
        let ending = Cow::Owned(field()?.to_owned());
        let decisions = field()?.parse().ok()?;
        let facts = parse_list::<i64, Vec<_>>(field()?, usize::MAX)?;
        let faults = match field()? {
            "" => vec![],
            rows => serde_json::from_str::<Vec<FaultRow>>(rows).ok()?,
        };
        let times = match field()? {
            "" => vec![],
            times => serde_json::from_str(times).ok()?,
        };
        let record = Some(field()?).filter(|record| !record.is_empty()).map(str::to_owned);
        let won = (0..8).filter(|side| bits >> side & 1 == 1);
        let winners = won.fold(SideSet::NONE, |set, side| set.with(SideId(side)));
        let faults = faults.into_iter().map(fault).collect();
        let outcome =
            MatchOutcome { scores, winners, ending, decisions, facts, faults, hash, likeness };
        let whole = fields.next().is_none();
        whole.then_some(Self { outcome, times, record })
    }
}

/// Hexadecimal digits of a checksum.
const DIGITS: usize = 8;

/// Leaves room for the checksum of a line. Returns the position that [`seal`] needs.
pub(super) fn begin(lines: &mut String) -> usize {
    let start = lines.len();
    lines.push_str("        \t");
    start
}

/// Ends a line, and fills in its checksum.
pub(super) fn seal(lines: &mut String, start: usize) {
    let sum = format!("{:08x}", crc32fast::hash(&lines.as_bytes()[start + DIGITS + 1..]));
    lines.replace_range(start..start + DIGITS, &sum);
    lines.push('\n');
}

/// The text of a line without its end and checksum; `None` if the line is damaged.
pub(super) fn unseal(line: &[u8]) -> Option<&str> {
    let line = line.strip_suffix(b"\n")?;
    let (sum, rest) = line.split_at_checked(DIGITS)?;
    let text = rest.strip_prefix(b"\t")?;
    let sum = std::str::from_utf8(sum).ok()?;
    let holds = u32::from_str_radix(sum, 16).ok()? == crc32fast::hash(text);
    std::str::from_utf8(text).ok().filter(|_| holds)
}

/// Writes nothing, a hash, or `=` with the number of the original and the step.
fn write_likeness(likeness: Likeness, line: &mut String) {
    let _ = match likeness {
        Likeness::Unknown => Ok(()),
        Likeness::Trace(hash) => write!(line, "{hash}"),
        Likeness::Copy(Original { number, step }) => write!(line, "={number}+{step}"),
    };
}

fn parse_likeness(text: &str) -> Option<Likeness> {
    match text.strip_prefix('=') {
        None if text.is_empty() => Some(Likeness::Unknown),
        None => text.parse().ok().map(Likeness::Trace),
        Some(original) => {
            let (number, step) = original.split_once('+')?;
            let (number, step) = (number.parse().ok()?, step.parse().ok()?);
            Some(Likeness::Copy(Original { number, step }))
        }
    }
}

fn fault_row(fault: &Fault) -> FaultRow {
    let Fault { decision, round, side, seat, kind, loses, reason } = fault;
    (*decision, *round, *side, *seat, *kind, *loses, reason.clone())
}

fn fault((decision, round, side, seat, kind, loses, reason): FaultRow) -> Fault {
    Fault { decision, round, side, seat, kind, loses, reason }
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("plain data has a JSON form")
}

fn write_list<N: std::fmt::Display>(numbers: &[N], line: &mut String) {
    for (place, number) in numbers.iter().enumerate() {
        let _ = write!(line, "{}{number}", if place == 0 { "" } else { "," });
    }
}

/// Reads numbers separated by commas; `None` if there are more than `most`.
fn parse_list<N: FromStr, L: Default + Extend<N>>(text: &str, most: usize) -> Option<L> {
    let mut list = L::default();
    if text.is_empty() {
        return Some(list);
    }
    if text.split(',').count() > most {
        return None;
    }
    for number in text.split(',') {
        list.extend([number.parse().ok()?]);
    }
    Some(list)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::prelude::*;

    use super::*;
    use crate::identity::GameHash;
    use stoker_external::contract::Elapsed;

    fn entry() -> Entry {
        let mut times = Times::default();
        let [wall, cpu] = [Duration::from_micros(70), Duration::from_nanos(3)];
        times.add(Elapsed { wall, cpu });
        let reason = "said \"\t\"\nand left".to_owned();
        let (side, seat, kind, loses) = (SideId(1), Seat(4), FaultKind::GarbledReply, Loses::Match);
        let finished = Finished {
            outcome: MatchOutcome {
                scores: [-3, 300].into_iter().collect(),
                winners: SideSet::NONE.with(SideId(0)).with(SideId(7)),
                ending: Cow::Borrowed("blood"),
                decisions: 7,
                facts: vec![i64::MIN, 0],
                faults: vec![Fault {
                    decision: 3,
                    round: Some(1),
                    side,
                    seat,
                    kind,
                    loses,
                    reason,
                }],
                hash: GameHash(1 << 127),
                likeness: Likeness::Copy(Original { number: 3, step: 7 }),
            },
            times: vec![(SideId(1), times)],
            record: Some("{\"format\":1}".to_owned()),
        };
        Entry::played(u64::MAX, finished)
    }

    fn line(entry: &Entry) -> String {
        let mut line = String::new();
        entry.write(&mut line);
        line
    }

    #[test]
    fn an_entry_is_read_as_it_was_written() {
        let likeness = Likeness::Trace(GameHash(7));
        let SlotResult::Played(Finished { outcome, .. }) = entry().fate else {
            panic!("it was played")
        };
        let bare = MatchOutcome { faults: vec![], facts: vec![], likeness, ..outcome };
        for entry in [entry(), Entry::played(0, bare), Entry::void(7, Void::new("no memory"))] {
            let line = line(&entry);
            assert_eq!(line.matches('\n').count(), 1);
            let text = unseal(line.as_bytes()).unwrap();
            assert_eq!(Entry::number_of(text), Some(entry.number));
            assert_eq!(Entry::parse(text), Ok(entry));
        }
    }

    #[test]
    fn every_changed_byte_and_every_torn_end_is_noticed() {
        let line = line(&entry()).into_bytes();
        for place in 0..line.len() {
            assert_eq!(unseal(&line[..place]), None, "torn at {place}");
            let mut changed = line.clone();
            changed[place] ^= 1;
            assert_eq!(unseal(&changed), None, "changed at {place}");
        }
    }

    #[test]
    fn a_void_slot_has_a_reason_that_is_a_line_and_nothing_else() {
        let more = Err("a void slot with more than a reason");
        assert_eq!(Entry::parse("5\tvoid\tno memory\t3"), more);
        let line = Err("a void slot whose reason is no plain line");
        for reason in ["", "\u{1b}[31m", "\u{202e}x", " x"] {
            assert_eq!(Entry::parse(&format!("5\tvoid\t{reason}")), line, "{reason:?}");
        }
        for text in ["5\tvoid", "x\tvoid\tno memory", "5"] {
            assert_eq!(Entry::parse(text), Err(NO_MATCH), "{text}");
        }
    }

    proptest! {
        #[test]
        fn hostile_lines_are_no_entries_or_harmless(text in "[0-9a-z,\t\\[\\]{}\"-]{0,80}") {
            let _ = Entry::parse(&text);
            let nearly = format!("1\t{:032x}\t1\t1\tx\t2\t3\t{text}", 5);
            let _ = Entry::parse(&nearly);
        }
    }
}
