//! The inputs of the network: what is known after a move of Dracula's, as a few active inputs out
//! of many. Each number is sorted into a level; each group of levels has one active input.

use arrayvec::ArrayVec;
use stoker_engine::course::{Course, DraculaMove, Hunter, Position};
use stoker_engine::map::{ByPlace, Place, PlaceSet};

use super::conduct::HuntersConduct;
use crate::course::shared::tables::Tables;

/// Number of groups, each of which has one active input.
pub const GROUPS: usize = 30;

/// Number of inputs.
pub(super) const COUNT: usize = 677;

/// The active input of each group.
pub type ActiveInputs = [u16; GROUPS];

/// What is known after one of his moves.
#[derive(Clone, Copy)]
pub(in crate::course) struct Outlook<'a> {
    pub(in crate::course) rules: &'a Course,
    pub(in crate::course) tables: &'a Tables,
    /// The position after the move.
    pub(in crate::course) position: &'a Position,
    pub(in crate::course) mv: DraculaMove,
    /// The hunters' belief after it.
    pub(in crate::course) belief: &'a ByPlace<f32>,
    /// What the hunters have done before it.
    pub(in crate::course) conduct: &'a HuntersConduct,
    /// The trust that the forecast of the hunters has earned, from 0 to 1.
    pub(in crate::course) trust: f32,
}

/// A number, sorted into one of a few levels.
#[derive(Debug, Clone, Copy)]
struct Level {
    index: usize,
    levels: usize,
}

impl Level {
    /// The number of these limits, ascending, that a value reaches.
    fn of(value: f32, limits: &[f32]) -> Self {
        let index = limits.iter().filter(|&&limit| value >= limit).count();
        Self { index, levels: limits.len() + 1 }
    }

    /// A count; those above `most` share the last level.
    fn up_to(most: usize, count: usize) -> Self {
        Self { index: count.min(most), levels: most + 1 }
    }
}

/// The groups that are complete, and the first input of the next one.
#[derive(Default)]
struct Groups {
    active: ActiveInputs,
    groups: usize,
    begin: usize,
}

impl Groups {
    /// Adds a group with an input for each combination of these levels.
    fn add<const N: usize>(&mut self, levels: [Level; N]) {
        let (mut index, mut size) = (0, 1);
        for level in levels {
            index = index * level.levels + level.index;
            size *= level.levels;
        }
        let input = u16::try_from(self.begin + index);
        self.active[self.groups] = input.expect("677 inputs fit into 16 bits");
        self.groups += 1;
        self.begin += size;
    }
}

/// The active inputs after a move.
pub(super) fn of(outlook: &Outlook<'_>) -> ActiveInputs {
    let mut groups = Groups::default();
    let situation = Situation::new(outlook);
    situation.tell_belief(&mut groups);
    situation.tell_hunters(&mut groups);
    situation.tell_castle(&mut groups);
    situation.tell_exits(&mut groups);
    situation.tell_match(&mut groups);
    situation.tell_conduct(&mut groups);
    debug_assert_eq!((groups.groups, groups.begin), (GROUPS, COUNT));
    groups.active
}

/// Limits of levels of blood.
const BLOOD: [f32; 8] = [6.0, 11.0, 16.0, 21.0, 31.0, 41.0, 61.0, 101.0];

/// The score of a level: 16 of them cover the 366 points of a match.
const SCORE_STEP: i32 = 24;

/// Limits of levels of numbers of meetings.
const MEETINGS: [f32; 5] = [1.0, 2.0, 3.0, 5.0, 8.0];

/// An outlook, with what several groups of inputs need.
struct Situation<'a> {
    outlook: &'a Outlook<'a>,
    place: Place,
    at_sea: bool,
    /// The turns that hunters need to his place, ascending.
    turns: ArrayVec<u8, 4>,
    /// The probability of his place.
    likely: Level,
    /// The number of hunters who can come on their next turn.
    in_reach: Level,
    /// The turns that the nearest needs.
    nearest: Level,
    /// The moves to the castle.
    home: Level,
}

impl<'a> Situation<'a> {
    fn new(outlook: &'a Outlook<'a>) -> Self {
        let Outlook { rules, tables, position, belief, .. } = *outlook;
        let place = position.dracula().unwrap_or(rules.castle());
        let at_sea = rules.is_sea(place);
        let turns = turns_to(outlook, place);
        let in_reach = turns.iter().filter(|&&turns| turns <= 1 && !at_sea).count();
        let likely = [0.01, 0.03, 0.07, 0.12, 0.2, 0.35, 0.5, 0.8, 0.99];
        Self {
            outlook,
            place,
            at_sea,
            likely: Level::of(belief[place], &likely),
            in_reach: Level::up_to(3, in_reach),
            nearest: Level::up_to(3, nearest(&turns)),
            home: Level::up_to(4, usize::from(tables.dracula_moves(place, rules.castle()))),
            turns,
        }
    }

