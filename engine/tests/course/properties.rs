//! Properties of every game of the course ruleset, for any parameters, map and play.

use proptest::prelude::*;
use serde::{Serialize, de::DeserializeOwned};
use stoker_engine::course::{
    Course, DraculaMove, Encounter, HospitalStreak, Hunter, HuntersView, Move, Mover, OwnPlace,
    Params, Play, State, Steps, Turned, View,
};
use stoker_engine::map::Place;
use stoker_engine::{
    Chance, Choice, Game, Message, Purpose, Rng, Seed, Turn, Viewer, below, one_of,
};

const VIEWERS: [Viewer; 2] = [Viewer(0), Viewer(1)];

/// A preset, sometimes with a shorter game.
fn presets() -> impl Strategy<Value = Params> {
    let start_score = prop_oneof![Just(366), 1..60];
    (prop::sample::select(Params::presets()), start_score)
        .prop_map(|(preset, start_score)| Params { start_score, ..preset.params })
}

/// Any valid parameters, with scores that end a game after at most 150 rounds.
fn any_params() -> impl Strategy<Value = Params> {
    let trail = (2u8..=10).prop_flat_map(|trail| (Just(trail), 1..trail));
    let scores = (1..=150, 1..=3, 0..=20, 0..=20);
    let blood = (1..=300, 0..=5, 0..=20, 0..=20);
    let life = (1u8..=20, 0u8..=10, 0u8..=10, 0u8..=10);
    let rest = (0u8..=3, 1u16..=20, 1u8..=6, 1u8..=8);
    let own = prop::sample::select(vec![OwnPlace::Free, OwnPlace::NotAlone, OwnPlace::Never]);
    let streak = prop::sample::select(vec![HospitalStreak::Kept, HospitalStreak::Reset]);
    (trail, scores, blood, life, rest, own, streak).prop_map(
        |(trail, scores, blood, life, rest, own_place, hospital_streak)| Params {
            trail: trail.0,
            double_back: trail.1,
            start_score: scores.0,
            score_loss_round: scores.1,
            score_loss_hospital: scores.2,
            score_loss_vampire: scores.3,
            start_blood: blood.0,
            blood_loss_sea: blood.1,
            blood_loss_hunter: blood.2,
            blood_gain_castle: blood.3,
            start_life: life.0,
            life_loss_trap: life.1,
            life_loss_dracula: life.2,
            life_gain_rest: life.3,
            city_encounters: rest.0,
            vampire_period: rest.1,
            research_rests: rest.2,
            rail_divisor: rest.3,
            own_place,
            hospital_streak,
        },
    )
}

/// A ruleset on either map, and a seed for a game of it.
#[derive(Debug, Clone)]
struct Setup {
    params: Params,
    map: &'static str,
    seed: u64,
}

impl Setup {
    fn rules(&self) -> Course {
        let map = Course::MAPS.iter().find(|map| map.name == self.map).unwrap();
        Course::on(self.params.clone(), map.load()).unwrap()
    }
}

fn setups() -> impl Strategy<Value = Setup> {
    let maps = prop::sample::select(vec!["course", "tiny"]);
    (prop_oneof![presets(), any_params()], maps, any::<u64>())
        .prop_map(|(params, map, seed)| Setup { params, map, seed })
}

/// A random game, played one turn at a time.
struct Run<'a> {
    rules: &'a Course,
    state: State,
    rng: Rng,
}

impl<'a> Run<'a> {
    fn new(rules: &'a Course, seed: u64) -> Self {
        let rng = Seed(seed).rng(None, None, Purpose::new("play"));
        Self { rules, state: rules.start(Chance::seeded(Seed(seed))), rng }
    }

    fn one_in(&mut self, n: u32) -> bool {
        below(&mut self.rng, n) == 0
    }

    /// Any legal move. Hunters often stay, so they rest and research.
    fn choose(&mut self) -> Move {
        let position = *self.state.position();
        let stays = match position.board().to_move() {
            Mover::Hunter(hunter) => position.board().at(hunter).filter(|_| self.one_in(2)),
            Mover::Dracula => None,
        };
        if let Some(at) = stays {
            return Move::Hunter(at);
        }
        one_of(&mut self.rng, position.moves(self.rules)).unwrap()
    }

