//! Dracula's cards in a combat (fury C5.4, C5.5, C7, C9), and what may prevent them (V19).

use arrayvec::ArrayVec;

use super::{Beat, Combat};
use crate::fury::cards::{CombatCard, Hunter, Item};
use crate::fury::choices::{Choices, MoveKind};
use crate::fury::events::Occasion;
use crate::fury::moves::Move;
use crate::fury::state::{Adjudicator, Flow};
use crate::fury::table::{Phase, hunters_of};
use crate::fury::task::{Blow, Escape, Question, Task};
use crate::fury::titles::EventCard;
use crate::fury::trail::{Face, Form, LaidCards, TrailCard};
use crate::map::{Place, PlaceSet};

/// The rounds of a vampire's fight in which it cannot escape (C5.5).
pub(in crate::fury) const NO_ESCAPE: u8 = 3;
/// Damage of Claws by day, and at dusk and at night.
const CLAWS: u8 = 2;
const CLAWS_AT_NIGHT: u8 = 3;
/// Damage of Strength.
const STRENGTH: u8 = 2;
/// Damage of a Garlic Wreath to the vampire whose Fangs touch it.
const WREATH: u8 = 4;
/// Influence by Fangs on a mesmerized hunter.
const MESMERIZED: u8 = 1;
/// Damage by Sister Agatha (V7).
const AGATHA: u8 = 2;

fn claws(combat: &Combat, phase: Phase) -> Blow {
    let night = matches!(phase, Phase::Dusk | Phase::Night);
    Blow::Damage(combat.rage + if night { CLAWS_AT_NIGHT } else { CLAWS })
}

fn strength(combat: &Combat) -> Blow {
    Blow::Damage(STRENGTH + combat.rage)
}

/// The blow of a card of Dracula's, if it has one (C9).
pub(in crate::fury) fn blow_of(card: CombatCard, combat: &Combat, phase: Phase) -> Option<Blow> {
    match card {
        CombatCard::Claws => Some(claws(combat, phase)),
        CombatCard::Strength => Some(strength(combat)),
        CombatCard::Fangs => Some(Blow::Bite),
        _ => None,
    }
}

