//! Time and memory that the figures of a large league take.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use stoker_engine::Seed;
use stoker_stats::{Cells, RESAMPLES, analyse};

use super::league::{MetPairings, ScoreNoise, SyntheticLeague};

/// The most time that the figures of a league of 200 entrants and a million matches may take.
const MOST: Duration = Duration::from_secs(30);

/// Times large leagues. Returns true if all are fast enough.
pub(crate) fn table() -> bool {
    println!("figures of a league with {RESAMPLES} resamples, on one core");
    println!("entrants   seeds  matches  blocks  playing  figures  peak memory");
    let leagues = [(100, 100), (100, 400), (40, 625), (40, 2_500), (200, 25), (200, 100)];
    leagues.map(|(entrants, seeds)| line(entrants, seeds)).iter().all(|&time| time < MOST)
}

fn line(entrants: u32, seeds: u64) -> Duration {
    let league =
        SyntheticLeague { entrants, seeds, noise: ScoreNoise::Normal, meetings: MetPairings::All };
    let design = league.design();
    let start = busy();
    let cells = league.play(&design, Seed(1));
    let played = busy() - start;
    let matches: u64 = cells.played().iter().sum();
    assert_eq!(matches, u64::from(entrants) * u64::from(entrants) * seeds);
    let start = busy();
    let all = analyse(&design, &cells, &league.groups(), Seed(1));
    let took = busy() - start;
    assert!(all.rows.iter().all(|row| row.rating.is_some_and(|rating| rating.interval.is_some())));
    let blocks = cells.blocks();
    println!(
        "{entrants:>3} + {entrants:<3} {seeds:>6} {matches:>8} {blocks:>7} {:>5.1} s {:>6.1} s {:>8} MiB",
        played.as_secs_f64(),
        took.as_secs_f64(),
        peak_mib().map_or_else(|| "?".to_owned(), |mib| mib.to_string()),
    );
    assert!(blocks as u64 <= Cells::blocks_of(design.pairings()));
    took
}

/// CPU time of this process, so that other programs on the machine do not count.
fn busy() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    let part = |number: i64| u64::try_from(number).unwrap_or(0);
    Duration::from_secs(part(time.tv_sec)) + Duration::from_nanos(part(time.tv_nsec))
}

/// Peak memory of this process in MiB; known on Linux only.
fn peak_mib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()? / 1_024)
}
