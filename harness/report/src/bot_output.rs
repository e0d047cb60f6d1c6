//! The words and notes of bots, put beside the turns of a replay.

use std::collections::BTreeSet;

use stoker_engine::scene::{Note, Scenery, SpotKey};
use stoker_engine::{Game, Seat, Viewer};
use stoker_external::line_marks;
use stoker_files::printable::printable;
use stoker_tournament::results::TurnOutput;

use crate::document::{ReplayTurn, ReplayedMatch};
use crate::views::Views;

impl ReplayedMatch {
    /// Puts the words and notes of bots beside their turns. Only bots whose knowledge the page may
    /// show are included. Notes about spots that no board has are left out, and a line says so.
    pub fn put_beside<G: Game>(
        &mut self,
        game: &G,
        scenery: &Scenery,
        said: Vec<TurnOutput>,
        views: Views,
    ) {
        let boards = scenery.boards.iter();
        let spots: BTreeSet<&SpotKey> =
            boards.flat_map(|board| &board.spots).map(|spot| &spot.key).collect();
        let seats = game.sides().seat_count();
        for said in said.into_iter().filter(|said| said.seat.0 < seats) {
            if !views.reveal(game, said.seat) {
                continue;
            }
            let writer = game.sides().viewer_of(said.seat);
            let decision = usize::try_from(said.decision).unwrap_or(usize::MAX);
            let from = self.turns_before.get(decision).copied().unwrap_or(self.turns.len());
            let Some(turn) = turn_of(game, &mut self.turns, from, writer) else {
                continue;
            };
            let (known, unknown): (Vec<Note>, Vec<Note>) = said
                .notes
                .into_iter()
                .partition(|note| note.spots().all(|key| spots.contains(key)));
            turn.notes.extend(known);
            turn.stderr.push_str(&said.words);
            turn.stderr.push_str(&left_out(&spots, &unknown));
        }
    }
}

/// The writer's turn with this number, or else its next one, or else its last. Only the writer's
/// own turns may hold its words, whatever a log says.
fn turn_of<'t, G: Game>(
    game: &G,
    turns: &'t mut [ReplayTurn],
    from: usize,
    writer: Viewer,
) -> Option<&'t mut ReplayTurn> {
    let own = |turn: &ReplayTurn| {
        turn.seat.is_some_and(|seat| game.sides().viewer_of(Seat(seat)) == writer)
    };
    let (before, after) = turns.split_at_mut(from);
    let next = after.iter_mut().find(|turn| own(turn));
    next.or_else(|| before.iter_mut().rev().find(|turn| own(turn)))
}

/// A line about notes whose spots are on no board; empty if there are none.
fn left_out(spots: &BTreeSet<&SpotKey>, unknown: &[Note]) -> String {
    let key = unknown.iter().flat_map(Note::spots).find(|key| !spots.contains(key));
    let Some(key) = key else { return String::new() };
    let count = unknown.len();
    let s = if count == 1 { "" } else { "s" };
    line_marks::remark(&format!(
        "{count} note{s} left out: no board has a spot `{}`",
        printable(key)
    ))
}
