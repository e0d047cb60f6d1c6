//! Abilities, exchanges and relics (masters N9, N11, N13, N14).

use std::ops::ControlFlow::Continue;

use super::cells::{Cell, Member};
use super::codes::{Face, Relic, Vampire};
use super::moves::Move;
use super::step::{Adjudicator, Flow};

/// N9: blood that Imre gives, N14: and the chalice.
const GIVEN_BLOOD: u8 = 2;
/// N9: agents that Ishtvan removes.
const SUMMONED: u8 = 3;
/// N9: agents that Mila replaces.
const TEMPTED: u8 = 2;
/// N13: agents that Mila replaces.
const ALL_TEMPTED: u8 = 3;

impl Adjudicator<'_> {
    /// Exchanges, relics and abilities.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other moves answer other questions")]
    pub(super) fn use_ability(&mut self, actor: Member, here: Cell, mv: Move) -> Flow {
        match mv {
            Move::Give(relic, other) => self.exchange(actor, other, Some(relic), None),
            Move::Take(relic, other) => self.exchange(actor, other, None, Some(relic)),
            Move::Swap(own, relic, other) => self.exchange(actor, other, Some(own), Some(relic)),
            Move::Blood | Move::Lure(..) | Move::Send(..) | Move::Feed(_) | Move::Reveal(_) => {
                self.blood_ability(actor, here, mv);
            }
            Move::Dark | Move::LureAll(_) | Move::SendAll(_) => {
                return self.dark_ability(actor, here, mv);
            }
            _ => return self.use_relic(actor, here, mv),
        }
        Continue(())
    }

    /// An exchange of relics between two vampires (N11).
    fn exchange(
        &mut self,
        actor: Member,
        other: Vampire,
        given: Option<Relic>,
        taken: Option<Relic>,
    ) {
        let Some(other) = self.table().member(other) else { return };
        for (relic, from) in [(given, actor), (taken, other)] {
            relic.into_iter().for_each(|relic| self.give_up(from, relic));
        }
        for (relic, to) in [(given, other), (taken, actor)] {
            if let Some(relic) = relic {
                self.sheet(to).relics.push(relic);
                self.at.table.changed.insert(relic);
            }
        }
    }

    /// The actor's blood ability (N9).
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other moves answer other questions")]
    fn blood_ability(&mut self, actor: Member, here: Cell, mv: Move) {
        let who = self.table().sheet(actor).who;
        let cost = self.rules.data().vampire(who);
        self.lose_blood(actor, cost.blood);
        self.remove_minions(here, cost.minions);
        match mv {
            Move::Lure(district, face) => {
                self.move_agent(self.table().cell(district), here, face);
            }
            Move::Send(district, face) => {
                self.move_agent(here, self.table().cell(district), face);
            }
            Move::Feed(vampire) => self.feed(vampire),
            Move::Reveal(district) => self.expose(self.table().cell(district)),
            _ => match who {
                Vampire::Ishtvan => {
                    let removed = self.remove_agents(here, SUMMONED);
                    self.gain_kills(actor, removed);
                }
                Vampire::Mila => self.tempt(actor, here, TEMPTED),
                Vampire::Nevena => self.omen(actor),
                Vampire::Agnieszka | Vampire::Imre | Vampire::Laszlo => {}
            },
        }
    }

    fn feed(&mut self, vampire: Vampire) {
        if let Some(member) = self.table().member(vampire) {
            self.gain_blood(member, GIVEN_BLOOD);
        }
    }

    /// B1: up to this many agents of a cell, exposed ones first. Gives how many.
    fn remove_agents(&mut self, cell: Cell, most: u8) -> u8 {
        let count = most.min(self.table().agents(cell));
        for _ in 0..count {
            let exposed = self.table().showing(cell, Face::Exposed) > 0;
            self.remove_agent(cell, if exposed { Face::Exposed } else { Face::Hidden });
        }
        count
    }

    /// Replaces some agents of a cell by minions (N9, N13).
    fn tempt(&mut self, actor: Member, here: Cell, most: u8) {
        let removed = self.remove_agents(here, most);
        self.place_minions(here, removed);
        self.gain_kills(actor, removed);
    }

    /// N9: the top card goes under the deck.
    fn omen(&mut self, actor: Member) {
        let Some(card) = self.draw_event() else { return };
        self.at.events.push(card);
        self.at.table.deck.push(super::cards::InDeck::Card(card));
        self.strike_cells(actor, card, 1);
    }

    /// N9, N13: up to this many agents of each of a card's cells are removed.
    fn strike_cells(&mut self, actor: Member, card: super::cards::EventCard, most: u8) {
        let row = *self.rules.data().event(card);
        for cell in Cell::ALL {
            if row.cells().contains(cell) {
                let removed = self.remove_agents(cell, most);
                self.gain_kills(actor, removed);
            }
        }
    }

    /// The actor's dark ability (N13).
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other moves answer other questions")]
    fn dark_ability(&mut self, actor: Member, here: Cell, mv: Move) -> Flow {
        let who = self.table().sheet(actor).who;
        self.fall(self.rules.data().vampire(who).veil)?;
        match mv {
            Move::LureAll(district) => self.move_all(self.table().cell(district), here),
            Move::SendAll(district) => self.move_all(here, self.table().cell(district)),
            _ => match who {
                Vampire::Imre => {
                    self.table().members().for_each(|member| self.gain_blood(member, 1));
                }
                Vampire::Ishtvan => {
                    self.table().members().for_each(|member| self.sheet(member).at = here);
                    self.place_minions(here, 2);
                }
                Vampire::Mila => self.tempt(actor, here, ALL_TEMPTED),
                Vampire::Nevena => {
                    if let Some(card) = self.draw_event() {
                        self.strike_cells(actor, card, 2);
                    }
                }
                Vampire::Agnieszka | Vampire::Laszlo => {}
            },
        }
        Continue(())
    }

    fn move_all(&mut self, from: Cell, to: Cell) {
        for face in [Face::Hidden, Face::Exposed] {
            for _ in 0..self.table().showing(from, face) {
                self.move_agent(from, to, face);
            }
        }
    }

    /// The use of a relic (N14).
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other moves answer other questions")]
    fn use_relic(&mut self, actor: Member, here: Cell, mv: Move) -> Flow {
        match mv {
            Move::Relic(Relic::Timepiece) => {
                self.at.table.timepiece = true;
                self.at.table.ap += 1;
            }
            Move::Relic(relic) => self.place_relic(actor, here, relic),
            Move::RelicAt(Relic::Whistle, district) => {
                self.at.table.ap -= 1;
                self.expose(self.table().cell(district));
            }
            Move::RelicAt(Relic::Cloak, district) => {
                self.lose_blood(actor, 1);
                self.sheet(actor).at = self.table().cell(district);
            }
            Move::RelicAt(_, district) => {
                self.fall(1)?;
                self.remove_agent(self.table().cell(district), Face::Exposed);
                self.gain_kills(actor, 1);
            }
            Move::RelicDie(pips) => {
                self.lose_blood(actor, 1);
                self.at.table.dice.take(pips);
                self.roll(1);
            }
            Move::RelicFor(vampire) => {
                self.at.table.ap -= 1;
                self.feed(vampire);
            }
            _ => debug_assert!(false, "{mv} is no action"),
        }
        Continue(())
    }

    /// N14: the urn, the obelisk and the mirror leave their holder.
    fn place_relic(&mut self, actor: Member, here: Cell, relic: Relic) {
        self.at.table.ap -= 1;
        self.give_up(actor, relic);
        if relic == Relic::Urn {
            self.at.table.urn = Some(here);
        } else if relic == Relic::Obelisk {
            self.at.table.obelisk = Some(here);
        } else {
            self.rise();
        }
    }
}
