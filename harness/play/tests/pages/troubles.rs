//! Matches in which a bot, the machine or the disk fails.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::json;
use stoker_bots::toy;
use stoker_engine::toy::{Layout, Toy};
use stoker_engine::{Ending, Game, Seat};
use stoker_external::contract::{Elapsed, ExternalBot, Remote, Seating, TimedAnswer, Trouble};
use stoker_external::fault::FaultKind;
use stoker_play::session::Kept;
use stoker_report::findings::ReplayFindings;
use stoker_tournament::entrant::{BotSource, Entrant};

use crate::client::{Page, Running, Terms, entrant};

/// A bot that has trouble at one of its decisions, counted over all matches, and makes the first
/// legal move otherwise.
#[derive(Clone)]
struct Unlucky {
    calls: Arc<AtomicU32>,
    unlucky: u32,
    trouble: fn() -> Trouble,
    game: Option<Arc<Toy>>,
}

impl ExternalBot<Toy> for Unlucky {
    fn plays(&self, _kind: &str) -> bool {
        true
    }

    fn hash(&self) -> &'static str {
        ""
    }

    fn seat(&self, seating: &Seating<'_, Toy>) -> Box<dyn Remote<Toy>> {
        Box::new(Self { game: Some(Arc::clone(seating.game)), ..self.clone() })
    }
}

impl Remote<Toy> for Unlucky {
    fn tell(&mut self, _event: &<Toy as Game>::Event) {}

    fn choose(
        &mut self,
        _seat: Seat,
        view: &<Toy as Game>::View,
    ) -> TimedAnswer<<Toy as Game>::Move> {
        let game = self.game.as_ref().unwrap();
        let first = game.legal_moves(view).next().unwrap();
        let call = self.calls.fetch_add(1, Ordering::Relaxed);
        let result = if call == self.unlucky { Err((self.trouble)()) } else { Ok(first.into()) };
        TimedAnswer { result, elapsed: Elapsed::default() }
    }

    fn ended(&mut self, _view: &<Toy as Game>::View, _ending: &Ending) {}

    fn log(&mut self) -> String {
        String::new()
    }
}

/// A game against an unlucky bot, which moves at turns 2, 5 and 8.
fn against(unlucky: u32, trouble: fn() -> Trouble) -> Running {
    let bot = Unlucky { calls: Arc::default(), unlucky, trouble, game: None };
    let bot = Entrant {
        name: "unlucky".to_owned(),
        spec: "unlucky".to_owned(),
        side: None,
        source: BotSource::External(Arc::new(bot)),
        unfit: vec![],
    };
    let (ruleset, game) = (toy::ruleset().unwrap(), Toy::of(Layout::Pair, 9));
    Running::with(&ruleset, game, vec![None, Some(bot)], Terms::default())
}

/// A game against a bot that moves at random.
fn on(terms: Terms) -> Running {
    let (ruleset, game) = (toy::ruleset().unwrap(), Toy::of(Layout::Pair, 9));
    let bot = entrant(&ruleset, "random");
    Running::with(&ruleset, game, vec![None, Some(bot)], terms)
}

fn played(running: &Running) -> Page {
    let mut page = running.page(0);
    page.play_to(usize::MAX);
    page
}

#[test]
fn a_void_match_goes_on_where_it_stood() {
    let running = against(1, || Trouble::Void("no memory".to_owned()));
    let page = played(&running);
    let records = running.records.lock().unwrap();
    let [record] = &records[..] else { panic!("{records:?}") };
    assert_eq!((record.plays.len(), record.faults.len()), (9, 0));
    assert_eq!((record.people.unwrap().taken_back, page.starts), (0, 2));
}

#[test]
fn faults_stay_in_the_record_when_later_moves_are_taken_back() {
    let fault = || Trouble::Fault(FaultKind::WallTimeout, "thought too long".to_owned());
    let running = against(0, fault);
    let mut page = running.page(0);
    page.play_to(5);
    let turn = page.turns.len();
    assert_eq!(page.post("back", &json!({ "turn": turn })).0, 200);
    page.until(|page| page.starts == 2);
    page.play_to(usize::MAX);
    let records = running.records.lock().unwrap();
    let [fault] = &records[0].faults[..] else { panic!("{:?}", records[0].faults) };
    assert_eq!(
        (fault.turn, fault.kind, &*fault.reason),
        (2, FaultKind::WallTimeout, "thought too long")
    );
    let lone: Vec<_> = [2, 5, 8].map(|turn| records[0].plays[turn].chars().nth(1)).to_vec();
    assert_eq!(lone, [Some('!'); 3], "{:?}", records[0].plays);
}

#[test]
fn a_record_that_is_lost_ends_no_session() {
    let running = on(Terms { kept: Kept::Lost, ..Terms::default() });
    let mut page = played(&running);
    assert_eq!(page.end.as_ref().unwrap()["record"], "lost");
    assert_eq!(page.post("again", &json!({})).0, 200);
    page.until(|page| page.end.is_none());
    page.play_to(usize::MAX);
    assert_eq!(running.records.lock().unwrap().len(), 2);
}

#[test]
fn the_replay_has_an_analysis_some_time_after_the_match() {
    let findings = || ReplayFindings {
        yardstick: "a guess".to_owned(),
        hidden: None,
        believer: None,
        entropy: vec![],
        truth: vec![],
        worst: vec![],
        event: None,
        missed: vec![],
        given_away: vec![],
    };
    let running =
        on(Terms { analyse: Some(Arc::new(move |_, _| Some(findings()))), ..Terms::default() });
    let mut page = played(&running);
    assert_eq!(page.end.as_ref().unwrap()["analysis"], true);
    page.until(|page| page.analysed.is_some());
    assert_eq!((page.analysed, page.get("replay").0), (Some(true), 200));
}

#[test]
fn an_analysis_that_fails_is_told_too() {
    let running = on(Terms { analyse: Some(Arc::new(|_, _| panic!("no"))), ..Terms::default() });
    let mut page = played(&running);
    page.until(|page| page.analysed.is_some());
    assert_eq!((page.analysed, page.get("replay").0), (Some(false), 200));
}
