//! The value of places to hunters: now, next turn, and the turn after.

use stoker_engine::course::{ByHunter, Course, Encounter, Hunter, HuntersView};
use stoker_engine::map::{ByPlace, Place, PlaceSet};

use super::likelihood::{DraculaStep, Likelihood};
use crate::course::shared::places::PossiblePlaces;

/// Value of meeting Dracula for certain; all other values are relative to it.
const MEETING: i32 = 1_000;

/// Number of possible places at which a find in the trail reaches its full value.
const LOST: i32 = 24;

/// Value of each place before his first move.
const UNKNOWN: i32 = 10;

/// Cost of a point of life lost to a trap.
const WOUND: i32 = 20;

/// Value of a point of life gained, for each point that is missing.
const HEALING: i32 = 3;

/// Share of a place's value that is left for one more hunter, in sixteenths, by the number of
/// hunters who already reach it.
const SHARED: [i32; 4] = [16, 10, 6, 4];

/// The values of events, in percent of meeting Dracula.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct InterestWeights {
    /// Finding an unknown move of the trail.
    pub(super) trail: i32,
    /// Destroying a vampire.
    pub(super) vampire: i32,
    /// Staying out of hospital.
    pub(super) death: i32,
}

/// The facts that determine the values of places.
pub(super) struct InterestFacts<'a> {
    pub(super) rules: &'a Course,
    pub(super) view: &'a HuntersView,
    pub(super) places: &'a PossiblePlaces,
    pub(super) likely: &'a Likelihood,
    /// The round after the last visit to each place.
    pub(super) visited: &'a ByPlace<u16>,
    /// The round of the newest vampire that has not been destroyed.
    pub(super) vampire: Option<usize>,
}

/// The value of every place.
#[derive(Debug, Clone)]
pub(super) struct Interest {
    /// Value of meeting him, by the probability that he is there.
    meet: ByPlace<i32>,
    /// Value of the other finds.
    find: ByPlace<i32>,
    /// Life that known traps cost.
    traps: ByPlace<u8>,
    /// Life that the latest trap costs, wherever it is.
    last_trap: u8,
    /// Life that a meeting with him costs.
    bite: u8,
    death: i32,
    next: ByPlace<i32>,
    later: ByPlace<i32>,
    /// Number of hunters who reach each place next turn, and the turn after.
    near: ByPlace<u8>,
    far: ByPlace<u8>,
    /// Number of hunters who move after each hunter and can reach each place this turn.
    followers: ByHunter<ByPlace<u8>>,
}

impl Default for Interest {
    fn default() -> Self {
        Self {
            meet: ByPlace::of(0),
            find: ByPlace::of(0),
            traps: ByPlace::of(0),
            last_trap: 0,
            bite: 0,
            death: 0,
            next: ByPlace::of(0),
            later: ByPlace::of(0),
            near: ByPlace::of(0),
            far: ByPlace::of(0),
            followers: ByHunter([ByPlace::of(0); 4]),
        }
    }
}

impl Interest {
    /// Computes the value of every place before anyone has moved.
    pub(super) fn update(&mut self, situation: &InterestFacts<'_>, weights: InterestWeights) {
        *self = Self::default();
        self.death = MEETING * weights.death / 100;
        let Some(now) = situation.likely.at_age(0) else {
            let anywhere = situation.rules.map().places();
            anywhere.into_iter().for_each(|place| self.next[place] = UNKNOWN);
            self.later = self.next;
            return;
        };
        let params = situation.rules.params();
        self.bite = params.life_loss_dracula;
        self.add_trail(situation, weights.trail);
        self.add_vampire(situation, weights.vampire);
        self.add_traps(situation);
        self.later = self.next;
        let cities = situation.rules.map().places() - situation.rules.seas();
        let possible = situation.places.now();
        add(&mut self.meet, now, possible & cities, MEETING);
        let (mut ahead, mut further) = (ByPlace::of(0), ByPlace::of(0));
        let everywhere = situation.rules.map().places();
        let step = DraculaStep {
            from: possible,
            safe: everywhere,
            other: PlaceSet::EMPTY,
            stay: true,
            caution: 1,
        };
        step.walk(situation.rules, &mut ahead, now);
        add(&mut self.next, &ahead, cities, MEETING);
        DraculaStep { from: everywhere, ..step }.walk(situation.rules, &mut further, &ahead);
        add(&mut self.later, &further, cities, MEETING);
        self.count_followers(situation);
    }

