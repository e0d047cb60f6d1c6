//! The parameters that are tuned, with their ranges.

use std::str::FromStr;

use stoker_bots::{Param, ParamKind, Values, remedy};

use super::TuneError;

/// The divisor that turns a range into its default perturbation, as OpenBench advises.
const PARTS: f64 = 20.0;
/// The smallest perturbation of a whole number that tells two values apart.
const LEAST_WHOLE: f64 = 0.5;
/// The largest whole number up to which all are exact as floating-point numbers.
const MOST_WHOLE: i64 = 1 << 53;
/// The most decimals of a value that is tried.
const MOST_PLACES: usize = 9;

/// A parameter to tune, as it was asked for: `NAME[=LOW..HIGH][:C]`.
#[derive(Debug, Clone, PartialEq)]
pub struct KnobSpec {
    /// Its name.
    pub name: String,
    /// The range to tune in; `None` for all allowed values.
    pub range: Option<(f64, f64)>,
    /// The perturbation in the last iteration.
    pub c_end: Option<f64>,
}

impl FromStr for KnobSpec {
    type Err = TuneError;

    fn from_str(text: &str) -> Result<Self, TuneError> {
        let wrong = || TuneError::Syntax(text.to_owned());
        let number = |text: &str| {
            let number = text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
            number.ok_or_else(wrong)
        };
        let (rest, c_end) = match text.split_once(':') {
            Some((rest, c)) => (rest, Some(number(c)?)),
            None => (text, None),
        };
        let (name, range) = match rest.split_once('=') {
            Some((name, range)) => {
                let (low, high) = range.split_once("..").ok_or_else(wrong)?;
                (name, Some((number(low)?, number(high)?)))
            }
            None => (rest, None),
        };
        match name.trim() {
            "" => Err(wrong()),
            name => Ok(Self { name: name.to_owned(), range, c_end }),
        }
    }
}

/// The kind of values that a parameter takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum KnobScale {
    /// Whole numbers.
    Whole,
    /// Numbers with this many decimals.
    Decimal(usize),
}

/// A parameter that is tuned.
///
/// Its value has a fraction even if the parameter is a whole number: only the value that is played
/// is rounded.
#[derive(Debug, Clone, PartialEq)]
pub struct Knob {
    name: &'static str,
    scale: KnobScale,
    low: f64,
    high: f64,
    start: f64,
    c_end: f64,
}

impl Knob {
    /// The parameter that was asked for, of a bot with these parameters and initial values.
    ///
    /// # Errors
    /// If there is no such parameter, if it is not a number, or if its range or start makes no
    /// sense.
    pub fn of(asked: &KnobSpec, params: &[Param], values: &Values) -> Result<Self, TuneError> {
        let param = find(&asked.name, params)?;
        let name = param.name;
        let (scale, allowed, start) = match param.kind {
            ParamKind::Int { min, max, .. } => {
                let most = |bound: i64| bound.clamp(-MOST_WHOLE, MOST_WHOLE) as f64;
                (KnobScale::Whole, (most(min), most(max)), values.int(name) as f64)
            }
            ParamKind::Decimal { min, max, .. } => {
                (KnobScale::Decimal(0), (min, max), values.decimal(name))
            }
            ParamKind::Choice { .. } | ParamKind::Flag { .. } => {
                let allowed = param.kind.allowed();
                return Err(TuneError::NoNumber { name, allowed });
            }
        };
        let (low, high) = asked.range.unwrap_or(allowed);
        let whole = scale != KnobScale::Whole || (is_whole(low) && is_whole(high));
        if !(whole && allowed.0 <= low && low < high && high <= allowed.1) {
            let allowed = param.kind.allowed();
            return Err(TuneError::Range { name, range: (low, high), allowed });
        }
        if !(low..=high).contains(&start) {
            return Err(TuneError::Start { name, start, range: (low, high) });
        }
        let least = if scale == KnobScale::Whole { LEAST_WHOLE } else { 0.0 };
        let c_end = asked.c_end.unwrap_or(((high - low) / PARTS).max(least));
        let fits = c_end > 0.0 && c_end >= least && c_end <= high - low;
        let scale = match scale {
            KnobScale::Whole => Some(KnobScale::Whole),
            KnobScale::Decimal(_) => places(c_end).map(KnobScale::Decimal),
        };
        match scale.filter(|_| fits) {
            Some(scale) => Ok(Self { name, scale, low, high, start, c_end }),
            None => Err(TuneError::Perturbation { name, c_end, least, most: high - low }),
        }
    }