    /// How much the hunters know about his place.
    fn tell_belief(&self, groups: &mut Groups) {
        let Outlook { rules, belief, position, .. } = *self.outlook;
        let places = rules.map().places().into_iter();
        let possible: PlaceSet = places.filter(|&place| belief[place] > 0.0).collect();
        let count = possible.len() as f32;
        let bits: f32 = possible.into_iter().map(|at| -belief[at] * libm::log2f(belief[at])).sum();
        groups.add([self.likely, self.in_reach]);
        let many = Level::of(count, &[2.0, 3.0, 5.0, 8.0, 13.0, 20.0, 30.0]);
        groups.add([many, self.in_reach]);
        groups.add([Level::of(bits, &[0.1, 0.7, 1.4, 2.0, 2.6, 3.2, 3.8]), self.home]);
        // Hunters who guess where one would flee look first in the places that are farther.
        let own = nearest(&self.turns);
        let farther = |&at: &Place| nearest(&turns_to(self.outlook, at)) > own;
        let farther = possible.into_iter().filter(farther).count() as f32;
        groups.add([Level::of(farther, &[1.0, 2.0, 4.0, 8.0]), self.nearest]);
        let trail = position.trail().moves();
        let seen = trail.iter().position(|mv| mv.place_known).unwrap_or(trail.len());
        groups.add([Level::up_to(6, seen), self.in_reach]);
    }

    /// How near the hunters are.
    fn tell_hunters(&self, groups: &mut Groups) {
        for rank in 0..4 {
            let turns = self.turns.get(rank).map_or(usize::MAX, |&turns| usize::from(turns));
            groups.add([Level::up_to(6, turns)]);
        }
        let soon = self.turns.iter().filter(|&&turns| turns <= 2).count();
        groups.add([Level::up_to(4, soon), self.likely]);
    }

    /// The castle, and who guards it.
    fn tell_castle(&self, groups: &mut Groups) {
        let Outlook { rules, mv, .. } = *self.outlook;
        let guards = turns_to(self.outlook, rules.castle());
        groups.add([Level::up_to(5, nearest(&guards)), self.home]);
        let close = guards.iter().filter(|&&turns| turns <= 1).count();
        groups.add([Level::up_to(3, close), self.home]);
        let kind = match mv {
            _ if self.place == rules.castle() => 0,
            DraculaMove::To(_) if self.at_sea => 1,
            DraculaMove::To(_) => 2,
            DraculaMove::Hide => 3,
            DraculaMove::DoubleBack(_) if self.at_sea => 4,
            DraculaMove::DoubleBack(_) => 5,
            DraculaMove::Teleport => 6,
        };
        groups.add([Level::up_to(6, kind)]);
    }

    /// The places that his next move can lead to.
    fn tell_exits(&self, groups: &mut Groups) {
        let Outlook { rules, tables, position, .. } = *self.outlook;
        let board = position.board();
        let moves = position.dracula_moves(rules).into_iter();
        let exits: PlaceSet = moves.map(|mv| position.place_of(rules, mv)).collect();
        let threatened = |turns| {
            let within = |hunter| {
                let at = board.at(hunter)?;
                Some(tables.hunter_within(hunter, board.round(), at, turns))
            };
            let within = Hunter::ALL.into_iter().filter_map(within);
            within.fold(PlaceSet::EMPTY, |all, within| all | within)
        };
        groups.add([Level::up_to(7, exits.len())]);
        let at_sea = Level::up_to(1, usize::from(self.at_sea));
        groups.add([Level::up_to(5, (exits - threatened(2)).len()), at_sea]);
        groups.add([Level::up_to(5, (exits - threatened(1)).len()), self.in_reach]);
        groups.add([Level::up_to(8, rules.dracula_reach(self.place).len()), at_sea]);
    }

