//! Positions that are made from the truth of a moment: the begin of a phase.

use serde_json::json;
use stoker_engine::fury::{Fury, Phase, Question, Step, View};
use stoker_engine::transcript::{Truth, TruthValue};
use stoker_engine::{Game as _, Seat, Turn};

use crate::common::play::Run;
use crate::common::positions::{
    Around, Moment, Placed, When, damage_is_refused_or_played, refused, rest_is_the_same, truth_of,
};

impl Placed for Fury {
    const TO_THE_END: usize = 12;

    fn moment(run: &Run<'_, Self>, around: Around<'_>) -> Option<Moment> {
        let scene = Scene::of(run)?;
        let truth = truth_of(run);
        if scene.is_in_force || is_one_short(&truth) {
            return None;
        }
        if around.earlier.is_some_and(|earlier| scene.has_begun(earlier, &truth)) {
            return Some(Moment { truth, when: When::Now });
        }
        let next = scene.next_phase(run, around.next)?;
        Some(Moment { truth: begun(truth, next), when: When::OnTheWay })
    }
}

/// The question of a decision, and when it is asked.
struct Scene {
    phase: Phase,
    question: Question,
    /// The seat.
    seat: u8,
    /// True if an event changes the course of the round.
    is_in_force: bool,
}

impl Scene {
    fn of(run: &Run<'_, Fury>) -> Option<Self> {
        let asked = run.views.iter().find_map(View::asked)?;
        let table = run.views[0].table();
        let course = table.course;
        let is_in_force = course.telegraph.is_some()
            || course.vigor != 0
            || course.long_night
            || course.great_wolf
            || course.swiftness;
        let (question, seat) = (asked.question, asked.seat.0);
        Some(Self { phase: table.phase, question, seat, is_in_force })
    }

    /// True if the phase begins with this question, and nothing has changed before it: Godalming
    /// acts, or a window is open. A dawn changes more, unless it is an idle one.
    fn has_begun(&self, earlier: &Truth, truth: &Truth) -> bool {
        let is_new = earlier["phase"] != truth["phase"];
        is_new
            && match (self.phase, self.question) {
                (Phase::Day | Phase::Night, Question::Action) => self.seat == 1,
                (Phase::Dusk | Phase::Dracula, Question::Event) => true,
                (Phase::Dusk, Question::Fight) => true,
                _ => false,
            }
    }

    /// The phase that begins after a move that changes nothing: Mina's pass, or no rumor token.
    fn next_phase(&self, run: &Run<'_, Fury>, next: &str) -> Option<Phase> {
        let begins = match (self.phase, self.question, self.seat) {
            _ if next != "-" => None,
            (Phase::Day, Question::Action, 4) => Some(Phase::Dusk),
            (Phase::Night, Question::Action, 4) => Some(Phase::Dracula),
            (Phase::Dracula, Question::Rumor, 0) => Some(Phase::Dawn),
            _ => None,
        }?;
        let mut state = run.state.clone();
        let no = run.rules.parse_move(Seat(self.seat), next).unwrap();
        run.rules.play(&mut state, no.into()).unwrap();
        let goes_on = matches!(run.rules.turn(&state), Turn::ToMove(_));
        let after = Run::from_state(run.rules, state, run.rng.clone());
        let is_new = after.views[0].table().phase != self.phase;
        // Settling may open another card of a hunter who was robbed (H7).
        let [before, now] = [truth_of(run), truth_of(&after)];
        let same = ["G", "S", "H", "M"].iter().all(|hunter| before[*hunter] == now[*hunter]);
        (goes_on && is_new && same).then_some(begins)
    }
}

/// True if a hunter is off the board: where it was defeated is not in the truth.
fn is_one_short(truth: &Truth) -> bool {
    ["G", "S", "H", "M"].into_iter().any(|hunter| match &truth[hunter] {
        TruthValue::List(parts) => parts[0] == "".into(),
        TruthValue::Number(_) | TruthValue::Text(_) => false,
    })
}

/// The truth of the phase that begins.
fn begun(mut truth: Truth, phase: Phase) -> Truth {
    if let (Phase::Dawn, TruthValue::Number(round)) = (phase, truth["round"].clone()) {
        truth.insert("round".to_owned(), TruthValue::Number(round + 1));
    }
    truth.insert("phase".to_owned(), phase.code().into());
    truth
}

#[test]
fn the_rest_of_a_game_is_the_same_from_the_begin_of_phases() {
    let moments = rest_is_the_same::<Fury>();
    assert!(moments > 1_000, "{moments}");
}

#[test]
fn damaged_positions_are_refused_or_played_to_their_end() {
    let (accepted, refused) = damage_is_refused_or_played::<Fury>(12);
    assert!(accepted > 50 && refused > 500, "{accepted} {refused}");
}

