//! Pages of runs and matches: one self-contained file each, which opens from disk.
//!
//! What a position looks like is said by the rulesets, as [scenes](stoker_engine::scene); this crate
//! knows no game. A page is a template of `assets/`, built from the sources in `page/`, which this
//! crate fills with data. Start reading at [`page::replay_page`].

pub mod document;
pub mod page;
pub mod patch;
pub mod replay;
