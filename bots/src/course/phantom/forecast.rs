//! What the hunters will know after each of his moves, and where that takes them.

use std::sync::Arc;

use arrayvec::ArrayVec;
use stoker_engine::course::{Board, ByHunter, Course, Hunter, MAX_TRAIL};
use stoker_engine::map::{ByPlace, Place, PlaceSet};

use super::super::arrivals::Arrivals;
use super::super::belief::Belief;
use super::foes::{Foes, Known, Vampire};
use super::rehearsal::Rehearsal;
use super::{MAX_DEPTH, Mind};

/// Hunters who are less likely than this in a place are left out on the turn after next.
const UNLIKELY: f32 = 0.02;

/// How hunters are taken to behave.
#[derive(Debug, Clone, Copy)]
pub(super) struct Habits {
    /// How many times better than by what they believe they pick the right place.
    pub(super) aim: f32,
    /// Chance that a hunter comes to where another has just found him.
    pub(super) pack: f32,
    /// How little of what they believe lets them pass by.
    pub(super) stray: f32,
    /// How much of that counts on turns after the next.
    pub(super) far: f32,
    /// Chance that one comes to any place in reach without a reason.
    pub(super) casual: f32,
}

/// What the hunters see of one of his moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Seen {
    /// Some city, or some sea.
    Somewhere(Ground),
    /// A double back of so many moves, to a city or a sea.
    Back(usize, Ground),
    /// Where he is.
    At(Place),
}

impl Seen {
    /// A number of its own for each.
    #[expect(clippy::cast_possible_truncation, reason = "127 places, and 9 moves at most")]
    fn key(self) -> u8 {
        match self {
            Self::Somewhere(ground) => ground as u8,
            Self::Back(steps, ground) => 2 * steps as u8 + ground as u8,
            Self::At(place) => 128 + place.index() as u8,
        }
    }
}

/// Land or sea: his blood always tells (K6).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ground {
    Land,
    Sea,
}

/// The probability of each place.
pub(super) type Mass = ByPlace<f32>;

/// What they know after a line of moves of which they see so much.
#[derive(Debug, Clone)]
struct Node {
    /// Where that move came to.
    mass: Mass,
    /// How strongly what they believe of a place draws each of them there on the turn after.
    draw: ByHunter<f32>,
    /// Where each of them goes then, if that is worked out.
    answers: Option<usize>,
    /// The same before any rehearsal was taken in, and how many were, if any was.
    forecast: Option<(usize, u16)>,
    /// The lines that go on from here, by what is seen of the next move.
    next: ArrayVec<(u8, u16), 24>,
}

/// Everything that they can know within one decision, worked out as it is asked for.
#[derive(Debug, Clone, Default)]
pub(super) struct Knowledge {
    nodes: Vec<Node>,
    /// What they know of the trail before the decision, newest move first.
    trail: ArrayVec<Mass, MAX_TRAIL>,
    /// How likely each hunter goes where after his first move, and his second, by what they see.
    answers: Vec<ByHunter<Mass>>,
}

/// What a forecast follows from.
pub(super) struct Basis<'a> {
    pub(super) rules: &'a Course,
    pub(super) habits: Habits,
    pub(super) arrivals: Arrivals,
    pub(super) board: &'a Board,
    pub(super) foes: Arc<Foes>,
    /// Where the hunters take the newest vampire to be, after the first move.
    pub(super) vampire: Option<Vampire>,
    /// Where he would be seen on the first move (K3).
    pub(super) watched: PlaceSet,
}

/// The nodes of one line, the decision itself first.
pub(super) type Line = ArrayVec<usize, { MAX_DEPTH + 1 }>;

impl Knowledge {
    /// Forgets the last decision; this is what the hunters know before the next.
    pub(super) fn begin(&mut self, trail: impl Iterator<Item = Mass>, anywhere: PlaceSet) -> Line {
        self.trail = trail.collect();
        self.nodes.clear();
        self.answers.clear();
        let mass = self.trail.first().copied().unwrap_or_else(|| even(anywhere));
        self.nodes.push(Node {
            mass,
            draw: ByHunter::default(),
            answers: None,
            forecast: None,
            next: ArrayVec::new(),
        });
        std::iter::once(0).collect()
    }

    /// How often he is expected to be met in a place after a line of so many moves.
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

    /// The line with one more move; `exact` gives what is known after it better than by spreading.
    pub(super) fn follow(
        &mut self,
        basis: &Basis<'_>,
        line: &Line,
        seen: Seen,
        exact: impl FnOnce() -> Option<Mass>,
    ) -> usize {
        let last = line.last().copied().unwrap_or(0);
        let known = self.nodes[last].next.iter().find(|(next, _)| *next == seen.key());
        if let Some(&(_, node)) = known {
            return usize::from(node);
        }
        let mass = exact().unwrap_or_else(|| self.spread(basis, line, seen));
        let draw = basis.draw(&mass, line.len());
        let index = self.nodes.len();
        let answers = self.answer(basis, line, &mass);
        self.nodes.push(Node { mass, draw, answers, forecast: None, next: ArrayVec::new() });
        if let Ok(index) = u16::try_from(index) {
            // One that finds no room is worked out again.
            let _ = self.nodes[last].next.try_push((seen.key(), index));
        }
        index
    }

