//! A match, with what the gates need to know about it.

use std::sync::Arc;

use stoker_bots::course::{Belief, ExpectedMeetings, Tables};
use stoker_bots::{BotEntry, Setup, Values};
use stoker_engine::course::{Course, Hunter, Move, Play, State, View};
use stoker_engine::map::Place;
use stoker_engine::{Bot, Chance, Count, Decision, Game, Rng, Seat, Seed, SideId, Turn, Viewer};

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

    /// The bot for a match, with its generator.
    fn sit(&self, game: &Arc<Course>, side: SideId, seed: Seed) -> (Box<dyn Bot<Course>>, Rng) {
        let seats = if side == Course::HUNTERS { 0..4 } else { 4..5 };
        let rng = seed.of_bot(side, Seat(seats.start)).bot_rng();
        ((self.entry.make)(&Setup { game, values: &self.values, side, seats }), rng)
    }
}

/// Plays a match with free starts.
pub(crate) fn play(
    game: &Arc<Course>,
    tables: &Tables,
    [hunters, dracula]: [&Player; 2],
    seed: Seed,
) -> MatchRecord {
    let mut players =
        [hunters.sit(game, Course::HUNTERS, seed), dracula.sit(game, Course::DRACULA, seed)];
    let mut observer = Observer::new(game, tables, seed);
    let mut state = game.start(Chance::seeded(seed));
    let viewers = [Viewer(0), Viewer(1)];
    let mut views = viewers.map(|viewer| game.view(&state, viewer));
    while let Turn::ToMove(seat) = game.turn(&state) {
        let asked = usize::from(game.sides().viewer_of(seat).0);
        let choice = game.forced_move(&state).map_or_else(
            || {
                let (bot, rng) = &mut players[asked];
                let mut budget = Count(u64::MAX);
                bot.choose(&views[asked], &mut Decision::new(seat, rng, &mut budget))
            },
            Into::into,
        );
        let mv = choice.mv;
        let before = observer.expect(&views[1], mv);
        let played = game.play(&mut state, choice).expect("built-in bots play legal moves");
        for (viewer, view) in viewers.into_iter().zip(&mut views) {
            game.tell(&state, &played, viewer, view);
        }
        observer.note(&state, &views[0], &before);
    }
    MatchRecord { score: state.position().board().score(), turns: observer.turns }
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
