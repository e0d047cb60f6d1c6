//! A measurement that was made.

use stoker_engine::{Direction, Game};

use super::{Gauge, GaugeReading, GaugeSeedScores, readings};

/// The results of a measurement.
pub struct Measurement {
    /// The scores, seed by seed.
    pub seeds: Vec<GaugeSeedScores>,
    /// The readings that follow from them.
    pub readings: Vec<GaugeReading>,
    /// The number of seeds that were played, if not all were.
    pub stopped_after: Option<u64>,
}

impl Measurement {
    /// The results of these seeds.
    #[must_use]
    pub fn new<G: Game>(gauge: &Gauge<G>, seeds: Vec<GaugeSeedScores>) -> Self {
        let toward = match gauge.game.sides().side(gauge.side).direction {
            Direction::High => 1,
            Direction::Low => -1,
        };
        let (players, opponents) = (gauge.players.len(), gauge.opponents.len());
        let readings = readings(&seeds, players, opponents, toward, gauge.seed);
        let played = seeds.len() as u64;
        let stopped_after = (played < gauge.matches).then_some(played);
        Self { seeds, readings, stopped_after }
    }

    /// The number of void matches, and that of all.
    #[must_use]
    pub fn voids(&self) -> (u64, u64) {
        let all = self.seeds.iter().flatten();
        (all.clone().filter(|score| score.is_err()).count() as u64, all.count() as u64)
    }
}

impl<G: Game> Gauge<G> {
    /// The name of the opponent that a reading is about.
    #[must_use]
    pub fn opponent(&self, reading: &GaugeReading) -> &str {
        reading.opponent.map_or("all opponents", |opponent| self.opponents[opponent].name())
    }
}
