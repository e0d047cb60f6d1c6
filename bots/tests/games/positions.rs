//! Positions in the middle of a game: the examples of the docs, and bots that play on from them.
//!
//! `UPDATE_VIEWS=1 cargo test -p stoker-bots --test games positions::` rewrites the examples.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};
use stoker_bots::{BotEntry, PlacedGame, Ruleset, Setup, Values, boss, fury, kosmos, masters};
use stoker_engine::boss::{self as boss_rules, Boss};
use stoker_engine::fury::{Course, Fury, Phase, Question as FuryQuestion, View as FuryView};
use stoker_engine::kosmos::{Asked, Kosmos};
use stoker_engine::masters::{Masters, Question};
use stoker_engine::transcript::Positioned;
use stoker_engine::{Bot, Chance, Count, Decision, Game, Purpose, Rng, Seed, Turn, Viewer, one_of};

const MOVES: Purpose = Purpose::new("moves");

/// The round, or in Kosmos the turn, of an example.
const ROUND: u32 = 3;
const TURN: u32 = 7;

/// A ruleset whose page has an example of a position.
trait Example: Positioned {
    /// True if the docs show this moment; the last state was that before the last move.
    fn is_shown(&self, last: &Self::State, state: &Self::State) -> bool;
}

impl Example for Kosmos {
    /// The begin of a walk.
    fn is_shown(&self, _: &Self::State, state: &Self::State) -> bool {
        let (table, asked) = (state.position().table(), state.position().asked());
        let walks = asked.is_some_and(|(_, asked)| asked == Asked::Walk);
        walks && table.steps == 0 && self.round(state) == Some(TURN)
    }
}

impl Example for Masters {
    /// The first action of a night.
    fn is_shown(&self, _: &Self::State, state: &Self::State) -> bool {
        let table = state.position().table();
        let acts = table.asked.is_some_and(|asked| asked.question == Question::Action);
        acts && table.actor == Some(table.leader) && self.round(state) == Some(ROUND)
    }
}

impl Example for Boss {
    /// The first question for an action in a round.
    fn is_shown(&self, _: &Self::State, state: &Self::State) -> bool {
        let asked = state.position().asked();
        let acts = asked.is_some_and(|(_, asked)| asked == boss_rules::Asked::Action);
        acts && self.round(state) == Some(ROUND)
    }
}

impl Example for Fury {
    /// The begin of a day, with all hunters on the board and no event in force.
    fn is_shown(&self, last: &Self::State, state: &Self::State) -> bool {
        let view = self.view(state, Viewer(1));
        let (before, now) = (self.view(last, Viewer(1)), view.table());
        let begins = before.table().phase != now.phase && now.phase == Phase::Day;
        let asked = view.asked().map(|asked| (asked.question, asked.seat.0));
        let course = Course { acted: now.course.acted, ..Course::default() };
        begins
            && asked == Some((FuryQuestion::Action, 1))
            && now.course == course
            && stoker_engine::fury::Hunter::FOUR
                .into_iter()
                .all(|hunter| now.hunters[hunter].is_on_board())
            && self.round(state) == Some(ROUND)
            && matches!(view, FuryView::Hunters(_))
    }
}

fn views<G: Game>(rules: &G, state: &G::State) -> Vec<G::View> {
    let viewers = (0..).map(Viewer).take(rules.sides().viewers().len());
    viewers.map(|viewer| rules.view(state, viewer)).collect()
}

/// A move at random.
fn play_at_random<G: Game>(rules: &G, state: &mut G::State, rng: &mut Rng) -> bool {
    let Turn::ToMove(seat) = rules.turn(state) else { return false };
    let view = rules.view(state, rules.sides().viewer_of(seat));
    let moves: Vec<G::Move> = rules.legal_moves(&view).collect();
    let mv = *one_of(rng, &moves).unwrap();
    rules.play(state, mv.into()).is_ok()
}

/// A position of the first ruleset's preset, as `--position` reads it. What was told before is left
/// out.
fn example<G: Example>() -> String {
    let map = G::MAPS.first().map(|map| map.load());
    let rules = G::new(G::presets().swap_remove(0).params, map).unwrap();
    let found = (1..).map(Seed).find_map(|seed| {
        let mut rng = seed.rng(None, None, MOVES);
        let mut state = rules.start(Chance::seeded(seed));
        let mut last = state.clone();
        while play_at_random(&rules, &mut state, &mut rng) {
            let goes_on = matches!(rules.turn(&state), Turn::ToMove(_));
            if goes_on && rules.is_shown(&last, &state) {
                return Some(state);
            }
            last = state.clone();
        }
        None
    });
    let state = found.unwrap();
    let mut truth = rules.truth(&state, &views(&rules, &state), None);
    truth.retain(|key, _| !G::PAST.contains(&key.as_str()));
    let position = json!({ "ruleset": G::NAME, "params": {}, "truth": truth });
    format!("{position:#}\n")
}

fn path<G: Game>() -> PathBuf {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    docs.join(format!("position-{}.json", G::NAME))
}

