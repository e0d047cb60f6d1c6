//! The public side of a position, which every seat sees (K1), and how turns change it.

use serde::{Deserialize, Deserializer, Serialize, de::Error};

use super::Course;
use super::moves::{ByHunter, Hunter, Mover};
use super::params::HospitalStreak;
use super::play::{Encounter, Met};
use crate::map::{Place, PlaceSet};

/// The public side of a position, which every seat sees (K1).
///
/// Deserializing checks bounds that hold for all parameters, so that no rule overflows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Board {
    /// Rounds count from 0 (G1); a score of at most 1,000 bounds them (G4).
    #[serde(deserialize_with = "within::<_, _, 0, 1_000>")]
    pub(super) round: u16,
    /// The seat to move, 0..=4 (G1).
    #[serde(deserialize_with = "within::<_, _, 0, 4>")]
    pub(super) to_move: u8,
    /// Rests in a row, over all hunters (R1).
    #[serde(deserialize_with = "within::<_, _, 0, 100>")]
    pub(super) streak: u8,
    /// The score, raw (G3): the last turn can cost at most 2,000 points.
    #[serde(deserialize_with = "within::<_, _, { -2_000 }, 1_000>")]
    pub(super) score: i32,
    /// Dracula's blood, raw (G3): 1,000 points at the start, and as many won in each round (D1).
    #[serde(deserialize_with = "within::<_, _, { -2_000 }, 1_001_000>")]
    pub(super) blood: i32,
    /// Each hunter's life (H1); 0 in hospital, until that hunter's next turn (H5).
    pub(super) life: ByHunter<u8>,
    /// Each hunter's place; `None` before their first turn.
    pub(super) at: ByHunter<Option<Place>>,
}

impl Board {
    /// The board before the first turn.
    #[must_use]
    pub fn start(rules: &Course) -> Self {
        let params = rules.params();
        Self {
            round: 0,
            to_move: 0,
            streak: 0,
            score: params.start_score,
            blood: params.start_blood,
            life: ByHunter([params.start_life; 4]),
            at: ByHunter([None; 4]),
        }
    }

    /// The round, from 0.
    #[inline]
    #[must_use]
    pub fn round(&self) -> u16 {
        self.round
    }

    /// The seat that moves next; meaningless once the game is over.
    #[inline]
    #[must_use]
    pub fn to_move(&self) -> Mover {
        match Hunter::ALL.get(usize::from(self.to_move)) {
            Some(&hunter) => Mover::Hunter(hunter),
            None => Mover::Dracula,
        }
    }

    /// The score in points; can be below 0 once the game is over.
    #[must_use]
    pub fn score(&self) -> i32 {
        self.score
    }

    /// Dracula's blood in points; can be below 0 once the game is over.
    #[must_use]
    pub fn blood(&self) -> i32 {
        self.blood
    }

    /// Rests in a row, over all hunters (R1).
    #[must_use]
    pub fn streak(&self) -> u8 {
        self.streak
    }

    /// A hunter's life; 0 from a turn that ends in hospital until that hunter's next turn (H5).
    #[must_use]
    pub fn life(&self, hunter: Hunter) -> u8 {
        self.life[hunter]
    }

    /// A hunter's place; `None` before their first turn.
    #[must_use]
    pub fn at(&self, hunter: Hunter) -> Option<Place> {
        self.at[hunter]
    }

    /// The places where hunters are.
    #[inline]
    #[must_use]
    pub fn hunters(&self) -> PlaceSet {
        self.at.0.iter().flatten().copied().collect()
    }

