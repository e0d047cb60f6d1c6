//! What places are worth to hunters: now, next turn, and the turn after.

use stoker_engine::course::{Course, Encounter, Hunter, HuntersView};
use stoker_engine::map::{MAX_PLACES, Place, PlaceSet};

use super::likelihood::{Likelihood, ONE, Weights, walk};
use super::places::PossiblePlaces;

/// What meeting Dracula for certain is worth; everything else is measured by it.
const MEETING: i32 = 1_000;

/// Possible places from which on a find in the trail has its full worth.
const LOST: usize = 24;

/// What is left of a place's worth to one more hunter, by how many reach it already; sixteenths.
const SHARED: [i32; 4] = [16, 10, 6, 4];

/// What things are worth, in percent of meeting Dracula.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Worth {
    /// Finding an unknown move of the trail.
    pub(super) trail: i32,
    /// Destroying a vampire.
    pub(super) vampire: i32,
    /// Not going to hospital.
    pub(super) death: i32,
}

/// What the worth of places follows from.
pub(super) struct Facts<'a> {
    pub(super) rules: &'a Course,
    pub(super) view: &'a HuntersView,
    pub(super) places: &'a PossiblePlaces,
    pub(super) likely: &'a Likelihood,
    /// The round after the last visit to each place.
    pub(super) visited: &'a [u16; MAX_PLACES],
    /// The round of the newest vampire that has not been destroyed.
    pub(super) vampire: Option<usize>,
}

type Values = [i32; MAX_PLACES];

/// The worth of every place.
#[derive(Debug, Clone)]
pub(super) struct Interest {
    /// What meeting him is worth, by how likely he is there.
    meet: Values,
    /// What else there is to find.
    find: Values,
    /// Life that known traps cost.
    traps: [u8; MAX_PLACES],
    /// Life that the trap placed last costs, wherever he is.
    last_trap: u8,
    /// Life that meeting him costs.
    bite: u8,
    death: i32,
    next: Values,
    later: Values,
    /// How many hunters reach each place next turn, and the turn after.
    near: [u8; MAX_PLACES],
    far: [u8; MAX_PLACES],
    /// How many hunters who move after each one can reach each place this turn.
    followers: [[u8; MAX_PLACES]; 4],
}

impl Default for Interest {
    fn default() -> Self {
        Self {
            meet: [0; MAX_PLACES],
            find: [0; MAX_PLACES],
            traps: [0; MAX_PLACES],
            last_trap: 0,
            bite: 0,
            death: 0,
            next: [0; MAX_PLACES],
            later: [0; MAX_PLACES],
            near: [0; MAX_PLACES],
            far: [0; MAX_PLACES],
            followers: [[0; MAX_PLACES]; 4],
        }
    }
}

impl Interest {
    /// Works out the worth of every place before anyone has moved.
    pub(super) fn update(&mut self, facts: &Facts<'_>, worth: Worth) {
        *self = Self::default();
        self.death = MEETING * worth.death / 100;
        let Some(now) = facts.likely.at_age(0) else {
            let anywhere = facts.rules.map().places();
            anywhere.into_iter().for_each(|place| self.next[place.index()] = 10);
            self.later = self.next;
            return;
        };
        let params = facts.rules.params();
        self.bite = params.life_loss_dracula;
        self.add_trail(facts, worth.trail);
        self.add_vampire(facts, worth.vampire);
        self.add_traps(facts);
        self.later = self.next;
        let cities = facts.rules.map().places() - facts.rules.seas();
        let possible = facts.places.now();
        add(&mut self.meet, now, possible & cities, MEETING);
        let (mut ahead, mut further) = ([0; MAX_PLACES], [0; MAX_PLACES]);
        let everywhere = facts.rules.map().places();
        walk(facts.rules, &mut ahead, now, possible, everywhere, true);
        add(&mut self.next, &ahead, cities, MEETING);
        walk(facts.rules, &mut further, &ahead, everywhere, everywhere, true);
        add(&mut self.later, &further, cities, MEETING);
        self.count_followers(facts);
    }

