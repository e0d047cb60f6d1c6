//! Limits of programs.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use stoker_bots::remedy;

/// Limits of a program. The names carry the units, as in files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// CPU time of a turn.
    pub cpu_ms: u64,
    /// Wall clock time of a turn.
    pub wall_ms: u64,
    /// Wall clock time until a `lines` program has said hello.
    pub start_ms: u64,
    /// Memory of one process, and of all processes together.
    pub memory_mib: u64,
    /// Processes and threads at the same time.
    pub processes: u64,
    /// Standard output of a turn, and as much on standard error.
    pub output_kib: u64,
    /// Size of one file.
    pub file_mib: u64,
    /// Size of all files in the working folder together.
    pub disk_mib: u64,
}

/// The ratio of wall clock time to CPU time. A loaded machine should not cause timeouts.
const WALL_PER_CPU: u64 = 4;

impl Default for Limits {
    fn default() -> Self {
        Self {
            cpu_ms: 1_500,
            wall_ms: 1_500 * WALL_PER_CPU,
            start_ms: 10_000,
            memory_mib: 512,
            processes: 32,
            output_kib: 1_024,
            file_mib: 64,
            disk_mib: 128,
        }
    }
}

/// The field of a limit, which has the same name in `Limits` and `LimitsAsked`.
macro_rules! field_of {
    ($limits:expr, $name:expr) => {
        match $name {
            LimitName::Cpu => &mut $limits.cpu_ms,
            LimitName::Wall => &mut $limits.wall_ms,
            LimitName::Start => &mut $limits.start_ms,
            LimitName::Memory => &mut $limits.memory_mib,
            LimitName::Processes => &mut $limits.processes,
            LimitName::Output => &mut $limits.output_kib,
            LimitName::File => &mut $limits.file_mib,
            LimitName::Disk => &mut $limits.disk_mib,
        }
    };
}

impl Limits {
    /// CPU time of a turn.
    #[must_use]
    pub fn cpu(&self) -> Duration {
        Duration::from_millis(self.cpu_ms)
    }

    /// Wall clock time of a turn.
    #[must_use]
    pub fn wall(&self) -> Duration {
        Duration::from_millis(self.wall_ms)
    }

    /// Wall clock time until a `lines` program has said hello.
    #[must_use]
    pub fn start(&self) -> Duration {
        Duration::from_millis(self.start_ms)
    }

    /// True if an answer nearly reached a time limit. A program that answers when its time is up
    /// does so a little before the limit.
    pub fn are_near(&self, wall: Duration, cpu: Duration) -> bool {
        /// The distance at which programs stop by themselves before a small limit.
        const MARGIN: Duration = Duration::from_millis(20);
        let near = |time: Duration, limit: Duration| time + limit / 10 + MARGIN >= limit;
        near(wall, self.wall()) || near(cpu, self.cpu())
    }

    /// The stricter value of each limit.
    ///
    /// A submission may ask for less than the tournament allows, never for more.
    #[must_use]
    pub fn at_most(self, most: Self) -> Self {
        let (mut own, mut least) = (self, most);
        for (name, _) in NAMES {
            let value = (*own.field(name)).min(*least.field(name));
            *least.field(name) = value;
        }
        least
    }

    /// Limits that differ from the defaults, as they are typed: `cpu_ms=3000`.
    pub fn changed(mut self) -> impl Iterator<Item = String> {
        let mut usual = Self::default();
        NAMES.into_iter().filter_map(move |(field, name)| {
            let value = *self.field(field);
            (value != *usual.field(field)).then(|| format!("{name}={value}"))
        })
    }

    fn field(&mut self, name: LimitName) -> &mut u64 {
        field_of!(self, name)
    }
}

#[derive(Debug, Clone, Copy)]
enum LimitName {
    Cpu,
    Wall,
    Start,
    Memory,
    Processes,
    Output,
    File,
    Disk,
}

const NAMES: [(LimitName, &str); 8] = [
    (LimitName::Cpu, "cpu_ms"),
    (LimitName::Wall, "wall_ms"),
    (LimitName::Start, "start_ms"),
    (LimitName::Memory, "memory_mib"),
    (LimitName::Processes, "processes"),
    (LimitName::Output, "output_kib"),
    (LimitName::File, "file_mib"),
    (LimitName::Disk, "disk_mib"),
];

/// The largest value of any limit, in its own unit. Nothing overflows below it.
const MOST: u64 = 1 << 30;

/// Limits as requested. A limit that is not given stays unchanged.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitsAsked {
    /// See [`Limits::cpu_ms`].
    pub cpu_ms: Option<u64>,
    /// See [`Limits::wall_ms`]. If only the CPU time is given, four times that.
    pub wall_ms: Option<u64>,
    /// See [`Limits::start_ms`].
    pub start_ms: Option<u64>,
    /// See [`Limits::memory_mib`].
    pub memory_mib: Option<u64>,
    /// See [`Limits::processes`].
    pub processes: Option<u64>,
    /// See [`Limits::output_kib`].
    pub output_kib: Option<u64>,
    /// See [`Limits::file_mib`].
    pub file_mib: Option<u64>,
    /// See [`Limits::disk_mib`].
    pub disk_mib: Option<u64>,
}

