//! Plots as files: SVG, PNG and CSV.

use std::collections::BTreeSet;

use stoker_files::untrusted::Folder;
use stoker_tournament::storage::{FolderError, put};

use super::Plot;
#[cfg(feature = "png")]
use super::png::{PngError, PngPainter};

/// The reasons why plots cannot be saved.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// A file cannot be written.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A plot cannot be painted.
    #[cfg(feature = "png")]
    #[error("{name}.png: {source}")]
    Paint {
        /// The plot's name.
        name: String,
        /// The reason.
        source: PngError,
    },
}

/// Writes each plot as `NAME.svg`, `NAME.csv` and, with the feature `png`, `NAME.png`. If several
/// plots have one name, the later ones get a number. Returns the names in order; other files stay.
///
/// # Errors
/// If a file cannot be written, or a plot is too large to be painted.
pub fn save(plots: &[&Plot], folder: &Folder) -> Result<Vec<String>, SaveError> {
    #[cfg(feature = "png")]
    let painter = PngPainter::new();
    let names = distinct(plots.iter().map(|plot| plot.name()));
    for (plot, name) in plots.iter().zip(&names) {
        let svg = plot.svg();
        #[cfg(feature = "png")]
        paint(&painter, &svg, name, folder)?;
        put(folder, &format!("{name}.svg"), svg.as_bytes())?;
        put(folder, &format!("{name}.csv"), &plot.csv())?;
    }
    Ok(names)
}

#[cfg(feature = "png")]
fn paint(painter: &PngPainter, svg: &str, name: &str, folder: &Folder) -> Result<(), SaveError> {
    let png = painter.png(svg);
    let png = png.map_err(|source| SaveError::Paint { name: name.to_owned(), source })?;
    Ok(put(folder, &format!("{name}.png"), &png)?)
}

/// The same names, made unique.
fn distinct<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let free = |name: &str| {
        let numbered = (2u32..).map(|number| format!("{name}-{number}"));
        let mut all = [name.to_owned()].into_iter().chain(numbered);
        all.find(|name| taken.insert(name.clone())).unwrap_or_default()
    };
    names.map(free).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plots::{BarRow, Bars, PlotAxis, PlotKind};

    fn plot(name: &str) -> Plot {
        let rows = vec![BarRow { name: "fox".to_owned(), values: vec![3.0] }];
        let figure = Bars { axis: PlotAxis::of("faults"), parts: vec!["faults".to_owned()], rows };
        Plot::new(name, PlotKind::Bars(figure))
    }

    #[test]
    fn names_are_distinct_even_where_a_number_is_taken() {
        assert_eq!(
            distinct(["a", "a-2", "a", "b", "a"].into_iter()),
            ["a", "a-2", "a-3", "b", "a-4"]
        );
    }

    #[test]
    fn every_chart_is_written_three_times() {
        let folder = tempfile::tempdir().unwrap();
        let open = Folder::named(folder.path()).unwrap();
        assert_eq!(save(&[&plot("x"), &plot("x")], &open).unwrap(), ["x", "x-2"]);
        let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
        for name in ["x", "x-2"] {
            assert!(read(&format!("{name}.svg")).starts_with(b"<svg"));
            #[cfg(feature = "png")]
            assert!(read(&format!("{name}.png")).starts_with(b"\x89PNG"));
            assert_eq!(read(&format!("{name}.csv")), b"name,faults\nfox,3.0000\n");
        }
    }
}
