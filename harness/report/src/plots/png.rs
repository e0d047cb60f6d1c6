//! Plots as PNG, for papers: on white, and fine enough for print.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, Options, Tree, fontdb};

/// Pixels of the picture per pixel of the plot; the first that fits is used. A factor of 3 gives
/// 300 dots per inch if the plot is 12 cm wide.
const SCALES: [f32; 3] = [3.0, 2.0, 1.0];
/// The most pixels of a picture.
const MOST: f32 = 40e6;
/// The only font, so that pictures are the same on all machines. Its licence is beside it.
const FONT: &[u8] = include_bytes!("../../fonts/DejaVuSans-subset.ttf");
const FAMILY: &str = "DejaVu Sans";

/// The reasons why a plot cannot be painted.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// It is not valid SVG.
    #[error("the drawing cannot be read: {0}")]
    Svg(#[from] usvg::Error),
    /// It has too many pixels.
    #[error("a picture of {0} by {1} pixels is too large")]
    Size(f32, f32),
    /// The picture could not be encoded.
    #[error("the picture cannot be encoded: {0}")]
    Encoding(String),
}

/// Paints plots, with its own font.
pub struct PngPainter {
    options: Options<'static>,
}

impl Default for PngPainter {
    fn default() -> Self {
        Self::new()
    }
}

impl PngPainter {
    /// A painter that reads no files: neither the system's fonts nor pictures.
    #[must_use]
    pub fn new() -> Self {
        let mut fonts = fontdb::Database::new();
        fonts.load_font_data(FONT.to_vec());
        fonts.set_sans_serif_family(FAMILY);
        let options = Options {
            fontdb: Arc::new(fonts),
            font_family: FAMILY.to_owned(),
            ..Options::default()
        };
        Self { options }
    }

    /// A plot as PNG; the same plot gives the same bytes.
    ///
    /// # Errors
    /// If it is not a plot, or too large.
    pub fn png(&self, svg: &str) -> Result<Vec<u8>, PngError> {
        let tree = Tree::from_str(svg, &self.options)?;
        let (width, height) = (tree.size().width(), tree.size().height());
        let scale = scale_of(width, height).ok_or(PngError::Size(width, height))?;
        let size = tree.size().to_int_size().scale_by(scale);
        let picture = size.and_then(|size| Pixmap::new(size.width(), size.height()));
        let mut picture = picture.ok_or(PngError::Size(width, height))?;
        resvg::render(&tree, Transform::from_scale(scale, scale), &mut picture.as_mut());
        picture.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
    }
}

/// Pixels of the picture per pixel of a plot of this size; `None` if there would be too many.
fn scale_of(width: f32, height: f32) -> Option<f32> {
    SCALES.into_iter().find(|scale| width * scale * height * scale <= MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SVG: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"
        font-family="DejaVu Sans, sans-serif" font-size="12">
        <rect width="40" height="20" fill="white"/><text x="2" y="14">TEXT</text></svg>"#;

    /// The width and height in the header of a PNG.
    fn size(png: &[u8]) -> [u32; 2] {
        [16, 20].map(|at| u32::from_be_bytes(png[at..at + 4].try_into().unwrap()))
    }

    #[test]
    fn the_same_drawing_has_the_same_bytes_and_three_times_the_pixels() {
        let [one, other] =
            [PngPainter::new(), PngPainter::new()].map(|painter| painter.png(SVG).unwrap());
        assert_eq!(size(&one), [120, 60]);
        assert!(one == other);
    }

    #[test]
    fn letters_of_every_kind_that_the_font_has_are_painted() {
        let painter = PngPainter::new();
        let blank = painter.png(&SVG.replace("TEXT", "")).unwrap();
        let pictures = ["a", "é", "Ω", "ж", "–", "…", "−"];
        let pictures = pictures.map(|text| painter.png(&SVG.replace("TEXT", text)).unwrap());
        for (n, picture) in pictures.iter().enumerate() {
            assert!(*picture != blank, "number {n}");
        }
    }

    #[test]
    fn what_is_no_drawing_or_too_large_is_refused() {
        let painter = PngPainter::new();
        assert!(matches!(painter.png("<html/>"), Err(PngError::Svg(_))));
        let large = SVG.replacen("\"40\"", "\"3000000\"", 1);
        assert!(matches!(painter.png(&large), Err(PngError::Size(..))));
    }

    #[test]
    fn a_large_drawing_is_painted_with_fewer_pixels() {
        let scales =
            [500.0, 5_000.0, 15_000.0, 50_000.0, 90_000.0].map(|height| scale_of(480.0, height));
        assert_eq!(scales, [Some(3.0), Some(3.0), Some(2.0), Some(1.0), None]);
    }
}