    /// The state of the match.
    fn tell_match(&self, groups: &mut Groups) {
        let Outlook { rules, position, conduct, trust, .. } = *self.outlook;
        let board = position.board();
        let blood = Level::of(as_level(board.blood()), &BLOOD);
        let round = board.round();
        groups.add([blood]);
        groups.add([Level::of(trust, &[0.01, 0.3, 0.7])]);
        groups.add([Level::up_to(12, usize::from(round % rules.params().vampire_period))]);
        groups.add([Level::of(f32::from(round), &[3.0, 8.0, 20.0, 60.0, 120.0, 240.0])]);
        let score = usize::try_from(board.score() / SCORE_STEP).unwrap_or(0);
        groups.add([Level::up_to(15, score), blood]);
        let meetings = Level::of(f32::from(conduct.meetings), &MEETINGS);
        groups.add([meetings]);
        groups.add([meetings, self.home]);
        let since = conduct.last_meeting.map_or(u16::MAX, |last| round.saturating_sub(last));
        groups.add([Level::of(f32::from(since), &[2.0, 4.0, 7.0, 12.0, 20.0, 40.0])]);
    }

    /// What these hunters tend to do.
    fn tell_conduct(&self, groups: &mut Groups) {
        let Outlook { tables, position, conduct, .. } = *self.outlook;
        let round = position.board().round();
        groups.add([Level::of(conduct.rests, &[0.05, 0.15, 0.3, 0.5, 0.7])]);
        groups.add([Level::of(conduct.watch(), &[0.1, 0.3, 0.5, 0.7, 0.9]), self.home]);
        let surprise = Level::of(conduct.surprise, &[-0.05, 0.0, 0.03, 0.1, 0.2]);
        groups.add([surprise, self.in_reach]);
        let closing_in = conduct.closing_in(tables, round, self.place);
        groups.add([Level::up_to(4, closing_in), self.nearest]);
        groups.add([Level::of(conduct.approach, &[-0.3, -0.1, 0.1, 0.3]), self.nearest]);
    }
}

/// The turns that the hunters need to a place, ascending, the first of them their next.
fn turns_to(outlook: &Outlook<'_>, to: Place) -> ArrayVec<u8, 4> {
    let board = outlook.position.board();
    let turns = |hunter| {
        let at = board.at(hunter)?;
        Some(outlook.tables.hunter_turns(hunter, board.round(), at, to))
    };
    let mut turns: ArrayVec<u8, 4> = Hunter::ALL.into_iter().filter_map(turns).collect();
    turns.sort_unstable();
    turns
}

/// The least number of turns.
fn nearest(turns: &[u8]) -> usize {
    turns.first().map_or(usize::MAX, |&turns| usize::from(turns))
}

#[expect(clippy::cast_precision_loss, reason = "blood is far below 2^24")]
fn as_level(blood: i32) -> f32 {
    blood as f32
}

#[cfg(test)]
mod tests {
    use super::super::fitted;
    use super::*;
    use stoker_engine::course::Move;

    /// Paris, reached from Brussels, with hunters in these places, as they believe he is in one of
    /// these places.
    fn danger_in_paris(hunters: [&str; 4], believed: &[&str]) -> f64 {
        let rules = Course::default();
        let tables = Tables::new(&rules);
        let place = |code| rules.place(code).expect("a place of the map");
        let mut position = Position::start(&rules);
        for _ in 0..2 {
            for hunter in hunters {
                position.play_unchecked(&rules, Move::Hunter(place(hunter)));
            }
            let first = position.dracula().is_none();
            let to = DraculaMove::To(place(if first { "BU" } else { "PA" }));
            position.play_unchecked(&rules, Move::Dracula(to));
        }
        let mut belief = ByPlace::of(0.0);
        for code in believed {
            belief[place(code)] = 1.0 / believed.len() as f32;
        }
        let active = of(&Outlook {
            rules: &rules,
            tables: &tables,
            position: &position,
            mv: DraculaMove::To(place("PA")),
            belief: &belief,
            conduct: &HuntersConduct::default(),
            trust: 0.0,
        });
        assert!(active.is_sorted());
        assert!(active.iter().all(|&input| usize::from(input) < COUNT));
        fitted().meetings(&active)
    }

    #[test]
    fn it_is_more_dangerous_to_be_known_with_hunters_near() {
        let anywhere = ["PA", "MA", "RO", "VI", "BE", "LO", "HA", "GA", "CO", "MU", "LE", "NA"];
        let near = ["CF", "GE", "LE", "SR"];
        let far = ["GA", "VR", "CN", "BC"];
        let [known_near, known_far, hidden_far] = [
            danger_in_paris(near, &["PA"]),
            danger_in_paris(far, &["PA"]),
            danger_in_paris(far, &anywhere),
        ];
        assert!(known_near > 2.0 * known_far, "{known_near} {known_far}");
        assert!(known_far > 1.2 * hidden_far, "{known_far} {hidden_far}");
    }
}
