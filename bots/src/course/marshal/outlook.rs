//! Where Dracula is and will be, if nobody finds him: ways drawn from the belief.

use arrayvec::ArrayVec;
use stoker_engine::course::{Board, Course, DraculaMove, Encounter, Hunter, Move, Position};
use stoker_engine::map::{ByPlace, Place, PlaceSet};
use stoker_engine::{Rng, below};

use super::super::belief::{Belief, Hidden, MoveModel};
use super::super::tables::Tables;

/// How many turns are looked ahead at most.
pub(super) const MAX_TURNS: usize = 6;

/// One way that his game can go on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Way {
    /// Where he is, and where he will be after his next turns.
    pub(super) at: [Place; MAX_TURNS + 1],
    /// Where the newest vampire is, and how many more of his turns it stays.
    pub(super) vampire: Option<(Place, usize)>,
    /// Where moves of the trail came to that the hunters do not know.
    pub(super) unknown: PlaceSet,
    /// Where traps are.
    pub(super) traps: PlaceSet,
    /// Where he can go next.
    pub(super) next: PlaceSet,
    position: Position,
}

/// So many ways, each as likely.
#[derive(Debug, Default)]
pub(super) struct Outlook {
    ways: Vec<Way>,
}

/// What the ways are drawn with.
pub(super) struct Source<'a> {
    pub(super) rules: &'a Course,
    pub(super) tables: &'a Tables,
    pub(super) board: &'a Board,
    pub(super) belief: &'a Belief,
    pub(super) model: &'a MoveModel,
    pub(super) turns: usize,
}

/// Weyl sequences of these steps fill the unit interval evenly, and each other's gaps.
const STEPS: [f64; MAX_TURNS] = [
    0.618_033_988_749_894_9,
    0.414_213_562_373_095_1,
    0.732_050_807_568_877_2,
    0.236_067_977_499_789_7,
    0.645_751_311_064_590_6,
    0.316_624_790_355_399_8,
];

impl Outlook {
    pub(super) fn ways(&self) -> &[Way] {
        &self.ways
    }

    /// Draws `count` ways anew: the trails evenly by their weights, the moves by the model.
    pub(super) fn draw(&mut self, source: &Source<'_>, count: usize, rng: &mut Rng) {
        self.ways.clear();
        let Some(last) = source.belief.trails().last() else { return };
        let mut trails = source.belief.trails().iter();
        let mut known = last;
        let (mut reached, share) = (0.0, 1.0 / as_f64(count));
        let start = unit(rng);
        for index in 0..count {
            let at = (as_f64(index) + start) * share;
            while reached <= at {
                let Some(next) = trails.next() else { break };
                known = next;
                reached += next.weight;
            }
            self.ways.push(Way::of(source, known.trail));
        }
        let odds = Odds::new(source);
        for turn in 0..source.turns {
            let start = unit(rng);
            for (index, way) in self.ways.iter_mut().enumerate() {
                let at = start + as_f64(index) * STEPS[turn];
                way.go(source, &odds, at - at.floor());
                way.at[turn + 1] = way.position.dracula().unwrap_or(way.at[turn]);
            }
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "small counts")]
fn as_f64(count: usize) -> f64 {
    count as f64
}

fn unit(rng: &mut Rng) -> f64 {
    f64::from(below(rng, 1 << 30)) / f64::from(1 << 30)
}

impl Way {
    fn of(source: &Source<'_>, trail: Hidden) -> Self {
        let position = source.belief.position(source.rules, source.board, trail);
        let at = position.dracula().unwrap_or(source.rules.hospital());
        let facts = source.belief.facts().moves();
        let moves = position.trail().moves().iter().zip(facts).enumerate();
        let size = usize::from(source.rules.params().trail);
        let mut way = Self {
            at: [at; MAX_TURNS + 1],
            vampire: None,
            unknown: PlaceSet::EMPTY,
            traps: PlaceSet::EMPTY,
            next: PlaceSet::EMPTY,
            position,
        };
        for mv in position.dracula_moves(source.rules) {
            way.next.insert(position.place_of(source.rules, mv));
        }
        for (age, (mv, fact)) in moves {
            if fact.place.is_none() {
                way.unknown.insert(mv.place);
            }
            match fact.encounter {
                Some(Encounter::Trap) => way.traps.insert(mv.place),
                Some(Encounter::Vampire) => {
                    way.vampire = way.vampire.or(Some((mv.place, size - 1 - age)));
                }
                None => {}
            }
        }
        way
    }

    /// The traps in a place.
    pub(super) fn traps_at(&self, place: Place) -> u8 {
        if !self.traps.contains(place) {
            return 0;
        }
        let trap = |mv: &&stoker_engine::course::TrailMove| {
            mv.place == place && mv.encounter == Some(Encounter::Trap)
        };
        u8::try_from(self.position_at_start().filter(trap).count()).unwrap_or(0)
    }

    fn position_at_start(&self) -> impl Iterator<Item = &stoker_engine::course::TrailMove> {
        self.position.trail().moves().iter()
    }

    /// One more turn of his; `at`, 0 to 1, is where among his moves, by their odds.
    fn go(&mut self, source: &Source<'_>, odds: &Odds, at: f64) {
        let moves = self.position.dracula_moves(source.rules);
        let mut weighed: ArrayVec<(DraculaMove, f64), 160> = ArrayVec::new();
        let mut sum = 0.0;
        for mv in moves {
            sum += odds.of(&self.position, source.rules, mv);
            weighed.push((mv, sum));
        }
        let chosen = weighed.iter().find(|(_, upto)| *upto > at * sum).or(weighed.last());
        if let Some(&(mv, _)) = chosen {
            self.position.play_unchecked(source.rules, Move::Dracula(mv));
        }
    }
}

/// How likely he is taken to make each move, the hunters being where they are.
struct Odds {
    to: ByPlace<f64>,
    stay: f64,
    hide: f64,
    double_back: f64,
}

impl Odds {
    fn new(source: &Source<'_>) -> Self {
        let Source { rules, tables, board, model, .. } = *source;
        let at = board.hunters();
        let to = ByPlace::new(|place| {
            if !rules.map().places().contains(place) {
                return 0.0;
            }
            let mut near = [0.0; 2];
            for hunter in Hunter::ALL {
                let Some(from) = board.at(hunter) else { continue };
                let turns = tables.hunter_turns(hunter, board.round() + 1, from, place);
                near[0] += f64::from(u8::from(turns <= 1));
                near[1] += f64::from(u8::from(turns <= 2));
            }
            let mut sum = if rules.is_sea(place) { model.sea } else { 0.0 };
            if !rules.is_sea(place) {
                if near[0] > 0.0 {
                    sum += model.threat + model.crowd * (near[0] - 1.0);
                } else if near[1] > 0.0 {
                    sum += model.near;
                }
                if at.contains(place) {
                    sum += model.hunter;
                }
            }
            if place == rules.castle() {
                sum += model.castle;
            }
            libm::exp(sum)
        });
        let [stay, hide, double_back] = [model.stay, model.hide, model.double_back].map(libm::exp);
        Self { to, stay, hide, double_back }
    }

    fn of(&self, position: &Position, rules: &Course, mv: DraculaMove) -> f64 {
        let place = position.place_of(rules, mv);
        self.to[place]
            * match mv {
                DraculaMove::To(place) if position.dracula() == Some(place) => self.stay,
                DraculaMove::To(_) | DraculaMove::Teleport => 1.0,
                DraculaMove::Hide => self.hide,
                DraculaMove::DoubleBack(_) => self.double_back,
            }
    }
}