    /// Adds the unknown moves of the trail (H4, K4). They are worth more if less is known.
    fn add_trail(&mut self, situation: &InterestFacts<'_>, percent: i32) {
        let open = i32::try_from(situation.places.now().len()).unwrap_or(LOST).min(LOST);
        let worth = MEETING * percent / 100 * (open - 1) / LOST;
        let cities = situation.rules.map().places() - situation.rules.seas();
        let made = situation.places.rounds();
        for age in 0..situation.likely.ages() {
            let known = situation.places.at(made - 1 - age);
            let Some(weights) = situation.likely.at_age(age).filter(|_| known.len() > 1) else {
                continue;
            };
            if age > 0 {
                add(&mut self.find, weights, known & cities, worth);
            }
            if age + 1 < situation.likely.ages() {
                add(&mut self.next, weights, known & cities, worth);
            }
        }
    }

    /// Adds the newest vampire (E1), which matures if nobody destroys it.
    fn add_vampire(&mut self, situation: &InterestFacts<'_>, percent: i32) {
        let Some(round) = situation.vampire else { return };
        let age = situation.places.rounds() - 1 - round;
        if let Some(weights) = situation.likely.at_age(age) {
            let worth = MEETING * percent / 100;
            add(&mut self.find, weights, situation.places.at(round), worth);
            if age + 1 < usize::from(situation.rules.params().trail) {
                add(&mut self.next, weights, situation.places.at(round), worth);
            }
        }
    }

    /// Adds the traps that are still there, as far as their places are known.
    fn add_traps(&mut self, situation: &InterestFacts<'_>) {
        let made = situation.places.rounds();
        let cost = situation.rules.params().life_loss_trap;
        for round in made - situation.likely.ages()..made {
            let Some(play) = situation.view.dracula_play(round) else { continue };
            if play.placed != Some(Encounter::Trap) {
                continue;
            }
            let known = situation.places.at(round);
            if round + 1 == made {
                self.last_trap = cost;
            } else if let Some(place) = known.min().filter(|_| known.len() == 1)
                && usize::from(situation.visited[place]) <= round + 1
            {
                let traps = &mut self.traps[place];
                *traps = traps.saturating_add(cost);
            }
        }
    }

    fn count_followers(&mut self, situation: &InterestFacts<'_>) {
        for later in Hunter::ALL {
            for place in
                situation.view.hunter_moves(situation.rules, later) & situation.places.now()
            {
                for &earlier in &Hunter::ALL[..later as usize] {
                    self.followers[earlier][place] += 1;
                }
            }
        }
    }

    /// The expected value for a hunter with this much life of entering a place now.
    pub(super) fn now(&self, hunter: Hunter, place: Place, life: u8) -> i32 {
        let meet = self.meet[place];
        let traps = self.traps[place];
        let worst = traps.saturating_add(self.last_trap);
        let follow = i32::from(self.followers[hunter][place]);
        let mut value = self.find[place] - WOUND * i32::from(traps);
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

    /// The value of a rest to a hunter; it is higher if less life is left.
    pub(super) fn rest(&self, rules: &Course, life: u8, gain: u8) -> i32 {
        let full = rules.params().start_life;
        let gained = life.saturating_add(gain).min(full) - life.min(full);
        let missing = full - life.min(full);
        HEALING * i32::from(gained) * i32::from(missing)
    }

    pub(super) fn next(&self, reach: PlaceSet) -> i32 {
        shared(&self.next, &self.near, reach)
    }

    pub(super) fn later(&self, reach: PlaceSet) -> i32 {
        shared(&self.later, &self.far, reach)
    }

    /// Records that a hunter goes to a place, from which they can reach these places.
    pub(super) fn settle(&mut self, to: Place, next: PlaceSet, later: PlaceSet) {
        self.meet[to] = 0;
        self.find[to] = 0;
        next.into_iter().for_each(|place| self.near[place] += 1);
        later.into_iter().for_each(|place| self.far[place] += 1);
    }
}

fn add(values: &mut ByPlace<i32>, weights: &ByPlace<u32>, places: PlaceSet, worth: i32) {
    for place in places {
        let share = i64::from(weights[place]) * i64::from(worth) / i64::from(Likelihood::ONE);
        values[place] += i32::try_from(share).unwrap_or(worth);
    }
}

fn shared(values: &ByPlace<i32>, reached: &ByPlace<u8>, places: PlaceSet) -> i32 {
    let left = |place: Place| values[place] * SHARED[usize::from(reached[place]).min(3)];
    places.into_iter().map(left).sum::<i32>() / 16
}
