//! Numbers with a fixed count of decimals, so that steps of a tenth end exactly.

use std::fmt;

/// The most decimals that an end or step of a range can have.
pub(super) const MOST_DECIMALS: u32 = 9;

/// `units` divided by ten to the power of `decimals`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fixed {
    pub(super) units: i64,
    pub(super) decimals: u32,
}

impl Fixed {
    /// Reads a decimal number without an exponent; `None` if the text is not one, or too long.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let plain = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
        let digits = whole.strip_prefix('-').unwrap_or(whole);
        if digits.is_empty() || !plain(digits) || !plain(fraction) || text.ends_with('.') {
            return None;
        }
        let decimals =
            u32::try_from(fraction.len()).ok().filter(|&count| count <= MOST_DECIMALS)?;
        let units = format!("{whole}{fraction}").parse().ok()?;
        Some(Self { units, decimals })
    }

    /// The same number in units of this many decimals; `None` if it has too many digits.
    pub(super) fn units_at(self, decimals: u32) -> Option<i64> {
        let more = 10i64.checked_pow(decimals.checked_sub(self.decimals)?)?;
        self.units.checked_mul(more)
    }
}

impl fmt::Display for Fixed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let one = 10u64.pow(self.decimals);
        let (whole, rest) = (self.units.unsigned_abs() / one, self.units.unsigned_abs() % one);
        let sign = if self.units < 0 { "-" } else { "" };
        write!(f, "{sign}{whole}")?;
        if rest == 0 {
            return Ok(());
        }
        let digits = format!("{rest:0width$}", width = self.decimals as usize);
        write!(f, ".{}", digits.trim_end_matches('0'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_and_written_without_loss() {
        for (text, units, decimals, written) in [
            ("0", 0, 0, "0"),
            ("-0.50", -50, 2, "-0.5"),
            ("12.000000001", 12_000_000_001, 9, "12.000000001"),
            ("3.0", 30, 1, "3"),
            ("-7", -7, 0, "-7"),
            ("-0.0", 0, 1, "0"),
        ] {
            assert_eq!(Fixed::parse(text), Some(Fixed { units, decimals }), "{text}");
            assert_eq!(Fixed { units, decimals }.to_string(), written);
        }
    }

    #[test]
    fn what_is_no_plain_number_is_refused() {
        for text in ["", "-", ".5", "1.", "1e3", "+1", "0.0000000001", "nan", "9223372036854775808"]
        {
            assert_eq!(Fixed::parse(text), None, "{text}");
        }
    }

    #[test]
    fn more_decimals_do_not_change_a_number() {
        let half = Fixed::parse("0.5").unwrap();
        assert_eq!(half.units_at(3), Some(500));
        assert_eq!(half.units_at(0), None);
        assert_eq!(Fixed::parse("9223372036854775807").unwrap().units_at(1), None);
    }
}
