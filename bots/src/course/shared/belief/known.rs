//! The public part of a belief, which is the same for all trails.

use std::sync::Arc;

use stoker_engine::course::{ByHunter, Course, Encounter, HunterPlay, HuntersView, Play, Sighting};
use stoker_engine::map::PlaceSet;

use super::Belief;
use super::ages::Ages;
use super::facts::Facts;
use super::hidden::Pattern;
use super::model::{Factors, HuntersReach, MoveModel};
use super::turn::{TurnSighting, may_be_full};
use crate::course::shared::places::{HunterState, after};
use crate::course::shared::reachable::Reach;

/// A belief without its trails.
#[derive(Debug, Clone)]
pub(super) struct PublicFacts {
    pub(super) model: MoveModel,
    pub(super) factors: Factors,
    reach: Arc<Reach>,
    pub(super) cap: usize,
    pub(super) exact: bool,
    /// The number of plays taken into account, and how many of them were Dracula's.
    pub(super) plays: usize,
    pub(super) made: usize,
    hunters: ByHunter<HunterState>,
    /// Dracula's blood after these plays.
    pub(super) blood: i32,
    pub(super) facts: Facts,
}

/// Evidence from blood about turns that can have ended at sea or in a full city (K6).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Blood {
    /// He lost some in each of them.
    Lost,
    /// He lost none.
    Kept,
    /// The sea costs no blood.
    Mute,
    /// He lost some in some of them, and it is too late to tell in which.
    Mixed,
}

impl Blood {
    /// The evidence of a single turn in which he lost or kept blood, under these rules.
    pub(super) fn told(self, rules: &Course) -> Self {
        match rules.params().blood_loss_sea {
            0 => Self::Mute,
            _ => self,
        }
    }

    /// The evidence about all turns of the view that `known` does not yet contain.
    pub(super) fn of(rules: &Course, view: &HuntersView, known: &PublicFacts) -> Self {
        let params = rules.params();
        let (mut blood, mut open, mut made) = (known.blood, 0, known.made);
        for play in view.plays().iter().skip(known.plays) {
            let change = match *play {
                Play::Hunter(play) if play.met.dracula => -params.blood_loss_hunter,
                Play::Hunter(_) => 0,
                Play::Dracula(play) => {
                    made += 1;
                    match (view.dracula_place(rules, made - 1), play.mv) {
                        (Some(place), _) if rules.is_sea(place) => -params.blood_loss_sea,
                        (Some(place), _) if place == rules.castle() => params.blood_gain_castle,
                        (None, Sighting::SomeSea) => -params.blood_loss_sea,
                        (None, Sighting::DoubleBack(_)) if play.placed.is_none() => {
                            open += 1;
                            0
                        }
                        _ => 0,
                    }
                }
            };
            blood = change.saturating_add(blood);
        }
        let lost = blood.saturating_sub(view.board().blood());
        match lost {
            _ if params.blood_loss_sea == 0 => Self::Mute,
            0 => Self::Kept,
            lost if lost == params.blood_loss_sea.saturating_mul(open) => Self::Lost,
            _ => Self::Mixed,
        }
    }
}

impl PublicFacts {
    pub(super) fn new(rules: &Course) -> Self {
        let model = MoveModel::default();
        Self {
            factors: model.factors(),
            model,
            reach: Arc::new(Reach::new(rules)),
            cap: Belief::CAP,
            exact: true,
            plays: 0,
            made: 0,
            hunters: ByHunter::default(),
            blood: rules.params().start_blood,
            facts: Facts::default(),
        }
    }

    pub(super) fn with_model(self, model: MoveModel) -> Self {
        Self { factors: model.factors(), model, ..self }
    }

    pub(super) fn with_cap(self, cap: usize) -> Self {
        Self { cap, ..self }
    }

    pub(super) fn hunter_played(&mut self, rules: &Course, play: HunterPlay) {
        let hunter = &mut self.hunters[play.hunter];
        *hunter = after(rules, *hunter, play);
    }

    /// The pattern of trails that agree with what is known, and the moves whose place is known.
    pub(super) fn pattern(&self, rules: &Course) -> (Pattern, Ages) {
        let oldest = usize::from(rules.params().trail) - 1;
        let (mut pattern, mut known) = (Pattern::default(), Ages::NONE);
        for (age, fact) in self.facts.moves().iter().enumerate() {
            if let Some(place) = fact.place {
                pattern.place(age, place);
                known.insert(age);
            }
            match fact.sighting {
                Sighting::Hide => pattern.hide(age),
                Sighting::At(_) => pattern.no_hide(age),
                Sighting::SomeCity if age == oldest => pattern.no_hide(age), // K5
                Sighting::SomeCity
                | Sighting::SomeSea
                | Sighting::DoubleBack(_)
                | Sighting::Teleport => {}
            }
        }
        (pattern, known)
    }

    /// The hunters' threat in Dracula's latest turn, which the facts already contain.
    pub(super) fn threat(&self, rules: &Course) -> HuntersReach {
        let round = u16::try_from(self.made - 1).unwrap_or(u16::MAX - 1);
        HuntersReach::new(rules, &self.reach, &self.hunters, round)
    }

    /// The public part of that turn, with no move forgotten.
    pub(super) fn seen(
        &self,
        rules: &Course,
        placed: Option<Encounter>,
        blood: Blood,
        threat: &HuntersReach,
    ) -> TurnSighting<'_> {
        let newest = self.facts.moves()[0];
        let sea = match (newest.sighting, blood) {
            _ if placed.is_some() => Some(false),
            (Sighting::SomeCity | Sighting::Hide | Sighting::Teleport, _) => Some(false),
            (Sighting::SomeSea, _) => Some(true),
            _ if newest.place.is_some() => None,
            (_, Blood::Lost) => Some(true),
            (_, Blood::Kept) => Some(false),
            (_, Blood::Mute | Blood::Mixed) => None,
        };
        let watched = (threat.hunters - rules.seas()) | PlaceSet::of(rules.castle());
        let placed = placed.is_some();
        TurnSighting { placed, facts: &self.facts, sea, watched, forgotten: Ages::NONE }
    }

    /// Returns true if an update in time would have told on what ground that turn ended.
    pub(super) fn is_ground_missed(
        &self,
        rules: &Course,
        placed: Option<Encounter>,
        blood: Blood,
    ) -> bool {
        let newest = self.facts.moves()[0];
        let open = matches!(newest.sighting, Sighting::DoubleBack(_)) && newest.place.is_none();
        open && placed.is_none() && may_be_full(rules) && blood == Blood::Mixed
    }
}
