//! The matches of a table: plays one after the other, on the thread of the caller.

mod matches;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use serde_json::json;
use stoker_bots::{BotEntry, MakeYardstick, Scenes};
use stoker_engine::{Game, Seat, Viewer};
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
use stoker_tournament::record::{PeoplesPlay, Record, RecordedFault, Title, by_name};
use stoker_tournament::referee::{
    AnswerTiming, DecisionStep, Played, Referee, RefereeError, RefereeSettings, Spectator,
};
use stoker_tournament::starts::Starts;

use crate::advice::Advisers;
use crate::bot::PersonBot;
use crate::script::{LateProgram, Script};
use crate::table::{Break, GameTable, Line, PastDecision, PastFault, TablePlace};

pub use matches::{Kept, Matches, SameLineup, SidePlayer, TableMatch, viewers_of_people};
/// The name in records of people who have given none.
pub use stoker_external::spec::PERSON;

/// A session at a table: the way in which its matches are played.
pub struct Session<G: Game> {
    /// The game.
    pub game: Arc<G>,
    /// Its scenes.
    pub scenes: Scenes<G>,
    /// The bots that may be asked for advice.
    pub bots: Vec<BotEntry<G>>,
    /// The players of playouts, if the ruleset has some.
    pub yardstick: Option<MakeYardstick<G>>,
    /// The way in which matches begin.
    pub starts: Starts,
    /// The consequence of a bot's fault.
    pub policy: FaultPolicy,
    /// The table.
    pub table: Arc<GameTable>,
    /// Analyses a match that is over, unless it is told to stop. The findings are shown in the
    /// replay.
    pub analyse: Option<Analyse>,
}

/// An analysis of a match.
pub type Analyse = Arc<dyn Fn(&Record, &AtomicBool) -> Option<ReplayFindings> + Send + Sync>;

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

impl<G: Game> Session<G> {
    /// Plays matches until there are no more or the table is closed. After the last match, the
    /// table stays until it is closed.
    ///
    /// # Errors
    /// If a match cannot be played.
    pub fn play_matches(&self, matches: &mut dyn Matches<G>) -> Result<(), SessionError> {
        while let Some(next) = matches.next()? {
            if !self.one_match(&next, matches)? {
                break;
            }
        }
        Ok(())
    }

    /// Plays one match, with everything that is taken back. False if the session has ended.
    fn one_match(
        &self,
        now: &TableMatch<G>,
        matches: &mut dyn Matches<G>,
    ) -> Result<bool, SessionError> {
        let mut script = Arc::new(Script::default());
        let (viewers, is_last) = (now.viewers.clone(), now.is_last);
        self.table.begin(Line::NewMatch { viewers, is_last });
        loop {
            let analysis = match self.play_valid(now, &mut script)? {
                // Whoever is told of the ending can rely on the record.
                Some((record, played)) => self.end(&record, matches.keep(&record, &played))?,
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
        now: &TableMatch<G>,
        script: &mut Arc<Script>,
    ) -> Result<Option<(Record, Played)>, SessionError> {
        let mut attempt = 1;
        loop {
            match self.play_line(now, script) {
                Ok(finished) => return Ok(Some(finished)),
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
        now: &TableMatch<G>,
        script: &Arc<Script>,
    ) -> Result<(Record, Played), RefereeError> {
        let settings = RefereeSettings { starts: self.starts, policy: self.policy, slot: 0 };
        let mut referee = Referee::new(Arc::clone(&self.game), settings);
        let lineup = self.seated(now, script);
        let lineup: Vec<&Entrant<G>> = lineup.iter().collect();
        let mut pages = Pages { session: self, now, script, views: vec![], faults: vec![] };
        let played = referee.play(now.seed, &lineup, AnswerTiming::Off, &mut pages)?;
        Ok((self.record(now, &played, &referee), played))
    }

    /// An entrant for every side.
    fn seated(&self, now: &TableMatch<G>, script: &Arc<Script>) -> Vec<Entrant<G>> {
        let game = Arc::clone(&self.game);
        let advisers = Advisers::new(game, self.bots.clone(), self.yardstick, now.seed);
        let advisers = Arc::new(advisers);
        let person = || -> Arc<dyn ExternalBot<G>> {
            let (table, script) = (Arc::clone(&self.table), Arc::clone(script));
            Arc::new(PersonBot { table, advisers: Arc::clone(&advisers), script })
        };
        let seated = now.lineup.iter().map(|player| match player {
            SidePlayer::People(name) => Entrant {
                name: name.clone(),
                spec: PERSON.to_owned(),
                side: None,
                source: BotSource::External(person()),
                unfit: vec![],
            },
            SidePlayer::Bot(entrant) => match &entrant.source {
                BotSource::Builtin(..) | BotSource::Person => entrant.clone(),
                BotSource::External(program) => {
                    let (table, script) = (Arc::clone(&self.table), Arc::clone(script));
                    let late = LateProgram { program: Arc::clone(program), table, script };
                    Entrant { source: BotSource::External(Arc::new(late)), ..entrant.clone() }
                }
            },
        });
        seated.collect()
    }

    fn entrants(&self, now: &TableMatch<G>) -> BTreeMap<String, String> {
        let names = now.lineup.iter().map(|player| player.name().to_owned());
        let sides = self.game.sides().list().iter().map(|side| side.name.to_owned());
        by_name(&mut sides.zip(names))
    }

    fn record(&self, now: &TableMatch<G>, played: &Played, referee: &Referee<G>) -> Record {
        let (game, &TableMatch { number, seed, .. }) = (&*self.game, now);
        let (map, data_hash) = (game.map().map(MapId::of), data_hash(game));
        let entrants = self.entrants(now);
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
    now: &'s TableMatch<G>,
    script: &'s Script,
    views: Vec<LivePage<G>>,
    faults: Vec<(PastFault, RecordedFault)>,
}

impl<G: Game> Pages<'_, G> {
    /// The data with which a page begins.
    fn start(&self, view: &mut LivePage<G>, game: &G, viewer: Viewer) -> serde_json::Value {
        let entrants = self.session.entrants(self.now);
        let document = view.document(game, self.now.number, |side| {
            entrants.get(side).cloned().unwrap_or_default()
        });
        let kind = game.sides().side(game.sides().viewers()[usize::from(viewer.0)].side).kind;
        let advisers = Advisers::new(
            Arc::clone(&self.session.game),
            self.session.bots.clone(),
            None,
            self.now.seed,
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
            let viewer = Viewer(table.viewer_of(place));
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