    /// All numeric parameters of a bot, over all their values.
    ///
    /// # Errors
    /// If a range makes no sense.
    pub fn all(params: &[Param], values: &Values) -> Result<Vec<Self>, TuneError> {
        let number = |param: &&Param| {
            matches!(param.kind, ParamKind::Int { .. } | ParamKind::Decimal { .. })
        };
        let asked = |param: &Param| KnobSpec { name: param.name.into(), range: None, c_end: None };
        params.iter().filter(number).map(|param| Self::of(&asked(param), params, values)).collect()
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The lowest and the highest value that it may take.
    #[must_use]
    pub fn range(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// The value that it begins with.
    #[must_use]
    pub fn start(&self) -> f64 {
        self.start
    }

    /// The perturbation in the last iteration.
    #[must_use]
    pub fn c_end(&self) -> f64 {
        self.c_end
    }

    /// The nearest value within the range.
    #[must_use]
    pub fn kept(&self, value: f64) -> f64 {
        value.clamp(self.low, self.high)
    }

    /// The value to play for a tuned value. A whole number is rounded to one of its neighbours, the
    /// upper one if the fraction is at least `1 - u`. If `u` is uniform from 0 to 1, the mean is
    /// the value itself. Two values keep their distance on average if they share their `u`.
    #[must_use]
    pub fn played(&self, value: f64, u: f64) -> f64 {
        let value = self.kept(value);
        match self.scale {
            KnobScale::Whole => self.kept((value + u).floor()),
            KnobScale::Decimal(_) => self.nearest(value),
        }
    }

    /// The nearest value that can be played.
    #[must_use]
    pub fn nearest(&self, value: f64) -> f64 {
        let one = match self.scale {
            KnobScale::Whole => 1.0,
            KnobScale::Decimal(places) => power_of_ten(places),
        };
        // Adding zero turns -0 into 0, so that equal values have one spelling.
        self.kept((value * one).round() / one) + 0.0
    }

    /// The text of a value, which need not be playable, with the decimals that matter.
    #[must_use]
    pub fn shown(&self, value: f64) -> String {
        let places = match self.scale {
            KnobScale::Whole => 2,
            KnobScale::Decimal(places) => places,
        };
        format!("{:.places$}", value + 0.0)
    }
}

fn find<'p>(name: &str, params: &'p [Param]) -> Result<&'p Param, TuneError> {
    params.iter().find(|param| param.name == name).ok_or_else(|| {
        let remedy = match params {
            [] => "this bot has none".to_owned(),
            _ => remedy(name, params.iter().map(|param| param.name)),
        };
        TuneError::Unknown { name: name.to_owned(), remedy }
    })
}

fn is_whole(number: f64) -> bool {
    number.fract().abs() < f64::EPSILON
}

/// The number of decimals for steps of a hundredth of a perturbation; `None` if there are too many.
fn places(c_end: f64) -> Option<usize> {
    (0..=MOST_PLACES).find(|&places| c_end * power_of_ten(places) >= 100.0)
}

/// A power of ten, exact unlike `powi`.
fn power_of_ten(places: usize) -> f64 {
    (0..places).fold(1.0, |power, _| power * 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARAMS: &[Param] = &[
        Param::int("depth", 2, (1, 8)).about("Turns to look ahead."),
        Param::decimal("rest", 0.25, (0.0, 1.0)).about("Share."),
        Param::choice("style", "calm", &["calm", "wild"]).about("How to play."),
    ];

    fn knob(text: &str) -> Result<Knob, TuneError> {
        Knob::of(&text.parse()?, PARAMS, &Values::defaults(PARAMS))
    }

    fn error(text: &str) -> String {
        knob(text).unwrap_err().to_string()
    }

    #[test]
    fn a_parameter_is_typed_with_range_and_perturbation_or_without() {
        let full = knob("rest=0.1..0.9:0.02").unwrap();
        assert_eq!((full.range(), full.c_end().to_bits()), ((0.1, 0.9), 0.02f64.to_bits()));
        let bare = knob("depth").unwrap();
        assert_eq!((bare.range(), bare.c_end().to_bits()), ((1.0, 8.0), 0.5f64.to_bits()));
        for text in ["", "=1..2", "rest=1", "rest=a..b", "rest:x", "rest=0..inf", "rest=nan..1"] {
            assert!(error(text).contains("write NAME=LOW..HIGH"), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_tuned_is_refused_with_the_remedy() {
        assert_eq!(error("dept"), "there is no parameter `dept`: did you mean `depth`?");
        assert!(error("style").contains("is one of calm, wild"), "{}", error("style"));
        assert!(error("depth=0..8").contains("a whole number from 1 to 8"));
        for wrong in ["depth=1.5..8", "depth=4..4", "depth=5..4", "rest=0..1.01"] {
            assert!(error(wrong).contains("range"), "{wrong}: {}", error(wrong));
        }
        assert!(error("depth=4..8").contains("begins at 2"), "{}", error("depth=4..8"));
        for wrong in ["depth:0.4", "depth:0", "rest:-1", "rest:2", "rest:1e-9"] {
            assert!(error(wrong).contains("perturb"), "{wrong}: {}", error(wrong));
        }
    }

    /// 2.3 is played as 3 for three in ten values of `u`, and as 2 for the others.
    #[test]
    fn a_whole_number_is_played_as_its_neighbours_and_never_out_of_range() {
        let depth = knob("depth").unwrap();
        let sum: f64 = (0..100).map(|n| depth.played(2.3, f64::from(n) / 100.0)).sum();
        assert!((sum / 100.0 - 2.3).abs() < 1e-9, "{sum}");
        for u in [0.0, 0.5, 0.999_999] {
            assert!((depth.played(11.0, u) - 8.0).abs() < 1e-9);
            assert!((depth.played(-11.0, u) - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn decimals_are_played_as_far_as_they_matter() {
        let rest = knob("rest").unwrap();
        assert_eq!(rest.played(0.123_456, 0.9).to_string(), "0.1235");
        assert_eq!(rest.nearest(1.7).to_string(), "1");
        assert_eq!(rest.nearest(-0.000_01).to_string(), "0");
    }
}
