//! What the hunters will know after each of his moves, and where that takes them.

use arrayvec::ArrayVec;
use stoker_engine::course::{Course, Hunter, MAX_TRAIL};
use stoker_engine::map::{ByPlace, Place, PlaceSet};

use super::super::arrivals::Arrivals;
use super::MAX_DEPTH;

/// How hunters are taken to behave.
#[derive(Debug, Clone, Copy)]
pub(super) struct Habits {
    /// Chance that a hunter comes to where another has just found him.
    pub(super) pack: f64,
    /// How little of what they believe lets them pass by.
    pub(super) stray: f64,
    /// Chance that one comes to any place in reach without a reason.
    pub(super) casual: f64,
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

/// Land or sea: his blood always tells (K6).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ground {
    Land,
    Sea,
}

/// The probability of each place.
pub(super) type Mass = ByPlace<f64>;

/// What they know after a line of moves of which they see so much.
#[derive(Debug, Clone)]
struct Node {
    /// Where that move came to.
    mass: Mass,
    /// Where he is if none of them found him on the turn after.
    unfound: Mass,
    /// How often he is met in each place on the turn after.
    hits: Mass,
    /// What the lines that go on from here look like.
    next: ArrayVec<(Seen, usize), 24>,
}

/// Everything that they can know within one decision, worked out as it is asked for.
#[derive(Debug, Clone, Default)]
pub(super) struct Knowledge {
    nodes: Vec<Node>,
    /// What they know of the trail before the decision, newest move first.
    trail: ArrayVec<Mass, MAX_TRAIL>,
}

/// What a forecast follows from.
pub(super) struct Basis<'a> {
    pub(super) rules: &'a Course,
    pub(super) habits: Habits,
    pub(super) arrivals: Arrivals,
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
        let mass = self.trail.first().copied().unwrap_or_else(|| even(anywhere));
        self.nodes.push(Node {
            mass,
            unfound: mass,
            hits: ByPlace::of(0.0),
            next: ArrayVec::new(),
        });
        std::iter::once(0).collect()
    }

    /// How often he is expected to be met in a place after this line.
    pub(super) fn hits(&self, line: &Line, place: Place) -> f64 {
        line.last().map_or(0.0, |&node| self.nodes[node].hits[place])
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
        let known = self.nodes[last].next.iter().find(|(next, _)| *next == seen);
        if let Some(&(_, node)) = known {
            return node;
        }
        let mass = exact().unwrap_or_else(|| self.spread(basis, line, seen));
        let node = basis.node(mass, line.len());
        self.nodes.push(node);
        let index = self.nodes.len() - 1;
        // One that finds no room is worked out again.
        let _ = self.nodes[last].next.try_push((seen, index));
        index
    }

    /// Where they will take him to be.
    fn spread(&self, basis: &Basis<'_>, line: &Line, seen: Seen) -> Mass {
        if let Seen::At(place) = seen {
            return only(place);
        }
        let rules = basis.rules;
        let before = line.last().map_or(&self.nodes[0].unfound, |&node| &self.nodes[node].unfound);
        let (Seen::Somewhere(ground) | Seen::Back(_, ground)) = seen else { return *before };
        let hidden = if line.len() == 1 { !basis.watched } else { !PlaceSet::of(rules.castle()) };
        let fits = hidden
            & match ground {
                Ground::Land => rules.map().places() - rules.seas(),
                Ground::Sea => rules.seas(),
            };
        let start = line.len() == 1 && self.trail.is_empty();
        let mut mass = if start { even(fits) } else { step(rules, before, fits) };
        if let Seen::Back(steps, _) = seen {
            let source = self.moved(line, steps);
            fits.into_iter().for_each(|place| mass[place] *= source.map_or(0.0, |s| s[place]));
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

impl Basis<'_> {
    fn node(&self, mass: Mass, turns: usize) -> Node {
        let hits = self.hits(&mass, turns);
        let mut unfound = mass;
        let mut sum = 0.0;
        for place in self.rules.map().places() {
            unfound[place] *= 1.0 - hits[place].min(0.95);
            sum += unfound[place];
        }
        if sum > 0.0 {
            self.rules.map().places().into_iter().for_each(|place| unfound[place] /= sum);
        }
        Node { mass, unfound, hits, next: ArrayVec::new() }
    }

    /// How often he is met in each place, by hunters on their turn so many ahead who know so much.
    fn hits(&self, mass: &Mass, turns: usize) -> Mass {
        let cities = self.rules.map().places() - self.rules.seas();
        let pull = ByPlace::new(|place| mass[place] * mass[place].sqrt());
        let mut comes = [ByPlace::of(0.0); 4];
        for hunter in Hunter::ALL {
            let reach = self.arrivals.of(hunter, turns) & cities;
            let (mut near, mut pulls) = (0.0, 0.0);
            for place in reach {
                near += mass[place];
                pulls += pull[place];
            }
            let keen = near / (near + self.habits.stray * (1.0 - near).max(0.0) + 1e-12);
            let comes = &mut comes[hunter as usize];
            for place in reach {
                let drawn = if pulls > 0.0 { keen * pull[place] / pulls } else { 0.0 };
                comes[place] = drawn + (1.0 - drawn) * self.habits.casual;
            }
        }
        let mut hits = ByPlace::of(0.0);
        for place in cities {
            hits[place] = self.pack(comes.map(|comes| comes[place]));
        }
        hits
    }

    /// How often he is met where each hunter comes with such a chance if no other found him; those
    /// who are asked later follow.
    fn pack(&self, comes: [f64; 4]) -> f64 {
        let (mut unfound, mut hits) = (1.0, 0.0);
        for (index, chance) in comes.iter().enumerate() {
            let finds = unfound * chance;
            let followers = comes[index + 1..].iter().filter(|&&chance| chance > 0.0).count();
            hits += finds * (1.0 + self.habits.pack * followers as f64);
            unfound -= finds;
        }
        hits
    }
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

/// One move of his from where he may be, among these places.
fn step(rules: &Course, from: &Mass, fits: PlaceSet) -> Mass {
    let mut mass = ByPlace::of(0.0);
    for place in rules.map().places() {
        if from[place] > 0.0 {
            let reach = rules.dracula_reach(place);
            let share = from[place] / reach.len() as f64;
            (reach & fits).into_iter().for_each(|to| mass[to] += share);
        }
    }
    mass
}

/// Makes the sum over these places 1; with nothing there, all are as likely.
fn make_whole(mass: &mut Mass, places: PlaceSet) {
    let sum: f64 = places.into_iter().map(|place| mass[place]).sum();
    for place in places {
        mass[place] = if sum > 0.0 { mass[place] / sum } else { 1.0 / places.len() as f64 };
    }
}
