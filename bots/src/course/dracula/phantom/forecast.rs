//! The hunters' knowledge after each of Dracula's moves, and the places it draws them to.

use std::sync::Arc;

use arrayvec::ArrayVec;
use stoker_engine::course::{Board, ByHunter, Course, Hunter, MAX_TRAIL};
use stoker_engine::map::{ByPlace, Place, PlaceSet};

use super::foes::{Foes, HunterKnowledge, Vampire};
use super::rehearsal::HuntersReplies;
use super::{Doubt, MAX_DEPTH, Mind};
use crate::course::shared::belief::Belief;
use crate::course::shared::reachable::ReachableByTurn;

/// Probability below which a hunter's place is ignored for the turn after next.
const UNLIKELY: f32 = 0.02;

/// The assumed habits of hunters.
#[derive(Debug, Clone, Copy)]
pub(super) struct Habits {
    /// Factor by which they pick the right place more often than by their belief.
    pub(super) aim: f32,
    /// Probability that a hunter comes to a place where another has just found him.
    pub(super) pack: f32,
    /// Tendency to pass by if they believe in little within reach.
    pub(super) stray: f32,
    /// Factor of their pull on turns after the next.
    pub(super) far: f32,
    /// Probability that one comes to any place in reach without a reason.
    pub(super) casual: f32,
}

/// The part of one of his moves that the hunters see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MoveSighting {
    /// Some city, or some sea.
    Somewhere(LandOrSea),
    /// A double back of this many moves, to a city or a sea.
    Back(usize, LandOrSea),
    /// His place.
    At(Place),
}

impl MoveSighting {
    /// A number that identifies the sighting.
    #[expect(clippy::cast_possible_truncation, reason = "127 places, and 9 moves at most")]
    fn key(self) -> u8 {
        match self {
            Self::Somewhere(ground) => ground as u8,
            Self::Back(steps, ground) => 2 * steps as u8 + ground as u8,
            Self::At(place) => 128 + place.index() as u8,
        }
    }
}

/// Land or sea, which his blood always reveals (K6).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LandOrSea {
    Land,
    Sea,
}

/// The probability of each place.
pub(super) type Mass = ByPlace<f32>;

/// The hunters' knowledge after a line of moves, given what they see of it.
#[derive(Debug, Clone)]
struct ForecastNode {
    /// The probabilities of the place that the move led to.
    mass: Mass,
    /// The pull of their belief in a place on each of them on the turn after, as a factor.
    draw: ByHunter<f32>,
    /// Index of their answers on that turn, if they are computed.
    answers: Option<usize>,
    /// Index of the answers before the first rehearsal was added, and the number of rehearsals;
    /// `None` if there are none.
    forecast: Option<(usize, u16)>,
    /// The lines that continue from here, by what is seen of the next move.
    next: ArrayVec<(u8, u16), 24>,
}

/// All that they can know within one decision, computed on demand.
#[derive(Debug, Clone, Default)]
pub(super) struct HuntersKnowledge {
    nodes: Vec<ForecastNode>,
    /// Their belief after each kind of first move, with the index of the node.
    beliefs: Vec<(usize, Mass)>,
    /// Their knowledge about the trail before the decision, newest move first.
    trail: ArrayVec<Mass, MAX_TRAIL>,
    /// The probabilities of each hunter's places after his first move and his second, given what
    /// they see.
    answers: Vec<ByHunter<Mass>>,
}

/// The basis of a forecast.
pub(super) struct Basis<'a> {
    pub(super) rules: &'a Course,
    pub(super) habits: Habits,
    pub(super) doubt: Doubt,
    pub(super) reachable: ReachableByTurn,
    pub(super) board: &'a Board,
    pub(super) foes: Arc<Foes>,
    /// The hunters' belief about the newest vampire, after the first move.
    pub(super) vampire: Option<Vampire>,
    /// The places where he would be seen on the first move (K3).
    pub(super) watched: PlaceSet,
}

