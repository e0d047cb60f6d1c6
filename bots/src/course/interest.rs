//! What places are worth to hunters: now, next turn, and the turn after.

use stoker_engine::course::{ByHunter, Course, Encounter, Hunter, HuntersView};
use stoker_engine::map::{ByPlace, Place, PlaceSet};

use super::likelihood::{Likelihood, Step};
use super::places::PossiblePlaces;

/// What meeting Dracula for certain is worth; everything else is measured by it.
const MEETING: i32 = 1_000;

/// Possible places from which on a find in the trail has its full worth.
const LOST: i32 = 24;

/// What each place is worth before he has moved.
const UNKNOWN: i32 = 10;

/// What a point of life lost to a trap costs.
const WOUND: i32 = 20;

/// What a point of life gained is worth, for each point that is missing.
const HEALING: i32 = 3;

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
pub(super) struct Situation<'a> {
    pub(super) rules: &'a Course,
    pub(super) view: &'a HuntersView,
    pub(super) places: &'a PossiblePlaces,
    pub(super) likely: &'a Likelihood,
    /// The round after the last visit to each place.
    pub(super) visited: &'a ByPlace<u16>,
    /// The round of the newest vampire that has not been destroyed.
    pub(super) vampire: Option<usize>,
}

/// The worth of every place.
#[derive(Debug, Clone)]
pub(super) struct Interest {
    /// What meeting him is worth, by how likely he is there.
    meet: ByPlace<i32>,
    /// What else there is to find.
    find: ByPlace<i32>,
    /// Life that known traps cost.
    traps: ByPlace<u8>,
    /// Life that the trap placed last costs, wherever he is.
    last_trap: u8,
    /// Life that meeting him costs.
    bite: u8,
    death: i32,
    next: ByPlace<i32>,
    later: ByPlace<i32>,
    /// How many hunters reach each place next turn, and the turn after.
    near: ByPlace<u8>,
    far: ByPlace<u8>,
    /// How many hunters who move after each one can reach each place this turn.
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
    /// Works out the worth of every place before anyone has moved.
    pub(super) fn update(&mut self, situation: &Situation<'_>, worth: Worth) {
        *self = Self::default();
        self.death = MEETING * worth.death / 100;
        let Some(now) = situation.likely.at_age(0) else {
            let anywhere = situation.rules.map().places();
            anywhere.into_iter().for_each(|place| self.next[place] = UNKNOWN);
            self.later = self.next;
            return;
        };
        let params = situation.rules.params();
        self.bite = params.life_loss_dracula;
        self.add_trail(situation, worth.trail);
        self.add_vampire(situation, worth.vampire);
        self.add_traps(situation);
        self.later = self.next;
        let cities = situation.rules.map().places() - situation.rules.seas();
        let possible = situation.places.now();
        add(&mut self.meet, now, possible & cities, MEETING);
        let (mut ahead, mut further) = (ByPlace::of(0), ByPlace::of(0));
        let everywhere = situation.rules.map().places();
        let step = Step {
            from: possible,
            safe: everywhere,
            other: PlaceSet::EMPTY,
            stay: true,
            caution: 1,
        };
        step.walk(situation.rules, &mut ahead, now);
        add(&mut self.next, &ahead, cities, MEETING);
        Step { from: everywhere, ..step }.walk(situation.rules, &mut further, &ahead);
        add(&mut self.later, &further, cities, MEETING);
        self.count_followers(situation);
    }

    /// H4, K4: moves of the trail that are not known yet: worth the more, the less is known.
    fn add_trail(&mut self, situation: &Situation<'_>, percent: i32) {
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

    /// E1: a vampire that is left alone matures.
    fn add_vampire(&mut self, situation: &Situation<'_>, percent: i32) {
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

    /// The traps that are still there, as far as their places are known.
    fn add_traps(&mut self, situation: &Situation<'_>) {
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

    fn count_followers(&mut self, situation: &Situation<'_>) {
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

    /// What a hunter with this much life can expect from entering a place now.
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

    /// What resting is worth to a hunter: more, the less life is left.
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

    /// A hunter goes to a place, and from there can reach these.
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
