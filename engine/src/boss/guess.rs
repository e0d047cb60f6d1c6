//! Positions that a seat cannot tell from the one that it is in (boss K).

use arrayvec::ArrayVec;

use super::Boss;
use super::codes::{Asked, BloodGroup, Card, GROUPS, Sky, Status};
use super::moves::{Move, TileSpot};
use super::own::{Own, SeenPedestrian};
use super::params::Moon;
use super::pedestrians::{PEDESTRIANS, Pedestrian};
use super::players::Player;
use super::position::{HiddenFacts, Position};
use super::setup::LOWER;
use super::state::State;
use super::table::{Lying, MOST_CARDS, MOST_SKY, Table};
use super::view::View;
use crate::chance::Luck;
use crate::guess::{Guess, NoGuess};
use crate::seed::{Purpose, Rng};

const GUESS: Purpose = Purpose::new("guess");

/// The positions that a view allows: far too many to list.
///
/// The draws follow the deal. Every order of the pedestrians that agrees with the blood groups and
/// with what the seat has seen is equally likely, and so is every order of the ability cards and of
/// the sky. Hidden answers (R5) are `STAY` or `LEAVE` with equal chances. The moves of the others
/// tell something about their cards, but that is left out: it depends on who they are.
#[derive(Debug, Clone)]
pub struct Possible {
    /// The known part of the position; all that is hidden is missing.
    known: Position,
    /// The pedestrians that the seat has not seen, by blood group.
    pedestrians: [ArrayVec<Pedestrian, PEDESTRIANS>; GROUPS],
    /// The cards that others may hold: all that the seat has not seen, without Midnight Strolls.
    cards: ArrayVec<Card, MOST_CARDS>,
    /// The Midnight Strolls in the deck.
    strolls: usize,
    sky: UnseenSky,
}

/// The sky cards that nobody has seen, and how many of them are in the deck.
#[derive(Debug, Clone)]
pub(super) struct UnseenSky {
    /// The cards of which the rest of the upper part is drawn.
    upper: ArrayVec<Sky, MOST_SKY>,
    upper_left: usize,
    /// True if the dawn between the parts is still to come.
    dawn: bool,
    /// The cards of which the rest of the lower part is drawn, without the sun.
    lower: ArrayVec<Sky, MOST_SKY>,
    /// Cards in the rest of the lower part, with the sun; none without a sky deck.
    lower_left: usize,
}

impl View {
    /// The positions that look like this to a seat that is asked.
    ///
    /// # Errors
    /// If the seat is not asked, or no game of these rules gives the view.
    pub fn guesses(&self, rules: &Boss) -> Result<Possible, NoGuess> {
        if !self.is_possible(rules) {
            return Err(NoGuess);
        }
        let pedestrians = self.unseen_pedestrians(rules)?;
        let (cards, strolls) = self.unseen_cards(rules)?;
        let sky = UnseenSky::of(rules, &self.table)?;
        Ok(Possible { known: self.known_position(), pedestrians, cards, strolls, sky })
    }

    /// True if the question can be asked: then going on from it does not fail.
    fn is_possible(&self, rules: &Boss) -> bool {
        let table = &self.table;
        let Some(asked) = self.asked else { return false };
        let in_turn = || table.active.is_some_and(|active| active.index() < table.players());
        let in_attack = || in_turn() && table.attacked_ground().is_some();
        let fits = match asked {
            Asked::Vampire => table.round == 0,
            Asked::Stay => table.active.is_none(),
            Asked::Action | Asked::Discard => in_turn() && table.active == Some(self.player),
            Asked::Window | Asked::Stroll => in_turn(),
            Asked::Answer => in_turn() && table.card.is_some(),
            Asked::Cry => in_attack(),
            Asked::Ambush | Asked::Fight | Asked::Order => {
                in_attack() && table.active == Some(self.player)
            }
        };
        fits && table.players() == usize::from(rules.params().players)
            && table.is_in(self.player)
            && table.over.is_none()
            && (table.round > 0) == (asked != Asked::Vampire)
            && self.own.hand.len() == u32::from(table.seat(self.player).hand)
            && !self.moves(rules).as_slice().is_empty()
    }

