//! Leagues of several rivals whose truth is known: `cargo bench -p stoker-stats --bench lineups`.
//!
//! Prints the tables of `docs/lineups.md`: coverage of the intervals, the spread of ranks over
//! draws, and a comparison of designs. Fails if a coverage is not as promised. With the word
//! `partners`, only the table of partners is printed.

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

fn main() -> ExitCode {
    if std::env::args().any(|word| word == "partners") {
        let fair = partners::table(LEAGUES);
        return if fair { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    let mut fields = vec![];
    for kind in FieldKind::ALL {
        for (entrants, seats) in [
            (3, 2),
            (3, 3),
            (6, 2),
            (6, 3),
            (6, 5),
            (20, 2),
            (20, 3),
            (20, 5),
            (50, 2),
            (50, 3),
            (50, 5),
        ] {
            fields.push(SyntheticField { kind, entrants, seats });
        }
    }
    let sound = coverage::table(&fields, LEAGUES);
    let fair = partners::table(LEAGUES);
    let narrow = spread::table(&[
        SyntheticField { kind: FieldKind::Transitive, entrants: 20, seats: 4 },
        SyntheticField { kind: FieldKind::Cyclic, entrants: 20, seats: 4 },
        SyntheticField { kind: FieldKind::Seats, entrants: 50, seats: 5 },
        SyntheticField { kind: FieldKind::Kingmakers, entrants: 50, seats: 5 },
    ]);
    designs::table(&[
        SyntheticField { kind: FieldKind::Transitive, entrants: 8, seats: 4 },
        SyntheticField { kind: FieldKind::Transitive, entrants: 20, seats: 4 },
        SyntheticField { kind: FieldKind::Transitive, entrants: 50, seats: 5 },
        SyntheticField { kind: FieldKind::Cyclic, entrants: 20, seats: 4 },
        SyntheticField { kind: FieldKind::Seats, entrants: 20, seats: 4 },
        SyntheticField { kind: FieldKind::Kingmakers, entrants: 20, seats: 4 },
    ]);
    if sound && fair && narrow { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
