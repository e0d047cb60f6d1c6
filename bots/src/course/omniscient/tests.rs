use super::*;
use crate::values::Values;
use stoker_engine::course::State;

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

/// After round 0 Godalming, first to move, is a road away from Dracula.
#[test]
fn who_can_enter_his_city_does() {
    let past = "GMU.... SLO.... HMA.... MLS.... DVE.V..";
    assert_eq!(answer(past, Hunter::Godalming), "VE");
}

/// The vampire of round 0 is five moves old and in Liverpool, the trail ends in Galatz: whoever is
/// in Manchester has the last turn in which it can be destroyed.
#[test]
fn a_vampire_is_destroyed_before_it_matures() {
    let past = "GMN.... SGE.... HZU.... MMR.... DLV.V.. GMN.... SGE.... HZU.... MMR.... DIR.... \
                GMN.... SGE.... HZU.... MMR.... DAO.... GMN.... SGE.... HZU.... MMR.... DMS.... \
                GMN.... SGE.... HZU.... MMR.... DTS.... GMN.... SGE.... HZU.... MMR.... DIO....";
    assert_eq!(answer(past, Hunter::Godalming), "LV");
}