impl Adjudicator<'_> {
    /// Dracula's card takes effect, unless the engaged hunter's cancels it; then each participant's
    /// does (C5.4 to C5.6).
    pub(super) fn take_card_effect(&mut self, combat: Combat) -> Flow {
        let (Some(card), Some(engaged)) = (combat.card, combat.engaged) else { return Ok(()) };
        let own = combat.cards[engaged];
        let cancelled = own.is_some_and(|own| self.rules.data().cancels(own, card));
        self.fighting(|combat| combat.cancelled = cancelled);
        self.then([Task::Beat(Beat::Close)]);
        for hunter in hunters_of(combat.fighters).collect::<ArrayVec<_, 4>>().into_iter().rev() {
            self.then([Task::Strike(hunter)]);
        }
        self.then([Task::Beat(Beat::Fallen)]);
        let escape = matches!(card, CombatCard::Bat | CombatCard::Mist);
        let held = escape && combat.vampire.is_some() && combat.round <= NO_ESCAPE;
        if cancelled || held { Ok(()) } else { self.dracula_strikes(card, engaged, combat) }
    }

    /// C5.5: if no participant is on the board, the combat is over.
    pub(super) fn end_if_all_fell(&mut self, combat: Combat) {
        let on_board = |hunter| self.at.known.table.hunters[hunter].is_on_board();
        if !hunters_of(combat.fighters).any(on_board) {
            self.end_combat();
        }
    }

    /// The effect of one of Dracula's combat cards on the engaged hunter (C9).
    fn dracula_strikes(&mut self, card: CombatCard, engaged: Hunter, combat: Combat) -> Flow {
        match card {
            CombatCard::Claws => {
                if combat.wreaths & engaged.bit() != 0 {
                    self.lose_wreath(engaged);
                }
                self.strike_at(engaged, claws(&combat, self.at.known.table.phase));
            }
            CombatCard::Strength => {
                if let Some(item) = combat.cards[engaged].and_then(CombatCard::item) {
                    self.spend(engaged, item);
                }
                self.strike_at(engaged, strength(&combat));
            }
            CombatCard::Fangs => return self.fangs(engaged, combat),
            CombatCard::Mesmerize => {
                self.fighting(|combat| combat.mesmerized |= engaged.bit());
            }
            CombatCard::Plotting => {
                self.draw_encounter();
                self.draw_combat_card();
            }
            CombatCard::Bat => self.try_escape(Escape::Bat),
            CombatCard::Mist => self.try_escape(Escape::Mist),
            _ => {}
        }
        Ok(())
    }

    /// C9 `CL`: a wreath that was shown is discarded.
    fn lose_wreath(&mut self, hunter: Hunter) {
        self.fighting(|combat| combat.wreaths &= !hunter.bit());
        self.lose_item(hunter, Item::Wreath);
    }

    /// C9 `FA`: all but the bite itself.
    fn fangs(&mut self, engaged: Hunter, combat: Combat) -> Flow {
        if combat.mesmerized & engaged.bit() != 0 {
            self.gain(MESMERIZED)?;
        }
        if combat.wreaths & engaged.bit() != 0 {
            self.hit_untested(WREATH);
            self.test_end()?;
        }
        self.then([Task::AfterFangs]);
        self.strike_at(engaged, Blow::Bite);
        Ok(())
    }

    /// Sister Agatha, then the end of a vampire that the wreath has killed (C9 `FA`).
    pub(in crate::fury) fn after_fangs(&mut self) -> Flow {
        self.agatha()?;
        self.end_if_slain();
        Ok(())
    }

    /// V7: Sister Agatha wounds Dracula.
    fn agatha(&mut self) -> Flow {
        let combat = self.at.known.table.combat;
        let own = combat.is_none_or(|combat| combat.vampire.is_none());
        let agatha = self.at.known.table.ally == Some(EventCard::SisterAgatha);
        if agatha && own { self.wound(AGATHA) } else { Ok(()) }
    }

    /// V19: a blow lands, unless it is a bite or would defeat, and an event prevents it.
    fn strike_at(&mut self, hunter: Hunter, blow: Blow) {
        self.then([Task::Land(hunter, blow)]);
        let health = self.rules.data().hunters[hunter].health;
        let suffered = self.at.known.table.hunters[hunter].damage;
        let preventable = match blow {
            Blow::Bite => true,
            Blow::Damage(damage) => suffered + damage >= health,
        };
        if preventable {
            self.open_window_on_board(Occasion::Rescue);
            self.open_revenge();
        }
    }

    /// V19: Godalming may play Lucy's Revenge, if he takes part.
    fn open_revenge(&mut self) {
        let fights = self
            .at
            .known
            .table
            .combat
            .is_some_and(|combat| combat.fighters & Hunter::Godalming.bit() != 0);
        let on_board = self.at.known.table.hunters[Hunter::Godalming].is_on_board();
        if fights && on_board {
            self.open_window(std::iter::once(Hunter::Godalming), Occasion::Revenge);
        }
    }

    /// A blow lands.
    pub(in crate::fury) fn land(&mut self, hunter: Hunter, blow: Blow) -> Flow {
        match blow {
            Blow::Damage(damage) => self.hurt(hunter, damage),
            Blow::Bite => self.bite(hunter),
        }
    }

    /// C7: a bite token, or defeat if there is no space for it.
    fn bite(&mut self, hunter: Hunter) -> Flow {
        self.at.tally.bites += 1;
        self.fighting(|combat| combat.out |= hunter.bit());
        let spaces = self.rules.data().hunters[hunter].bites;
        let bites = &mut self.table().hunters[hunter].bites;
        if *bites < spaces {
            *bites += 1;
            return Ok(());
        }
        self.defeat_untested(hunter);
        self.test_end()
    }

    /// An escape succeeds, unless Lucy's Revenge cancels it (C9, V19).
    fn try_escape(&mut self, escape: Escape) {
        self.then([Task::Flee(escape)]);
        self.open_revenge();
    }

    /// The combat is over. A vampire does nothing more; Dracula flees (C9 `EB`, `EM`).
    pub(in crate::fury) fn flee(&mut self, escape: Escape) -> Flow {
        let Some(combat) = self.at.known.table.combat else { return Ok(()) };
        self.then([Task::EndCombat]);
        if combat.vampire.is_some() {
            return Ok(());
        }
        self.agatha()?;
        match escape {
            Escape::Bat => self.then([Task::BatFrom]),
            Escape::Mist => self.become_mist(),
        }
        Ok(())
    }

    /// C9 `EB`: Dracula chooses a city one road away, without hunters and holy tokens.
    pub(in crate::fury) fn ask_bat(&mut self) -> Flow {
        let table = &self.at.known.table;
        let near = self.rules.world().road(self.here()) & self.location_deck();
        let open = |at: &Place| table.hunters_at(*at) == 0 && !table.holy().contains(*at);
        let cities: PlaceSet = near.into_iter().filter(open).collect();
        let choices = Choices::none().places(MoveKind::To, cities);
        self.ask_dracula(Question::Movement, Task::BatFrom, choices)
    }

    pub(in crate::fury) fn bat_from(&mut self, mv: Move) -> Flow {
        if let Move::To(place) = mv {
            self.then([Task::Slide, Task::Leave, Task::BatTo(place)]);
        }
        Ok(())
    }

    /// C9 `EB`: he comes to the city, without an encounter step.
    pub(in crate::fury) fn bat_to(&mut self, place: Place) -> Flow {
        let slot = self.new_slot(TrailCard::City(place, Form::Plain, LaidCards::new()), Face::Down);
        self.come_to(place, slot);
        Ok(())
    }

    /// C9 `EM`: his location is turned face down, and he cannot be fought.
    fn become_mist(&mut self) {
        let id = self.at.known.dracula.slot;
        if let Some(space) = self.at.known.trail.space_of_id(id)
            && let Some(slot) = &mut self.trail().spaces[usize::from(space)]
        {
            slot.face = Face::Down;
        }
        self.table().mist = true;
    }

    pub(in crate::fury) fn end_mist(&mut self) -> Flow {
        self.table().mist = false;
        Ok(())
    }
}