    /// The pedestrians that the seat has not seen.
    fn unseen_pedestrians(
        &self,
        rules: &Boss,
    ) -> Result<[ArrayVec<Pedestrian, PEDESTRIANS>; GROUPS], NoGuess> {
        let (table, data) = (&self.table, rules.data());
        let full = rules.params().moon == Moon::Full;
        let mut unseen = [false; PEDESTRIANS];
        for one in Pedestrian::all() {
            unseen[one.index()] = full || !data.pedestrian(one).moon_only;
        }
        let up = table.tiles.iter().flat_map(|ground| &ground.lying).filter_map(|lying| {
            let Lying::Up { pedestrian, .. } = lying else { return None };
            Some(*pedestrian)
        });
        let claimed = table.claimed.iter().map(|claim| claim.pedestrian);
        let looked_at = self.own.seen.iter().map(|seen| seen.pedestrian);
        for one in up.chain(claimed).chain(looked_at) {
            if !std::mem::take(&mut unseen[one.index()]) {
                return Err(NoGuess);
            }
        }
        if !self.own.seen.iter().all(|seen| is_down(rules, table, seen)) {
            return Err(NoGuess);
        }
        let mut by_group: [ArrayVec<Pedestrian, PEDESTRIANS>; GROUPS] = Default::default();
        for one in Pedestrian::all().filter(|one| unseen[one.index()]) {
            by_group[one.group(data).index()].push(one);
        }
        self.check_groups(&by_group)?;
        Ok(by_group)
    }

    /// Checks that there are as many pedestrians of each group as lie face down, and as many in all
    /// as the deck needs.
    fn check_groups(
        &self,
        by_group: &[ArrayVec<Pedestrian, PEDESTRIANS>; GROUPS],
    ) -> Result<(), NoGuess> {
        let table = &self.table;
        let mut needed = [0; GROUPS];
        let mut down = 0;
        for (ground, spot, group) in face_down(table) {
            if self.own.seen_at(ground.tile, spot).is_none() {
                needed[group.index()] += 1;
                down += 1;
            }
        }
        table.under.iter().for_each(|group| needed[group.index()] += 1);
        let all: usize = by_group.iter().map(|group| group.len()).sum();
        let enough = by_group.iter().zip(needed).all(|(group, needed)| group.len() >= needed);
        let left = usize::from(table.pedestrians_left);
        let fits = enough && all == down + left && table.under.len() <= left;
        if fits { Ok(()) } else { Err(NoGuess) }
    }

    /// The cards that others hold or that are in the deck, and the number of Midnight Strolls
    /// there.
    fn unseen_cards(&self, rules: &Boss) -> Result<(ArrayVec<Card, MOST_CARDS>, usize), NoGuess> {
        let table = &self.table;
        if table.round == 0 {
            return Ok((ArrayVec::new(), 0));
        }
        let mut counts = *rules.data().cards.counts();
        let held = self.own.hand.iter();
        for card in held.chain(table.discards.iter().copied()) {
            let left = &mut counts[card.index()];
            *left = left.checked_sub(1).ok_or(NoGuess)?;
        }
        let strolls = usize::from(std::mem::take(&mut counts[Card::Stroll.index()]));
        let each = Card::ALL.iter().zip(counts);
        let cards: ArrayVec<Card, MOST_CARDS> =
            each.flat_map(|(card, count)| std::iter::repeat_n(*card, count.into())).collect();
        let others = Player::ALL.into_iter().take(table.players());
        let others = others.filter(|other| *other != self.player);
        let in_hands: usize = others.map(|other| usize::from(table.seat(other).hand)).sum();
        if cards.len() + strolls != in_hands + usize::from(table.deck_left)
            || cards.len() < in_hands
        {
            return Err(NoGuess);
        }
        Ok((cards, strolls))
    }

    /// The position with nothing that is hidden from the seat.
    fn known_position(&self) -> Position {
        let table = &self.table;
        let mut own = super::ByPlayer::new(|_| Own::default());
        own[self.player] = self.own.clone();
        Position {
            table: table.clone(),
            own,
            asked: self.asked.map(|asked| (self.player, asked)),
            hidden: HiddenFacts::default(),
        }
    }
}

/// True if something that a seat has seen lies there face down.
fn is_down(rules: &Boss, table: &Table, seen: &SeenPedestrian) -> bool {
    let lying = table.ground(seen.tile).and_then(|ground| ground.lying.get(seen.spot.index()));
    match lying {
        Some(Lying::Down { group, .. }) => seen.pedestrian.group(rules.data()) == *group,
        Some(Lying::Up { .. }) | None => false,
    }
}

/// The pedestrians face down: where they lie, and of which group they are.
fn face_down(table: &Table) -> impl Iterator<Item = (&super::LayoutTile, TileSpot, BloodGroup)> {
    table.tiles.iter().flat_map(|ground| {
        TileSpot::all().zip(&ground.lying).filter_map(move |(spot, lying)| match lying {
            Lying::Down { group, .. } => Some((ground, spot, *group)),
            Lying::Up { .. } => None,
        })
    })
}

