//! The values of one axis.

use std::fmt;

use super::MOST_SETTINGS;
use super::domain::Domain;
use super::error::SweepError;
use super::fixed::{Fixed, MOST_DECIMALS};

/// The fewest steps that a range of decimals without a step is divided into.
const FINE: i64 = 10_000;

/// The values that an axis takes, in order, all of them different.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Levels {
    /// These values, as they are written.
    Listed(Vec<String>),
    /// All decimals from `low` to `high`, which are in units of `decimals` decimals.
    Between {
        /// The first value.
        low: i64,
        /// The last value; not below the first, and less than `u32::MAX` above it.
        high: i64,
        /// The number of decimals of a unit.
        decimals: u32,
    },
}

impl Levels {
    /// Reads values with commas between them. Each is a value, a range `a..b` or a range with a
    /// step `a..b:step`; both ends belong to a range.
    ///
    /// A range without a step goes through all whole numbers. A range of decimals without a step
    /// must be the only one. Its number of decimals follows from its ends and from the least number
    /// of its values.
    ///
    /// # Errors
    /// If a value does not belong to the domain, or there are too many values or none.
    pub fn parse(text: &str, domain: &Domain, axis: &str) -> Result<Self, SweepError> {
        let reader = ValueReader { domain, axis };
        if let (Domain::Decimal(..), Some((low, high))) = (domain, text.split_once(".."))
            && !text.contains([',', ':'])
        {
            return reader.between(text, low, high);
        }
        let mut values = vec![];
        for part in text.split(',').map(str::trim) {
            reader.part(part, &mut values)?;
        }
        let mut sorted: Vec<_> = values.iter().collect();
        sorted.sort_unstable();
        match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => {
                Err(SweepError::RepeatedValue { axis: axis.to_owned(), value: pair[0].clone() })
            }
            None => Ok(Self::Listed(values)),
        }
    }

    /// The number of values: at least one, at most `u32::MAX`.
    ///
    /// # Panics
    /// If there are more, which cannot happen to levels that were parsed.
    #[must_use]
    pub fn count(&self) -> u32 {
        let count = match self {
            Self::Listed(values) => u32::try_from(values.len()),
            Self::Between { low, high, .. } => u32::try_from(high - low + 1),
        };
        count.expect("levels are counted when they are made")
    }

    /// The value of a level, as it is written.
    ///
    /// # Panics
    /// If there is no such level.
    #[must_use]
    pub fn value(&self, level: u32) -> String {
        match self {
            Self::Listed(values) => values[level as usize].clone(),
            Self::Between { low, decimals, .. } => {
                Fixed { units: low + i64::from(level), decimals: *decimals }.to_string()
            }
        }
    }

    /// True if they are all decimals of a range, which is too fine for a grid.
    #[must_use]
    pub(crate) fn is_fine(&self) -> bool {
        matches!(self, Self::Between { .. })
    }
}

impl fmt::Display for Levels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Listed(ref values) => match as_range(values) {
                Some((first, last, step)) => write!(f, "{first}..{last}:{step}"),
                None => f.write_str(&values.join(",")),
            },
            Self::Between { low, high, decimals } => {
                let end = |units| Fixed { units, decimals };
                write!(f, "{}..{}", end(low), end(high))
            }
        }
    }
}

/// First, last and step of values, if they are many and evenly spaced.
fn as_range(values: &[String]) -> Option<(Fixed, Fixed, Fixed)> {
    /// The number of values from which a range is shorter and easier to read.
    const MANY: usize = 9;
    let numbers: Vec<Fixed> =
        values.iter().map(|value| Fixed::parse(value)).collect::<Option<_>>()?;
    let decimals = numbers.iter().map(|number| number.decimals).max()?;
    let units: Vec<i64> =
        numbers.iter().map(|number| number.units_at(decimals)).collect::<Option<_>>()?;
    let step = units.get(1)?.checked_sub(units[0])?;
    let even = units.windows(2).all(|pair| pair[1].checked_sub(pair[0]) == Some(step));
    let fixed = |units| Fixed { units, decimals };
    (units.len() >= MANY && even && step > 0)
        .then(|| (fixed(units[0]), fixed(units[units.len() - 1]), fixed(step)))
}

/// A reader of values, with the axis and domain that they are for.
struct ValueReader<'a> {
    domain: &'a Domain,
    axis: &'a str,
}

