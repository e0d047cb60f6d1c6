//! The participants of a measurement.

use stoker_engine::Game;
use stoker_external::unfit::Unfit;
use stoker_tournament::entrant::Entrant;
use stoker_tournament::referee::{Seated, Seer};

/// A participant of a measurement. Only here may it be a player that sees the truth.
pub enum Participant<G: Game> {
    /// An entrant, which can also take part in tournaments.
    Entrant(Entrant<G>),
    /// A player that sees the truth.
    Seer(Seer<G>),
}

impl<G: Game> Participant<G> {
    /// The name in files; unique among the participants that can play one side.
    #[must_use]
    pub fn name(&self) -> &str {
        Seated::from(self).name()
    }

    /// The canonical spelling, without side and name.
    #[must_use]
    pub fn spec(&self) -> &str {
        match self {
            Self::Entrant(entrant) => &entrant.spec,
            Self::Seer(seer) => &seer.spec,
        }
    }

    /// True if it would play sides of this kind were it not unfit.
    #[must_use]
    pub fn enters(&self, kind: &str) -> bool {
        match self {
            Self::Entrant(entrant) => entrant.enters(kind),
            Self::Seer(seer) => seer.plays(kind),
        }
    }

    /// The reason why it was found unfit for a kind of side, if it was.
    #[must_use]
    pub fn unfit_for(&self, kind: &str) -> Option<&Unfit> {
        self.entrant()?.unfit.iter().find(|unfit| unfit.side == kind)
    }

    /// The entrant, if it is one.
    #[must_use]
    pub fn entrant(&self) -> Option<&Entrant<G>> {
        match self {
            Self::Entrant(entrant) => Some(entrant),
            Self::Seer(_) => None,
        }
    }

    /// The entrant to change, if it is one.
    pub fn entrant_mut(&mut self) -> Option<&mut Entrant<G>> {
        match self {
            Self::Entrant(entrant) => Some(entrant),
            Self::Seer(_) => None,
        }
    }
}

impl<G: Game> From<Entrant<G>> for Participant<G> {
    fn from(entrant: Entrant<G>) -> Self {
        Self::Entrant(entrant)
    }
}

impl<'p, G: Game> From<&'p Participant<G>> for Seated<'p, G> {
    fn from(participant: &'p Participant<G>) -> Self {
        match participant {
            Participant::Entrant(entrant) => Self::Entrant(entrant),
            Participant::Seer(seer) => Self::Seer(seer),
        }
    }
}
