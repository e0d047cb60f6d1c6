//! A match, with what the gates need to know about it.

use std::sync::Arc;

use stoker_bots::course::{Belief, ExpectedMeetings, Tables};
use stoker_bots::{BotEntry, Values};
use stoker_engine::course::{Course, Hunter, Move, Play, State, View};
use stoker_engine::map::Place;
use stoker_engine::{Choice, Rng, Seat, Seed};

use crate::matches::{self, Players};
use crate::pairing::Pairing;

/// A match.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct MatchRecord {
    /// The hunters' score.
    pub(crate) score: i32,
    /// Dracula's turns, the first of which chose where to begin.
    pub(crate) turns: Vec<TurnRecord>,
}

impl MatchRecord {
    /// The place where Dracula began.
    pub(crate) fn start(&self) -> Option<Place> {
        self.turns.first().map(|turn| turn.place)
    }

    /// The round in which Dracula was first met.
    pub(crate) fn first_meeting(&self) -> Option<u16> {
        let met = self.turns.iter().find(|turn| turn.meetings > 0);
        met.map(|turn| turn.round + 1)
    }
}

/// The end of a turn of Dracula's, and the hunters' turns after it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct TurnRecord {
    /// The round of his turn.
    pub(crate) round: u16,
    /// The place where it ended.
    pub(crate) place: Place,
    /// What kind of place that is.
    pub(crate) ground: Ground,
    /// True if a hunter could be there on the next turn.
    pub(crate) in_reach: bool,
    /// True if the hunters' belief gave this place a probability of more than one half.
    pub(crate) known: bool,
    /// True if the castle is at most two moves away.
    pub(crate) near_castle: bool,
    /// The number of meetings that were expected on the hunters' next turns.
    pub(crate) expected: f64,
    /// The number of meetings before his next turn.
    pub(crate) meetings: u32,
}

/// Land or sea.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ground {
    Land,
    Sea,
}

/// A bot with its settings.
#[derive(Clone)]
pub(crate) struct Player {
    /// Name and settings, as they were given.
    pub(crate) spec: String,
    pub(crate) entry: BotEntry<Course>,
    pub(crate) values: Values,
}

impl Player {
    /// A bot without settings.
    pub(crate) fn plain(entry: BotEntry<Course>) -> Self {
        let values = Values::defaults(entry.params);
        Self { spec: entry.name.to_owned(), entry, values }
    }
}

/// Plays a match with free starts.
pub(crate) fn play(
    game: &Arc<Course>,
    tables: &Tables,
    [hunters, dracula]: [&Player; 2],
    seed: Seed,
) -> MatchRecord {
    let players = [(&hunters.entry, &hunters.values), (&dracula.entry, &dracula.values)];
    let mut observed = Observed {
        bots: Pairing::new(players, game, seed),
        observer: Observer::new(game, tables, seed),
        announced: None,
    };
    let ended = matches::play(game, &mut observed, seed);
    MatchRecord { score: ended.position().board().score(), turns: observed.observer.turns }
}

/// The bots of a match, and who watches them.
struct Observed<'a> {
    bots: Pairing,
    observer: Observer<'a>,
    /// The move that is being played.
    announced: Option<Announced>,
}

impl Players for Observed<'_> {
    fn choose(&mut self, seat: Seat, forced: Option<Move>, views: &[View; 2]) -> Choice<Move> {
        let choice = self.bots.choose(seat, forced, views);
        self.announced = Some(self.observer.expect(&views[1], choice.mv));
        choice
    }

    fn note(&mut self, state: &State, views: &[View; 2]) {
        if let Some(announced) = self.announced.take() {
            self.observer.note(state, &views[0], &announced);
        }
    }
}

/// What is noted of a match while it is played.
struct Observer<'a> {
    game: &'a Course,
    tables: &'a Tables,
    /// The hunters' belief by the documented model of his moves.
    belief: Belief,
    forecast: ExpectedMeetings,
    /// The chance of the forecast, which is not that of a player.
    rng: Rng,
    turns: Vec<TurnRecord>,
}

/// A move that is about to be played.
struct Announced {
    mv: Move,
    round: u16,
    expected: f64,
}

impl<'a> Observer<'a> {
    fn new(game: &'a Arc<Course>, tables: &'a Tables, seed: Seed) -> Self {
        Self {
            game,
            tables,
            belief: Belief::new(game),
            forecast: ExpectedMeetings::new(game),
            rng: seed.bot_rng(),
            turns: vec![],
        }
    }

    /// Takes in a move before it is played, with Dracula's view.
    fn expect(&mut self, view: &View, mv: Move) -> Announced {
        let view = view.dracula().expect("the view is Dracula's");
        let expected = match mv {
            Move::Dracula(mv) => self.forecast.after(view, mv, &mut self.rng).unwrap_or(0.0),
            Move::Hunter(_) => 0.0,
        };
        Announced { mv, round: view.board().round(), expected }
    }

    /// Notes a move that was played, with the hunters' view after it.
    fn note(&mut self, state: &State, view: &View, played: &Announced) {
        match played.mv {
            Move::Dracula(_) => {
                self.belief.update(self.game, view.hunters().expect("the view is the hunters'"));
                self.note_turn(state, played);
            }
            Move::Hunter(_) => {
                let met = state.history().plays().last().is_some_and(|play| match play {
                    Play::Hunter(play) => play.met.dracula,
                    Play::Dracula(_) => false,
                });
                if let Some(turn) = self.turns.last_mut() {
                    turn.meetings += u32::from(met);
                }
            }
        }
    }

    fn note_turn(&mut self, state: &State, played: &Announced) {
        let board = state.position().board();
        let Some(place) = state.position().dracula() else { return };
        let can_come = |hunter: Hunter| {
            let reach = |at| self.game.hunter_reach(hunter, board.round(), at).contains(place);
            board.at(hunter).is_some_and(reach)
        };
        let ground = if self.game.is_sea(place) { Ground::Sea } else { Ground::Land };
        self.turns.push(TurnRecord {
            round: played.round,
            place,
            ground,
            in_reach: Hunter::ALL.into_iter().any(can_come),
            known: self.belief.mass(0)[place] > 0.5,
            near_castle: self.tables.dracula_moves(place, self.game.castle()) <= 2,
            expected: played.expected,
            meetings: 0,
        });
    }
}
