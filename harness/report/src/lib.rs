//! Pages of runs and matches: one self-contained file each, which opens from disk.
//!
//! Rulesets describe their positions as [scenes](stoker_engine::scene); this crate knows no game. A
//! page is a template in `assets/`, built from the sources in `page/`, which this crate fills with
//! data.
//!
//! For a page of replays, start reading at [`page::replay_page`]. A page of another kind can
//! contain replays too: a [`collection::Collection`] packs them, and the page mounts them with
//! `mountReplay`.
//!
//! For a report, start at [`report_kinds`], which recognises folders and is the place to add a kind
//! of report. [`data`] reads a run's folder, and [`studies`] reads other folders. [`league`] turns
//! the data into a [`report::Report`], with plots from [`plots`] and tables from [`mod@table`].
//! [`shell`] puts it on a page.
//!
//! # Examples
//! ```
//! use stoker_report::table::{TableCell, Column, HtmlTable};
//! let mut table = HtmlTable::new("Entrants", vec![Column::text("name"), Column::numbers("mean")]);
//! table.row(vec![TableCell::of("tracker"), TableCell::figure(Some(307.78), 2)]);
//! assert!(!table.is_empty());
//! ```

// Tests may create folders without the module `untrusted`.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

pub mod bot_output;
pub mod choice;
pub mod collection;
pub mod data;
pub mod document;
pub mod findings;
pub mod league;
pub mod live;
pub mod live_page;
pub mod page;
pub mod patch;
pub mod plots;
pub mod replay;
pub mod replays;
pub mod report;
pub mod report_kinds;
pub mod report_ruleset;
pub mod shades;
pub mod shell;
pub mod story;
pub mod studies;
pub mod table;
pub mod text;
mod told;
mod turns;
pub mod views;
