//! Rules of the steps `combat` and `full` where the others meet them.

use super::cards::{Encounter, Hunter};
use super::state::{Flow, Step};
use super::task::{Guards, Meeting, Task};
use crate::map::Place;

impl Step<'_> {
    pub(super) fn ask_guards(&mut self, hunter: Hunter, city: Place) -> Flow {
        self.then([Task::TurnUp(Guards { hunter, city, dogs: false, stake: false })]);
        Ok(())
    }

    pub(super) fn resolve(&mut self, meeting: Meeting) -> Flow {
        self.take_effect(&meeting)
    }

    pub(super) fn fight_vampire(&mut self, _: &Meeting, _: Encounter) -> Flow {
        Ok(())
    }

    pub(super) fn begin_combat(&mut self, _: Place) -> Flow {
        Ok(())
    }

    pub(super) fn hoax(&mut self, _: Hunter) {}

    pub(super) fn soil_event(&mut self) {}

    pub(super) fn slid(&mut self) {}
}