    /// Works out where each hunter goes, for the turns on which it matters who is where.
    fn answer(&mut self, basis: &Basis<'_>, line: &Line, mass: &Mass) -> Option<usize> {
        let answers = match line.len() {
            1 => basis.foes.answers(&Known {
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

    /// Where they go after a first move by which they see so much, as far as a rehearsal says;
    /// several rehearsals count alike.
    pub(super) fn learn(&mut self, node: usize, share: f32, rehearsal: &Rehearsal) {
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

    /// Where they were forecast to go after the first move, whatever was rehearsed.
    pub(super) fn forecast(&self, node: usize) -> Option<&ByHunter<Mass>> {
        let Node { answers, forecast, .. } = self.nodes[node];
        Some(&self.answers[forecast.map(|(forecast, _)| forecast).or(answers)?])
    }

    /// How often he is expected to be met after the first move by that forecast.
    pub(super) fn forecast_hits(&self, basis: &Basis<'_>, node: usize, place: Place) -> f32 {
        let Some(answers) = self.forecast(node) else { return 0.0 };
        if basis.rules.is_sea(place) {
            return 0.0;
        }
        basis.pack(|hunter| answers[hunter][place], 1, place)
    }

    /// Where they will take him to be.
    fn spread(&self, basis: &Basis<'_>, line: &Line, seen: Seen) -> Mass {
        let (ground, source) = match seen {
            Seen::At(place) => return only(place),
            Seen::Somewhere(ground) => (ground, None),
            Seen::Back(steps, ground) => (ground, self.moved(line, steps)),
        };
        let rules = basis.rules;
        let hidden = if line.len() == 1 { !basis.watched } else { !PlaceSet::of(rules.castle()) };
        let fits = hidden
            & match ground {
                Ground::Land => rules.map().places() - rules.seas(),
                Ground::Sea => rules.seas(),
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

    /// Where the move came to that is so many before the one after this line.
    fn moved(&self, line: &Line, steps: usize) -> Option<&Mass> {
        match (line.len()).checked_sub(steps) {
            Some(at) if at > 0 => Some(&self.nodes[line[at]].mass),
            _ => self.trail.get(steps - line.len()),
        }
    }
}

impl<'a> Basis<'a> {
    /// What the next moves after this position are judged by.
    pub(super) fn new(
        rules: &'a Course,
        mind: &Mind,
        board: &'a Board,
        belief: &Belief,
        turns: usize,
    ) -> Self {
        let arrivals = Arrivals::new(rules, board, board.round() + 1, turns);
        Self {
            rules,
            habits: mind.habits,
            arrivals,
            board,
            foes: mind.foes(),
            vampire: Vampire::of(rules, belief, 1),
            watched: PlaceSet::of(rules.castle()) | (board.hunters() - rules.seas()),
        }
    }

    /// How strongly each hunter is drawn to a place by what is believed of it, `turns` ahead.
    fn draw(&self, mass: &Mass, turns: usize) -> ByHunter<f32> {
        let cities = self.rules.map().places() - self.rules.seas();
        let draw = |hunter| {
            let (mut near, mut pulls) = (0.0, 0.0);
            for place in self.arrivals.of(hunter, turns) & cities {
                if mass[place] > 0.0 {
                    near += mass[place];
                    pulls += pull(mass[place]);
                }
            }
            if pulls > 0.0 { self.keen(near) / pulls } else { 0.0 }
        };
        ByHunter(Hunter::ALL.map(draw))
    }

    /// Where each hunter goes on the turn after next, from where they go on the next.
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

    /// How likely a hunter with so much of what they believe in reach goes for it.
    fn keen(&self, near: f32) -> f32 {
        near / (near + self.habits.stray * (1.0 - near).max(0.0) + 1e-9)
    }

    /// How often he is met in a place by hunters on their turn so many ahead.
    ///
    /// Each comes with such a chance if no other has found him; those who are asked later follow.
    #[inline]
    fn pack(&self, drawn: impl Fn(Hunter) -> f32, turns: usize, place: Place) -> f32 {
        let (mut unfound, mut hits, mut finders) = (1.0, 0.0, 0.0);
        for hunter in Hunter::ALL {
            if !self.arrivals.of(hunter, turns).contains(place) {
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

/// Hunters do better than go anywhere in proportion to what they believe.
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

/// Makes the sum over these places 1; with nothing there, all are as likely.
fn make_whole(mass: &mut Mass, places: PlaceSet) {
    let sum: f32 = places.into_iter().map(|place| mass[place]).sum();
    for place in places {
        mass[place] = if sum > 0.0 { mass[place] / sum } else { 1.0 / as_f32(places.len()) };
    }
}