impl UnseenSky {
    /// U4, without what was turned up.
    pub(super) fn of(rules: &Boss, table: &Table) -> Result<Self, NoGuess> {
        let params = rules.params();
        if !params.sky.is_on() {
            let none = ArrayVec::new;
            let fits = table.sky.is_empty() && table.sky_left == 0;
            let empty =
                Self { upper: none(), upper_left: 0, dawn: false, lower: none(), lower_left: 0 };
            return if fits { Ok(empty) } else { Err(NoGuess) };
        }
        let nights = usize::from(params.nights);
        let turned = table.sky.len();
        let mut upper = upper_sky(rules);
        let mut lower: ArrayVec<Sky, MOST_SKY> = LOWER.into_iter().collect();
        let in_lower = LOWER.len() - usize::from(params.removed).min(LOWER.len()) + 1;
        table.sky.iter().take(nights).try_for_each(|sky| take_out(&mut upper, *sky))?;
        table.sky.iter().skip(nights + 1).try_for_each(|sky| take_out(&mut lower, *sky))?;
        let dawn = table.sky.get(nights);
        if dawn.is_some_and(|sky| *sky != Sky::Dawn)
            || turned + usize::from(table.sky_left) != nights + 1 + in_lower
        {
            return Err(NoGuess);
        }
        let upper_left = nights.saturating_sub(turned);
        let lower_left = in_lower - turned.saturating_sub(nights + 1).min(in_lower);
        Ok(Self { upper, upper_left, dawn: dawn.is_none(), lower, lower_left })
    }

    /// True if such a deck, its top last, can be drawn.
    pub(super) fn can_be(&self, deck: &[Sky]) -> bool {
        let Some(lower) = deck.get(..self.lower_left.min(deck.len())) else { return false };
        let rest = &deck[lower.len()..];
        let dawn = usize::from(self.dawn);
        let (mut upper_cards, mut lower_cards) = (self.upper.clone(), self.lower.clone());
        if self.lower_left > 0 {
            lower_cards.push(Sky::Sun);
        }
        let dawns = rest.iter().take(dawn).filter(|sky| **sky == Sky::Dawn).count();
        let nights = rest.len().checked_sub(dawn) == Some(self.upper_left);
        nights
            && dawns == dawn
            && lower.len() == self.lower_left
            && lower.contains(&Sky::Sun) == (self.lower_left > 0)
            && lower.iter().all(|sky| take_out(&mut lower_cards, *sky).is_ok())
            && rest.iter().skip(dawn).all(|sky| take_out(&mut upper_cards, *sky).is_ok())
    }

    /// The deck, its top last.
    pub(super) fn deck(&self, luck: &mut dyn Luck) -> ArrayVec<Sky, MOST_SKY> {
        let mut deck = ArrayVec::new();
        if self.lower_left > 0 {
            let mut lower = self.lower.clone();
            shuffle(luck, &mut lower);
            lower.truncate(self.lower_left - 1);
            lower.push(Sky::Sun);
            shuffle(luck, &mut lower);
            deck.extend(lower);
        }
        if self.dawn {
            deck.push(Sky::Dawn);
        }
        let mut upper = self.upper.clone();
        shuffle(luck, &mut upper);
        upper.truncate(self.upper_left);
        deck.extend(upper);
        deck
    }
}

fn take_out(of: &mut ArrayVec<Sky, MOST_SKY>, sky: Sky) -> Result<(), NoGuess> {
    let at = of.iter().position(|other| *other == sky).ok_or(NoGuess)?;
    of.swap_remove(at);
    Ok(())
}

/// U4: the cards from which the upper part is drawn.
pub(super) fn upper_sky(rules: &Boss) -> ArrayVec<Sky, MOST_SKY> {
    let [moons, rains] = rules.data().moons.map(usize::from);
    match rules.params().moon {
        Moon::No => std::iter::repeat_n(Sky::Night, rules.params().nights.into()).collect(),
        Moon::Full => std::iter::repeat_n(Sky::Moon, moons)
            .chain(std::iter::repeat_n(Sky::Rain, rains))
            .take(MOST_SKY)
            .collect(),
    }
}

pub(super) fn shuffle<T>(luck: &mut dyn Luck, list: &mut [T]) {
    for last in (1..list.len()).rev() {
        let bound = u32::try_from(last + 1).expect("lists are short");
        list.swap(last, luck.below(GUESS, bound) as usize);
    }
}