/// The reason why limits cannot be set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LimitsError {
    /// There is no `=` in it.
    #[error("`{0}` does not set a limit: write NAME=NUMBER, as in `cpu_ms=3000`")]
    Syntax(String),
    /// There is no limit of this name.
    #[error("there is no limit `{name}`: {remedy}")]
    Unknown {
        /// The name.
        name: String,
        /// The suggested name.
        remedy: String,
    },
    /// The value is not a valid number.
    #[error("limit `{name}` is {value}: give a whole number from 1 to {MOST}")]
    Value {
        /// The limit.
        name: &'static str,
        /// The value.
        value: String,
    },
}

impl LimitsAsked {
    /// Sets one limit, given as `cpu_ms=3000`.
    ///
    /// # Errors
    /// [`LimitsError`] if the syntax is wrong, there is no such limit, or the value is invalid.
    pub fn set(&mut self, text: &str) -> Result<(), LimitsError> {
        let (name, value) =
            text.split_once('=').ok_or_else(|| LimitsError::Syntax(text.to_owned()))?;
        let Some((field, name)) = NAMES.into_iter().find(|(_, known)| *known == name) else {
            let remedy = remedy(name, NAMES.iter().map(|&(_, name)| name));
            return Err(LimitsError::Unknown { name: name.to_owned(), remedy });
        };
        let number = value.parse().ok().filter(|number| (1..=MOST).contains(number));
        let bad = || LimitsError::Value { name, value: value.to_owned() };
        *self.field(field) = Some(number.ok_or_else(bad)?);
        Ok(())
    }

    /// Overlays these limits with those that `over` sets.
    #[must_use]
    pub fn overlaid(mut self, mut over: Self) -> Self {
        for (name, _) in NAMES {
            let value = over.field(name).or(*self.field(name));
            *self.field(name) = value;
        }
        self
    }

    /// The limits that result from overlaying `below` with these.
    ///
    /// # Errors
    /// [`LimitsError::Value`] if a value is invalid.
    pub fn over(mut self, below: Limits) -> Result<Limits, LimitsError> {
        let mut limits = below;
        if let (Some(cpu), None) = (self.cpu_ms, self.wall_ms) {
            self.wall_ms = Some(cpu.saturating_mul(WALL_PER_CPU).min(MOST));
        }
        for (field, name) in NAMES {
            match *self.field(field) {
                Some(value) if !(1..=MOST).contains(&value) => {
                    return Err(LimitsError::Value { name, value: value.to_string() });
                }
                Some(value) => *limits.field(field) = value,
                None => {}
            }
        }
        Ok(limits)
    }

    fn field(&mut self, name: LimitName) -> &mut Option<u64> {
        field_of!(self, name)
    }
}

impl From<Limits> for LimitsAsked {
    fn from(mut limits: Limits) -> Self {
        let mut asked = Self::default();
        for (name, _) in NAMES {
            *asked.field(name) = Some(*limits.field(name));
        }
        asked
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(texts: &[&str]) -> LimitsAsked {
        let mut asked = LimitsAsked::default();
        texts.iter().for_each(|text| asked.set(text).unwrap());
        asked
    }

    #[test]
    fn the_wall_clock_follows_the_processor_time_unless_it_is_set() {
        let limits = asked(&["cpu_ms=3000"]).over(Limits::default()).unwrap();
        assert_eq!((limits.cpu_ms, limits.wall_ms), (3_000, 12_000));
        let limits = asked(&["cpu_ms=3000", "wall_ms=1"]).over(Limits::default()).unwrap();
        assert_eq!((limits.cpu_ms, limits.wall_ms), (3_000, 1));
    }

    #[test]
    fn changed_limits_can_be_typed_again() {
        let limits = asked(&["cpu_ms=3000", "processes=4"]).over(Limits::default()).unwrap();
        let typed: Vec<_> = limits.changed().collect();
        assert_eq!(typed, ["cpu_ms=3000", "wall_ms=12000", "processes=4"]);
        assert_eq!(Limits::default().changed().count(), 0);
    }

    #[test]
    fn an_answer_a_tenth_and_a_little_before_a_limit_is_near_it() {
        let limits = Limits { cpu_ms: 1_000, wall_ms: 4_000, ..Limits::default() };
        let near = |wall, cpu| {
            let [wall, cpu] = [wall, cpu].map(Duration::from_millis);
            limits.are_near(wall, cpu)
        };
        assert!(near(0, 880) && near(3_580, 0) && near(9_000, 9_000));
        assert!(!near(0, 879) && !near(3_579, 879));
    }

    #[test]
    fn a_submission_may_ask_for_less_but_not_for_more() {
        let most = Limits::default();
        let own = asked(&["memory_mib=64", "processes=1000"]).over(most).unwrap().at_most(most);
        assert_eq!((own.memory_mib, own.processes), (64, most.processes));
    }

    #[test]
    fn wrong_limits_are_named() {
        let error = |text: &str| LimitsAsked::default().set(text).unwrap_err().to_string();
        assert!(error("cpu_m=1").contains("did you mean `cpu_ms`?"));
        assert!(error("cpu_ms=0").contains("from 1 to"));
        assert!(error("memory_mib=x").contains("memory_mib"));
        assert!(error("fast").contains("NAME=NUMBER"));
        assert!(
            LimitsAsked { disk_mib: Some(0), ..Default::default() }
                .over(Limits::default())
                .is_err()
        );
    }
}
