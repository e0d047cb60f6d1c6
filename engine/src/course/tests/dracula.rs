//! Tests of clauses D and E: Dracula's moves and actions.

use super::*;
use crate::game::Game;

const OWN: [OwnPlace; 3] = [OwnPlace::Free, OwnPlace::NotAlone, OwnPlace::Never];

fn own(own_place: OwnPlace) -> Params {
    Params { own_place, ..Params::default() }
}

/// A game up to Dracula's turn.
fn to_dracula(params: Params, plays: &str) -> Table {
    let mut game = with(params, plays);
    while game.mover() != Mover::Dracula {
        game.pass();
    }
    game
}

/// His legal moves after these plays.
fn choices(params: Params, plays: &str) -> String {
    to_dracula(params, plays).legal()
}

#[test]
fn in_round_0_dracula_may_go_anywhere_but_to_the_hospital() {
    let legal = choices(Params::default(), "");
    assert_eq!(legal.split(' ').count(), 70);
    assert!(!legal.contains("JM") && !legal.contains("HI") && !legal.contains("D1"));
    assert!(legal.contains("CD") && legal.contains("NS"));
}

#[test]
fn he_goes_by_road_and_sea_but_not_by_rail_nor_to_the_hospital() {
    assert_eq!(choices(Params::default(), "DGA"), "BC CD CN D1 HI KL");
    assert_eq!(choices(Params::default(), "DSJ"), "BE D1 HI SO VA ZA");
    assert_eq!(choices(Params::default(), "DBI"), "AS D1 HI NP RO");
}

#[test]
fn his_five_latest_locations_cannot_be_named() {
    let five = "DKL DBD DSZ DBE DBC";
    assert_eq!(choices(Params::default(), five), "CN D1 D2 D5 GA HI SO");
    let six = "DKL DBD DSZ DBE DBC DGA";
    assert_eq!(choices(Params::default(), six), "CD CN D1 D2 HI KL");
}

#[test]
fn he_may_name_the_place_he_doubled_back_to_except_where_written() {
    let plays = "DKL DBD DSZ DBE DBC DD5";
    assert_eq!(choices(own(OwnPlace::Free), plays), "CD GA HI KL");
    assert_eq!(choices(own(OwnPlace::NotAlone), plays), "CD GA HI KL");
    assert_eq!(choices(own(OwnPlace::Never), plays), "CD GA HI");
}

#[test]
fn he_cannot_hide_at_sea_but_can_double_back() {
    assert_eq!(choices(Params::default(), "DAO"), "BB CA D1 EC GW IR LS MS NS");
}

#[test]
fn he_hides_once_in_six_moves() {
    let game = to_dracula(Params::default(), "DGA DHI DKL DBD DSZ DBE");
    assert!(!game.legal().contains("HI"));
    assert!(to_dracula(Params::default(), "DGA DHI DKL DBD DSZ DBE DBC").legal().contains("HI"));
}

#[test]
fn he_doubles_back_only_to_where_he_is_or_can_go_by_road_or_sea() {
    // D1 leads from SZ to SZ, D2 to KL. D3 would lead to GA, which is not joined to SZ.
    assert_eq!(choices(Params::default(), "DGA DKL DSZ"), "BD BE D1 D2 HI ZA");
}

#[test]
fn he_doubles_back_once_in_six_moves() {
    let game = to_dracula(Params::default(), "DGA DD1 DKL DBD DSZ DBE");
    assert_eq!(game.legal(), "BC HI SJ SO");
    let game = to_dracula(Params::default(), "DGA DD1 DKL DBD DSZ DBE DBC");
    // D3 leads to SZ and D4 to BD, neither joined to BC. D5 leads to KL.
    assert_eq!(game.legal(), "CN D1 D2 D5 GA HI SO");
}

#[test]
fn a_double_back_may_lead_to_a_hide_and_a_hide_to_a_double_back() {
    let game = course("DGA DHI DKL DD2");
    assert_eq!(game.state.position().dracula(), game.rules.place("GA"));
    let game = course("DGA DKL DD2 DHI");
    assert_eq!(game.state.position().dracula(), game.rules.place("GA"));
}

#[test]
fn double_backs_go_no_further_than_configured() {
    let params = Params { double_back: 1, ..Params::default() };
    assert_eq!(choices(params, "DGA DKL DSZ"), "BD BE D1 HI ZA");
}

#[test]
fn in_a_trail_of_2_only_the_latest_move_restricts_him() {
    let params = Params { trail: 2, double_back: 1, ..Params::default() };
    assert_eq!(choices(params, "DGA DKL"), "BC BD BE CD D1 GA HI SZ");
}

#[test]
fn in_a_trail_of_10_he_can_double_back_9_moves() {
    let params = Params { trail: 10, double_back: 9, ..Params::default() };
    let plays = "DSZ DBD DVI DPR DBR DLI DNU DMU DZA";
    // ZA is joined to MU (2 back), VI (7), BD (8), SZ (9) and SJ. All but SJ are named in the
    // trail.
    assert_eq!(choices(params.clone(), plays), "D1 D2 D7 D8 D9 HI SJ");
    let game = with(params, &format!("{plays} DD9"));
    assert_eq!(game.state.position().dracula(), game.rules.place("SZ"));
}

/// In the castle. Both roads out lead to places in the trail, and he has hidden and doubled back.
const STUCK: &str = "DGA DD1 DHI DKL DCD";

