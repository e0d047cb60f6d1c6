//! How a belief takes in what happens.

use stoker_engine::course::{Course, DraculaMove, Encounter, HuntersView, Play, Position};
use stoker_engine::map::PlaceSet;

use super::Belief;
use super::ages::Ages;
use super::facts::Facts;
use super::hidden::Pattern;
use super::known::Blood;
use super::turn::Turn;

impl Belief {
    /// Catches up with the hunters' view: the same game, later.
    ///
    /// Call it after every play or seldom, the trails are the same. Only the blood after each of his
    /// turns is lost to one who calls it seldom, and only where a city can be full of fewer than
    /// three encounters does that matter: then the trails may be more than there should be, and the
    /// belief is not exact.
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

    /// Takes in a play, for one who knows the truth and simulates what the hunters will know;
    /// `after` is the position after it.
    ///
    /// Of the truth only what is public counts.
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

    /// Keeps the trails that agree with all facts, and with no unknown move in a city that was
    /// searched (H4).
    fn keep_known(&mut self, rules: &Course, searched: PlaceSet) {
        let (mut pattern, known) = self.known.pattern(rules);
        let moves = Ages::range(0..self.known.facts.moves().len());
        pattern.unseen(moves.without(known), searched);
        self.trails.keep(pattern, known);
        self.note_exactness();
    }

    /// The facts tell of his move already.
    fn dracula_played(&mut self, rules: &Course, placed: Option<Encounter>, blood: Blood) {
        self.make_room(rules);
        let threat = self.known.threat(rules);
        let mut seen = self.known.seen(rules, placed, blood, &threat);
        loop {
            seen.forgotten = self.trails.forgotten();
            let turn = Turn::new(rules, &seen);
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

    /// E1: the oldest move leaves a full trail, and the moves that are left are what is known.
    fn make_room(&mut self, rules: &Course) {
        self.trails.make_room(self.known.facts.moves().len() - 1);
        let (mut pattern, known) = self.known.pattern(rules);
        pattern.except(Ages::of(0));
        self.trails.keep(pattern, known.without(Ages::of(0)));
        self.note_exactness();
    }

    /// The truth is among the trails: if there is one, it is that.
    fn note_exactness(&mut self) {
        let whole = self.trails.forgotten().is_empty();
        self.known.exact = whole && (self.known.exact || self.len() == 1);
    }
}
