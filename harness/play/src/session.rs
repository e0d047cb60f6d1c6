//! The matches of a table: plays one after the other, on the thread of the caller.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::json;
use stoker_bots::{BotEntry, MakeYardstick, Scenes};
use stoker_engine::{Game, Seed, Viewer};
use stoker_external::contract::ExternalBot;
use stoker_external::fault::{Fault, FaultPolicy};
use stoker_report::collection::Collection;
use stoker_report::live::{LiveView, Shading};
use stoker_report::page::{PageError, replay_page};
use stoker_report::replay::{ReplayError, replay};
use stoker_report::views::Views;
use stoker_tournament::data_hash::data_hash;
use stoker_tournament::entrant::{BotSource, Entrant};
use stoker_tournament::map_id::MapId;
use stoker_tournament::record::{PeoplesPlay, Record, RecordedFault, Title};
use stoker_tournament::referee::{
    AnswerTiming, DecisionOrigin, DecisionStep, Played, Referee, RefereeError, RefereeSettings,
    Spectator,
};
use stoker_tournament::starts::Starts;

use crate::advice::Advisers;
use crate::bot::PersonBot;
use crate::script::{LateProgram, Script};
use crate::table::{Break, Line, PastDecision, Table};

/// The name in records of a side that people play.
pub const PERSON: &str = "person";

/// The matches that are to be played at a table.
pub struct Session<G: Game> {
    /// The game.
    pub game: Arc<G>,
    /// Its scenes.
    pub scenes: Scenes<G>,
    /// The bots that may be asked for advice.
    pub bots: Vec<BotEntry<G>>,
    /// The players of playouts, if the ruleset has some.
    pub yardstick: Option<MakeYardstick<G>>,
    /// The entrant of each side; `None` for a side that people play.
    pub lineup: Vec<Option<Entrant<G>>>,
    /// The name of people in records.
    pub person: String,
    /// The way in which matches begin.
    pub starts: Starts,
    /// The consequence of a bot's fault.
    pub policy: FaultPolicy,
    /// The seed of the first match. Each later match has the next one of its series.
    pub seed: Seed,
    /// The number of the first match in records.
    pub first: u64,
    /// The table.
    pub table: Arc<Table>,
}

