//! The danger after a move, as learned from matches.

use stoker_engine::course::{Course, DraculaMove, Move, Position};

use super::super::danger::{self, ActiveInputs, HuntersConduct, Network, Outlook};
use super::forecast::Mass;
use crate::course::shared::tables::Tables;

/// The network, with what it needs to know of the match.
#[derive(Clone, Copy)]
pub(super) struct LearnedDanger<'a> {
    pub(super) rules: &'a Course,
    pub(super) tables: &'a Tables,
    pub(super) network: &'a Network,
    pub(super) conduct: &'a HuntersConduct,
    /// The trust that the forecast of the hunters has earned, from 0 to 1.
    pub(super) trust: f32,
}

impl LearnedDanger<'_> {
    /// The meetings to expect after a move, later ones counting for less, with the hunters' belief
    /// after it.
    pub(super) fn meetings(&self, position: &Position, mv: DraculaMove, belief: &Mass) -> f64 {
        self.network.meetings(&self.inputs(position, mv, belief))
    }

    /// What the network is told about a move.
    pub(super) fn inputs(
        &self,
        position: &Position,
        mv: DraculaMove,
        belief: &Mass,
    ) -> ActiveInputs {
        let Self { rules, tables, conduct, trust, .. } = *self;
        let mut position = *position;
        position.play_unchecked(rules, Move::Dracula(mv));
        danger::inputs(&Outlook { rules, tables, position: &position, mv, belief, conduct, trust })
    }
}
