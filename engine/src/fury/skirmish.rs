//! The skirmish that settles a meeting without combat cards (fury Q).

use super::choices::{Choices, MoveKind};
use super::moves::{Move, Word};
use super::state::{Adjudicator, Flow};
use super::table::{Phase, hunters_of};
use super::task::{Question, Task};

impl Adjudicator<'_> {
    /// Q1, C1: the question whether there is a fight, which Dracula may decline in fog.
    pub(super) fn ask_fight(&mut self) -> Flow {
        let here = self.here();
        let table = &self.at.known.table;
        let in_city = self.rules.world().cities.contains(here);
        if !in_city || table.mist || table.hunters_at(here) == 0 {
            return Ok(());
        }
        if !table.has_fog(here) {
            return self.fight(Move::Word(Word::Fight));
        }
        let choices = Choices::none().word(Word::Fight).word(Word::No);
        self.ask_dracula(Question::Fight, Task::Fight, choices)
    }

    pub(super) fn fight(&mut self, mv: Move) -> Flow {
        if mv != Move::Word(Word::Fight) {
            self.table().course.declined = true;
            return Ok(());
        }
        self.at.tally.combats += 1;
        let here = self.here();
        self.show_place(here);
        if self.plays(super::params::Step::Combat) {
            self.begin_combat(here)
        } else {
            self.ask_skirmish()
        }
    }

    /// Q1: who suffers.
    pub(super) fn ask_skirmish(&mut self) -> Flow {
        let there = self.stand_in(self.here());
        if let (1, Some(only)) = (there.count_ones(), hunters_of(there).next()) {
            return self.skirmish(Move::Hunter(only));
        }
        let choices = Choices::none().hunters(MoveKind::Hunter, there);
        self.ask_dracula(Question::Hunter, Task::Skirmish, choices)
    }

    /// Q1: both suffer together.
    pub(super) fn skirmish(&mut self, mv: Move) -> Flow {
        let Move::Hunter(hunter) = mv else { return Ok(()) };
        let params = self.rules.params();
        let damage = match self.at.known.table.phase {
            Phase::Dawn => params.skirmish_day,
            Phase::Setup | Phase::Day | Phase::Dusk | Phase::Night | Phase::Dracula => {
                params.skirmish_night
            }
        };
        let hunters = self.stand_in(self.here()).count_ones();
        self.wound_untested(1 + u8::try_from(hunters).unwrap_or(0));
        self.hurt_untested(hunter, damage);
        self.test_end()
    }
}