/// The reasons why a session ends early.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The match cannot be played.
    #[error(transparent)]
    Referee(#[from] RefereeError),
    /// The replay of the match cannot be shown.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The page of the replay cannot be made.
    #[error(transparent)]
    Page(#[from] PageError),
    /// The record cannot be kept.
    #[error("{0}")]
    Record(String),
}

/// The viewers whose sides have no bot: one person plays each.
pub fn viewers_of_people<G: Game>(
    game: &G,
    taken: impl Fn(usize) -> bool,
) -> Vec<(Viewer, String)> {
    let sides = game.sides();
    let people =
        sides.viewers().iter().enumerate().filter(|(_, place)| !taken(usize::from(place.side.0)));
    let named = people.map(|(number, place)| {
        let side = sides.side(place.side);
        let name = if usize::from(place.seats.end - place.seats.start) == side.seats.len() {
            side.name.to_owned()
        } else {
            side.seats[usize::from(place.seats.start) - usize::from(first_seat(game, number))]
                .to_owned()
        };
        (Viewer(u8::try_from(number).unwrap_or(u8::MAX)), name)
    });
    named.collect()
}

/// The first seat of the side of a viewer.
fn first_seat<G: Game>(game: &G, viewer: usize) -> u8 {
    let viewers = game.sides().viewers();
    let side = viewers[viewer].side;
    viewers.iter().find(|place| place.side == side).map_or(0, |place| place.seats.start)
}

impl<G: Game> Session<G> {
    /// Plays matches until the table is closed; `keep` gets the record of each that ends.
    ///
    /// # Errors
    /// If a match cannot be played, or `keep` fails.
    pub fn run(
        &self,
        keep: &mut dyn FnMut(&Record) -> Result<(), String>,
    ) -> Result<(), SessionError> {
        for number in 0.. {
            let seed = if number == 0 { self.seed } else { self.seed.of_match(number) };
            if !self.one_match(self.first + number, seed, keep)? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Plays one match, with everything that is taken back. False if the session has ended.
    fn one_match(
        &self,
        number: u64,
        seed: Seed,
        keep: &mut dyn FnMut(&Record) -> Result<(), String>,
    ) -> Result<bool, SessionError> {
        let mut script = Arc::new(Script::default());
        let mut line = Line::NewMatch;
        loop {
            self.table.begin(line);
            let record = self.play_line(number, seed, &script)?;
            if let Some(record) = record {
                // Whoever is told of the ending can rely on the record.
                keep(&record).map_err(SessionError::Record)?;
                self.end(&record)?;
            }
            match self.table.wait_for_break() {
                None => return Ok(false),
                Some(Break::Again) => return Ok(true),
                Some(Break::Back { keep }) => {
                    script = Arc::new(Script::new(self.table.line_to(keep)));
                    line = Line::SameMatch;
                }
            }
        }
    }

    /// Plays the match from its start, the beginning by the script. `None` if it was broken off.
    fn play_line(
        &self,
        number: u64,
        seed: Seed,
        script: &Arc<Script>,
    ) -> Result<Option<Record>, SessionError> {
        let settings = RefereeSettings { starts: self.starts, policy: self.policy, slot: 0 };
        let mut referee = Referee::new(Arc::clone(&self.game), settings);
        let lineup = self.seated(script, seed);
        let lineup: Vec<&Entrant<G>> = lineup.iter().collect();
        let mut pages = Pages::new(self, number);
        let played = match referee.play(seed, &lineup, AnswerTiming::Off, &mut pages) {
            Err(RefereeError::Stopped) => return Ok(None),
            Err(RefereeError::Void(_)) if self.table.is_broken() => return Ok(None),
            result => result?,
        };
        Ok(Some(self.record(number, seed, &played, &referee)))
    }

    /// An entrant for every side.
    fn seated(&self, script: &Arc<Script>, seed: Seed) -> Vec<Entrant<G>> {
        let game = Arc::clone(&self.game);
        let advisers = Advisers::new(game, self.bots.clone(), self.yardstick, seed);
        let advisers = Arc::new(advisers);
        let person = || -> Arc<dyn ExternalBot<G>> {
            let (table, script) = (Arc::clone(&self.table), Arc::clone(script));
            Arc::new(PersonBot { table, advisers: Arc::clone(&advisers), script })
        };
        let seated = self.lineup.iter().map(|entrant| match entrant {
            None => Entrant {
                name: self.person.clone(),
                spec: PERSON.to_owned(),
                side: None,
                source: BotSource::External(person()),
                unfit: vec![],
            },
            Some(entrant) => match &entrant.source {
                BotSource::Builtin(..) => entrant.clone(),
                BotSource::External(program) => {
                    let (table, script) = (Arc::clone(&self.table), Arc::clone(script));
                    let late = LateProgram { program: Arc::clone(program), table, script };
                    Entrant { source: BotSource::External(Arc::new(late)), ..entrant.clone() }
                }
            },
        });
        seated.collect()
    }

    fn entrants(&self) -> BTreeMap<String, String> {
        let names = self.lineup.iter().map(|entrant| match entrant {
            None => self.person.clone(),
            Some(entrant) => entrant.name.clone(),
        });
        self.game.sides().list().iter().map(|side| side.name.to_owned()).zip(names).collect()
    }

    fn record(&self, number: u64, seed: Seed, played: &Played, referee: &Referee<G>) -> Record {
        let game = &*self.game;
        let (map, data_hash) = (game.map().map(MapId::of), data_hash(game));
        let entrants = self.entrants();
        let title = Title { number, seed, starts: self.starts, entrants, map, data_hash };
        let people =
            PeoplesPlay { rated: self.table.is_rated(), taken_back: self.table.taken_back() };
        Record::of_single(game, title, played, referee).by_people(people)
    }

    /// Shows the ending on all pages, and makes the replay.
    fn end(&self, record: &Record) -> Result<(), SessionError> {
        let game = &*self.game;
        let replay = replay(game, &self.scenes, record, None, Views::All)?;
        let title = replay.heading.clone();
        let mut replays = Collection::default();
        replays.add((self.scenes.scenery)(game), replay)?;
        let program = concat!("stoker ", env!("CARGO_PKG_VERSION")).to_owned();
        let page = replay_page(&replays.document(title, program))?;
        self.table.end(Some(page.into()));
        let data = json!({ "result": record.result(game), "taken_back": self.table.taken_back() });
        for place in self.table.places() {
            self.table.tell(place, "end", &data);
        }
        Ok(())
    }
}

/// The pages of all people, which watch the match.
struct Pages<'s, G: Game> {
    session: &'s Session<G>,
    number: u64,
    views: Vec<LiveView<G>>,
    faults: Vec<RecordedFault>,
}

impl<'s, G: Game> Pages<'s, G> {
    fn new(session: &'s Session<G>, number: u64) -> Self {
        Self { session, number, views: vec![], faults: vec![] }
    }

    /// The data with which a page begins.
    fn start(
        &self,
        view: &mut LiveView<G>,
        game: &G,
        state: &G::State,
        viewer: Viewer,
    ) -> serde_json::Value {
        let entrants = self.session.entrants();
        let document = view.document(game, state, self.number, |side| {
            entrants.get(side).cloned().unwrap_or_default()
        });
        let kind = game.sides().side(game.sides().viewers()[usize::from(viewer.0)].side).kind;
        let advisers = Advisers::new(
            Arc::clone(&self.session.game),
            self.session.bots.clone(),
            None,
            self.session.seed,
        );
        json!({
            "document": document.map_err(|error| error.to_string()).ok(),
            "rated": self.session.table.is_rated(),
            "advisers": advisers.names(kind),
        })
    }
}

impl<G: Game> Spectator<G> for Pages<'_, G> {
    fn wants_more(&self) -> bool {
        !self.session.table.is_broken()
    }

    fn began(&mut self, game: &G, state: &G::State) {
        let table = &self.session.table;
        let shading = if table.is_rated() { Shading::Hidden } else { Shading::Shown };
        self.views.clear();
        for place in table.places() {
            let viewer = Viewer(place.person.viewer);
            let mut view = LiveView::begin(game, self.session.scenes, state, viewer, shading);
            let data = self.start(&mut view, game, state, viewer);
            table.start(place, &data);
            self.views.push(view);
        }
    }

    fn played(&mut self, game: &G, state: &G::State, step: &DecisionStep<G::Move>, play: &G::Play) {
        let table = &self.session.table;
        let mut mv = String::new();
        game.write_move(step.mv, &mut mv).expect("a string takes all text");
        table.note(PastDecision {
            viewer: game.sides().viewer_of(step.seat).0,
            mv,
            message: step.message.as_str().to_owned(),
            chosen: step.how == DecisionOrigin::Chosen,
        });
        let faults = std::mem::take(&mut self.faults);
        for (place, view) in table.places().iter().zip(&mut self.views) {
            if let Ok(turn) = view.after(game, state, step, play, &faults) {
                table.tell(place, "turn", &turn);
            }
        }
    }

    fn takes_time(&self) -> bool {
        true
    }

    fn faulted(&mut self, game: &G, fault: &Fault) {
        self.faults.push(RecordedFault::of(game, fault));
    }
}
