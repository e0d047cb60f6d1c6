//! Pages of runs and matches: one self-contained file each, which opens from disk.
//!
//! Rulesets describe their positions as [scenes](stoker_engine::scene); this crate knows no game. A
//! page is a template in `assets/`, built from the sources in `page/`, which this crate fills with
//! data. Start reading at [`page::replay_page`].

pub mod beside;
pub mod document;
pub mod page;
pub mod patch;
pub mod replay;
