//! What the hunters can know of Dracula's trail: every trail that explains all they have seen, with
//! its probability.

mod facts;
mod hidden;
mod model;
mod step;

use stoker_engine::course::{
    Board, ByHunter, Course, DraculaMove, DraculaPlay, Hunter, HunterPlay, HuntersView, Play,
    Position, Sighting, Trail, TrailMove,
};
use stoker_engine::map::{ByPlace, PlaceSet};
use stoker_engine::{Rng, below};

use super::places::{HunterState, after};
use hidden::Pattern;
use step::Turn;

pub use facts::{Fact, Facts};
pub use hidden::{Hidden, HiddenMove};
pub use model::MoveModel;

/// Every hidden trail that is consistent with all that is public, weighted by a move model.
///
/// Trails that agree in their last moves are one: six, on the course's rules. The true one is
/// always among them. Above a cap the oldest moves of all trails are forgotten, until the next
/// moves replace them: then there are more trails than can be, never fewer, and
/// [`is_exact`](Self::is_exact) says so.
///
/// # Examples
/// ```
/// use stoker_bots::course::Belief;
/// use stoker_engine::course::{Course, HuntersView};
/// let rules = Course::default();
/// let past = "GBE.... SBR.... HLO.... MCA.... DSJ.V.. GSJVD..";
/// let view = HuntersView::parse(&rules, past).unwrap();
/// let mut belief = Belief::new(&rules);
/// belief.update(&rules, &view);
/// assert_eq!(belief.len(), 1);
/// assert_eq!(belief.mass(0)[rules.place("SJ").unwrap()], 1.0);
/// ```
#[derive(Debug, Clone)]
pub struct Belief {
    model: MoveModel,
    cap: usize,
    exact: bool,
    /// How many plays are taken in, and how many of them were Dracula's.
    plays: usize,
    made: usize,
    hunters: ByHunter<HunterState>,
    /// Dracula's blood after them.
    blood: i32,
    facts: Facts,
    /// In order of the trails; the weights add up to 1.
    trails: Vec<Weighted>,
    /// Kept for its room.
    spare: Vec<Weighted>,
}

/// A hidden trail and its probability.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weighted {
    /// The trail.
    pub trail: Hidden,
    /// Its probability, 0 to 1.
    pub weight: f64,
}

impl Belief {
    /// The most trails that are kept apart, unless set otherwise.
    pub const CAP: usize = 1_000_000;

    /// Before the first turn.
    #[must_use]
    pub fn new(rules: &Course) -> Self {
        Self {
            model: MoveModel::default(),
            cap: Self::CAP,
            exact: true,
            plays: 0,
            made: 0,
            hunters: ByHunter::default(),
            blood: rules.params().start_blood,
            facts: Facts::default(),
            trails: vec![Weighted { trail: Hidden::default(), weight: 1.0 }],
            spare: vec![],
        }
    }

    /// With another model of Dracula's moves; it changes weights, not what is possible.
    #[must_use]
    pub fn with_model(self, model: MoveModel) -> Self {
        Self { model, ..self }
    }

    /// With another cap on the number of trails, at least [`MIN_CAP`](Self::MIN_CAP).
    #[must_use]
    pub fn with_cap(self, cap: usize) -> Self {
        Self { cap: cap.max(Self::MIN_CAP), ..self }
    }

    /// The least cap: the newest move alone, hidden or not, in any place.
    pub const MIN_CAP: usize = HiddenMove::KINDS;

    /// Whether no trail is in the set that cannot be.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// How many trails there are; never 0 on a view that a game gave.
    #[must_use]
    pub fn len(&self) -> usize {
        self.trails.len()
    }