    /// Plays a turn with a message; `None` when the game is over.
    fn turn(&mut self) -> Option<Turned> {
        if self.over() {
            return None;
        }
        let message = Message::new(&format!("turn {}", self.state.history().plays().len()));
        let choice = Choice { mv: self.choose(), message };
        Some(self.rules.play(&mut self.state, choice).unwrap())
    }

    fn over(&self) -> bool {
        matches!(self.rules.turn(&self.state), Turn::Over(_))
    }
}

/// Every move that can be expressed, legal or not, on the map or not.
fn every_move() -> impl Iterator<Item = Move> {
    let places = || (0..=u8::MAX).filter_map(Place::new);
    let steps = (1..=9).filter_map(Steps::new).map(DraculaMove::DoubleBack);
    let specials = [DraculaMove::Hide, DraculaMove::Teleport].into_iter().chain(steps);
    let dracula = places().map(DraculaMove::To).chain(specials).map(Move::Dracula);
    places().map(Move::Hunter).chain(dracula)
}

/// The value after a round trip through its wire form.
fn through_json<T: Serialize + DeserializeOwned>(value: &T) -> T {
    serde_json::from_str(&serde_json::to_string(value).unwrap()).unwrap()
}

/// Checks life, trail, encounters and places of a position (H1, E1, E2, D5).
fn check_bounds(rules: &Course, state: &State) -> Result<(), TestCaseError> {
    let (params, position) = (rules.params(), state.position());
    for hunter in Hunter::ALL {
        prop_assert!(position.board().life(hunter) <= params.start_life);
        let at = position.board().at(hunter);
        prop_assert!(at.is_none_or(|at| rules.map().places().contains(at)));
    }
    let made = usize::from(position.board().round());
    prop_assert_eq!(position.trail().moves().len(), made.min(usize::from(params.trail)));
    for mv in position.trail().moves() {
        prop_assert_ne!(mv.place, rules.hospital());
        let held = position.trail().encounters_at(mv.place);
        prop_assert!(held <= usize::from(params.city_encounters));
        prop_assert!(mv.encounter.is_none() || !rules.is_sea(mv.place));
    }
    let most = params.start_blood + params.blood_gain_castle * i32::from(position.board().round());
    prop_assert!(position.board().blood() <= most);
    Ok(())
}

/// Checks that the flags of the trail's moves agree with the hunters' view.
fn check_flags(rules: &Course, state: &State, seen: &HuntersView) -> Result<(), TestCaseError> {
    let made = state.history().sightings().len();
    for (index, mv) in state.position().trail().moves().iter().enumerate() {
        let round = made - 1 - index;
        let known = seen.dracula_place(rules, round);
        prop_assert_eq!(mv.code_known, state.history().sightings()[round].is_known());
        prop_assert_eq!(mv.place_known.then_some(mv.place), known, "round {}", round);
    }
    Ok(())
}

/// Checks that both sides' past plays parse as the game that wrote them.
fn check_strings(rules: &Course, state: &State) -> Result<(), TestCaseError> {
    let (truth, seen) = (state.history(), state.history().as_hunters());
    let text = truth.past_plays(rules);
    let read = State::parse(rules, &text).unwrap();
    prop_assert_eq!(read.history().plays(), truth.plays());
    prop_assert_eq!(read.history().sightings(), truth.sightings());
    prop_assert_eq!(read.position(), state.position());
    prop_assert_eq!(read.hospital_visits(), state.hospital_visits());
    prop_assert_eq!(read.history().past_plays(rules), text);
    let text = seen.past_plays(rules);
    let read_seen = HuntersView::parse(rules, &text).unwrap();
    prop_assert_eq!(&read_seen, &read.history().as_hunters());
    prop_assert_eq!((read_seen.board(), read_seen.plays()), (seen.board(), seen.plays()));
    prop_assert_eq!(read_seen.past_plays(rules), text);
    Ok(())
}

