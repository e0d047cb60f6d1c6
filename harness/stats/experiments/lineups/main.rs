//! Leagues of several rivals whose truth is known: `cargo bench -p stoker-stats --bench lineups`.
//!
//! Prints the tables of `docs/lineups-checks.md`: coverage of the intervals, the spread of ranks over
//! draws, and a comparison of designs. Fails if a coverage is not as promised. The words
//! `coverage`, `partners`, `spread` and `designs` choose tables. For the first of them, words such as
//! `at 4` choose fields by their names, and a number is that of the leagues of a case.

mod coverage;
mod designs;
mod field;
mod openskill;
mod partners;
mod spread;

use std::process::ExitCode;

use field::{FieldKind, SyntheticField};

/// The leagues of each case.
const LEAGUES: u64 = 1_000;

/// The numbers of entrants and seats whose coverage is measured. With fewer entrants than seats,
/// entrants have several seats.
const SIZES: [(u32, usize); 18] = [
    (3, 2),
    (6, 2),
    (20, 2),
    (50, 2),
    (2, 3),
    (3, 3),
    (6, 3),
    (20, 3),
    (50, 3),
    (3, 4),
    (4, 4),
    (6, 4),
    (20, 4),
    (50, 4),
    (3, 5),
    (6, 5),
    (20, 5),
    (50, 5),
];

/// The fields in which designs are compared.
const DESIGNS: [SyntheticField; 12] = [
    SyntheticField { kind: FieldKind::Transitive, entrants: 4, seats: 3 },
    SyntheticField { kind: FieldKind::Cyclic, entrants: 4, seats: 3 },
    SyntheticField { kind: FieldKind::Seats, entrants: 4, seats: 3 },
    SyntheticField { kind: FieldKind::Kingmakers, entrants: 3, seats: 3 },
    SyntheticField { kind: FieldKind::Kingmakers, entrants: 4, seats: 3 },
    SyntheticField { kind: FieldKind::Kingmakers, entrants: 5, seats: 5 },
    SyntheticField { kind: FieldKind::Transitive, entrants: 8, seats: 4 },
    SyntheticField { kind: FieldKind::Transitive, entrants: 20, seats: 4 },
    SyntheticField { kind: FieldKind::Transitive, entrants: 50, seats: 5 },
    SyntheticField { kind: FieldKind::Cyclic, entrants: 20, seats: 4 },
    SyntheticField { kind: FieldKind::Seats, entrants: 20, seats: 4 },
    SyntheticField { kind: FieldKind::Kingmakers, entrants: 20, seats: 4 },
];

/// The fields in which the spread of ranks is measured.
const SPREAD: [SyntheticField; 4] = [
    SyntheticField { kind: FieldKind::Transitive, entrants: 20, seats: 4 },
    SyntheticField { kind: FieldKind::Cyclic, entrants: 20, seats: 4 },
    SyntheticField { kind: FieldKind::Seats, entrants: 50, seats: 5 },
    SyntheticField { kind: FieldKind::Kingmakers, entrants: 50, seats: 5 },
];

fn main() -> ExitCode {
    let tables = ["coverage", "partners", "spread", "designs"];
    let words: Vec<String> = std::env::args().collect();
    let is_named = |table: &str| words.iter().any(|word| word == table);
    let all = !tables.into_iter().any(is_named);
    let is_wanted = |table| all || is_named(table);
    let sizes: Vec<&String> = words.iter().filter(|word| word.contains("at ")).collect();
    let is_chosen = |field: &SyntheticField| {
        sizes.is_empty() || sizes.iter().any(|size| field.name().ends_with(size.as_str()))
    };
    let leagues = words.iter().find_map(|word| word.parse().ok()).unwrap_or(LEAGUES);
    let mut sound = true;
    if is_wanted("coverage") {
        let of_kind = |kind| {
            SIZES.map(|(entrants, seats)| SyntheticField { kind, entrants, seats }).into_iter()
        };
        let fields: Vec<_> =
            FieldKind::ALL.into_iter().flat_map(of_kind).filter(is_chosen).collect();
        sound &= coverage::table(&fields, leagues);
    }
    if is_wanted("partners") {
        sound &= partners::table(LEAGUES);
    }
    if is_wanted("spread") {
        sound &= spread::table(&SPREAD);
    }
    if is_wanted("designs") {
        designs::table(&DESIGNS);
    }
    if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
