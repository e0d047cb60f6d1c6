//! A small network with integer inference: the same numbers on every platform.
//!
//! The rows of the active inputs are added up. The sum of each unit is clipped to the range 0 to 1,
//! and the weighted sum of the units is the logarithm of the result. Sums of integers do not depend
//! on their order. They cannot overflow: 30 rows and the bias stay below 2^20, and 32 units that are
//! clipped to 2^10 below 2^30.

use super::inputs::{ActiveInputs, COUNT};

/// Number of hidden units.
pub const HIDDEN: usize = 32;

/// The integer that stands for 1.
const ONE: i32 = 1 << 10;

/// Limits of the logarithm of the result.
pub const LOG_RANGE: [f32; 2] = [-8.0, 3.0];

/// A row of weights, one for each hidden unit.
type Row = [i16; HIDDEN];

/// The network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Network {
    /// A row for each input, then the row that is always added, then the weights of the units.
    rows: Vec<Row>,
    /// The constant part of the logarithm.
    constant: i16,
}

/// The weights of a network as they are fitted.
#[derive(Debug, Clone, PartialEq)]
pub struct Weights {
    /// The effect of each input on each hidden unit.
    pub inputs: Vec<[f32; HIDDEN]>,
    /// What is always added to each hidden unit.
    pub bias: [f32; HIDDEN],
    /// The effect of each hidden unit on the logarithm of the result.
    pub output: [f32; HIDDEN],
    /// What is always added to that.
    pub constant: f32,
}

/// The error for bytes of the wrong length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a network has {expected} bytes, but there are {found}")]
pub struct WrongSize {
    /// The number of bytes of a network.
    pub expected: usize,
    /// The number of bytes given.
    pub found: usize,
}

impl Network {
    /// Number of inputs.
    pub const INPUTS: usize = COUNT;

    /// Number of bytes of a network.
    pub const BYTES: usize = ((COUNT + 2) * HIDDEN + 1) * size_of::<i16>();

    /// The network with these weights, rounded.
    ///
    /// # Panics
    /// If there is not one row for each input.
    #[must_use]
    pub fn new(weights: &Weights) -> Self {
        assert_eq!(weights.inputs.len(), COUNT, "one row for each input");
        let row = |row: &[f32; HIDDEN]| row.map(rounded);
        let ends = [row(&weights.bias), row(&weights.output)];
        let rows = weights.inputs.iter().map(row).chain(ends).collect();
        Self { rows, constant: rounded(weights.constant) }
    }

    /// Reads a network: its numbers in 16 bits each, the lower byte first.
    ///
    /// # Errors
    /// If this is not the number of bytes of a network.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WrongSize> {
        if bytes.len() != Self::BYTES {
            return Err(WrongSize { expected: Self::BYTES, found: bytes.len() });
        }
        let (pairs, _) = bytes.as_chunks::<2>();
        let mut numbers = pairs.iter().map(|&pair| i16::from_le_bytes(pair));
        let mut next = || numbers.next().unwrap_or_default();
        let rows = (0..COUNT + 2).map(|_| std::array::from_fn(|_| next())).collect();
        Ok(Self { rows, constant: next() })
    }

    /// The bytes that [`from_bytes`](Self::from_bytes) reads.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers = self.rows.iter().flatten().chain([&self.constant]);
        numbers.flat_map(|number| number.to_le_bytes()).collect()
    }

    /// The discounted number of meetings to expect, from e^-8 (0.0003) to e^3 (20).
    ///
    /// # Panics
    /// If an input is not below [`INPUTS`](Self::INPUTS).
    #[must_use]
    pub fn meetings(&self, active: &ActiveInputs) -> f64 {
        let mut units = self.rows[COUNT].map(i32::from);
        for &input in active {
            for (unit, &weight) in units.iter_mut().zip(&self.rows[usize::from(input)]) {
                *unit += i32::from(weight);
            }
        }
        let output = &self.rows[COUNT + 1];
        let part = |(&unit, &weight): (&i32, &i16)| unit.clamp(0, ONE) * i32::from(weight);
        let sum: i32 = units.iter().zip(output).map(part).sum();
        let logarithm = f64::from(sum / ONE + i32::from(self.constant)) / f64::from(ONE);
        let [least, most] = LOG_RANGE.map(f64::from);
        libm::exp(logarithm.clamp(least, most))
    }
}

/// The integer that stands for a number; those beyond ±32 are cut off.
#[expect(clippy::cast_possible_truncation, reason = "a cast of a float is cut off at the limits")]
fn rounded(number: f32) -> i16 {
    libm::roundf(number * ONE as f32) as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights(seed: u32) -> Weights {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) as f32 / 65_536.0 - 0.5
        };
        Weights {
            inputs: (0..COUNT).map(|_| std::array::from_fn(|_| next())).collect(),
            bias: std::array::from_fn(|_| next()),
            output: std::array::from_fn(|_| next()),
            constant: next(),
        }
    }

    #[test]
    fn bytes_are_read_as_they_were_written() {
        let network = Network::new(&weights(1));
        let bytes = network.to_bytes();
        assert_eq!(bytes.len(), Network::BYTES);
        assert_eq!(Network::from_bytes(&bytes), Ok(network));
        let error = Network::from_bytes(&bytes[1..]).expect_err("a byte is missing");
        assert_eq!(error.found, Network::BYTES - 1);
    }

    #[test]
    fn integers_come_close_to_the_numbers_they_stand_for() {
        let weights = weights(2);
        let network = Network::new(&weights);
        for first in [0u16, 100, 300] {
            let mut next = (first..).step_by(11);
            let active: ActiveInputs = std::array::from_fn(|_| next.next().unwrap_or(first));
            let unit = |unit: usize| {
                let rows = active.iter().map(|&input| weights.inputs[usize::from(input)][unit]);
                (weights.bias[unit] + rows.sum::<f32>()).clamp(0.0, 1.0) * weights.output[unit]
            };
            let exact = (0..HIDDEN).map(unit).sum::<f32>() + weights.constant;
            let result = network.meetings(&active);
            assert!((libm::log(result) - f64::from(exact)).abs() < 0.05, "{result} {exact}");
        }
    }
}