/// Checks that the listed moves are the legal ones, and that `len` and `nth` agree with the list.
fn check_moves(rules: &Course, state: &State) -> Result<(), TestCaseError> {
    let position = state.position();
    let listed: Vec<_> = position.moves(rules).collect();
    let legal: Vec<_> = every_move().filter(|&mv| position.is_legal(rules, mv)).collect();
    prop_assert_eq!(listed.len(), legal.len());
    prop_assert!(legal.iter().all(|mv| listed.contains(mv)));
    for (n, &mv) in listed.iter().enumerate() {
        let mut rest = position.moves(rules);
        prop_assert_eq!(rest.len(), listed.len());
        prop_assert_eq!(rest.nth(n), Some(mv));
        prop_assert_eq!(rest.collect::<Vec<_>>(), &listed[n + 1..]);
    }
    prop_assert_eq!(position.moves(rules).nth(listed.len()), None);
    let mover = match rules.turn(state) {
        Turn::ToMove(seat) => Some(rules.sides().viewer_of(seat)),
        Turn::Over(_) => None,
    };
    for viewer in VIEWERS {
        let known: Vec<_> = rules.legal_moves(&rules.view(state, viewer)).collect();
        let expected: &[Move] = if mover == Some(viewer) { &listed } else { &[] };
        prop_assert_eq!(known, expected);
    }
    Ok(())
}

/// Checks that illegal moves change nothing.
fn check_refusals(rules: &Course, state: &State) -> Result<(), TestCaseError> {
    let mut tried = state.clone();
    for mv in every_move().filter(|&mv| !state.position().is_legal(rules, mv)) {
        prop_assert!(rules.play(&mut tried, mv.into()).is_err());
    }
    prop_assert_eq!(tried.history(), state.history());
    prop_assert_eq!(tried.hospital_visits(), state.hospital_visits());
    prop_assert_eq!(rules.chance(&tried).drawn(), rules.chance(state).drawn());
    Ok(())
}

