//! Samples: what the network is told about a move, and the meetings that followed.

use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;
use stoker_bots::course::StudiedPhantom;
use stoker_bots::course::danger::{ActiveInputs, DISCOUNT, GROUPS, Network};
use stoker_bots::{BotEntry, Values};
use stoker_engine::course::{Course, Move, Mover, Play, State, View};
use stoker_engine::{Choice, Rng, Seat, Seed};

use super::StudyError;
use crate::matches::{self, Players, Seated};

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
    /// The hunters, with their settings.
    pub(crate) hunters: &'a [(BotEntry<Course>, String)],
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
            .map(|(hunters, setting)| {
                self.play_one(hunters, &Values::parse(setting, hunters.params)?)
            })
            .collect::<Result<_, StudyError>>()?;
        Ok(each.concat())
    }

    fn play_one(
        &self,
        hunters: &BotEntry<Course>,
        values: &Values,
    ) -> Result<Vec<Sample>, StudyError> {
        let (game, seed) = (self.game, self.seed);
        let mut told = Told {
            hunters: Seated::new((hunters, values), game, Course::HUNTERS, seed),
            dracula: StudiedPhantom::new(game, self.setting, self.network.cloned())?,
            rng: seed.of_bot(Course::DRACULA, Mover::DRACULA).bot_rng(),
            moves: vec![],
        };
        matches::play(game, &mut told, seed);
        Ok(samples(&told.moves))
    }
}

/// What is told while a match is played.
struct Told {
    hunters: Seated,
    dracula: StudiedPhantom,
    rng: Rng,
    /// Dracula's moves.
    moves: Vec<ToldMove>,
}

/// What was told about a move, and the meetings before the next.
struct ToldMove {
    inputs: ActiveInputs,
    meetings: u16,
}

impl Players for Told {
    fn choose(&mut self, seat: Seat, forced: Option<Move>, views: &[View; 2]) -> Choice<Move> {
        // As in a tournament, a player is asked even if the move is forced.
        let answer = match views[1].dracula() {
            Some(view) if seat == Mover::DRACULA => {
                let (mv, inputs) = self.dracula.choose(view, &mut self.rng);
                self.moves.extend(inputs.map(|inputs| ToldMove { inputs, meetings: 0 }));
                Move::Dracula(mv).into()
            }
            _ => self.hunters.choose(seat, &views[0]),
        };
        forced.map_or(answer, Into::into)
    }

    fn note(&mut self, state: &State, _views: &[View; 2]) {
        if let Some(Play::Hunter(play)) = state.history().plays().last()
            && let Some(told) = self.moves.last_mut()
        {
            told.meetings += u16::from(play.met.dracula);
        }
    }
}

fn samples(told: &[ToldMove]) -> Vec<Sample> {
    let mut later = 0.0;
    let sample = |told: &ToldMove| {
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
