//! Rehearsals of the next round: hunters of every kind play it after each of his moves.

use arrayvec::ArrayVec;
use rand::Rng as _;
use stoker_engine::course::{ByHunter, Course, DraculaMove, DraculaView, Hunter, Move, Play};
use stoker_engine::map::Place;
use stoker_engine::{Rng, Seed};

use super::super::opponent_model::OpponentModel;
use super::narrow;

/// Limit on the number of rounds.
pub(super) const MOST: usize = 16;

/// Probability of the kinds that can be asked below which only the forecast counts.
const NEGLIGIBLE: f64 = 0.06;

/// The hunters' plays after a move, in several rounds.
#[derive(Debug, Clone)]
pub(super) struct HuntersReplies {
    pub(super) mv: DraculaMove,
    /// The mean number of times that he was met in a round.
    pub(super) hits: f32,
    /// The places that each hunter went to.
    pub(super) posts: ByHunter<ArrayVec<Place, MOST>>,
}

/// Rehearsals of all his moves.
#[derive(Debug, Clone, Default)]
pub(super) struct Rehearsals {
    /// The probability that the hunters play as in a rehearsal.
    pub(super) share: f32,
    pub(super) all: Vec<HuntersReplies>,
}

impl Rehearsals {
    /// Plays this many rounds after each of his moves, all with the same chance.
    ///
    /// There are no rehearsals if the hunters are hardly of a kind that can be asked, or if he has
    /// no choice.
    pub(super) fn of(
        rules: &Course,
        opponent_model: &OpponentModel,
        view: &DraculaView,
        rounds: usize,
        rng: &mut Rng,
    ) -> Self {
        let position = view.position();
        let share = opponent_model.foretold();
        if share < NEGLIGIBLE
            || rounds == 0
            || position.dracula().is_none()
            || !opponent_model.follows(view)
        {
            return Self::default();
        }
        let seeds: ArrayVec<Seed, MOST> =
            (0..rounds.min(MOST)).map(|_| Seed(rng.next_u64())).collect();
        let moves = position.dracula_moves(rules);
        if moves.into_iter().nth(1).is_none() {
            return Self::default();
        }
        let all = moves.into_iter().map(|mv| rehearse(rules, opponent_model, mv, &seeds)).collect();
        Self { share: narrow(share), all }
    }

    pub(super) fn after(&self, mv: DraculaMove) -> Option<&HuntersReplies> {
        self.all.iter().find(|rehearsal| rehearsal.mv == mv)
    }
}

fn rehearse(
    rules: &Course,
    opponent_model: &OpponentModel,
    mv: DraculaMove,
    seeds: &[Seed],
) -> HuntersReplies {
    let mut rehearsal = HuntersReplies { mv, hits: 0.0, posts: ByHunter::default() };
    let mut begun = opponent_model.simulation().clone();
    begun.play(rules, Move::Dracula(mv));
    let mut met = 0u16;
    for (&seed, at) in seeds.iter().zip(0u32..) {
        let at = (f64::from(at) + 0.5) / seeds.len() as f64;
        let Some(mut hunters) = opponent_model.draw(at) else { break };
        let mut simulation = begun.clone();
        let mut rng = seed.bot_rng();
        simulation.play_hunters(rules, &mut *hunters, &mut rng);
        for play in simulation.since(begun.plays()) {
            if let Play::Hunter(play) = play {
                rehearsal.posts[play.hunter].push(play.to);
                met += u16::from(play.met.dracula);
            }
        }
    }
    rehearsal.hits = f32::from(met) / seeds.len() as f32;
    rehearsal
}

impl HuntersReplies {
    /// The places that a hunter went to, each with its share of the rounds.
    pub(super) fn went(&self, hunter: Hunter) -> impl Iterator<Item = (Place, f32)> {
        let posts = &self.posts[hunter];
        let one = 1.0 / posts.len().max(1) as f32;
        posts.iter().map(move |&place| (place, one))
    }
}
