//! The hunters' cards in a combat (fury C5.6, C8, C10).

use crate::fury::cards::{CombatCard, Hunter, Item};
use crate::fury::choices::{Choices, MoveKind};
use crate::fury::moves::{Move, Word};
use crate::fury::state::{Adjudicator, Flow};
use crate::fury::table::hunters_of;
use crate::fury::task::{Question, Task};

impl Adjudicator<'_> {
    /// Damage to Dracula, or to the vampire of C2; the end is not tested.
    pub(in crate::fury) fn hit_untested(&mut self, damage: u8) {
        let Some(meeting) = self.at.combat.vampire else { return self.wound_untested(damage) };
        if let Some(card) = self.laid(meeting.at, meeting.index) {
            let health = self.rules.data().health(card.kind());
            let total = card.damage().saturating_add(damage);
            if total >= health {
                self.at.combat.slain = true;
            } else {
                self.set_laid(meeting.at, meeting.index, card.with_damage(total));
            }
        }
    }

    /// A vampire with as much damage as its health is discarded, and the combat is over (C5.6).
    pub(in crate::fury) fn end_if_slain(&mut self) {
        if !self.at.combat.slain {
            return;
        }
        if let Some(meeting) = self.at.combat.vampire {
            self.at.tally.vampires_killed += 1;
            self.end_combat();
            self.discard_met(&meeting);
        }
    }

    /// One hit (C8).
    fn hit(&mut self, damage: u8) -> Flow {
        self.hit_untested(damage);
        self.test_end()?;
        self.end_if_slain();
        Ok(())
    }

    /// A card of this round is discarded.
    pub(super) fn spend(&mut self, hunter: Hunter, item: Item) {
        self.fighting(|combat| combat.spent |= hunter.bit());
        self.lose_item(hunter, item);
    }

    /// A hunter's card takes effect, whether it was bitten now or not (C5.6, C10).
    pub(in crate::fury) fn strike(&mut self, hunter: Hunter) -> Flow {
        let Some(combat) = self.at.known.table.combat else { return Ok(()) };
        let figure = &self.at.known.table.hunters[hunter];
        let Some(card) = combat.cards[hunter].filter(|_| figure.is_on_board()) else {
            return Ok(());
        };
        if combat.spent & hunter.bit() != 0 {
            return Ok(());
        }
        let engaged = combat.engaged == Some(hunter);
        let is = |cards: &[CombatCard]| combat.card.is_some_and(|card| cards.contains(&card));
        match card {
            CombatCard::Punch => self.hit(1),
            CombatCard::Escape => {
                self.fighting(|combat| combat.out |= hunter.bit());
                Ok(())
            }
            CombatCard::Knife => self.hit(3),
            CombatCard::Pistol | CombatCard::Rifle => {
                self.then([Task::Bullets(hunter)]);
                self.hit(2)
            }
            CombatCard::Crucifix => {
                let stopped = is(&[CombatCard::Fangs, CombatCard::Mesmerize]);
                if engaged && combat.cancelled && stopped { self.hit(3) } else { Ok(()) }
            }
            CombatCard::Garlic => {
                let near = is(&[CombatCard::Fangs, CombatCard::Claws]);
                if engaged && near { self.hit(2) } else { Ok(()) }
            }
            CombatCard::Host => {
                self.spend(hunter, Item::Host);
                let bitten = engaged && is(&[CombatCard::Fangs]);
                if bitten { Ok(()) } else { self.hit(4) }
            }
            CombatCard::Circle => {
                self.spend(hunter, Item::Circle);
                self.then([Task::Circle(hunter)]);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// A shooter may use Holy Bullets, once in a combat (C10 `PI`, `RI`).
    pub(in crate::fury) fn ask_bullets(&mut self, hunter: Hunter) -> Flow {
        let Some(combat) = self.at.known.table.combat else { return Ok(()) };
        let held = self.at.known.held[hunter].items.has(Item::Bullets);
        let usable = held && combat.bullets & hunter.bit() == 0;
        let bullets = u64::from(usable) << Item::Bullets.index();
        let given = (MoveKind::GiveUpItem, bullets);
        self.offer(hunter.seat(), Question::GiveUp, Task::Bullets(hunter), given)
    }

    pub(in crate::fury) fn bullets(&mut self, hunter: Hunter, mv: Move) -> Flow {
        if let Move::GiveUp(_) = mv {
            self.fighting(|combat| combat.bullets |= hunter.bit());
            self.lose_item(hunter, Item::Bullets);
            return self.hit(3);
        }
        Ok(())
    }

    /// Hunters are named who leave by the Holy Circle, until `-` (C10 `HC`).
    pub(in crate::fury) fn ask_circle(&mut self, hunter: Hunter) -> Flow {
        let Some(combat) = self.at.known.table.combat else { return Ok(()) };
        let figures = &self.at.known.table.hunters;
        let inside = hunters_of(combat.fighters & !combat.out)
            .filter(|&hunter| figures[hunter].is_on_board())
            .fold(0, |set, hunter| set | hunter.bit());
        let choices = Choices::none().hunters(MoveKind::Hunter, inside).word(Word::No);
        self.ask(hunter.seat(), Question::Hunter, Task::Circle(hunter), choices)
    }

    pub(in crate::fury) fn circle(&mut self, hunter: Hunter, mv: Move) -> Flow {
        if let Move::Hunter(other) = mv {
            self.fighting(|combat| combat.out |= other.bit());
            self.then([Task::Circle(hunter)]);
        }
        Ok(())
    }
}