/// The nodes of one line, the decision itself first.
pub(super) type NodeLine = ArrayVec<usize, { MAX_DEPTH + 1 }>;

impl HuntersKnowledge {
    /// Starts a new decision with the hunters' knowledge before it, and forgets the last one.
    pub(super) fn begin(
        &mut self,
        trail: impl Iterator<Item = Mass>,
        anywhere: PlaceSet,
    ) -> NodeLine {
        self.trail = trail.collect();
        self.nodes.clear();
        self.beliefs.clear();
        self.answers.clear();
        let mass = self.trail.first().copied().unwrap_or_else(|| even(anywhere));
        self.nodes.push(ForecastNode {
            mass,
            draw: ByHunter::default(),
            answers: None,
            forecast: None,
            next: ArrayVec::new(),
        });
        std::iter::once(0).collect()
    }

    /// The expected number of times that he is met in a place after a line of this many moves.
    pub(super) fn hits(&self, basis: &Basis<'_>, node: usize, moves: usize, place: Place) -> f32 {
        let node = &self.nodes[node];
        if moves == 0 || basis.rules.is_sea(place) {
            return 0.0;
        }
        if let Some(answers) = node.answers {
            let answers = &self.answers[answers];
            return basis.pack(|hunter| answers[hunter][place], moves, place);
        }
        let pull = pull(node.mass[place]) * basis.habits.far;
        basis.pack(|hunter| node.draw[hunter] * pull, moves, place)
    }

    /// The node of the line with one more move; `exact` may give a better belief than spreading
    /// does, which is doubted only then: what is spread is doubted already.
    pub(super) fn follow(
        &mut self,
        basis: &Basis<'_>,
        line: &NodeLine,
        seen: MoveSighting,
        exact: impl FnOnce() -> Option<Mass>,
    ) -> usize {
        let last = line.last().copied().unwrap_or(0);
        let known = self.nodes[last].next.iter().find(|(next, _)| *next == seen.key());
        if let Some(&(_, node)) = known {
            return usize::from(node);
        }
        let exact = exact();
        let mass = exact
            .map_or_else(|| self.spread(basis, line, seen), |belief| basis.doubt.applied(&belief));
        if line.len() == 1 {
            self.beliefs.push((self.nodes.len(), exact.unwrap_or(mass)));
        }
        let draw = basis.draw(&mass, line.len());
        let index = self.nodes.len();
        let answers = self.answer(basis, line, &mass);
        self.nodes.push(ForecastNode {
            mass,
            draw,
            answers,
            forecast: None,
            next: ArrayVec::new(),
        });
        if let Ok(index) = u16::try_from(index) {
            // A node that finds no room is computed again.
            let _ = self.nodes[last].next.try_push((seen.key(), index));
        }
        index
    }

    /// Computes each hunter's answers, for the turns on which individual hunters matter.
    fn answer(&mut self, basis: &Basis<'_>, line: &NodeLine, mass: &Mass) -> Option<usize> {
        let answers = match line.len() {
            1 => basis.foes.answers(&HunterKnowledge {
                rules: basis.rules,
                board: basis.board,
                round: basis.board.round() + 1,
                now: &ByPlace::new(|place| f64::from(mass[place])),
                vampire: basis.vampire.as_ref(),
            }),
            2 => {
                let first = self.nodes[line[1]].answers?;
                basis.second(&self.answers[first], mass)
            }
            _ => return None,
        };
        self.answers.push(answers);
        Some(self.answers.len() - 1)
    }

