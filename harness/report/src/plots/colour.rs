//! The palette: colours that colour-blind readers can tell apart, each for light and for dark
//! paper.
//!
//! A plot names a colour by its class, and also contains the light colour, which applies where
//! no style sheet replaces it.

use std::fmt::Write as _;

/// Red, green and blue.
type Rgb = [u8; 3];
/// A colour on light paper, and the same on dark paper.
type ColourPair = [Rgb; 2];

/// The number of series that have a colour of their own.
pub(super) const SERIES: usize = 8;
/// The last step of a colour scale; its middle is the middle of a diverging scale.
const LAST_STEP: u8 = 24;

/// The role of a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Paint {
    /// The background.
    Paper,
    /// Text and points.
    Ink,
    /// Secondary text.
    Faint,
    /// Lines in the background.
    Grid,
    /// A series; colours repeat after the last.
    Series(usize),
    /// A step of a colour scale.
    Step(Ramp, ColourStep),
    /// Text on a step of a colour scale.
    OnStep(Ramp, ColourStep),
}

/// A colour scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ramp {
    /// From low to high.
    Sequential,
    /// From below the middle to above it.
    Diverging,
}

/// A step of a colour scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ColourStep(u8);

impl ColourStep {
    /// All of them, from low to high.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..=LAST_STEP).map(Self)
    }

    /// The step at a share from 0 to 1 of the scale.
    pub(super) fn at(share: f64) -> Self {
        let nearest = |step: &Self| (step.share() - share).abs();
        Self::all().min_by(|a, b| nearest(a).total_cmp(&nearest(b))).unwrap_or(Self(0))
    }

    /// The position of a step on the scale, from 0 to 1.
    pub(super) fn share(self) -> f64 {
        f64::from(self.0) / f64::from(LAST_STEP)
    }
}

impl Paint {
    /// The class of elements in this colour.
    pub(super) fn class(self) -> String {
        match self {
            Self::Paper => "paper".to_owned(),
            Self::Ink => "ink".to_owned(),
            Self::Faint => "faint".to_owned(),
            Self::Grid => "grid".to_owned(),
            Self::Series(series) => format!("s{}", series % SERIES),
            Self::Step(ramp, ColourStep(step)) => format!("{}{step}", ramp.letter()),
            Self::OnStep(ramp, ColourStep(step)) => format!("on-{}{step}", ramp.letter()),
        }
    }

    /// The colour on light paper.
    pub(super) fn light(self) -> String {
        hex(self.pair()[0])
    }

    fn pair(self) -> ColourPair {
        match self {
            Self::Paper => [[255, 255, 255], [20, 24, 29]],
            Self::Ink => [[21, 24, 28], [232, 235, 238]],
            Self::Faint => [[77, 86, 96], [169, 179, 189]],
            Self::Grid => [[217, 222, 227], [52, 60, 69]],
            Self::Series(series) => SERIES_COLOURS[series % SERIES],
            Self::Step(ramp, step) => ramp.pair(step),
            Self::OnStep(ramp, step) => ramp.pair(step).map(readable),
        }
    }
}

/// The colours of Okabe and Ito, darkened or lightened until each stands out from its paper.
const SERIES_COLOURS: [ColourPair; SERIES] = [
    [[0, 114, 178], [86, 180, 233]],
    [[201, 84, 0], [240, 138, 74]],
    [[0, 130, 95], [47, 199, 154]],
    [[170, 74, 138], [224, 140, 192]],
    [[122, 92, 0], [240, 228, 66]],
    [[90, 90, 90], [190, 190, 190]],
    [[60, 60, 160], [160, 160, 255]],
    [[150, 20, 30], [255, 110, 110]],
];

/// Pale yellow to dark violet, by falling lightness; reversed on dark paper.
const SEQUENTIAL: [Rgb; 7] = [
    [253, 231, 37],
    [143, 215, 68],
    [53, 183, 121],
    [33, 145, 140],
    [49, 104, 142],
    [68, 57, 131],
    [68, 1, 84],
];

/// Blue, the shade of the paper, orange.
const DIVERGING: [[Rgb; 7]; 2] = [
    [
        [20, 80, 150],
        [80, 145, 200],
        [180, 210, 232],
        [246, 246, 246],
        [248, 212, 164],
        [226, 146, 58],
        [160, 76, 8],
    ],
    [
        [125, 195, 255],
        [70, 140, 205],
        [42, 82, 122],
        [44, 50, 57],
        [118, 78, 32],
        [202, 128, 48],
        [255, 184, 96],
    ],
];

impl Ramp {
    fn letter(self) -> char {
        match self {
            Self::Sequential => 'q',
            Self::Diverging => 'd',
        }
    }

    fn pair(self, step: ColourStep) -> ColourPair {
        match self {
            Self::Sequential => {
                [mixed(&SEQUENTIAL, step), mixed(&SEQUENTIAL, ColourStep(LAST_STEP - step.0))]
            }
            Self::Diverging => DIVERGING.map(|colours| mixed(&colours, step)),
        }
    }
}