impl Possible {
    /// One of the positions, drawn as [`Possible`] says.
    #[must_use]
    pub fn draw(&self, luck: &mut dyn Luck) -> Position {
        let mut at = self.deal(luck);
        for before in self.answered() {
            let answer = [Move::Stay, Move::Leave][luck.below(GUESS, 2) as usize];
            at.own[before].commit = Some(answer);
        }
        at
    }

    /// One of the positions, with the hidden answers (R5) that a model of the others gives: it is
    /// asked what a seat answers in a position.
    pub fn draw_with(
        &self,
        luck: &mut dyn Luck,
        mut answer: impl FnMut(&Position, Player) -> Move,
    ) -> Position {
        let mut at = self.deal(luck);
        for before in self.answered() {
            at.own[before].commit = Some(answer(&at, before));
        }
        at
    }

    /// Deals all that is hidden, except hidden answers.
    fn deal(&self, luck: &mut dyn Luck) -> Position {
        let mut at = self.known.clone();
        self.deal_pedestrians(&mut at, luck);
        self.deal_cards(&mut at, luck);
        at.hidden.sky = self.sky.deck(luck);
        at
    }

    /// R5: those that were asked before the viewer, and have answered.
    fn answered(&self) -> impl Iterator<Item = Player> + '_ {
        let (table, viewer) = (&self.known.table, self.viewer());
        let stays = matches!(self.known.asked, Some((_, Asked::Stay)));
        let before = table.in_order_from(table.leader).take_while(move |other| *other != viewer);
        before.filter(move |_| stays)
    }

    fn viewer(&self) -> Player {
        self.known.asked.map_or(Player::ALL[0], |(player, _)| player)
    }

    fn deal_pedestrians(&self, at: &mut Position, luck: &mut dyn Luck) {
        let mut pools = self.pedestrians.clone();
        let mut of_group = |group: BloodGroup, luck: &mut dyn Luck| {
            let pool = &mut pools[group.index()];
            let count = u32::try_from(pool.len()).expect("groups are small");
            pool.swap_remove(luck.below(GUESS, count) as usize)
        };
        let own = &self.known.own[self.viewer()];
        for ground in &self.known.table.tiles {
            let lying = TileSpot::all().zip(&ground.lying).map(|(spot, lying)| match lying {
                Lying::Up { pedestrian, .. } => *pedestrian,
                Lying::Down { group, .. } => {
                    own.seen_at(ground.tile, spot).unwrap_or_else(|| of_group(*group, luck))
                }
            });
            at.hidden.lying.push(lying.collect());
        }
        let under = self.known.table.under.iter().rev().map(|group| of_group(*group, luck));
        at.hidden.pedestrians = under.collect();
        let mut rest: ArrayVec<Pedestrian, PEDESTRIANS> = pools.into_iter().flatten().collect();
        shuffle(luck, &mut rest);
        at.hidden.pedestrians.extend(rest);
        self.remember(at);
    }

    /// The others remember what they have looked at.
    fn remember(&self, at: &mut Position) {
        let viewer = self.viewer();
        for (tile, ground) in self.known.table.tiles.iter().enumerate() {
            for (spot, lying) in TileSpot::all().zip(&ground.lying) {
                let Lying::Down { seen_by, .. } = lying else { continue };
                let pedestrian = at.hidden.lying[tile][spot.index()];
                for other in Player::ALL.into_iter().take(self.known.table.players()) {
                    let status = self.known.table.seat(other).status;
                    let knows = matches!(status, Status::In | Status::Sun);
                    if other != viewer && knows && seen_by.contains(other) {
                        let seen = SeenPedestrian { tile: ground.tile, spot, pedestrian };
                        let _: Result<(), _> = at.own[other].seen.try_push(seen);
                    }
                }
            }
        }
    }

    fn deal_cards(&self, at: &mut Position, luck: &mut dyn Luck) {
        let mut cards = self.cards.clone();
        shuffle(luck, &mut cards);
        for other in Player::ALL.into_iter().take(self.known.table.players()) {
            if other != self.viewer() {
                let held = usize::from(self.known.table.seat(other).hand);
                at.own[other].hand = cards.drain(cards.len() - held..).collect();
            }
        }
        cards.extend(std::iter::repeat_n(Card::Stroll, self.strolls));
        shuffle(luck, &mut cards);
        at.hidden.deck = cards;
    }
}

impl Guess for Boss {
    type Guesses = Possible;

    fn guesses(&self, view: &View) -> Result<Possible, NoGuess> {
        view.guesses(self)
    }

    fn sample(&self, guesses: &Possible, rng: &mut Rng) -> State {
        State::of(guesses.draw(rng), Self::fresh_chance(rng))
    }
}