impl ValueReader<'_> {
    /// Reads one value, or the values of one range.
    fn part(&self, part: &str, values: &mut Vec<String>) -> Result<(), SweepError> {
        let Some((low, rest)) = part.split_once("..") else {
            values.push(self.value(part)?);
            return self.bounded(values.len() as u64);
        };
        let (high, step) = rest.split_once(':').unwrap_or((rest, "1"));
        match self.domain {
            Domain::Words(_) => Err(self.range(part, "words have no order: list them, as in a,b")),
            Domain::Decimal(..) if !rest.contains(':') => {
                Err(self.range(part, "give it a step, as in 0..1:0.1"))
            }
            Domain::Whole(..) | Domain::Decimal(..) => self.steps(part, [low, high, step], values),
        }
    }

    fn steps(
        &self,
        range: &str,
        parts: [&str; 3],
        values: &mut Vec<String>,
    ) -> Result<(), SweepError> {
        let ([low, high, step], decimals) = self.numbers(range, parts, 0)?;
        self.value(parts[0])?;
        self.value(parts[1])?;
        if step <= 0 {
            return Err(self.range(range, "a step is above 0"));
        }
        let last = self.span(range, low, high)? / step.unsigned_abs();
        self.bounded((values.len() as u64).saturating_add(last).saturating_add(1))?;
        for number in 0..=last {
            let units = low + i64::try_from(number).expect("bounded before") * step;
            values.push(self.value(&Fixed { units, decimals }.to_string())?);
        }
        Ok(())
    }

    fn between(&self, range: &str, low: &str, high: &str) -> Result<Levels, SweepError> {
        // Trailing zeros of an end must not make the range finer, so the canonical spelling is
        // used.
        let (low, high) = (self.value(low)?, self.value(high)?);
        for least in 0..=MOST_DECIMALS {
            let ([low, high], decimals) = self.numbers(range, [&low, &high], least)?;
            let span = self.span(range, low, high)?;
            if span == 0 {
                return Err(self.range(range, "it has one value: leave the axis out"));
            }
            let fine = span >= FINE.unsigned_abs() || least == MOST_DECIMALS;
            if fine && span < u64::from(u32::MAX) {
                return Ok(Levels::Between { low, high, decimals });
            }
            if fine {
                break;
            }
        }
        Err(self.range(range, "it is too wide for its decimals: give fewer, or a step"))
    }

    /// Numbers in units of the same number of decimals, which is at least `least`.
    fn numbers<const N: usize>(
        &self,
        range: &str,
        parts: [&str; N],
        least: u32,
    ) -> Result<([i64; N], u32), SweepError> {
        let most = format!("give plain numbers of at most {MOST_DECIMALS} decimals, as in 0.25..1");
        let unreadable = || self.range(range, &most);
        let mut numbers = [Fixed { units: 0, decimals: 0 }; N];
        for (number, part) in numbers.iter_mut().zip(parts) {
            *number = Fixed::parse(part.trim()).ok_or_else(unreadable)?;
        }
        let decimals = numbers.iter().map(|number| number.decimals).max().unwrap_or(0).max(least);
        let mut units = [0; N];
        for (units, number) in units.iter_mut().zip(numbers) {
            *units = number.units_at(decimals).ok_or_else(unreadable)?;
        }
        Ok((units, decimals))
    }

    /// The distance from the first end of a range to the second.
    fn span(&self, range: &str, low: i64, high: i64) -> Result<u64, SweepError> {
        let backwards = || self.range(range, "its end is below its beginning: swap them");
        u64::try_from(i128::from(high) - i128::from(low)).map_err(|_| backwards())
    }

    fn value(&self, text: &str) -> Result<String, SweepError> {
        self.domain.spell(text.trim()).ok_or_else(|| SweepError::Value {
            axis: self.axis.to_owned(),
            value: text.trim().to_owned(),
            allowed: self.domain.allowed(),
        })
    }

    fn bounded(&self, count: u64) -> Result<(), SweepError> {
        match count {
            0..=MOST_SETTINGS => Ok(()),
            _ => Err(SweepError::TooManyValues { axis: self.axis.to_owned(), count }),
        }
    }

    fn range(&self, range: &str, problem: &str) -> SweepError {
        let (axis, range) = (self.axis.to_owned(), range.to_owned());
        SweepError::Range { axis, range, problem: problem.to_owned() }
    }
}
