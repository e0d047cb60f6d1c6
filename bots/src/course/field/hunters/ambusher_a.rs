//! `ambusher-a`: one waits in the castle, one next door, and two research.

use stoker_engine::course::{Course, Hunter};
use stoker_engine::map::Place;

use super::super::kit::{Hunt, HunterStyle, hunters, hunters_entry};
use crate::entry::BotEntry;

pub(in crate::course::field) const ENTRY: BotEntry<Course> = hunters_entry(
    "ambusher-a",
    "Hunters of whom one waits in the castle, one next door, and two rest until he is found.",
    |setup| hunters(setup, Ambusher),
);

const POSTS: [&str; 4] = ["CD", "KL", "MU", "PA"];

#[derive(Clone)]
struct Ambusher;

impl HunterStyle for Ambusher {
    fn start(&mut self, hunt: &mut Hunt<'_>) -> Place {
        hunt.start_at(POSTS)
    }

    fn go(&mut self, hunt: &mut Hunt<'_>) -> Place {
        match hunt.hunter() {
            Hunter::Godalming => {
                let castle = hunt.castle();
                wait(hunt, castle)
            }
            Hunter::Seward => {
                let door = hunt.castle_doors().min().unwrap_or(hunt.castle());
                let door = hunt.rules().place(POSTS[1]).unwrap_or(door);
                wait(hunt, door)
            }
            Hunter::VanHelsing | Hunter::Harker => pursue(hunt),
        }
    }
}

/// Stays at a post. Leaves it only for a Dracula who was seen last round and is in reach.
fn wait(hunt: &mut Hunt<'_>, post: Place) -> Place {
    let prey = hunt.seen(1).map(|seen| seen.place);
    let near = prey.filter(|&place| hunt.moves().contains(place) && !hunt.rules().is_sea(place));
    near.unwrap_or_else(|| hunt.towards(post))
}

/// Searches for a Dracula who was seen in the last five rounds; else rests.
fn pursue(hunt: &mut Hunt<'_>) -> Place {
    match hunt.seen(5) {
        Some(seen) => hunt.search(seen),
        None => hunt.here(),
    }
}
