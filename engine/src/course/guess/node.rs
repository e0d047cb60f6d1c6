//! One consistent position, with those parts of its past that can still be revealed.

use crate::course::Course;
use crate::course::moves::{DraculaMove, DraculaMoves, Move, Mover, Sighting};
use crate::course::play::{DraculaPlay, HunterPlay, Play};
use crate::course::position::{Position, TurnEffects};
use crate::course::view::HuntersView;

/// A position that explains all plays so far. It also holds the moves that have left the trail but
/// that a move of the trail still points to, because they can yet be revealed (K4).
///
/// Two histories with equal nodes have the same futures.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct GuessNode {
    position: Position,
    /// Newest first.
    older: Vec<Older>,
}

/// A move that has left the trail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Older {
    round: usize,
    code: DraculaMove,
    revealed: bool,
}

impl GuessNode {
    pub(super) fn start(rules: &Course) -> Self {
        Self { position: Position::start(rules), older: vec![] }
    }

    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    /// The legal moves that would look like this to the hunters; none if it is not Dracula's turn.
    pub(super) fn candidates(
        &self,
        rules: &Course,
        seen: Sighting,
    ) -> impl Iterator<Item = DraculaMove> {
        let fits = move |mv: &DraculaMove| match (seen, *mv) {
            (Sighting::SomeCity, DraculaMove::Hide) => true,
            (Sighting::SomeCity, DraculaMove::To(place)) => !rules.is_sea(place),
            (Sighting::SomeSea, DraculaMove::To(place)) => rules.is_sea(place),
            (seen, mv) => seen == Sighting::of(mv),
        };
        let board = self.position.board();
        let his = board.to_move() == Mover::Dracula && !board.is_over();
        let moves = if his { self.position.dracula_moves(rules) } else { DraculaMoves::default() };
        moves.into_iter().filter(fits)
    }

    /// Makes a hunter's play. Returns true if it goes as the hunters saw it go.
    pub(super) fn hunter_turn(
        &mut self,
        rules: &Course,
        seen: &HunterPlay,
        view: &HuntersView,
    ) -> bool {
        let Ok(outcome) = self.position.play(rules, Move::Hunter(seen.to)) else { return false };
        outcome.play == Play::Hunter(*seen) && self.learn(outcome, view)
    }

    /// The node after a legal move of Dracula's, if the move goes as the hunters saw it go.
    pub(super) fn dracula_turn(
        &self,
        rules: &Course,
        mv: DraculaMove,
        seen: DraculaPlay<Sighting>,
        view: &HuntersView,
    ) -> Option<Self> {
        let mut next = self.clone();
        let outcome = next.position.play_unchecked(rules, Move::Dracula(mv));
        let DraculaPlay { placed, left, .. } = seen;
        if outcome.play != Play::Dracula(DraculaPlay { mv, placed, left }) {
            return None;
        }
        next.note_departure(self, rules);
        (next.learn(outcome, view) && next.forget(view)).then_some(next)
    }

    /// Returns true if the hunters would know exactly what their view holds.
    pub(super) fn explains(&self, view: &HuntersView) -> bool {
        if self.position.board() != view.board() {
            return false;
        }
        let made = self.moves_made();
        let trail = self.position.trail().moves().iter().enumerate();
        let mut trail = trail.map(|(index, mv)| (made - 1 - index, mv.code, mv.code_known));
        let mut older = self.older.iter().map(|mv| (mv.round, mv.code, mv.revealed));
        let same = |(round, code, revealed): (usize, DraculaMove, bool)| {
            is_seen_as(view, round, revealed.then_some(code))
        };
        trail.all(same) && older.all(same)
    }

    fn moves_made(&self) -> usize {
        usize::from(self.position.board().round())
    }

    /// Remembers the move that has left the trail (E1).
    fn note_departure(&mut self, before: &Self, rules: &Course) {
        let trail = before.position.trail().moves();
        if trail.len() == usize::from(rules.params().trail)
            && let Some(gone) = trail.last()
        {
            let round = before.moves_made() - trail.len();
            self.older.insert(0, Older { round, code: gone.code, revealed: gone.code_known });
        }
    }

    /// Returns true if the turn revealed what the hunters know.
    fn learn(&mut self, outcome: TurnEffects, view: &HuntersView) -> bool {
        let made = self.moves_made();
        let trail = self.position.trail().moves().len();
        let roots = (0..trail).filter(|i| outcome.revealed >> i & 1 == 1);
        let hide = outcome.hide_seen.then(|| made - trail);
        hide.is_none_or(|round| sighting(view, round) == Some(Sighting::Hide))
            && roots.map(|index| made - 1 - index).all(|round| self.reveal(round, view))
    }

    /// Follows a revealed move to the moves it points to (K4). Returns true if the hunters know
    /// them all.
    fn reveal(&mut self, round: usize, view: &HuntersView) -> bool {
        let mut next = Some(round);
        while let Some(round) = next {
            let Some(code) = self.note_reveal(round) else { return false };
            if sighting(view, round) != Some(Sighting::of(code)) {
                return false;
            }
            next = code.points_back().and_then(|back| round.checked_sub(back));
        }
        true
    }

    /// The move of a round, which is now known to the hunters.
    fn note_reveal(&mut self, round: usize) -> Option<DraculaMove> {
        let index = self.moves_made() - 1 - round;
        if let Some(mv) = self.position.trail().moves().get(index) {
            return Some(mv.code);
        }
        let older = self.older.iter_mut().find(|mv| mv.round == round)?;
        older.revealed = true;
        Some(older.code)
    }

    /// Drops the older moves that nothing in the trail leads to any more. Nothing can reveal them
    /// now, so returns true only if the hunters know each of them exactly as far as it was
    /// revealed.
    fn forget(&mut self, view: &HuntersView) -> bool {
        if self.older.is_empty() {
            return true;
        }
        let reachable = self.reachable();
        let mut settled = true;
        self.older.retain(|mv| {
            let keep = reachable.contains(&mv.round);
            settled &= keep || is_seen_as(view, mv.round, mv.revealed.then_some(mv.code));
            keep
        });
        settled
    }

    /// The rounds outside the trail that chains from the trail reach.
    fn reachable(&self) -> Vec<usize> {
        let made = self.moves_made();
        let trail = self.position.trail().moves();
        let mut rounds = vec![];
        for (index, mv) in trail.iter().enumerate() {
            let mut from = Some((made - 1 - index, mv.code));
            while let Some((round, code)) = from {
                let to = code.points_back().and_then(|back| round.checked_sub(back));
                from = to.filter(|to| made - 1 - to >= trail.len()).and_then(|to| {
                    rounds.push(to);
                    self.older.iter().find(|mv| mv.round == to).map(|mv| (to, mv.code))
                });
            }
        }
        rounds
    }
}

/// Returns true if the view shows this move when it was revealed, and an unknown move otherwise.
fn is_seen_as(view: &HuntersView, round: usize, revealed: Option<DraculaMove>) -> bool {
    sighting(view, round).is_some_and(|seen| match revealed {
        Some(code) => seen == Sighting::of(code),
        None => !seen.is_known(),
    })
}

fn sighting(view: &HuntersView, round: usize) -> Option<Sighting> {
    view.dracula_play(round).map(|play| play.mv)
}
