//! The matches of a table: plays one after the other, on the thread of the caller.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use serde::Serialize;
use serde_json::json;
use stoker_bots::{BotEntry, MakeYardstick, Scenes};
use stoker_engine::{Game, Seat, Seed, Viewer};
use stoker_external::contract::{ATTEMPTS, ExternalBot};
use stoker_external::fault::{Fault, FaultPolicy};
use stoker_report::collection::Collection;
use stoker_report::findings::ReplayFindings;
use stoker_report::live_page::{LivePage, PageChange, Shading};
use stoker_report::page::{PageError, replay_page};
use stoker_report::replay::{ReplayError, replay};
use stoker_report::views::Views;
use stoker_tournament::data_hash::data_hash;
use stoker_tournament::entrant::{BotSource, Entrant};
use stoker_tournament::map_id::MapId;
use stoker_tournament::quiet;
use stoker_tournament::record::{PeoplesPlay, Record, RecordedFault, Title};
use stoker_tournament::referee::{
    AnswerTiming, DecisionStep, Played, Referee, RefereeError, RefereeSettings, Spectator,
};
use stoker_tournament::starts::Starts;

use crate::advice::Advisers;
use crate::bot::PersonBot;
use crate::script::{LateProgram, Script};
use crate::table::{Break, GameTable, Line, PastDecision, PastFault, TablePlace};
use crate::token;

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
    /// The player of each side.
    pub lineup: Vec<SidePlayer<G>>,
    /// The way in which matches begin.
    pub starts: Starts,
    /// The consequence of a bot's fault.
    pub policy: FaultPolicy,
    /// The seed of the first match. Each later match has a random one: people who know the first
    /// must not know what comes.
    pub seed: Seed,
    /// The number of the first match in records.
    pub first: u64,
    /// The table.
    pub table: Arc<GameTable>,
    /// Analyses a match that is over, unless it is told to stop. The findings are shown in the
    /// replay.
    pub analyse: Option<Analyse>,
}

/// An analysis of a match.
pub type Analyse = Arc<dyn Fn(&Record, &AtomicBool) -> Option<ReplayFindings> + Send + Sync>;

/// The player of a side.
pub enum SidePlayer<G: Game> {
    /// People, with their name in records.
    People(String),
    /// A bot.
    Bot(Entrant<G>),
}

impl<G: Game> SidePlayer<G> {
    /// The name in records.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::People(name) => name,
            Self::Bot(entrant) => &entrant.name,
        }
    }
}