/// A game of the step at Godalming's first action of the third day.
fn in_mid_game(rules: &Fury) -> Run<'_, Fury> {
    let begins = |run: &Run<'_, Fury>, earlier: &Truth| {
        let Some(scene) = Scene::of(run) else { return false };
        let truth = truth_of(run);
        run.views[0].table().round == 3
            && scene.phase == Phase::Day
            && !scene.is_in_force
            && !is_one_short(&truth)
            && scene.has_begun(earlier, &truth)
    };
    let played = |seed| {
        let mut run = Run::new(rules, seed);
        loop {
            let earlier = truth_of(&run);
            let mv = run.random_move()?;
            run.make(mv);
            if begins(&run, &earlier) {
                return Some(run);
            }
        }
    };
    (0..50).find_map(played).unwrap()
}

#[test]
fn what_cannot_be_is_refused_by_its_key() {
    let rules = Fury::default();
    let truth = truth_of(&in_mid_game(&rules));
    let moment = "a game goes on only from the begin of a phase, with nothing pending";
    for (key, value, expected) in [
        ("phase", json!("setup"), format!("`phase`: {moment}")),
        ("leaving", json!([1]), format!("`leaving`: {moment}")),
        ("combat_round", json!(1), format!("`combat_round`: {moment}")),
        ("combat_hand", json!(["CL"]), format!("`combat_hand`: {moment}")),
        ("phase", json!("noon"), "`phase`: `noon` is not a phase".to_owned()),
        ("round", json!(41), "`round`: must be a number from 1 to 40".to_owned()),
        ("influence", json!(13), "`influence`: must be a number from 0 to 12".to_owned()),
        ("damage", json!(-1), "`damage`: must be a number from 0 to 14".to_owned()),
        ("despair", json!(1), "`despair`: must be 0".to_owned()),
        ("place", json!("XX"), "`place`: `XX` cannot be here".to_owned()),
        ("place", json!("CD"), "`place`: must be a location on the trail".to_owned()),
        ("trail", json!([]), "`trail`: must have 6 entries".to_owned()),
        ("lairs", json!([["PA", "", 0, [], 0, ""], [], []]), "`lairs`: must be a city".to_owned()),
        ("seen_trail", json!([]), "`seen_trail`: must be [".to_owned()),
        ("hand", json!([]), "`encounters`: a `".to_owned()),
        ("encounters", json!(["NV", "NV", "NV", "NV", "NV", "NV"]), "`encounters`: ".to_owned()),
        ("items", json!([]), "`items`: a `".to_owned()),
        ("events_out", json!(["QQ"]), "`events_out`: `QQ` is not an event".to_owned()),
        ("dracula_events", json!(["AG"]), "`dracula_events`: `AG` is the hunters'".to_owned()),
        ("tickets", json!([0, 0]), "`tickets`: must have 6 entries".to_owned()),
        ("tickets", json!([0, 0, 0, 0, 0, 0]), "`tickets`: must be ".to_owned()),
        ("rumor_pool", json!(4), "`rumor_pool`: with those on slots there are only 4".to_owned()),
        ("fog", json!(["PA", "PA", "PA", "PA", "PA"]), "`fog`: there are only 4".to_owned()),
        ("storms", json!(["PA"]), "`storms`: `PA` cannot be here".to_owned()),
        ("roadblocks", json!(["ROAD:PA:VI"]), "`roadblocks`: `ROAD:PA:VI` is no".to_owned()),
        ("ally", json!("BR"), "`ally`: `BR` is no such ally".to_owned()),
        ("G", json!(["PA"]), "`G`: must have 10 entries".to_owned()),
        ("moon", json!(1), "`moon`: there is no such value".to_owned()),
    ] {
        let error = refused(&rules, &truth, |truth| truth[key] = value);
        assert!(error.starts_with(&format!("truth, {expected}")), "{key}: {error}");
    }
    for (at, value, expected) in [
        (0, json!(""), "a hunter who was defeated is not yet back"),
        (1, json!(99), "must be a number from 0 to"),
        (3, json!(["10", "10", "10"]), "must have at most 2 cards"),
        (7, json!("KN"), "a weakened hunter has one card that it holds open"),
        (8, json!(["BR"]), "`BR` is Dracula's"),
    ] {
        let error = refused(&rules, &truth, |truth| truth["G"][at] = value);
        assert!(error.starts_with(&format!("truth, `G`: {expected}")), "{error}");
    }
}

/// K7: what was told before is no part of the present.
#[test]
fn the_last_answers_told_are_not_asked_for() {
    let rules = Fury::default();
    let mut truth = truth_of(&in_mid_game(&rules));
    assert!(!truth.contains_key("told_hunters"));
    truth.insert("told_hunters".to_owned(), TruthValue::List(vec!["BOND".into(), "1".into()]));
    let placed = crate::common::positions::position(&rules, &truth, &[], &[]);
    assert!(placed.state(&rules, stoker_engine::Seed(1)).is_ok());
    assert_eq!(rules.params().play, Step::Full);
}