/// The example of the docs, which has to be that of the rules.
fn kept<G: Example>() -> String {
    let (path, example) = (path::<G>(), example::<G>());
    if std::env::var_os("UPDATE_VIEWS").is_some() {
        std::fs::write(&path, &example).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap();
    assert!(kept == example, "{} is out of date: set UPDATE_VIEWS=1", path.display());
    kept
}

type Player<G> = (Box<dyn Bot<G>>, Rng);

/// True if a bot plays sides of this kind.
fn plays<G: Game>(entry: &BotEntry<G>, kind: &str) -> bool {
    entry.sides.is_empty() || entry.sides.contains(&kind)
}

/// This bot at each side that it plays, and the first bot of the list at the others.
fn players<G: Game>(ruleset: &Ruleset<G>, game: &Arc<G>, entry: &BotEntry<G>) -> Vec<Player<G>> {
    let seats = game.sides().viewers().iter().map(|place| {
        let kind = game.sides().side(place.side).kind;
        let mut others = ruleset.own_bots().iter().filter(|other| plays(other, kind));
        let entry = if plays(entry, kind) { entry } else { others.next().unwrap() };
        let values = Values::defaults(entry.params);
        let (side, seats) = (place.side, place.seats.clone());
        let bot = (entry.make)(&Setup { game, values: &values, side, seats });
        (bot, Seed(u64::from(place.seats.start)).bot_rng())
    });
    seats.collect()
}

/// Units of work for a decision.
const WORK: u64 = 40;
/// Decisions that bots play on.
const DECISIONS: usize = 60;

/// A bot knows nothing of what came before a position: its first view is that of the moment.
fn every_bot_plays_on<G: Example>(ruleset: &Ruleset<G>) {
    let read = ruleset.position_reader_hook().unwrap();
    let PlacedGame { rules, state } = read(&kept::<G>(), None).unwrap();
    for entry in ruleset.own_bots() {
        let mut players = players(ruleset, &rules, entry);
        let (mut state, mut kept) = (state.clone(), views(&*rules, &state));
        for _ in 0..DECISIONS {
            let Turn::ToMove(seat) = rules.turn(&state) else { break };
            let viewer = usize::from(rules.sides().viewer_of(seat).0);
            let (bot, rng) = &mut players[viewer];
            let work = &mut Count(WORK);
            let choice = bot.choose(&kept[viewer], &mut Decision::new(seat, rng, work));
            let play = rules.play(&mut state, choice);
            let play = play.unwrap_or_else(|_| panic!("`{}` plays an illegal move", entry.name));
            for (view, viewer) in kept.iter_mut().zip((0..).map(Viewer)) {
                rules.tell(&state, &play, viewer, view);
            }
        }
    }
}

#[test]
fn every_bot_of_kosmos_plays_on_from_the_position_of_the_docs() {
    every_bot_plays_on(&kosmos::ruleset().unwrap());
}

#[test]
fn every_bot_of_masters_plays_on_from_the_position_of_the_docs() {
    every_bot_plays_on(&masters::ruleset().unwrap());
}

#[test]
fn every_bot_of_boss_plays_on_from_the_position_of_the_docs() {
    every_bot_plays_on(&boss::ruleset().unwrap());
}

#[test]
fn every_bot_of_fury_plays_on_from_the_position_of_the_docs() {
    every_bot_plays_on(&fury::ruleset().unwrap());
}

/// Three sigils lie, and the whole family stands on one cell with three minions and no agent.
fn before_the_ritual() -> Value {
    let mut position: Value = serde_json::from_str(&kept::<Masters>()).unwrap();
    let none = [0; 9];
    let mut minions = none;
    minions[4] = 3;
    for (key, value) in [
        ("kills", json!([9, 9, 9])),
        ("sigil", json!([0, 2, 8])),
        ("at", json!([4, 4, 4])),
        ("blood", json!([4, 4, 4])),
        ("hidden", json!(none)),
        ("exposed", json!(none)),
        ("agents_left", json!(10)),
        ("minions", json!(minions)),
        ("minions_left", json!(6)),
        ("lying", json!([])),
        ("curse", json!(-1)),
    ] {
        position["truth"][key] = value;
    }
    position
}

/// A position shows in one question what takes a bot a whole game to come to.
#[test]
fn families_that_plan_hold_the_ritual_when_they_can() {
    let ruleset = masters::ruleset().unwrap();
    let read = ruleset.position_reader_hook().unwrap();
    let PlacedGame { rules, state } = read(&before_the_ritual().to_string(), None).unwrap();
    let views = views(&*rules, &state);
    let Turn::ToMove(seat) = rules.turn(&state) else { panic!("an action is asked for") };
    for name in ["planner", "search"] {
        let entry = ruleset.own_bots().iter().find(|entry| entry.name == name).unwrap();
        let (mut bot, mut rng) = players(&ruleset, &rules, entry).swap_remove(0);
        let work = &mut Count(u64::MAX);
        let choice = bot.choose(&views[0], &mut Decision::new(seat, &mut rng, work));
        assert_eq!(choice.mv.to_string(), "RT", "{name}");
    }
}

#[test]
fn a_position_at_another_moment_is_refused_with_the_reason() {
    let wrong = kept::<Kosmos>().replace("\"asks\": \"walk\"", "\"asks\": \"play\"");
    let error = stoker_bots::read_position::<Kosmos>(&wrong, None).err().unwrap();
    assert_eq!(error, "truth, `asks`: a game goes on only from `walk`, with 0 `steps`");
}
