//! Dracula's present and future places if nobody finds him: ways drawn from the belief.

use stoker_engine::Rng;
use stoker_engine::course::{
    Board, ByHunter, Course, DraculaMove, Encounter, Hunter, Move, Position, Trail,
};
use stoker_engine::map::{Place, PlaceSet};

use crate::course::shared::belief::{Belief, Factors, HiddenTrail, HuntersReach, MoveOdds};
use crate::course::shared::numbers::{as_f64, unit};
use crate::course::shared::places::HunterState;
use crate::course::shared::reachable::Reach;

/// Limit on the number of turns to look ahead.
pub(super) const MAX_TURNS: usize = 6;

/// One way that his game can continue.
#[derive(Debug, Clone, Copy)]
pub(super) struct Continuation {
    /// His place now, and his places after his next turns.
    pub(super) at: [Place; MAX_TURNS + 1],
    /// The place of a vampire, and the number of the hunters' turns after which it is too late.
    pub(super) vampire: Option<(Place, usize)>,
    /// The places of the trail's moves that the hunters do not know.
    pub(super) unknown: PlaceSet,
    /// The places of traps.
    traps: PlaceSet,
    /// The present trail.
    trail: Trail,
}

/// A set of places he can go to next, and the probability that it is exactly this set.
#[derive(Debug, Clone, Copy)]
pub(super) struct Next {
    pub(super) places: PlaceSet,
    pub(super) weight: f64,
}

/// The ways; all are equally likely.
#[derive(Debug, Clone, Default)]
pub(super) struct Outlook {
    ways: Vec<Continuation>,
    next: Vec<Next>,
    /// The positions that the ways have reached, while they are drawn.
    ahead: Vec<Position>,
}

/// The input for the drawing of ways.
pub(super) struct WaySource<'a> {
    pub(super) rules: &'a Course,
    pub(super) reach: &'a Reach,
    pub(super) board: &'a Board,
    pub(super) belief: &'a Belief,
    pub(super) factors: &'a Factors,
    pub(super) turns: usize,
}

/// Steps of Weyl sequences: the fractional parts of their multiples fill the unit interval evenly.
/// They are the fractional parts of the golden ratio and of square roots.
const STEPS: [f64; MAX_TURNS] = [
    0.618_033_988_749_894_9,
    0.414_213_562_373_095_1,
    0.732_050_807_568_877_2,
    0.236_067_977_499_789_7,
    0.645_751_311_064_590_6,
    0.316_624_790_355_399_8,
];

impl Outlook {
    pub(super) fn ways(&self) -> &[Continuation] {
        &self.ways
    }

    pub(super) fn next(&self) -> &[Next] {
        &self.next
    }

    /// The share of one way in the whole.
    pub(super) fn share(&self) -> f64 {
        1.0 / as_f64(self.ways.len().max(1))
    }

    /// Draws `count` new ways: the trails evenly by their weights, the moves by the model.
    pub(super) fn draw(&mut self, source: &WaySource<'_>, count: usize, rng: &mut Rng) {
        self.ways.clear();
        self.next.clear();
        self.ahead.clear();
        self.draw_trails(source, count, unit(rng));
        let odds = source.odds();
        for (turn, step) in STEPS.into_iter().enumerate().take(source.turns) {
            let start = unit(rng);
            for (index, (way, ahead)) in self.ways.iter_mut().zip(&mut self.ahead).enumerate() {
                let at = start + as_f64(index) * step;
                go(source.rules, &odds, ahead, at - at.floor());
                way.at[turn + 1] = ahead.dracula().unwrap_or(way.at[turn]);
            }
        }
    }

    /// Takes the trails at `count` points at equal distances in the sum of their weights.
    fn draw_trails(&mut self, source: &WaySource<'_>, count: usize, start: f64) {
        let share = 1.0 / as_f64(count);
        let mut latest = None;
        for trail in source.belief.spread(count, start) {
            if latest == Some(trail) {
                self.repeat(share);
            } else {
                self.add(source, trail, share);
            }
            latest = Some(trail);
        }
    }

    fn add(&mut self, source: &WaySource<'_>, trail: HiddenTrail, weight: f64) {
        let position = source.belief.position(source.rules, source.board, trail);
        self.ways.push(Continuation::of(source.rules, &position));
        self.ahead.push(position);
        let moves = position.dracula_moves(source.rules);
        let places = moves.into_iter().map(|mv| position.place_of(source.rules, mv)).collect();
        self.next.push(Next { places, weight });
    }

