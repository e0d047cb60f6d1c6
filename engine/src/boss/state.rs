//! The whole truth about a game in progress.

use arrayvec::ArrayVec;

use super::Boss;
use super::codes::{Asked, Status};
use super::moves::Move;
use super::players::Player;
use super::position::{Position, Tellings};
use super::table::CLOSED;
use super::view::Event;
use crate::chance::Chance;
use crate::game::{Choice, Ending, IllegalMove, Turn};
use crate::seats::{SideId, SideSet};

/// The whole truth about a game in progress.
#[derive(Debug, Clone)]
pub struct State {
    pub(super) position: Position,
    pub(super) chance: Chance,
}

/// A decision that was made, with all that is told of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Play {
    /// The seat that made it.
    pub player: Player,
    /// The question.
    pub asked: Asked,
    /// The answer.
    pub mv: Move,
    /// The entries that are told.
    pub told: Tellings,
    /// The seat asked next, and its question; `None` if the game is over.
    pub next: Option<(Player, Asked)>,
}

/// The events of one decision for one viewer: what is told, and a question.
pub type Events = arrayvec::IntoIter<Event, 129>;

impl State {
    pub(super) fn start(rules: &Boss, mut chance: Chance) -> Self {
        let position = Position::start(rules, &mut chance, &mut Tellings::new());
        Self { position, chance }
    }

    /// The position: everything except the chance.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// A state that goes on from a position with this chance.
    #[must_use]
    pub const fn of(position: Position, chance: Chance) -> Self {
        Self { position, chance }
    }

    /// Carries out a move of the seat asked.
    pub(super) fn play(&mut self, rules: &Boss, mv: Move) -> Result<Play, IllegalMove> {
        let (player, asked) = self.position.asked().ok_or(IllegalMove)?;
        let mut play = Play { player, asked, mv, told: Tellings::new(), next: None };
        self.position.play(rules, mv, &mut self.chance, &mut play.told)?;
        play.next = self.position.asked();
        Ok(play)
    }

    /// E7: the last legal move.
    pub(super) fn default_choice(&self, rules: &Boss) -> Choice<Move> {
        let moves = self.position.moves(rules);
        (*moves.as_slice().last().expect("a seat that is asked has a legal move")).into()
    }

    /// The seat asked, or the ending (E).
    pub(super) fn turn(&self, rules: &Boss) -> Turn {
        if let Some((player, _)) = self.position.asked() {
            return Turn::ToMove(player.seat());
        }
        let table = self.position.table();
        let players = || Player::ALL.into_iter().take(table.players());
        let first = |player: &Player| {
            let alive = matches!(table.seat(*player).status, Status::In | Status::Left);
            alive && players().all(|other| rules.compare(table, *player, other).is_ge())
        };
        let winners = players().filter(first);
        Turn::Over(Ending {
            scores: players().map(|player| rules.rank_score(table, player)).collect(),
            winners: winners.fold(SideSet::NONE, |set, player| set.with(player.side())),
            reason: table.over.expect("only then nobody is asked").code(),
        })
    }

    /// True if a side's player is dead or in the sun.
    pub(super) fn is_out(&self, side: SideId) -> bool {
        let seats = &self.position.table().seats;
        let place = seats.get(usize::from(side.0));
        place.is_some_and(|place| matches!(place.status, Status::Dead | Status::Sun))
    }

    /// The facts of the game, in the order of their list (E6).
    pub(super) fn facts(&self, rules: &Boss) -> Vec<i64> {
        let table = self.position.table();
        let count = |status| table.seats.iter().filter(|place| place.status == status).count();
        let closed = table.tiles.iter().filter(|ground| ground.tokens >= CLOSED).count();
        let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let mut facts = vec![
            table.round.into(),
            table.tally.turns.into(),
            table.tally.attacks.into(),
            table.tally.failed.into(),
            number(table.claimed.len()),
            number(table.orders.len()),
            number(closed),
            number(count(Status::Dead)),
            number(count(Status::Sun)),
            number(count(Status::Left)),
        ];
        for player in Player::ALL.into_iter().take(table.players()) {
            let place = table.seat(player);
            facts.push(rules.points(table, player).into());
            facts.push(number(place.won.len()));
            facts.push(place.wounds.into());
        }
        facts
    }
}

impl Play {
    /// The events for one seat, in order.
    pub(super) fn events(&self, player: Player) -> Events {
        let mut events = ArrayVec::new();
        for told in &self.told {
            if let Some(told) = told.to(player) {
                events.push(Event::Told(told));
            }
        }
        if let Some((seat, asked)) = self.next
            && seat == player
        {
            events.push(Event::Asked(asked));
        }
        events.into_iter()
    }
}
