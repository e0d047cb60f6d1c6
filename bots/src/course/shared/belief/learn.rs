//! The updates of a belief by plays.

use stoker_engine::course::{Course, DraculaMove, Encounter, HuntersView, Play, Position};
use stoker_engine::map::PlaceSet;

use super::Belief;
use super::ages::Ages;
use super::facts::Facts;
use super::hidden::Pattern;
use super::known::Blood;
use super::turn::PublicTurn;

impl Belief {
    /// Catches up with a later hunters' view of the same game.
    ///
    /// The trails do not depend on how often it is called, with one exception. An update after
    /// several rounds does not see the blood after each of Dracula's turns. That matters only if a
    /// city can be full with fewer than three encounters. Then there may be too many trails, and
    /// the belief is not exact.
    pub fn update(&mut self, rules: &Course, view: &HuntersView) {
        let blood = Blood::of(rules, view, &self.known);
        let mut news = self.known.facts.read(rules, view, self.known.made);
        let mut searched = PlaceSet::EMPTY;
        for play in view.plays().iter().skip(self.known.plays) {
            match *play {
                Play::Hunter(play) => {
                    if searched.len() == Pattern::PLACES {
                        self.keep_known(rules, std::mem::take(&mut searched));
                    }
                    self.known.hunter_played(rules, play);
                    self.known.facts.meet(play.to, play.met);
                    searched |= PlaceSet::of(play.to) - rules.seas();
                }
                Play::Dracula(play) => {
                    if std::mem::take(&mut news) || !searched.is_empty() {
                        self.keep_known(rules, std::mem::take(&mut searched));
                    }
                    self.known.made += 1;
                    self.known.facts.push(play, usize::from(rules.params().trail));
                    self.known.facts.read(rules, view, self.known.made);
                    self.dracula_played(rules, play.placed, blood);
                }
            }
        }
        if news || !searched.is_empty() {
            self.keep_known(rules, searched);
        }
        self.known.plays = view.plays().len();
        self.known.blood = view.board().blood();
    }

    /// Adds a play, for a caller that knows the truth and simulates what the hunters will know.
    /// `after` is the position after it.
    ///
    /// Only the public part of the truth counts.
    pub fn follow(&mut self, rules: &Course, play: Play<DraculaMove>, after: &Position) {
        let facts = Facts::of(rules, after);
        let news = !facts.tell_as_much_as(&self.known.facts);
        self.known.facts = facts;
        self.known.plays += 1;
        let blood = std::mem::replace(&mut self.known.blood, after.board().blood());
        match play {
            Play::Hunter(play) => {
                self.known.hunter_played(rules, play);
                let searched = PlaceSet::of(play.to) - rules.seas();
                if news || !searched.is_empty() {
                    self.keep_known(rules, searched);
                }
            }
            Play::Dracula(play) => {
                self.known.made += 1;
                let has_less = self.known.blood < blood;
                let blood = if has_less { Blood::Lost } else { Blood::Kept };
                self.dracula_played(rules, play.placed, blood.told(rules));
            }
        }
    }

    /// Keeps the trails that agree with all facts and have no unknown move in a searched city (H4).
    fn keep_known(&mut self, rules: &Course, searched: PlaceSet) {
        let (mut pattern, known) = self.known.pattern(rules);
        let moves = Ages::range(0..self.known.facts.moves().len());
        pattern.unseen(moves.without(known), searched);
        self.trails.keep(pattern, known);
        self.note_exactness();
    }

    /// Adds Dracula's latest move, which the facts already contain.
    fn dracula_played(&mut self, rules: &Course, placed: Option<Encounter>, blood: Blood) {
        self.make_room(rules);
        let threat = self.known.threat(rules);
        let mut seen = self.known.seen(rules, placed, blood, &threat);
        loop {
            seen.forgotten = self.trails.forgotten();
            let turn = PublicTurn::new(rules, &seen);
            let near = self.trails.look_around(&turn);
            let odds = self.known.factors.odds(rules, &threat, near);
            let count = self.trails.look(&turn, &odds);
            if count <= 2 * self.known.cap || !self.trails.forget_oldest(seen.facts, 2) {
                self.trails.branch(&turn, &odds, count);
                break;
            }
        }
        while self.len() > self.known.cap && self.trails.forget_oldest(&self.known.facts, 1) {}
        self.known.exact &= !self.known.is_ground_missed(rules, placed, blood);
        self.note_exactness();
    }

    /// Makes room for a move: the oldest move leaves a full trail (E1). Keeps the trails whose
    /// remaining moves agree with what is known.
    fn make_room(&mut self, rules: &Course) {
        self.trails.make_room(self.known.facts.moves().len() - 1);
        let (mut pattern, known) = self.known.pattern(rules);
        pattern.except(Ages::of(0));
        self.trails.keep(pattern, known.without(Ages::of(0)));
        self.note_exactness();
    }

    /// Updates the exactness. The truth is among the trails, so a single whole trail is the truth.
    fn note_exactness(&mut self) {
        let whole = self.trails.forgotten().is_empty();
        self.known.exact = whole && (self.known.exact || self.len() == 1);
    }
}
