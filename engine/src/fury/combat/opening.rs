//! Before the first round: events, and Garlic Wreaths (fury C3, V16, V17).

use arrayvec::ArrayVec;

use super::{Beat, Combat};
use crate::fury::cards::{Hunter, Item};
use crate::fury::choices::{Choices, MoveKind};
use crate::fury::events::{Occasion, Playing, Plot};
use crate::fury::moves::{Move, Word};
use crate::fury::state::{Adjudicator, Flow};
use crate::fury::table::hunters_of;
use crate::fury::task::{Question, Task};

impl Adjudicator<'_> {
    /// Dracula may play events, then each participant events and a wreath (C3).
    pub(super) fn open_combat(&mut self, combat: Combat) {
        self.then([Task::Beat(Beat::Round)]);
        for hunter in hunters_of(combat.fighters).collect::<ArrayVec<_, 4>>().into_iter().rev() {
            self.then([Task::Opening(hunter)]);
        }
        self.then([Task::Plot(Plot::Combat)]);
    }

    /// A participant may show a wreath or play an event, until it passes (C3).
    pub(in crate::fury) fn ask_opening(&mut self, hunter: Hunter) -> Flow {
        let Some(combat) = self.at.known.table.combat else { return Ok(()) };
        if combat.fighters & hunter.bit() == 0 {
            return Ok(());
        }
        let wreath = self.at.known.held[hunter].items.has(Item::Wreath)
            && combat.wreaths & hunter.bit() == 0;
        let choices = Choices::none()
            .bits(MoveKind::ShowItem, u64::from(wreath) << Item::Wreath.index())
            .bits(MoveKind::Play, self.playable(hunter, opening_of(&combat)))
            .word(Word::No);
        self.ask(hunter.seat(), Question::Guard, Task::Opening(hunter), choices)
    }

    pub(in crate::fury) fn opening(&mut self, by: Hunter, mv: Move) -> Flow {
        let Some(combat) = self.at.known.table.combat else { return Ok(()) };
        match mv {
            Move::Show(_) => {
                self.fighting(|combat| combat.wreaths |= by.bit());
                self.then([Task::Opening(by)]);
                Ok(())
            }
            Move::Play(title) => {
                self.then([Task::Opening(by)]);
                self.play_event(Playing { title, by, occasion: opening_of(&combat) })
            }
            _ => Ok(()),
        }
    }
}

/// The occasion for events before the first round.
const fn opening_of(combat: &Combat) -> Occasion {
    match combat.vampire {
        Some(_) => Occasion::VampireOpening,
        None => Occasion::DraculaOpening,
    }
}