    /// Blends a rehearsal into the answers after a first move that looks like this. All rehearsals
    /// count equally.
    pub(super) fn learn(&mut self, node: usize, share: f32, rehearsal: &HuntersReplies) {
        let Some(answers) = self.nodes[node].answers else { return };
        let (forecast, count) = self.nodes[node].forecast.unwrap_or((answers, 0));
        if count == 0 {
            self.nodes[node].answers = Some(self.answers.len());
            self.answers.push(self.answers[forecast]);
        }
        let answers = self.nodes[node].answers.unwrap_or(answers);
        let part = 1.0 / f32::from(count + 1);
        for hunter in Hunter::ALL {
            let mut odds = self.answers[forecast][hunter];
            odds = ByPlace::new(|place| (1.0 - share) * odds[place]);
            rehearsal.went(hunter).for_each(|(to, often)| odds[to] += share * often);
            let known = &mut self.answers[answers][hunter];
            *known = ByPlace::new(|place| known[place] + part * (odds[place] - known[place]));
        }
        self.nodes[node].forecast = Some((forecast, count + 1));
    }

    /// Their belief after a first move: exact and without doubt if it was followed trail by trail,
    /// otherwise the doubted one that was spread.
    pub(super) fn belief(&self, node: usize) -> Option<&Mass> {
        let mut beliefs = self.beliefs.iter();
        beliefs.find(|(first, _)| *first == node).map(|(_, belief)| belief)
    }

    /// Their forecast answers after the first move, without rehearsals.
    pub(super) fn forecast(&self, node: usize) -> Option<&ByHunter<Mass>> {
        let ForecastNode { answers, forecast, .. } = self.nodes[node];
        Some(&self.answers[forecast.map(|(forecast, _)| forecast).or(answers)?])
    }

    /// The expected number of meetings after the first move by that forecast.
    pub(super) fn forecast_hits(&self, basis: &Basis<'_>, node: usize, place: Place) -> f32 {
        let Some(answers) = self.forecast(node) else { return 0.0 };
        if basis.rules.is_sea(place) {
            return 0.0;
        }
        basis.pack(|hunter| answers[hunter][place], 1, place)
    }

    /// The hunters' belief about his place after the next move.
    fn spread(&self, basis: &Basis<'_>, line: &NodeLine, seen: MoveSighting) -> Mass {
        let (ground, source) = match seen {
            MoveSighting::At(place) => return only(place),
            MoveSighting::Somewhere(ground) => (ground, None),
            MoveSighting::Back(steps, ground) => (ground, self.moved(line, steps)),
        };
        let rules = basis.rules;
        let hidden = if line.len() == 1 { !basis.watched } else { !PlaceSet::of(rules.castle()) };
        let fits = hidden
            & match ground {
                LandOrSea::Land => rules.map().places() - rules.seas(),
                LandOrSea::Sea => rules.seas(),
            };
        if line.len() == 1 && self.trail.is_empty() {
            return even(fits);
        }
        let last = line.last().copied().unwrap_or(0);
        let before = &self.nodes[last];
        let mut mass = ByPlace::of(0.0);
        for place in rules.map().places() {
            if before.mass[place] > 0.0 {
                let found = self.hits(basis, last, line.len() - 1, place).min(0.95);
                let reach = rules.dracula_reach(place);
                let share = before.mass[place] * (1.0 - found) / as_f32(reach.len());
                (reach & fits).into_iter().for_each(|to| mass[to] += share);
            }
        }
        if let Some(source) = source {
            fits.into_iter().for_each(|place| mass[place] *= source[place]);
        }
        make_whole(&mut mass, fits);
        mass
    }

    /// The belief about the place of the move this many before the one after this line.
    fn moved(&self, line: &NodeLine, steps: usize) -> Option<&Mass> {
        match (line.len()).checked_sub(steps) {
            Some(at) if at > 0 => Some(&self.nodes[line[at]].mass),
            _ => self.trail.get(steps - line.len()),
        }
    }
}

impl<'a> Basis<'a> {
    /// The basis for judging the moves after this position.
    pub(super) fn new(
        rules: &'a Course,
        mind: &Mind,
        board: &'a Board,
        belief: &Belief,
        turns: usize,
    ) -> Self {
        let reachable = ReachableByTurn::new(rules, board, board.round() + 1, turns);
        Self {
            rules,
            habits: mind.habits,
            doubt: mind.doubt,
            reachable,
            board,
            foes: mind.foes(),
            vampire: Vampire::of(rules, belief, 1),
            watched: PlaceSet::of(rules.castle()) | (board.hunters() - rules.seas()),
        }
    }

