use super::*;
use crate::values::Values;
use stoker_engine::Game as _;
use stoker_engine::course::{Params, State};

fn player(game: &Arc<Course>, setting: &str) -> Omniscient {
    let values = Values::parse(setting, PARAMS).unwrap();
    Omniscient::new(&Setup { game, values: &values, side: Course::HUNTERS, seats: 0..4 })
}

fn answer(past_plays: &str, hunter: Hunter) -> String {
    let game = Arc::new(Course::default());
    let state = State::parse(&game, past_plays).unwrap();
    let to = player(&game, "depth=1").decide(state.position(), hunter);
    game.map().code(to).to_string()
}

/// After round 0 Godalming, who moves first, is one road away from Dracula.
#[test]
fn who_can_enter_his_city_does() {
    let past = "GMU.... SLO.... HMA.... MLS.... DVE.V..";
    assert_eq!(answer(past, Hunter::Godalming), "VE");
}

/// The vampire of round 0 is five moves old and in Liverpool, and the trail ends in Galatz. The
/// hunter in Manchester has the last turn in which it can be destroyed.
#[test]
fn a_vampire_is_destroyed_before_it_matures() {
    let past = "GMN.... SGE.... HZU.... MMR.... DLV.V.. GMN.... SGE.... HZU.... MMR.... DIR.... \
                GMN.... SGE.... HZU.... MMR.... DAO.... GMN.... SGE.... HZU.... MMR.... DMS.... \
                GMN.... SGE.... HZU.... MMR.... DTS.... GMN.... SGE.... HZU.... MMR.... DIO....";
    assert_eq!(answer(past, Hunter::Godalming), "LV");
}

/// The rules allow up to a million points of blood. If each meeting takes one of them, the value of
/// a million meetings at 5,000 hundredths each exceeds 32 bits.
#[test]
fn no_rules_and_no_parameters_are_too_much() {
    let rich = Params {
        start_score: 1_000,
        blood_loss_hunter: 1,
        blood_gain_castle: 1_000,
        score_loss_vampire: 1_000,
        ..Params::default()
    };
    let game = Arc::new(Course::on(rich, Course::MAPS[0].load()).unwrap());
    let past = "GMU.... SLO.... HMA.... MLS.... DVE.V..";
    let state = State::parse(&game, past).unwrap();
    let mut position = serde_json::to_value(state.position()).unwrap();
    position["board"]["blood"] = 1_000_000.into();
    let position = serde_json::from_value(position).unwrap();
    let player = player(&game, "depth=2,width=1,hit=5000,near=200,life=1000,worst=100");
    assert!(player.best_plan(&position, 2).1 < i64::from(i32::MIN));
}