    /// H4, K4: moves of the trail that are not known yet: worth the more, the less is known.
    fn add_trail(&mut self, facts: &Facts<'_>, percent: i32) {
        let lost = facts.places.now().len().min(LOST);
        let percent = percent * i32::try_from(lost - 1).unwrap_or(0) / 24;
        let worth = MEETING * percent / 100;
        let cities = facts.rules.map().places() - facts.rules.seas();
        let made = facts.places.rounds();
        for age in 0..facts.likely.ages() {
            let known = facts.places.at(made - 1 - age);
            let Some(weights) = facts.likely.at_age(age).filter(|_| known.len() > 1) else {
                continue;
            };
            if age > 0 {
                add(&mut self.find, weights, known & cities, worth);
            }
            if age + 1 < facts.likely.ages() {
                add(&mut self.next, weights, known & cities, worth);
            }
        }
    }

    /// E1: a vampire that is left alone matures.
    fn add_vampire(&mut self, facts: &Facts<'_>, percent: i32) {
        let Some(round) = facts.vampire else { return };
        let age = facts.places.rounds() - 1 - round;
        if let Some(weights) = facts.likely.at_age(age) {
            let worth = MEETING * percent / 100;
            add(&mut self.find, weights, facts.places.at(round), worth);
            if age + 1 < usize::from(facts.rules.params().trail) {
                add(&mut self.next, weights, facts.places.at(round), worth);
            }
        }
    }

    /// The traps that are still there, as far as their places are known.
    fn add_traps(&mut self, facts: &Facts<'_>) {
        let made = facts.places.rounds();
        let cost = facts.rules.params().life_loss_trap;
        for round in made - facts.likely.ages()..made {
            let Some(play) = facts.view.dracula_play(round) else { continue };
            if play.placed != Some(Encounter::Trap) {
                continue;
            }
            let known = facts.places.at(round);
            if round + 1 == made {
                self.last_trap = cost;
            } else if let Some(place) = known.min().filter(|_| known.len() == 1)
                && usize::from(facts.visited[place.index()]) <= round + 1
            {
                let traps = &mut self.traps[place.index()];
                *traps = traps.saturating_add(cost);
            }
        }
    }

    fn count_followers(&mut self, facts: &Facts<'_>) {
        for later in Hunter::ALL {
            for place in facts.view.hunter_moves(facts.rules, later) & facts.places.now() {
                for earlier in &mut self.followers[..later as usize] {
                    earlier[place.index()] += 1;
                }
            }
        }
    }

    /// What a hunter with this much life can expect from entering a place now.
    pub(super) fn now(&self, hunter: Hunter, place: Place, life: u8) -> i32 {
        let index = place.index();
        let meet = self.meet[index];
        let traps = self.traps[index];
        let worst = traps.saturating_add(self.last_trap);
        let follow = i32::from(self.followers[hunter as usize][index]);
        let mut value = self.find[index] - 20 * i32::from(traps);
        if life > worst {
            value += meet + meet * follow / 2;
        }
        if life <= traps {
            value -= self.death;
        } else if life <= worst.saturating_add(self.bite) {
            value -= self.death * meet / MEETING;
        }
        value
    }

    /// What resting is worth to a hunter: more, the less life is left.
    pub(super) fn rest(&self, rules: &Course, life: u8, gain: u8) -> i32 {
        let full = rules.params().start_life;
        let gained = life.saturating_add(gain).min(full) - life.min(full);
        let missing = full - life.min(full);
        3 * i32::from(gained) * i32::from(missing)
    }

    pub(super) fn next(&self, reach: PlaceSet) -> i32 {
        shared(&self.next, &self.near, reach)
    }

    pub(super) fn later(&self, reach: PlaceSet) -> i32 {
        shared(&self.later, &self.far, reach)
    }

    /// A hunter goes to a place, and from there can reach these.
    pub(super) fn settle(&mut self, to: Place, next: PlaceSet, later: PlaceSet) {
        self.meet[to.index()] = 0;
        self.find[to.index()] = 0;
        next.into_iter().for_each(|place| self.near[place.index()] += 1);
        later.into_iter().for_each(|place| self.far[place.index()] += 1);
    }
}

fn add(values: &mut Values, weights: &Weights, places: PlaceSet, worth: i32) {
    for place in places {
        let share = i64::from(weights[place.index()]) * i64::from(worth) / i64::from(ONE);
        values[place.index()] += i32::try_from(share).unwrap_or(worth);
    }
}

fn shared(values: &Values, reached: &[u8; MAX_PLACES], places: PlaceSet) -> i32 {
    let left = |place: Place| {
        let index = place.index();
        values[index] * SHARED[usize::from(reached[index]).min(3)]
    };
    places.into_iter().map(left).sum::<i32>() / 16
}