fn config() -> ProptestConfig {
    ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn what_a_game_counts_stays_in_its_bounds(setup in setups()) {
        let rules = setup.rules();
        let mut run = Run::new(&rules, setup.seed);
        let (mut decisions, mut score) = (0, rules.params().start_score);
        while let Some(turned) = run.turn() {
            decisions += 1;
            let now = run.state.position().board().score();
            let due = match turned.play {
                Play::Hunter(_) => 0,
                Play::Dracula(_) => rules.params().score_loss_round,
            };
            prop_assert!(now <= score - due);
            score = now;
            check_bounds(&rules, &run.state)?;
        }
        prop_assert!(decisions <= rules.max_decisions());
        let (low, high) = rules.scores()[0].range;
        prop_assert!((low..=high).contains(&score));
    }

    #[test]
    fn the_legal_moves_are_those_that_can_be_played(setup in setups()) {
        let rules = setup.rules();
        let mut run = Run::new(&rules, setup.seed);
        loop {
            if run.one_in(20) {
                check_moves(&rules, &run.state)?;
                check_refusals(&rules, &run.state)?;
            }
            if run.turn().is_none() {
                break;
            }
        }
        check_moves(&rules, &run.state)?;
        check_refusals(&rules, &run.state)?;
    }

    #[test]
    fn past_plays_read_back_as_the_game_that_wrote_them(setup in setups()) {
        let rules = setup.rules();
        let mut run = Run::new(&rules, setup.seed);
        while run.turn().is_some() {
            if run.one_in(20) {
                check_strings(&rules, &run.state)?;
            }
        }
        check_strings(&rules, &run.state)?;
    }

    #[test]
    fn views_kept_by_events_are_views_made_afresh(setup in setups()) {
        let rules = setup.rules();
        let mut run = Run::new(&rules, setup.seed);
        let mut views = VIEWERS.map(|viewer| rules.view(&run.state, viewer));
        while let Some(turned) = run.turn() {
            let look = run.one_in(20) || run.over();
            for (viewer, view) in VIEWERS.into_iter().zip(&mut views) {
                let event = rules.redact(&run.state, &turned, viewer).unwrap();
                prop_assert_eq!(&through_json(&event), &event);
                rules.advance(view, event);
                prop_assert_eq!(&*view, &rules.view(&run.state, viewer));
                if look {
                    prop_assert_eq!(&through_json(view), &*view);
                }
            }
        }
    }

    #[test]
    fn the_trail_knows_what_the_hunters_know(setup in setups()) {
        let rules = setup.rules();
        let mut run = Run::new(&rules, setup.seed);
        let mut view = rules.view(&run.state, Viewer(0));
        while let Some(turned) = run.turn() {
            let event = rules.redact(&run.state, &turned, Viewer(0)).unwrap();
            rules.advance(&mut view, event);
            let View::Hunters(seen) = &view else { unreachable!() };
            check_flags(&rules, &run.state, seen)?;
        }
    }

    #[test]
    fn facts_are_what_the_turns_add_up_to(setup in setups()) {
        let rules = setup.rules();
        let mut run = Run::new(&rules, setup.seed);
        let [mut rounds, mut hospital, mut matured, mut traps, mut met] = [0; 5];
        while let Some(turned) = run.turn() {
            hospital += i64::from(turned.hospital);
            match turned.play {
                Play::Hunter(play) => {
                    traps += i64::from(play.met.traps);
                    met += i64::from(play.met.dracula);
                }
                Play::Dracula(play) => {
                    rounds += 1;
                    matured += i64::from(play.left == Some(Encounter::Vampire));
                }
            }
            let blood = i64::from(run.state.position().board().blood());
            let facts = rules.fact_values(&run.state);
            prop_assert_eq!(facts, [rounds, blood, hospital, matured, traps, met]);
        }
        prop_assert_eq!(rules.fact_values(&run.state).len(), rules.facts().len());
    }

    /// Opening and default choices take the same outcomes from the record as from the seed before.
    #[test]
    fn a_recorded_game_replays_without_its_seed(setup in setups()) {
        let rules = setup.rules();
        let mut run = Run::new(&rules, setup.seed);
        let mut chosen = vec![];
        while !run.over() {
            let opening = rules.opening_choice(&mut run.state);
            let other = if opening.is_some() || run.one_in(2) { None } else { Some(run.choose()) };
            let choice = opening.or_else(|| other.map(Choice::from))
                .unwrap_or_else(|| rules.default_choice(&mut run.state));
            prop_assert!(run.state.position().is_legal(&rules, choice.mv));
            rules.play(&mut run.state, choice).unwrap();
            chosen.push(other);
        }
        let drawn = rules.chance(&run.state).drawn().to_vec();
        let mut again = rules.start(Chance::recorded(drawn));
        for other in chosen {
            let choice = rules.opening_choice(&mut again).or_else(|| other.map(Choice::from))
                .unwrap_or_else(|| rules.default_choice(&mut again));
            rules.play(&mut again, choice).unwrap();
        }
        prop_assert_eq!(again.history(), run.state.history());
        prop_assert_eq!(rules.chance(&again).check(), Ok(()));
    }
}

/// Shows that random games reach the rarer rules, without which the properties would prove little.
#[test]
fn random_games_reach_hospital_reveals_teleports_and_both_endings() {
    let rules = Course::default();
    let [mut hospital, mut revealed, mut teleports, mut by_blood, mut by_score] = [0; 5];
    for seed in 0..60 {
        let mut run = Run::new(&rules, seed);
        while let Some(turned) = run.turn() {
            hospital += u32::from(turned.hospital);
            revealed += u32::from(!turned.reveals.is_empty());
            if let Play::Dracula(play) = turned.play {
                teleports += u32::from(play.mv == DraculaMove::Teleport);
            }
        }
        let drained = run.state.position().board().blood() <= 0;
        by_blood += u32::from(drained);
        by_score += u32::from(!drained);
    }
    let all = [hospital, revealed, teleports, by_blood, by_score];
    assert!(all.iter().all(|&count| count > 0), "{all:?}");
}