    /// The pull on each hunter of the belief in a place, `turns` ahead, as a factor.
    fn draw(&self, mass: &Mass, turns: usize) -> ByHunter<f32> {
        let cities = self.rules.map().places() - self.rules.seas();
        let draw = |hunter| {
            let (mut near, mut pulls) = (0.0, 0.0);
            for place in self.reachable.of(hunter, turns) & cities {
                if mass[place] > 0.0 {
                    near += mass[place];
                    pulls += pull(mass[place]);
                }
            }
            if pulls > 0.0 { self.keen(near) / pulls } else { 0.0 }
        };
        ByHunter(Hunter::ALL.map(draw))
    }

    /// Each hunter's answers on the turn after next, from their answers on the next.
    fn second(&self, first: &ByHunter<Mass>, mass: &Mass) -> ByHunter<Mass> {
        let cities = self.rules.map().places() - self.rules.seas();
        let pulls =
            ByPlace::new(|place| if cities.contains(place) { pull(mass[place]) } else { 0.0 });
        ByHunter(Hunter::ALL.map(|hunter| {
            let mut odds = ByPlace::of(0.0);
            let likely = |&at: &Place| first[hunter][at] >= UNLIKELY;
            for at in self.rules.map().places().into_iter().filter(likely) {
                let reach = self.rules.hunter_reach(hunter, self.board.round() + 2, at);
                let near = (reach & cities).into_iter().map(|place| mass[place]).sum();
                let sum: f32 = reach.into_iter().map(|place| pulls[place]).sum();
                if sum > 0.0 {
                    let share = first[hunter][at] * self.keen(near) / sum;
                    reach.into_iter().for_each(|to| odds[to] += share * pulls[to]);
                }
            }
            odds
        }))
    }

    /// The probability that a hunter with this much of the belief in reach goes for it.
    fn keen(&self, near: f32) -> f32 {
        near / (near + self.habits.stray * (1.0 - near).max(0.0) + 1e-9)
    }

    /// The expected number of meetings in a place on the hunters' turn this many ahead.
    ///
    /// Each hunter comes with their own probability if no other has found him. Those who move after
    /// a finder follow.
    #[inline]
    fn pack(&self, drawn: impl Fn(Hunter) -> f32, turns: usize, place: Place) -> f32 {
        let (mut unfound, mut hits, mut finders) = (1.0, 0.0, 0.0);
        for hunter in Hunter::ALL {
            if !self.reachable.of(hunter, turns).contains(place) {
                continue;
            }
            let drawn = (drawn(hunter) * self.habits.aim).min(1.0);
            let comes = drawn + (1.0 - drawn) * self.habits.casual;
            let finds = unfound * comes;
            hits += finds + finders * self.habits.pack;
            finders += finds;
            unfound -= finds;
        }
        hits
    }
}

/// The pull of a place. It grows faster than the belief in it, because hunters favour likely
/// places.
#[inline]
fn pull(mass: f32) -> f32 {
    mass * mass.sqrt()
}

#[expect(clippy::cast_precision_loss, reason = "fewer than 128 places")]
fn as_f32(count: usize) -> f32 {
    count as f32
}

fn only(place: Place) -> Mass {
    let mut mass = ByPlace::of(0.0);
    mass[place] = 1.0;
    mass
}

fn even(places: PlaceSet) -> Mass {
    let mut mass = ByPlace::of(0.0);
    make_whole(&mut mass, places);
    mass
}

/// Normalizes the values of these places to a sum of 1; if all are 0, they become equal.
fn make_whole(mass: &mut Mass, places: PlaceSet) {
    let sum: f32 = places.into_iter().map(|place| mass[place]).sum();
    for place in places {
        mass[place] = if sum > 0.0 { mass[place] / sum } else { 1.0 / as_f32(places.len()) };
    }
}