/// The colour at a step of a ramp. It is computed in integers, so that it is the same everywhere.
fn mixed(ramp: &[Rgb; 7], ColourStep(step): ColourStep) -> Rgb {
    let along = u32::from(step) * 6;
    let last = u32::from(LAST_STEP);
    let (low, part) = ((along / last) as usize, along % last);
    let high = (low + 1).min(6);
    std::array::from_fn(|channel| {
        let [low, high] = [ramp[low], ramp[high]].map(|colour| u32::from(colour[channel]));
        let mixed = (low * (last - part) + high * part + last / 2) / last;
        u8::try_from(mixed).unwrap_or(u8::MAX)
    })
}

/// Black or white, whichever stands out more.
fn readable(ground: Rgb) -> Rgb {
    let [black, white] = [[0; 3], [255; 3]];
    if contrast(ground, white) >= contrast(ground, black) { white } else { black }
}

/// The contrast of two colours, from 1 to 21.
///
/// # Source
/// Web Content Accessibility Guidelines 2.2, "contrast ratio". One curve of exponent 2.25 replaces
/// its two curves, because roots are the same everywhere and powers are not.
fn contrast(a: Rgb, b: Rgb) -> f64 {
    let light = |colour: Rgb| {
        let [r, g, b] =
            colour.map(|channel| f64::from(channel) / 255.0).map(|c| c * c * c.sqrt().sqrt());
        0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
    };
    let (a, b) = (light(a), light(b));
    a.max(b) / a.min(b)
}

fn hex(colour: Rgb) -> String {
    let mut text = "#".to_owned();
    for channel in colour {
        write!(text, "{channel:02x}").expect("a string takes all text");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All colours that a style sheet names.
    fn all() -> impl Iterator<Item = Paint> {
        let plain = [Paint::Paper, Paint::Ink, Paint::Faint, Paint::Grid];
        let steps = [Ramp::Sequential, Ramp::Diverging].into_iter().flat_map(|ramp| {
            ColourStep::all()
                .flat_map(move |step| [Paint::Step(ramp, step), Paint::OnStep(ramp, step)])
        });
        plain.into_iter().chain((0..SERIES).map(Paint::Series)).chain(steps)
    }

    /// The style sheet of pages with plots.
    fn style() -> String {
        let mut css = STYLE_HEAD.to_owned();
        for paint in all() {
            let [light, dark] = paint.pair().map(hex);
            let colour = if light == dark { light } else { format!("light-dark({light}, {dark})") };
            write!(css, "\n.plot .{} {{\n  color: {colour};\n}}\n", paint.class())
                .expect("a string takes all text");
        }
        css
    }

    const STYLE_HEAD: &str = "\
/* The colours of charts. Made from harness/report/src/plots/colour.rs by:
   STOKER_DRAW=1 cargo test -p stoker-report style_sheet */

.plot {
  max-width: 100%;
  height: auto;
}
";

    /// The contrast as the guidelines define it, with the exponent of screens.
    fn exact_contrast(a: Rgb, b: Rgb) -> f64 {
        let light = |colour: Rgb| {
            let linear =
                |c: f64| if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) };
            let [r, g, b] = colour.map(|channel| linear(f64::from(channel) / 255.0));
            0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
        };
        let (a, b) = (light(a), light(b));
        a.max(b) / a.min(b)
    }

    #[test]
    fn series_stand_out_from_light_and_dark_paper_and_text_can_be_read() {
        let against_paper = |paint: Paint, theme: usize| {
            exact_contrast(paint.pair()[theme], Paint::Paper.pair()[theme])
        };
        for theme in [0, 1] {
            for series in 0..SERIES {
                let contrast = against_paper(Paint::Series(series), theme);
                assert!(contrast >= 3.0, "series {series} of theme {theme}: {contrast}");
            }
            for paint in [Paint::Ink, Paint::Faint] {
                assert!(against_paper(paint, theme) >= 4.5, "{paint:?} of theme {theme}");
            }
            for (ramp, step) in [Ramp::Sequential, Ramp::Diverging]
                .into_iter()
                .flat_map(|ramp| ColourStep::all().map(move |step| (ramp, step)))
            {
                let [text, ground] =
                    [Paint::OnStep(ramp, step), Paint::Step(ramp, step)].map(|p| p.pair()[theme]);
                let contrast = exact_contrast(text, ground);
                assert!(contrast >= 4.5, "{ramp:?} {step:?} of theme {theme}: {contrast}");
            }
        }
    }

    #[test]
    fn steps_are_even_and_the_middle_of_a_diverging_scale_has_one() {
        assert_eq!(
            [0.0, 0.5, 1.0].map(ColourStep::at),
            [ColourStep(0), ColourStep(LAST_STEP / 2), ColourStep(LAST_STEP)]
        );
        assert_eq!(hex(Ramp::Diverging.pair(ColourStep::at(0.5))[0]), "#f6f6f6");
    }

    #[test]
    fn the_style_sheet_of_pages_has_these_colours() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/page/src/style/plots.css");
        if std::env::var_os("STOKER_DRAW").is_some() {
            std::fs::write(path, style()).unwrap();
        }
        assert_eq!(std::fs::read_to_string(path).unwrap(), style());
    }
}
