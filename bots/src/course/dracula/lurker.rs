//! `lurker`: a Dracula who knows what the hunters know, and looks a few turns ahead.
//!
//! Idea: he keeps the hunters' own set of possible places. A move costs more blood the more hunters
//! can be there after their next turns, by the rail rhythm, and the fewer places they have to
//! choose from. Seas cost blood, the castle gains it, and a vampire is worth a city in its round.
//! The moves that follow are tried to a small depth under the rules of the trail, which shows dead
//! ends. Blood is worth more the less is left.
//! Cost: every line of moves to the depth set; hunters are not tried, only counted.
//! Weakness: it assumes that hunters come by chance, not by a plan. It does not see what a line
//! reveals to research or to a hunter on his trail.

use std::sync::Arc;

use arrayvec::ArrayVec;
use stoker_engine::course::{
    Course, DraculaMove, DraculaView, Hunter, Move, Mover, Position, View,
};
use stoker_engine::map::{Place, PlaceSet};
use stoker_engine::{Bot, Choice, Decision, Rng};

use crate::course::shared::best::pick;
use crate::course::shared::places::PossiblePlaces;
use crate::course::shared::reachable::ReachableByTurn;
use crate::entry::{BotEntry, Setup};
use crate::params::Param;

/// The entry of the bot.
pub(in crate::course) const ENTRY: BotEntry<Course> = BotEntry {
    name: "lurker",
    summary: "A Dracula who hides in what the hunters do not know.",
    sides: &["dracula"],
    rung: Some(2),
    searches: false,
    params: PARAMS,
    make: |setup| Box::new(Lurker::new(setup)),
};

/// Limit on the number of turns to look ahead.
pub(super) const MAX_DEPTH: usize = 5;

const PARAMS: &[Param] = &[
    Param::int("depth", 4, (1, MAX_DEPTH as i64)).about("Turns to look ahead."),
    Param::int("aim", 300, (0, 1_000))
        .about("Skill of a hunter at picking the right one of the possible places; 100 is random."),
    Param::int("blood", 400, (1, 10_000)).about("Worth of endless blood, in points of score."),
    Param::int("thrift", 30, (1, 1_000)).about(
        "Blood that is worth half of that: more of it makes points of plentiful blood dearer.",
    ),
    Param::int("vampire", 8, (0, 100)).about("Worth of placing a vampire, in points of score."),
    Param::int("whim", 2, (0, 1_000))
        .about("Tenths of a point by which moves may be worse than the best and count as equal."),
];

/// The bot.
#[derive(Clone)]
struct Lurker {
    rules: Arc<Course>,
    depth: usize,
    weights: LurkerWeights,
    whim: i32,
    places: PossiblePlaces,
}

/// The weights of the values.
#[derive(Debug, Clone, Copy)]
struct LurkerWeights {
    aim: i32,
    blood: i32,
    thrift: i32,
    vampire: i32,
}

/// One point of score in thousandths, which are the unit of all values here.
const POINT: i32 = 1_000;

impl Lurker {
    fn new(setup: &Setup<'_, Course>) -> Self {
        let int = |name| i32::try_from(setup.values.int(name)).unwrap_or(0);
        Self {
            rules: Arc::clone(setup.game),
            depth: usize::try_from(int("depth")).unwrap_or(1),
            weights: LurkerWeights {
                aim: int("aim"),
                blood: int("blood"),
                thrift: int("thrift"),
                vampire: int("vampire"),
            },
            whim: int("whim") * POINT / 10,
            places: PossiblePlaces::new(setup.game),
        }
    }

    fn decide(&mut self, view: &DraculaView, rng: &mut Rng) -> DraculaMove {
        self.places.update(&view.as_hunters(), &self.rules);
        let position = view.position();
        let round = position.board().round();
        // In round 0 he can go anywhere, and no trail can trap him.
        let depth = if round == 0 { 1 } else { self.depth };
        let mut look = Lookahead {
            rules: &self.rules,
            weights: self.weights,
            depth,
            reachable: ReachableByTurn::new(&self.rules, position.board(), round + 1, depth),
            blood: position.board().blood(),
            known: &self.places,
            beliefs: ArrayVec::new(),
        };
        let moves = position.dracula_moves(&self.rules);
        let valued: ArrayVec<_, 160> =
            moves.into_iter().map(|mv| (mv, look.value(position, mv))).collect();
        pick(&valued, self.whim, rng).unwrap_or(DraculaMove::Teleport)
    }
}

impl Bot<Course> for Lurker {
    fn choose(&mut self, view: &View, turn: &mut Decision<'_, Move>) -> Choice<Move> {
        let view = view.dracula().expect("the bot plays Dracula");
        Move::Dracula(self.decide(view, turn.rng())).into()
    }