    fn repeat(&mut self, weight: f64) {
        self.ways.extend_from_within(self.ways.len() - 1..);
        self.ahead.extend_from_within(self.ahead.len() - 1..);
        if let Some(next) = self.next.last_mut() {
            next.weight += weight;
        }
    }
}

impl WaySource<'_> {
    /// The odds of his moves, with the hunters where they are.
    fn odds(&self) -> MoveOdds {
        let hunters = ByHunter(Hunter::ALL.map(|hunter| HunterState {
            at: self.board.at(hunter),
            life: self.board.life(hunter),
        }));
        let threat = HuntersReach::new(self.rules, self.reach, &hunters, self.board.round());
        self.factors.odds(self.rules, &threat, self.rules.map().places())
    }
}

impl Continuation {
    fn of(rules: &Course, position: &Position) -> Self {
        let at = position.dracula().unwrap_or(rules.hospital());
        let trail = *position.trail();
        let size = usize::from(rules.params().trail);
        let [unknown, traps] = [PlaceSet::EMPTY; 2];
        let mut way = Self { at: [at; MAX_TURNS + 1], vampire: None, unknown, traps, trail };
        // What the belief has forgotten is in the hospital, and can be anywhere.
        let moves = trail.moves().iter().enumerate();
        for (age, mv) in moves.filter(|(_, mv)| mv.place != rules.hospital()) {
            if !mv.place_known {
                way.unknown.insert(mv.place);
            }
            match mv.encounter {
                Some(Encounter::Trap) => way.traps.insert(mv.place),
                Some(Encounter::Vampire) => way.vampire = Some((mv.place, size - age)),
                None => {}
            }
        }
        way
    }

    /// Returns true if he is in a place now; false everywhere before his first move.
    #[inline]
    pub(super) fn is_at(&self, place: Place) -> bool {
        self.trail.latest().is_some_and(|latest| latest.place == place)
    }

    /// The number of traps in a place.
    #[inline]
    pub(super) fn traps_at(&self, place: Place) -> u8 {
        if !self.traps.contains(place) {
            return 0;
        }
        let moves = self.trail.moves().iter();
        let traps =
            moves.map(|mv| u8::from(mv.place == place && mv.encounter == Some(Encounter::Trap)));
        traps.sum()
    }
}

/// Makes one more of his moves; `at`, 0 to 1, picks among his moves by their odds.
fn go(rules: &Course, odds: &MoveOdds, position: &mut Position, at: f64) {
    let here = position.dracula();
    let moves = position.dracula_moves(rules);
    let weight = |mv: DraculaMove| {
        let factor = match mv {
            DraculaMove::To(place) if here == Some(place) => odds.stay,
            DraculaMove::To(_) | DraculaMove::Teleport => 1.0,
            DraculaMove::Hide => odds.hide,
            DraculaMove::DoubleBack(_) => odds.double_back,
        };
        odds.to[position.place_of(rules, mv)] * factor
    };
    let mut left = at * moves.into_iter().map(weight).sum::<f64>();
    let mut chosen = DraculaMove::Teleport;
    for mv in moves {
        chosen = mv;
        left -= weight(mv);
        if left < 0.0 {
            break;
        }
    }
    position.play_unchecked(rules, Move::Dracula(chosen));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course::shared::belief::MoveModel;
    use stoker_engine::course::HuntersView;
    use stoker_engine::{Purpose, Seed};

    /// Four hunters at sea see nothing of a vampire and three traps, which leaves far more than 256
    /// trails.
    #[test]
    fn what_is_forgotten_is_nowhere() {
        let rules = Course::default();
        let hunters = "GAO.... SAO.... HAO.... MAO....";
        let past =
            format!("{hunters} DC?.V.. {hunters} DC?T... {hunters} DC?T... {hunters} DC?T...");
        let view = HuntersView::parse(&rules, &past).unwrap();
        let mut belief = Belief::new(&rules).with_cap(Belief::MIN_CAP);
        belief.update(&rules, &view);
        assert!(belief.trails().iter().all(|known| known.trail.at(3).place.is_none()));
        let source = WaySource {
            rules: &rules,
            reach: &Reach::new(&rules),
            board: view.board(),
            belief: &belief,
            factors: &MoveModel::default().factors(),
            turns: 3,
        };
        let mut outlook = Outlook::default();
        outlook.draw(&source, 64, &mut Seed(1).rng(None, None, Purpose::BOT));
        for way in outlook.ways() {
            assert!(!way.unknown.contains(rules.hospital()));
            assert_eq!((way.traps_at(rules.hospital()), way.vampire), (0, None));
            assert_eq!(way.traps_at(way.at[0]), 1);
        }
    }
}
