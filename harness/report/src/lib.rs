//! Pages of runs and matches: one self-contained file each, which opens from disk.
//!
//! Rulesets describe their positions as [scenes](stoker_engine::scene); this crate knows no game. A
//! page is a template in `assets/`, built from the sources in `page/`, which this crate fills with
//! data. Start reading at [`page::replay_page`]. A page of another kind can hold replays too: a
//! [`collection::Collection`] packs them, and the page mounts them with `mountReplay`.
//! [`plots`] draws charts, for pages and papers.

pub mod collection;
pub mod document;
pub mod page;
pub mod patch;
pub mod plots;
pub mod replay;