    fn fork(&self) -> Option<Box<dyn Bot<Course>>> {
        Some(Box::new(self.clone()))
    }
}

/// The search of one decision.
struct Lookahead<'a> {
    rules: &'a Course,
    weights: LurkerWeights,
    depth: usize,
    reachable: ReachableByTurn,
    /// His blood before the decision.
    blood: i32,
    /// The hunters' knowledge before the decision.
    known: &'a PossiblePlaces,
    /// The hunters' knowledge after each move of the line that is tried.
    beliefs: ArrayVec<PlaceSet, MAX_DEPTH>,
}

impl Lookahead<'_> {
    /// The value of a move and the best line after it.
    fn value(&mut self, position: &Position, mv: DraculaMove) -> i32 {
        let place = position.place_of(self.rules, mv);
        let belief = self.belief(position, mv, place);
        self.beliefs.push(belief);
        let turns = self.beliefs.len();
        let mut value = self.gain(position, place) - self.danger(place, belief, turns);
        if turns < self.depth {
            let next = after(self.rules, position, mv);
            let moves = next.dracula_moves(self.rules);
            value += moves.into_iter().map(|mv| self.value(&next, mv)).max().unwrap_or(0);
        }
        self.beliefs.pop();
        value
    }

    /// The places where the hunters will think he can be, if they search nowhere meanwhile.
    fn belief(&self, position: &Position, mv: DraculaMove, place: Place) -> PlaceSet {
        let rules = self.rules;
        let board = position.board();
        let watched = PlaceSet::of(rules.castle()) | (board.hunters() - rules.seas());
        if watched.contains(place) || mv == DraculaMove::Teleport {
            return PlaceSet::of(place);
        }
        let round = usize::from(board.round());
        let kind = if rules.is_sea(place) {
            rules.seas()
        } else {
            rules.map().places() - rules.seas() - watched
        };
        if let DraculaMove::DoubleBack(steps) = mv {
            return self.believed(round - steps.get()) & kind;
        }
        let Some(before) = round.checked_sub(1) else { return kind };
        let reach = self.believed(before).into_iter();
        reach.fold(PlaceSet::EMPTY, |all, from| all | rules.dracula_reach(from)) & kind
    }

    fn believed(&self, round: usize) -> PlaceSet {
        match round.checked_sub(self.known.rounds()) {
            None => self.known.at(round),
            Some(ahead) => self.beliefs[ahead],
        }
    }

    /// The value of blood lost at sea or won in the castle, and of a vampire placed (E2, E3).
    fn gain(&self, position: &Position, place: Place) -> i32 {
        let params = self.rules.params();
        if self.rules.is_sea(place) {
            return self.blood_worth(-params.blood_loss_sea);
        }
        let due = position.board().round().is_multiple_of(params.vampire_period);
        let room = position.trail().encounters_at(place) < usize::from(params.city_encounters);
        let vampire = if due && room { self.weights.vampire * POINT } else { 0 };
        let castle = place == self.rules.castle();
        vampire + if castle { self.blood_worth(params.blood_gain_castle) } else { 0 }
    }

    /// The blood that hunters are expected to cost him in a place (H4).
    fn danger(&self, place: Place, belief: PlaceSet, turns: usize) -> i32 {
        if self.rules.is_sea(place) {
            return 0;
        }
        let coming = self.reachable.count(place, turns);
        let lost = self.blood_worth(-coming * self.rules.params().blood_loss_hunter);
        let places = i32::try_from(belief.len()).unwrap_or(1).max(1);
        let percent = (self.weights.aim / places).min(100);
        -lost / 100 * percent
    }

    /// The value of this much more blood.
    fn blood_worth(&self, more: i32) -> i32 {
        let LurkerWeights { blood, thrift, .. } = self.weights;
        let worth = |left: i32| {
            let left = i64::from(left.max(0));
            i64::from(blood * POINT) * left / (left + i64::from(thrift))
        };
        i32::try_from(worth(self.blood + more) - worth(self.blood)).unwrap_or(0)
    }
}

/// The position at his next turn, if no hunter moves.
fn after(rules: &Course, position: &Position, mv: DraculaMove) -> Position {
    let mut next = *position;
    next.play_unchecked(rules, Move::Dracula(mv));
    for hunter in Hunter::ALL {
        let at = next.board().at(hunter).unwrap_or(rules.hospital());
        next.play_unchecked(rules, Move::Hunter(at));
    }
    debug_assert_eq!(next.board().to_move(), Mover::Dracula);
    next
}