    /// Whether nothing explains what was seen: then it was no game's.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.trails.is_empty()
    }

    /// The trails with their probabilities.
    #[must_use]
    pub fn trails(&self) -> &[Weighted] {
        &self.trails
    }

    /// What is public about the trail.
    #[must_use]
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// How many moves Dracula has made.
    #[must_use]
    pub fn rounds(&self) -> usize {
        self.made
    }

    /// The probability, 0 to 1, that the move of this age came to each place; age 0 is the newest.
    #[must_use]
    pub fn mass(&self, age: usize) -> ByPlace<f64> {
        let mut mass = ByPlace::of(0.0);
        if age < self.facts.moves().len() {
            for known in &self.trails {
                if let Some(place) = known.trail.at(age).place {
                    mass[place] += known.weight;
                }
            }
        }
        mass
    }

    /// A trail, each as likely as its weight; `None` if there is none.
    pub fn sample(&self, rng: &mut Rng) -> Option<Hidden> {
        let mut at = f64::from(below(rng, 1 << 30)) / f64::from(1 << 30);
        for known in &self.trails {
            at -= known.weight;
            if at < 0.0 {
                return Some(known.trail);
            }
        }
        self.trails.last().map(|known| known.trail)
    }

    /// The position with this trail; a move that is forgotten is put in the hospital, where it
    /// restricts nothing.
    #[must_use]
    pub fn position(&self, rules: &Course, board: &Board, trail: Hidden) -> Position {
        let moves = self.facts.moves().iter().enumerate().map(|(age, fact)| {
            let mv = trail.at(age);
            let place = mv.place.unwrap_or(rules.hospital());
            TrailMove {
                code: match fact.sighting {
                    Sighting::DoubleBack(steps) => DraculaMove::DoubleBack(steps),
                    Sighting::Teleport => DraculaMove::Teleport,
                    _ if mv.hide => DraculaMove::Hide,
                    _ => DraculaMove::To(place),
                },
                place,
                encounter: fact.encounter,
                code_known: fact.sighting.is_known(),
                place_known: fact.place.is_some(),
            }
        });
        Position::of(*board, Trail::of(moves))
    }

    /// Catches up with the hunters' view: the same game, later.
    pub fn update(&mut self, rules: &Course, view: &HuntersView) {
        let sea = self.ambiguous_ground(rules, view);
        for play in view.plays().iter().skip(self.plays) {
            match *play {
                Play::Hunter(play) => {
                    self.facts.read(rules, view, self.made);
                    self.hunter_played(rules, play);
                    self.facts.meet(play.to, play.met);
                }
                Play::Dracula(play) => {
                    let at_sea = match play.mv {
                        _ if play.placed.is_some() => Some(false),
                        Sighting::SomeSea => Some(true),
                        Sighting::SomeCity | Sighting::Hide | Sighting::Teleport => Some(false),
                        Sighting::At(_) | Sighting::DoubleBack(_) => sea,
                    };
                    let dropped = self.begin_dracula_turn(rules, play);
                    self.facts.read(rules, view, self.made);
                    self.dracula_played(rules, play, at_sea, dropped);
                }
            }
        }
        self.facts.read(rules, view, self.made);
        self.keep_known(rules, PlaceSet::EMPTY);
        self.plays = view.plays().len();
        self.blood = view.board().blood();
    }

    /// Takes in a play, for one who knows the truth and simulates what the hunters will know;
    /// `after` is the position after it.
    pub fn follow(&mut self, rules: &Course, play: Play<DraculaMove>, after: &Position) {
        self.plays += 1;
        self.blood = after.board().blood();
        match play {
            Play::Hunter(play) => {
                self.facts = Facts::of(rules, after);
                self.hunter_played(rules, play);
            }
            Play::Dracula(play) => {
                let place = after.dracula();
                let seen =
                    DraculaPlay { mv: Sighting::of(play.mv), placed: play.placed, left: play.left };
                let dropped = self.begin_dracula_turn(rules, seen);
                self.facts = Facts::of(rules, after);
                let sea = place.map(|place| rules.is_sea(place));
                self.dracula_played(rules, seen, sea, dropped);
            }
        }
    }

    /// Whether those of his turns that could have ended at sea or not did, if all did or none: by
    /// what his blood tells (K6).
    fn ambiguous_ground(&self, rules: &Course, view: &HuntersView) -> Option<bool> {
        let params = rules.params();
        let mut blood = self.blood;
        let mut open = 0;
        let mut made = self.made;
        for play in view.plays().iter().skip(self.plays) {
            match *play {
                Play::Hunter(play) => {
                    blood -= if play.met.dracula { params.blood_loss_hunter } else { 0 };
                }
                Play::Dracula(play) => {
                    match (view.dracula_place(rules, made), play.mv) {
                        (Some(place), _) if rules.is_sea(place) => blood -= params.blood_loss_sea,
                        (Some(place), _) if place == rules.castle() => {
                            blood += params.blood_gain_castle;
                        }
                        (_, Sighting::SomeSea) => blood -= params.blood_loss_sea,
                        (None, Sighting::DoubleBack(_)) if play.placed.is_none() => open += 1,
                        _ => {}
                    }
                    made += 1;
                }
            }
        }
        let lost = blood - view.board().blood();
        match lost {
            _ if params.blood_loss_sea == 0 => None,
            0 => Some(false),
            lost if lost == open * params.blood_loss_sea => Some(true),
            _ => None,
        }
    }

    /// H4: every move of the trail that came to the hunter's city is revealed.
    fn hunter_played(&mut self, rules: &Course, play: HunterPlay) {
        self.hunters[play.hunter] = after(rules, self.hunters[play.hunter], play);
        if rules.is_sea(play.to) {
            self.keep_known(rules, PlaceSet::EMPTY);
        } else {
            self.keep_known(rules, PlaceSet::of(play.to));
        }
    }

    /// Keeps the trails that agree with all facts, and with no unknown move in a place where it
    /// would have been seen.
    fn keep_known(&mut self, rules: &Course, searched: PlaceSet) {
        let mut pattern = Pattern::default();
        let mut unknown = 0u16;
        for (age, fact) in self.facts.moves().iter().enumerate() {
            match fact.place {
                Some(place) => pattern.place(age, place),
                None => unknown |= 1 << age,
            }
            match fact.sighting {
                Sighting::At(_) => pattern.hide(age, false),
                Sighting::Hide => pattern.hide(age, true),
                Sighting::SomeCity if self.is_oldest(rules, age) => pattern.hide(age, false), // K5
                _ => {}
            }
        }
        let searched_moves = if searched.is_empty() { 0 } else { unknown };
        let hidden = |trail: Hidden| {
            let mut left = searched_moves;
            while left != 0 {
                let age = left.trailing_zeros() as usize;
                left &= left - 1;
                if trail.at(age).place.is_some_and(|place| searched.contains(place)) {
                    return false;
                }
            }
            true
        };
        self.trails.retain(|known| pattern.fits(known.trail) && hidden(known.trail));
        self.make_whole();
    }

    fn is_oldest(&self, rules: &Course, age: usize) -> bool {
        age + 1 == usize::from(rules.params().trail)
    }

    /// E1: the oldest move leaves; trails that differed in it alone become one.
    fn begin_dracula_turn(&mut self, rules: &Course, play: DraculaPlay<Sighting>) -> Vec<Fact> {
        let size = usize::from(rules.params().trail);
        self.made += 1;
        let kept = self.facts.moves().len().min(size - 1);
        let before: Vec<Fact> = self.facts.moves()[..kept].to_vec();
        self.facts.push(play, size);
        self.merge(|trail| trail.newest(kept));
        before
    }

    /// Makes one of all trails that become equal, which are next to each other.
    fn merge(&mut self, change: impl Fn(Hidden) -> Hidden) {
        for known in &mut self.trails {
            known.trail = change(known.trail);
        }
        self.trails.dedup_by(|later, earlier| {
            let same = later.trail == earlier.trail;
            if same {
                earlier.weight += later.weight;
            }
            same
        });
    }

    fn dracula_played(
        &mut self,
        rules: &Course,
        play: DraculaPlay<Sighting>,
        sea: Option<bool>,
        before: Vec<Fact>,
    ) {
        let round = u16::try_from(self.made - 1).unwrap_or(u16::MAX - 2);
        let odds = self.model.odds(rules, &self.hunters, round);
        let at: PlaceSet = Hunter::ALL.into_iter().filter_map(|h| self.hunters[h].at).collect();
        let turn = Turn {
            rules,
            newest: self.facts.moves()[0],
            placed: play.placed.is_some(),
            sea,
            watched: (at - rules.seas()) | PlaceSet::of(rules.castle()),
            before: &before,
            odds: &odds,
        };
        let mut counts = [0usize; HiddenMove::KINDS];
        self.spare.clear();
        let spare = &mut self.spare;
        for known in &self.trails {
            turn.moves(known.trail, |mv, probability| {
                counts[mv.kind()] += 1;
                let trail = known.trail.push(mv);
                spare.push(Weighted { trail, weight: known.weight * probability });
            });
        }
        self.sort_by_newest(counts);
        self.exact &= sea.is_some() || rules.params().blood_loss_sea != 0;
        self.keep_known(rules, PlaceSet::EMPTY);
        self.forget(rules);
    }

    /// Puts what is in `spare`, which is in order but for the newest moves, in order.
    fn sort_by_newest(&mut self, counts: [usize; HiddenMove::KINDS]) {
        let mut next = 0;
        let mut starts = counts.map(|count| {
            next += count;
            next - count
        });
        self.trails.clear();
        self.trails.resize(self.spare.len(), Weighted { trail: Hidden::default(), weight: 0.0 });
        for known in &self.spare {
            let start = &mut starts[known.trail.at(0).kind()];
            self.trails[*start] = *known;
            *start += 1;
        }
    }

    /// Forgets the oldest moves of all trails, as many as it takes to keep to the cap.
    fn forget(&mut self, rules: &Course) {
        let len = self.facts.moves().len();
        let mut keep = usize::from(rules.params().trail).min(len);
        while self.trails.len() > self.cap && keep > 1 {
            keep -= 1;
            self.exact = false;
            self.merge(|trail| trail.forget(keep, len));
        }
    }

    fn make_whole(&mut self) {
        let sum: f64 = self.trails.iter().map(|known| known.weight).sum();
        if sum > 0.0 {
            self.trails.iter_mut().for_each(|known| known.weight /= sum);
        } else {
            #[expect(clippy::cast_precision_loss, reason = "fewer than 2^52 trails")]
            let even = 1.0 / self.trails.len() as f64;
            self.trails.iter_mut().for_each(|known| known.weight = even);
        }
    }
}
