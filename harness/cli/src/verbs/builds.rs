//! `stoker builds`: lists and removes stored submissions and builds.

use std::time::Duration;

use serde_json::json;
use stoker_external::build::{Store, StoreEntry};

use crate::arguments::builds::BuildsArgs;
use crate::terminal::io::{CommandExit, Io, print_json};
use crate::terminal::show::{Output, align_right, table, text_of};

const DAY: Duration = Duration::from_secs(24 * 3_600);

impl BuildsArgs {
    /// True if an item is to be removed. `rest` is the size of it and of all that were used later,
    /// in bytes.
    fn removes(&self, kept: &StoreEntry, rest: u64) -> bool {
        let old = self.older_than.is_some_and(|days| age(kept) > DAY * days);
        let over = self.max_mib.is_some_and(|most| rest > most.saturating_mul(1 << 20));
        old || over || self.check && !kept.is_whole()
    }
}

/// The verb.
pub(crate) fn builds(args: &BuildsArgs, io: &mut Io<'_>) -> anyhow::Result<CommandExit> {
    let store = Store::own()?;
    let kept = store.kept()?;
    let mut rest: u64 = kept.iter().map(|kept| kept.bytes).sum();
    let (mut gone, mut left) = (vec![], vec![]);
    for kept in kept {
        match args.removes(&kept, rest) {
            true => {
                rest -= kept.bytes;
                gone.push(kept);
            }
            false => left.push(kept),
        }
    }
    store.remove(&gone)?;
    match args.json.output() {
        Output::Json => print_json(io.out, &json_of(&left, &gone))?,
        Output::Text => {
            if !gone.is_empty() {
                writeln!(io.err, "removed: {}", sum_of(&gone))?;
            }
            io.out.write_all(text(&left, io).as_bytes())?;
        }
    }
    Ok(CommandExit::Done)
}

fn age(kept: &StoreEntry) -> Duration {
    // If the clock was set back, nothing is old.
    kept.used.elapsed().unwrap_or_default()
}

fn sum_of(kept: &[StoreEntry]) -> String {
    let bytes: u64 = kept.iter().map(|kept| kept.bytes).sum();
    format!("{} ({} MiB)", kept.len(), mib(bytes))
}

/// Rounded up, so that only an empty item has 0 MiB.
fn mib(bytes: u64) -> u64 {
    bytes.div_ceil(1 << 20)
}

fn text(kept: &[StoreEntry], io: &Io<'_>) -> String {
    let mut rows = table(&["kind", "hash", "MiB", "days unused"], io.out_to);
    for kept in kept {
        let days = age(kept).as_secs() / DAY.as_secs();
        let cells = [kept.kind.to_string(), kept.hash.clone(), mib(kept.bytes).to_string()];
        rows.add_row(cells.into_iter().chain([days.to_string()]));
    }
    align_right(&mut rows, &[0, 1]);
    format!("{}kept: {}\n", text_of(&rows), sum_of(kept))
}

fn json_of(left: &[StoreEntry], gone: &[StoreEntry]) -> serde_json::Value {
    let row = |kept: &StoreEntry| {
        json!({
            "kind": kept.kind.to_string(), "hash": kept.hash, "bytes": kept.bytes,
            "days_unused": age(kept).as_secs() / DAY.as_secs(),
        })
    };
    let rows = |kept: &[StoreEntry]| kept.iter().map(row).collect::<Vec<_>>();
    json!({ "kept": rows(left), "removed": rows(gone) })
}
