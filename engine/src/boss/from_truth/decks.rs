//! The decks: the truth names their top cards, and the rest lies in any order.

use arrayvec::ArrayVec;

use super::super::codes::{Card, Sky};
use super::super::guess::{UnseenSky, shuffle, upper_sky};
use super::super::hand::Hand;
use super::super::params::Moon;
use super::super::pedestrians::{PEDESTRIANS, Pedestrian};
use super::super::players::{ByPlayer, Player};
use super::super::setup::LOWER;
use super::super::table::{MOST_CARDS, MOST_SKY, Table};
use super::{OnTile, Reader};
use crate::seed::Rng;
use crate::transcript::{BadTruth, Entry};

impl Reader<'_> {
    /// Every pedestrian that is neither on a tile nor claimed is in the deck, whose top comes last.
    pub(super) fn pedestrian_deck(
        self,
        table: &Table,
        lying: &[OnTile],
        open: &mut Rng,
    ) -> Result<ArrayVec<Pedestrian, PEDESTRIANS>, BadTruth> {
        let (entry, full) = (self.from.entry("peds_top")?, self.rules.params().moon == Moon::Full);
        let plays = |one: &Pedestrian| full || !self.rules.data().pedestrian(*one).moon_only;
        let mut rest: Vec<Pedestrian> = Pedestrian::all().filter(plays).collect();
        let claimed = table.claimed.iter().map(|claim| &claim.pedestrian);
        for one in lying.iter().flatten().chain(claimed) {
            take_out(&mut rest, *one).ok_or_else(|| {
                let problem = format!("with those claimed, `{one}` is there twice, or not at all");
                BadTruth::new("tiles", problem)
            })?;
        }
        let top = entry.parsed_list()?;
        let deck = deck(entry, top, rest, open)?;
        self.check_left("peds_left", deck.len())?;
        Ok(deck.into_iter().collect())
    }

    /// Every card that is neither in a hand nor discarded is in the deck, whose top comes last.
    pub(super) fn ability_deck(
        self,
        hands: &ByPlayer<Hand>,
        discards: &[Card],
        open: &mut Rng,
    ) -> Result<ArrayVec<Card, MOST_CARDS>, BadTruth> {
        let entry = self.from.entry("deck_top")?;
        let mut rest: Vec<Card> = self.rules.data().cards.iter().collect();
        let held = Player::ALL.into_iter().flat_map(|player| hands[player].iter());
        for card in held.chain(discards.iter().copied()) {
            take_out(&mut rest, card).ok_or_else(|| {
                let problem = format!("with those in hands there are too many `{card}`");
                BadTruth::new("discards", problem)
            })?;
        }
        let top = entry.parsed_list()?;
        let deck = deck(entry, top, rest, open)?;
        self.check_left("deck_left", deck.len())?;
        Ok(deck.into_iter().collect())
    }

    fn check_left(self, key: &str, left: usize) -> Result<(), BadTruth> {
        self.from.number(key, left..=left).map(|_| ())
    }

    /// U4: puts the sky cards turned up so far on the table, and gives the deck, its top last.
    pub(super) fn sky(
        self,
        table: &mut Table,
        open: &mut Rng,
    ) -> Result<ArrayVec<Sky, MOST_SKY>, BadTruth> {
        let now = self.from.entry("sky")?;
        if !self.rules.params().sky.is_on() {
            now.parsed_unless::<Sky>("-")?
                .map_or(Ok(()), |_| Err(now.refused("must be `-` without a sky deck")))?;
            return self.no_sky();
        }
        let in_force: Sky = now.parsed()?;
        if in_force == Sky::Sun {
            return Err(now.refused("the game is over in the sunlight"));
        }
        let before = usize::from(table.round) - 1;
        let past: Result<Vec<Sky>, BadTruth> = match self.from.entry("sky_past") {
            Ok(entry) => entry.list_of(before)?.into_iter().map(Entry::parsed).collect(),
            Err(_) => self
                .drawn_past(in_force, before, open)
                .ok_or_else(|| now.refused(format!("cannot be in force in round {}", table.round))),
        };
        let sky: Vec<Sky> = past?.into_iter().chain([in_force]).collect();
        let all = usize::from(self.rules.params().nights) + 2 + self.lower();
        if sky.len() >= all {
            return Err(BadTruth::new("round", format!("must be below {all}")));
        }
        let left = all - sky.len();
        self.check_left("sky_left", left)?;
        table.sky = sky.into_iter().collect();
        table.sky_left = super::super::count(left);
        self.sky_deck(table, open)
    }

    /// The cards of the lower part, without the sun.
    fn lower(self) -> usize {
        LOWER.len() - usize::from(self.rules.params().removed).min(LOWER.len())
    }

    fn no_sky(self) -> Result<ArrayVec<Sky, MOST_SKY>, BadTruth> {
        for key in ["sky_past", "sky_deck"] {
            if let Ok(entry) = self.from.entry(key) {
                entry.list_of(0)?;
            }
        }
        self.check_left("sky_left", 0)?;
        Ok(ArrayVec::new())
    }

    /// The sky cards of earlier rounds, drawn from those that can have come.
    fn drawn_past(self, in_force: Sky, before: usize, open: &mut Rng) -> Option<Vec<Sky>> {
        let nights = usize::from(self.rules.params().nights);
        let mut upper = upper_sky(self.rules);
        let mut lower: ArrayVec<Sky, MOST_SKY> = LOWER.into_iter().collect();
        match before.cmp(&nights) {
            std::cmp::Ordering::Less => take_one(&mut upper, in_force)?,
            std::cmp::Ordering::Equal if in_force != Sky::Dawn => return None,
            std::cmp::Ordering::Equal => {}
            std::cmp::Ordering::Greater => take_one(&mut lower, in_force)?,
        }
        shuffle(open, &mut upper);
        shuffle(open, &mut lower);
        let upper = upper.into_iter().take(nights);
        Some(upper.chain([Sky::Dawn]).chain(lower).take(before).collect())
    }

    fn sky_deck(self, table: &Table, open: &mut Rng) -> Result<ArrayVec<Sky, MOST_SKY>, BadTruth> {
        let unseen = UnseenSky::of(self.rules, table)
            .map_err(|_| BadTruth::new("sky_past", "these cards cannot have come"))?;
        let Ok(entry) = self.from.entry("sky_deck") else { return Ok(unseen.deck(open)) };
        let cards = entry.list_of(usize::from(table.sky_left))?;
        let mut deck: ArrayVec<Sky, MOST_SKY> = ArrayVec::new();
        for card in cards {
            deck.push(card.parsed()?);
        }
        deck.reverse();
        match unseen.can_be(&deck) {
            true => Ok(deck),
            false => Err(entry.refused("these cards cannot come")),
        }
    }
}

/// The cards named lie on top, the first of them uppermost; the rest lies below in any order.
fn deck<T: Copy + PartialEq + std::fmt::Display>(
    entry: Entry<'_>,
    top: Vec<T>,
    mut rest: Vec<T>,
    open: &mut Rng,
) -> Result<Vec<T>, BadTruth> {
    for card in &top {
        take_out(&mut rest, *card)
            .ok_or_else(|| entry.refused(format!("`{card}` is not in the deck")))?;
    }
    shuffle(open, &mut rest);
    rest.extend(top.into_iter().rev());
    Ok(rest)
}

fn take_out<T: Copy + PartialEq>(of: &mut Vec<T>, one: T) -> Option<T> {
    let at = of.iter().position(|other| *other == one)?;
    Some(of.remove(at))
}

fn take_one(of: &mut ArrayVec<Sky, MOST_SKY>, sky: Sky) -> Option<()> {
    let at = of.iter().position(|other| *other == sky)?;
    of.swap_remove(at);
    Some(())
}