#[test]
fn with_no_other_move_he_teleports_whatever_he_answers() {
    for own_place in OWN {
        let game = to_dracula(own(own_place), STUCK);
        assert_eq!(game.legal(), "TP");
        let forced = game.rules.forced_move(&game.state);
        assert_eq!(forced, game.rules.dracula_move("TP").map(Move::Dracula));
    }
}

#[test]
fn with_another_move_nothing_is_forced_and_no_teleport_legal() {
    let game = to_dracula(Params::default(), "DGA");
    assert_eq!(game.rules.forced_move(&game.state), None);
    assert!(!game.legal().contains("TP"));
    assert_eq!(course("").rules.forced_move(&course("").state), None);
}

/// The teleport trick: in the castle by hide, double back and teleport, never naming it.
const TRICK: &str = "DCD DKL DGA DD3 DHI DTP";

#[test]
fn his_own_place_as_the_only_move_is_legal_in_course_and_a_teleport_elsewhere() {
    assert_eq!(choices(own(OwnPlace::Free), TRICK), "CD");
    assert_eq!(choices(own(OwnPlace::NotAlone), TRICK), "TP");
    assert_eq!(choices(own(OwnPlace::Never), TRICK), "TP");
}

#[test]
fn the_presets_are_these_three_ways_with_his_own_place() {
    let of = |name| preset(name).own_place;
    assert_eq!(["course", "course-2019", "written"].map(of), OWN);
}

#[test]
fn a_full_castle_takes_no_more_encounters_and_still_gives_blood() {
    let game = course(TRICK);
    // Rounds 0, 3, 4 and 5 end in the castle: a vampire, two traps, and no room.
    assert_eq!((game.text().as_str(), game.encounters_at("CD")), ("DTP....", 3));
    assert_eq!(game.blood(), 40 + 4 * 10);
}

#[test]
fn the_vampire_of_a_move_that_leaves_the_trail_matures_and_its_trap_vanishes() {
    let game = course("DKL DBD DSZ DBE DBC DGA DCN");
    assert_eq!((game.text().as_str(), game.score()), ("DCNT.V.", 366 - 7 - 13));
    let game = game.then("DVR");
    assert_eq!((game.text().as_str(), game.score()), ("DVRT.M.", 366 - 8 - 13));
}

#[test]
fn what_a_hunter_destroyed_does_not_leave_the_trail() {
    let game = course("GSZ DKL GKL DBD DSZ DBE DBC DGA DCN");
    assert_eq!((game.text().as_str(), game.score()), ("DCNT...", 366 - 7));
}

#[test]
fn encounters_leave_the_trail_at_sea_too() {
    let game = course("DBA DMS DTS DIO DAS DVE DMU");
    assert_eq!(game.text(), "DMUT.V.");
    let game = course("DSR DBA DMS DTS DIO DAS DVE DMU");
    assert_eq!(game.text(), "DMUT.M.");
    let game = course("DBO DSR DBA DMS DTS DIO DAS");
    assert_eq!(game.text(), "DAS..V.");
}

#[test]
fn a_vampire_is_placed_in_rounds_divisible_by_13_and_traps_in_others() {
    let round_13 = "DKL DBD DSZ DBE DBC DGA DCN DVR DSO DSJ DZA DMU DNU DLI";
    let game = course(round_13);
    assert_eq!(game.text(), "DLI.VM.");
    assert_eq!(game.then("DBR").text(), "DBRT.M.");
    assert_eq!(course("DKL").text(), "DKL.V..");
}

#[test]
fn a_vampire_due_at_sea_is_not_made_up_later() {
    let params = Params { vampire_period: 2, ..Params::default() };
    let game = with(params, "DSR DBA DMS");
    assert_eq!(game.text(), "DMS....");
    assert_eq!(game.then("DTS DRO").text(), "DRO.V..");
    let params = Params { vampire_period: 2, ..Params::default() };
    assert_eq!(with(params, "DSR DBA DMS DAL").text(), "DALT...");
}

#[test]
fn a_full_city_takes_not_even_a_vampire() {
    let params = Params { city_encounters: 1, vampire_period: 1, ..Params::default() };
    assert_eq!(with(params, "DGA DHI").text(), "DHI....");
    let params = Params { city_encounters: 0, ..Params::default() };
    assert_eq!(with(params, "DGA").text(), "DGA....");
}

#[test]
fn an_encounter_that_leaves_now_makes_room_now() {
    let params = Params { trail: 2, double_back: 1, city_encounters: 1, ..Params::default() };
    let game = with(params, "DGA DHI DD1");
    assert_eq!((game.text().as_str(), game.encounters_at("GA")), ("DD1T.V.", 1));
}

#[test]
fn a_city_holds_three_encounters_of_all_his_moves_there() {
    // KL gets the vampire, a trap by hiding, and one by doubling back over BC.
    let game = course("DKL DHI DBC DD2");
    assert_eq!((game.text().as_str(), game.encounters_at("KL")), ("DD2T...", 3));
}

#[test]
fn blood_falls_by_2_at_sea_and_grows_by_10_in_the_castle_beyond_40() {
    assert_eq!(course("DAO").blood(), 38);
    assert_eq!(course("DAO DD1").blood(), 36);
    assert_eq!(course("DCD").blood(), 50);
    assert_eq!(course("DGA").blood(), 40);
}

#[test]
fn entering_a_hunter_s_city_harms_nobody_and_reveals_him() {
    let game = course("GBE DSJ GBE DBE");
    assert_eq!((game.life()[0], game.blood(), game.seen().as_str()), (9, 40, "C? BE"));
}