/// The fate of a record. A match goes on, whatever became of the record before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kept {
    /// It is stored.
    Stored,
    /// Nobody asked for it.
    Unasked,
    /// It should have been stored, and could not be.
    Lost,
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
    /// There is no seed for the next match.
    #[error("the system has no random bits to give: {0}")]
    Random(#[from] getrandom::Error),
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
    /// Plays matches until the table is closed; `keep` gets the record of each that ends. If moves
    /// of a match that was over are taken back, it gets another record of the same number.
    ///
    /// # Errors
    /// If a match cannot be played.
    pub fn play_matches(&self, keep: &mut dyn FnMut(&Record) -> Kept) -> Result<(), SessionError> {
        let (mut number, mut seed) = (self.first, self.seed);
        while self.one_match(number, seed, keep)? {
            number += 1;
            seed = Seed(token::seed()?);
        }
        Ok(())
    }

    /// Plays one match, with everything that is taken back. False if the session has ended.
    fn one_match(
        &self,
        number: u64,
        seed: Seed,
        keep: &mut dyn FnMut(&Record) -> Kept,
    ) -> Result<bool, SessionError> {
        let mut script = Arc::new(Script::default());
        self.table.begin(Line::NewMatch);
        loop {
            let record = self.play_valid(number, seed, &mut script)?;
            let analysis = match &record {
                // Whoever is told of the ending can rely on the record.
                Some(record) => self.end(record, keep(record))?,
                None => None,
            };
            let wish = self.table.wait_for_break();
            // Its findings would come too late.
            analysis.inspect(|stop| stop.store(true, Ordering::Relaxed));
            match wish {
                None => return Ok(false),
                Some(Break::Again) => return Ok(true),
                Some(Break::Back { keep }) => script = self.again_to(keep as usize),
            }
        }
    }

    /// Begins the match again; the decisions before this turn are made as before.
    fn again_to(&self, turn: usize) -> Arc<Script> {
        let script = Script::new(self.table.line_to(turn));
        self.table.begin(Line::SameMatch { again: script.len() });
        Arc::new(script)
    }

    /// Plays the match from its start, the beginning by the script. If it is void, it goes on a
    /// limited number of times where it stood. `None` if it was broken off.
    fn play_valid(
        &self,
        number: u64,
        seed: Seed,
        script: &mut Arc<Script>,
    ) -> Result<Option<Record>, SessionError> {
        let mut attempt = 1;
        loop {
            match self.play_line(number, seed, script) {
                Ok(record) => return Ok(Some(record)),
                Err(_) if self.table.is_broken() => return Ok(None),
                Err(RefereeError::Void(_)) if attempt < ATTEMPTS => attempt += 1,
                Err(error) => return Err(error.into()),
            }
            *script = self.again_to(usize::MAX);
        }
    }

    /// Plays the match once.
    fn play_line(
        &self,
        number: u64,
        seed: Seed,
        script: &Arc<Script>,
    ) -> Result<Record, RefereeError> {
        let settings = RefereeSettings { starts: self.starts, policy: self.policy, slot: 0 };
        let mut referee = Referee::new(Arc::clone(&self.game), settings);
        let lineup = self.seated(script, seed);
        let lineup: Vec<&Entrant<G>> = lineup.iter().collect();
        let mut pages = Pages { session: self, script, number, views: vec![], faults: vec![] };
        let played = referee.play(seed, &lineup, AnswerTiming::Off, &mut pages)?;
        Ok(self.record(number, seed, &played, &referee))
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
        let seated = self.lineup.iter().map(|player| match player {
            SidePlayer::People(name) => Entrant {
                name: name.clone(),
                spec: PERSON.to_owned(),
                side: None,
                source: BotSource::External(person()),
                unfit: vec![],
            },
            SidePlayer::Bot(entrant) => match &entrant.source {
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
        let names = self.lineup.iter().map(|player| player.name().to_owned());
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

    /// Shows the ending on all pages, and makes the replay. Returns the flag that stops the
    /// analysis, if there is one.
    fn end(&self, record: &Record, kept: Kept) -> Result<Option<Arc<AtomicBool>>, SessionError> {
        let page = page_of_replay(&*self.game, &self.scenes, record, None)?;
        let line = self.table.end(Some(page.into()));
        let data = json!({
            "result": record.result(&*self.game),
            "taken_back": self.table.taken_back(),
            "record": kept,
            "analysis": self.analyse.is_some(),
        });
        for place in self.table.places() {
            self.table.tell(place, "end", &data);
        }
        Ok(self.analyse.clone().map(|analyse| self.analyse(analyse, record.clone(), line)))
    }

    /// Analyses a match on a thread of its own, and puts the findings into its replay.
    fn analyse(&self, analyse: Analyse, record: Record, line: u64) -> Arc<AtomicBool> {
        let (game, scenes, table) = (Arc::clone(&self.game), self.scenes, Arc::clone(&self.table));
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        // The thread is not waited for: it ends soon after it is stopped.
        drop(thread::spawn(move || {
            let found = quiet::catch(|| analyse(&record, &stopped)).ok().flatten();
            let page =
                found.and_then(|found| page_of_replay(&*game, &scenes, &record, Some(found)).ok());
            table.analysed(line, page.map(Arc::from));
        }));
        stop
    }
}

/// The page that shows a match to everybody, once it is over.
fn page_of_replay<G: Game>(
    game: &G,
    scenes: &Scenes<G>,
    record: &Record,
    findings: Option<ReplayFindings>,
) -> Result<String, SessionError> {
    let replay = replay(game, scenes, record, findings, Views::All)?;
    let title = replay.heading.clone();
    let mut replays = Collection::default();
    replays.add((scenes.scenery)(game), replay)?;
    let program = concat!("stoker ", env!("CARGO_PKG_VERSION")).to_owned();
    Ok(replay_page(&replays.document(title, program))?)
}

/// Tells a place the changes of its page.
fn tell(table: &GameTable, place: &TablePlace, changes: &[PageChange]) {
    changes.iter().for_each(|change| table.tell(place, change.name(), change));
}

/// The turns among the changes, each with its viewer, if it is known.
fn added_turns<G: Game>(game: &G, changes: &[PageChange]) -> Vec<Option<u8>> {
    let viewer = |change: &PageChange| match change {
        PageChange::Turn(turn) => Some(turn.seat.map(|seat| game.sides().viewer_of(Seat(seat)).0)),
        PageChange::Scene(_) => None,
    };
    changes.iter().filter_map(viewer).collect()
}

/// The pages of all people, which watch the match.
struct Pages<'s, G: Game> {
    session: &'s Session<G>,
    script: &'s Script,
    number: u64,
    views: Vec<LivePage<G>>,
    faults: Vec<(PastFault, RecordedFault)>,
}

impl<G: Game> Pages<'_, G> {
    /// The data with which a page begins.
    fn start(&self, view: &mut LivePage<G>, game: &G, viewer: Viewer) -> serde_json::Value {
        let entrants = self.session.entrants();
        let document = view
            .document(game, self.number, |side| entrants.get(side).cloned().unwrap_or_default());
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
            let mut view = LivePage::begin(game, self.session.scenes, state, viewer, shading);
            let data = self.start(&mut view, game, viewer);
            table.start(place, &data);
            tell(table, place, &view.open(game).unwrap_or_default());
            self.views.push(view);
        }
    }

    fn played(&mut self, game: &G, state: &G::State, step: &DecisionStep<G::Move>, play: &G::Play) {
        let table = &self.session.table;
        let mut mv = String::new();
        game.write_move(step.mv, &mut mv).expect("a string takes all text");
        let (past, recorded): (_, Vec<_>) = self.faults.drain(..).unzip();
        let before = self.script.decision(table.turn());
        let decision = PastDecision {
            viewer: game.sides().viewer_of(step.seat).0,
            mv,
            message: step.message.as_str().to_owned(),
            chosen: before.map_or_else(|| table.has_asked(), |decision| decision.chosen),
            faults: past,
        };
        let changes = self.views.iter_mut();
        let changes = changes.map(|view| view.after(game, state, step, play, &recorded));
        let changes: Vec<_> = changes.map(Result::unwrap_or_default).collect();
        table.note(decision, changes.iter().map(|of_page| added_turns(game, of_page)).collect());
        for (place, changes) in table.places().iter().zip(&changes) {
            tell(table, place, changes);
        }
    }

    fn takes_time(&self) -> bool {
        true
    }

    fn faulted(&mut self, game: &G, fault: &Fault) {
        let Fault { seat, kind, reason, .. } = fault.clone();
        let past = PastFault { seat: seat.0, kind, reason };
        self.faults.push((past, RecordedFault::of(game, fault)));
    }
}
