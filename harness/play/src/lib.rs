//! Pages in a browser: matches that people play, and runs that people watch.
//!
//! A [`session::Session`] plays one match after another on its own thread. A person is an
//! [external bot](stoker_external::contract::ExternalBot) that asks a [`table::GameTable`] and
//! waits. The table knows no game: it holds the events for each person's page, and takes requests
//! from it.
//! The [`server`] carries both over HTTP, and [`guard`] refuses requests that do not come from the
//! page.
//!
//! A [`live::LiveRun`] shows a run while it goes on: its progress, its report so far, and a match.
//! The same server carries it. It costs next to nothing while nobody looks.
//!
//! The content of a person's page is made by [`stoker_report::live`] from the view of this person,
//! and from nothing else. The page of a run shows everything.
//!
//! # Examples
//! ```
//! use stoker_play::table::{Person, GameTable};
//! let person = Person { viewer: 0, name: "Dracula".into(), token: "secret".into() };
//! let table = GameTable::new(vec![person]);
//! assert!(table.place("secret").is_some() && table.place("guess").is_none());
//! ```

mod advice;
mod bot;
pub mod feed;
pub mod guard;
pub mod live;
mod live_pages;
mod script;
pub mod server;
pub mod session;
pub mod table;
mod table_pages;
pub mod token;
pub mod watched;
