//! Samples: what the network is told about a move, and the meetings that followed.

use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;
use stoker_bots::course::StudiedPhantom;
use stoker_bots::course::danger::{ActiveInputs, DISCOUNT, GROUPS, Network};
use stoker_bots::{BotEntry, Setup, Values};
use stoker_engine::course::{Course, Move, Play};
use stoker_engine::{Chance, Count, Decision, Game, Seat, Seed, Turn, Viewer};

use super::StudyError;

/// A move, and what followed.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Sample {
    pub(crate) inputs: ActiveInputs,
    /// The meetings after the move, each counting less by the discount for each later round.
    pub(crate) meetings: f32,
}

/// Matches to learn from.
pub(crate) struct Matches<'a> {
    pub(crate) game: &'a Arc<Course>,
    pub(crate) hunters: &'a [BotEntry<Course>],
    /// `phantom`'s settings and network.
    pub(crate) setting: &'a str,
    pub(crate) network: Option<&'a Arc<Network>>,
    pub(crate) seed: Seed,
}

impl Matches<'_> {
    /// Plays one match against each of the hunters, all with the same seed, and returns the samples
    /// in the hunters' order.
    pub(crate) fn play(&self) -> Result<Vec<Sample>, StudyError> {
        let each: Vec<_> = self
            .hunters
            .par_iter()
            .map(|hunters| self.play_one(hunters))
            .collect::<Result<_, StudyError>>()?;
        Ok(each.concat())
    }

    fn play_one(&self, hunters: &BotEntry<Course>) -> Result<Vec<Sample>, StudyError> {
        let (game, seed) = (self.game, self.seed);
        let values = Values::defaults(hunters.params);
        let setup = Setup { game, values: &values, side: Course::HUNTERS, seats: 0..4 };
        let mut hunters = (hunters.make)(&setup);
        let mut dracula = StudiedPhantom::new(game, self.setting, self.network.cloned())?;
        let mut rngs = [(Course::HUNTERS, 0), (Course::DRACULA, 4)]
            .map(|(side, seat)| seed.of_bot(side, Seat(seat)).bot_rng());
        let mut state = game.start(Chance::seeded(seed));
        let viewers = [Viewer(0), Viewer(1)];
        let mut views = viewers.map(|viewer| game.view(&state, viewer));
        let mut told: Vec<Told> = vec![];
        while let Turn::ToMove(seat) = game.turn(&state) {
            // As in a tournament, a player is asked even if the move is forced.
            let answer = match views[1].dracula() {
                Some(view) if game.sides().viewer_of(seat) == Viewer(1) => {
                    let (mv, inputs) = dracula.choose(view, &mut rngs[1]);
                    told.extend(inputs.map(|inputs| Told { inputs, meetings: 0 }));
                    Move::Dracula(mv).into()
                }
                _ => {
                    let mut budget = Count(u64::MAX);
                    let mut turn = Decision::new(seat, &mut rngs[0], &mut budget);
                    hunters.choose(&views[0], &mut turn)
                }
            };
            let choice = game.forced_move(&state).map_or(answer, Into::into);
            let played = game.play(&mut state, choice).expect("built-in bots play legal moves");
            for (viewer, view) in viewers.into_iter().zip(&mut views) {
                game.tell(&state, &played, viewer, view);
            }
            if let Some(Play::Hunter(play)) = state.history().plays().last()
                && let Some(told) = told.last_mut()
            {
                told.meetings += u16::from(play.met.dracula);
            }
        }
        Ok(samples(&told))
    }
}

/// What was told about a move, and the meetings before the next.
struct Told {
    inputs: ActiveInputs,
    meetings: u16,
}

fn samples(told: &[Told]) -> Vec<Sample> {
    let mut later = 0.0;
    let sample = |told: &Told| {
        later = f32::from(told.meetings) + DISCOUNT * later;
        Sample { inputs: told.inputs, meetings: later }
    };
    let mut samples: Vec<_> = told.iter().rev().map(sample).collect();
    samples.reverse();
    samples
}

/// Number of bytes of a sample.
const BYTES: usize = size_of::<f32>() + GROUPS * size_of::<u16>();

/// Writes samples to a file, which is there only when it is whole.
pub(crate) fn write(path: &Path, samples: &[Sample]) -> Result<(), StudyError> {
    let mut bytes = Vec::with_capacity(samples.len() * BYTES);
    for sample in samples {
        bytes.extend(sample.meetings.to_le_bytes());
        bytes.extend(sample.inputs.iter().flat_map(|input| input.to_le_bytes()));
    }
    super::write(path, &bytes)
}

/// Reads the samples of a file.
pub(crate) fn read(path: &Path) -> Result<Vec<Sample>, StudyError> {
    let bytes = super::read(path)?;
    let (samples, rest) = bytes.as_chunks::<BYTES>();
    if !rest.is_empty() {
        return Err(StudyError::NoSamples { path: path.to_owned() });
    }
    samples
        .iter()
        .map(|bytes| sample(bytes).ok_or(StudyError::NoSamples { path: path.to_owned() }))
        .collect()
}

fn sample(bytes: &[u8; BYTES]) -> Option<Sample> {
    let (meetings, inputs) = bytes.split_first_chunk::<4>()?;
    let (inputs, _) = inputs.as_chunks::<2>();
    let inputs: ActiveInputs = std::array::from_fn(|group| u16::from_le_bytes(inputs[group]));
    let meetings = f32::from_le_bytes(*meetings);
    let known = inputs.iter().all(|&input| usize::from(input) < Network::INPUTS);
    (known && meetings.is_finite() && meetings >= 0.0).then_some(Sample { inputs, meetings })
}