    /// Returns true if the game is over (G3).
    #[inline]
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.blood <= 0 || self.score <= 0
    }

    /// The places a hunter may go to in this round (H2, H3). Meant for the hunter to move.
    #[inline]
    #[must_use]
    pub fn hunter_moves(&self, rules: &Course, hunter: Hunter) -> PlaceSet {
        match self.at[hunter] {
            Some(from) => rules.hunter_reach(hunter, self.round, from),
            None => rules.map().places(),
        }
    }

    /// A hunter's life at the start of a turn. A hunter in hospital starts with full life (H5).
    #[inline]
    #[must_use]
    pub fn life_at_turn(&self, rules: &Course, hunter: Hunter) -> u8 {
        match self.life[hunter] {
            0 => rules.params().start_life,
            life => life,
        }
    }

    /// The life that a hunter has left after these encounters (H4); `None` if the life runs out
    /// before the last of them.
    #[must_use]
    pub(super) fn life_after(&self, rules: &Course, hunter: Hunter, met: Met) -> Option<u8> {
        let params = rules.params();
        let traps = std::iter::repeat_n(params.life_loss_trap, usize::from(met.traps));
        let vampires = std::iter::repeat_n(0, usize::from(met.vampires));
        let dracula = met.dracula.then_some(params.life_loss_dracula);
        let start = self.life_at_turn(rules, hunter);
        traps.chain(vampires).chain(dracula).try_fold(start, |life, loss| match life {
            0 => None,
            life => Some(life.saturating_sub(loss)),
        })
    }

    /// The places where the hunters see Dracula (K3).
    #[inline]
    #[must_use]
    pub(super) fn watched(&self, rules: &Course) -> PlaceSet {
        PlaceSet::of(rules.castle()) | (self.hunters() - rules.seas())
    }

    /// Ends the turn of a hunter who went to `to` and has `life` left (H5, H6, R1 to R3).
    #[inline]
    pub(super) fn end_hunter_turn(
        &mut self,
        rules: &Course,
        hunter: Hunter,
        to: Place,
        life: u8,
    ) -> HunterEnd {
        let params = rules.params();
        let rested = self.at[hunter] == Some(to);
        self.at[hunter] = Some(to);
        self.life[hunter] = life;
        if life == 0 {
            self.at[hunter] = Some(rules.hospital());
            self.score -= params.score_loss_hospital;
            if params.hospital_streak == HospitalStreak::Reset {
                self.streak = 0; // R3
            }
        } else if rested {
            self.life[hunter] = life.saturating_add(params.life_gain_rest).min(params.start_life);
            self.streak += 1;
        } else {
            self.streak = 0;
        }
        let research = self.streak >= params.research_rests;
        if research {
            self.streak = params.research_rests - 1;
        }
        self.to_move += 1;
        HunterEnd { hospital: life == 0, research }
    }

    /// Ends Dracula's turn as far as it is public (E1 to E4): the kind of place where it ended, and
    /// the encounter that left the trail. Blood has no upper limit (D1).
    #[inline]
    pub(super) fn end_dracula_turn(
        &mut self,
        rules: &Course,
        ground: TurnEnd,
        left: Option<Encounter>,
    ) {
        let params = rules.params();
        if left == Some(Encounter::Vampire) {
            self.score -= params.score_loss_vampire;
        }
        match ground {
            TurnEnd::Sea => self.blood -= params.blood_loss_sea,
            TurnEnd::City => {}
            TurnEnd::Castle => self.blood += params.blood_gain_castle,
        }
        self.score -= params.score_loss_round;
        self.round += 1;
        self.to_move = 0;
    }

    /// The encounter that Dracula places in a city this round, if there is room (E2).
    #[inline]
    pub(super) fn due(&self, rules: &Course) -> Encounter {
        let vampire = self.round.is_multiple_of(rules.params().vampire_period);
        if vampire { Encounter::Vampire } else { Encounter::Trap }
    }
}

/// Reads an integer from this range.
fn within<'d, D: Deserializer<'d>, T: TryFrom<i64>, const LOW: i64, const HIGH: i64>(
    from: D,
) -> Result<T, D::Error> {
    let number = i64::deserialize(from)?;
    let inside = Some(number).filter(|number| (LOW..=HIGH).contains(number));
    inside
        .and_then(|number| T::try_from(number).ok())
        .ok_or_else(|| D::Error::custom(format!("{number} is not in {LOW}..={HIGH}")))
}

/// The end of a hunter's turn.
#[derive(Debug, Clone, Copy)]
pub(super) struct HunterEnd {
    /// In hospital (H5).
    pub(super) hospital: bool,
    /// With research, if the trail is full (R2).
    pub(super) research: bool,
}

/// The kind of place where Dracula's turn ended. It is always public, because blood is public (K6).
/// A city is any land place (M2). The castle is the city where Dracula gains blood (E3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TurnEnd {
    Sea,
    City,
    Castle,
}

impl TurnEnd {
    #[inline]
    pub(super) fn of(rules: &Course, place: Place) -> Self {
        if rules.is_sea(place) {
            Self::Sea
        } else if place == rules.castle() {
            Self::Castle
        } else {
            Self::City
        }
    }
}
