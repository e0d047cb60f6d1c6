//! Tests of clauses H and R: hunters' turns and research.

use super::*;
use crate::course::Encounter;

#[test]
fn in_round_0_a_hunter_may_go_to_any_of_the_71_places() {
    let game = course("");
    assert_eq!(game.legal().split(' ').count(), 71);
}

#[test]
fn rail_moves_span_round_plus_seat_modulo_4_links() {
    // Roads lead from Paris to BU, CF, GE, LE, NA, ST.
    let game = course("GPA DSJ");
    assert_eq!(game.legal(), "BO BU CF GE LE MR NA PA ST", "(1 + 0) mod 4 = 1 link");
    let game = game.then("GPA DHI");
    assert_eq!(game.legal(), "BO BU CF CO GE LE MR NA PA SR ST", "2 links");
    let game = game.then("GPA DBE");
    assert_eq!(game.legal(), "BA BO BU CF CO FR GE LE MA MR NA PA SR ST", "3 links");
    let game = game.then("GPA DKL");
    assert_eq!(game.legal(), "BU CF GE LE NA PA ST", "4 mod 4 = 0 links: roads alone");
}

#[test]
fn rail_alone_leads_from_station_to_station() {
    let rules = Course::default();
    let reach = |round| {
        let paris = rules.place("PA").unwrap();
        let codes = rules.rail_reach(Hunter::Godalming, round, paris).into_iter();
        codes.map(|place| rules.map().code(place).to_string()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(reach(4), "PA", "(4 + 0) mod 4 = 0 links");
    assert_eq!(reach(1), "BO BU LE MR PA");
}

#[test]
fn the_seat_counts_towards_the_rail_links() {
    let game = course("MPA DSJ GNS SNS HNS");
    assert_eq!(game.legal(), "BU CF GE LE NA PA ST", "(1 + 3) mod 4 = 0 links");
}

#[test]
fn with_a_rail_divisor_of_8_four_links_can_be_made() {
    let params = Params { rail_divisor: 8, ..Params::default() };
    let game = with(params, "GPA DSJ GPA DHI GPA DBE GPA DKL");
    // The fourth link adds AL from BA, LS and SN from MA, LI from FR.
    assert_eq!(game.legal(), "AL BA BO BU CF CO FR GE LE LI LS MA MR NA PA SN SR ST");
}

#[test]
fn ships_go_from_port_to_sea_from_sea_to_sea_and_from_sea_to_port() {
    let game = course("GPL DSJ");
    assert_eq!(game.legal(), "EC LO PL");
    assert_eq!(game.then("GEC DHI").legal(), "AO EC LE LO NS PL");
}

#[test]
fn the_hospital_is_entered_and_left_by_road() {
    assert_eq!(course("GJM DKL").legal(), "BE JM SJ SZ ZA");
    assert!(course("GBE DKL").legal().contains("JM"));
}

#[test]
fn a_hunter_destroys_a_vampire_at_no_cost_and_loses_4_life_to_dracula() {
    let game = course("GBE DSJ GSJ");
    assert_eq!((game.text().as_str(), game.life()[0]), ("GSJVD..", 9 - 4));
    assert_eq!((game.blood(), game.score()), (40 - 10, 366 - 1));
}

#[test]
fn a_trap_costs_2_life_and_is_destroyed() {
    let game = course("GZA DSJ GSZ DBE DSO");
    let game = game.then("GSO");
    assert_eq!(game.text(), "GSOTD..");
    assert_eq!(game.life()[0], 9 - 2 - 4);
    assert_eq!((game.encounters_at("SO"), game.encounters_at("BE")), (0, 1));
}

#[test]
fn traps_come_before_vampires_and_vampires_before_dracula() {
    // BE holds the vampire of round 0 and the traps of a hide and a double back.
    let game = course("GSZ DBE GSZ DHI GSZ DD1 GBE");
    assert_eq!(game.text(), "GBETTVD");
    assert_eq!((game.life()[0], game.blood()), (9 - 2 - 2 - 4, 30));
}

#[test]
fn what_a_hunter_without_life_does_not_reach_stays() {
    let params = Params { start_life: 4, ..Params::default() };
    let game = with(params, "GSZ DBE GSZ DHI GSZ DD1 GBE");
    assert_eq!((game.text().as_str(), game.life()[0]), ("GBETT..", 0));
    assert_eq!((game.encounters_at("BE"), game.blood()), (1, 40));
}

#[test]
fn the_oldest_trap_is_sprung_first() {
    let params = Params { start_life: 2, ..Params::default() };
    let game = with(params, "GSZ DSJ GSZ DBE GSZ DHI GSZ DD1 GBE");
    assert_eq!(game.text(), "GBET...");
    let left: Vec<_> =
        game.state.position().trail().moves().iter().map(|mv| mv.encounter).collect();
    let (trap, vampire) = (Some(Encounter::Trap), Some(Encounter::Vampire));
    assert_eq!(left, [trap, trap, None, vampire]);
}

#[test]
fn the_last_life_can_go_with_dracula_met() {
    let params = Params { start_life: 4, ..Params::default() };
    let game = with(params, "GBE DSJ GSJ");
    assert_eq!((game.text().as_str(), game.life()[0], game.blood()), ("GSJVD..", 0, 30));
}

#[test]
fn a_hunter_who_rests_in_dracula_s_city_meets_all_that_is_there_and_then_gains_3() {
    let game = course("GBE DSJ GBE DBE GBE");
    assert_eq!((game.text().as_str(), game.life()[0]), ("GBETD..", 9 - 2 - 4 + 3));
}

#[test]
fn nothing_happens_to_hunters_at_sea() {
    let game = course("GNS DNS GNS");
    assert_eq!((game.text().as_str(), game.life()[0], game.blood()), ("GNS....", 9, 40 - 2));
    assert_eq!(game.seen(), "S?");
}

#[test]
fn a_city_that_has_left_the_trail_holds_nothing() {
    let game = course("GJM DSJ GJM DBE GJM DKL GJM DBC GJM DCN GJM DVR GJM DSO GSJ");
    assert_eq!((game.text().as_str(), game.revealed().len()), ("GSJ....", 0));
}

#[test]
fn a_hunter_sent_to_hospital_costs_6_points_and_shows_no_life_until_the_next_turn() {
    let params = Params { start_life: 4, ..Params::default() };
    let game = with(params, "GBE DSJ GSJ");
    assert_eq!((game.score(), game.godalming().as_str()), (366 - 1 - 6, "JM"));
    let game = game.then("DSO");
    assert_eq!(game.state.history().as_hunters().board().life(Hunter::Godalming), 0);
    assert_eq!(game.then("GZA").life()[0], 4);
}

#[test]
fn a_hunter_from_hospital_meets_the_next_encounters_with_full_life() {
    let params = Params { start_life: 6, life_loss_dracula: 6, ..Params::default() };
    let game = with(params, "GBE DSJ GSJ DBE");
    assert_eq!(game.life()[0], 0);
    // The trap costs 2 of 6 life points, and Dracula costs the rest.
    let game = game.then("GBE");
    assert_eq!((game.text().as_str(), game.score()), ("GBETD..", 366 - 1 - 6 - 1 - 6));
    assert_eq!(game.state.hospital_visits(), 2);
}

#[test]
fn dracula_does_not_reveal_himself_in_the_city_a_hunter_was_carried_from() {
    let params = Params { start_life: 4, ..Params::default() };
    let game = with(params, "GBE DSJ GSJ DHI");
    assert_eq!(game.seen(), "SJ C?");
}

#[test]
fn a_rest_gains_3_life_up_to_9_on_land_and_at_sea() {
    let game = course("GBE DSJ GSJ DSO");
    assert_eq!(game.life()[0], 5);
    let game = game.then("GJM DBC GJM");
    assert_eq!(game.life()[0], 8);
    assert_eq!(game.then("DCN GJM").life()[0], 9);
    let game = course("GAT DVA GVA DSO GIO DBC GIO");
    assert_eq!(game.life()[0], 9 - 4 + 3);
}

#[test]
fn nobody_rests_in_round_0() {
    assert_eq!(course("GJM SJM HJM MJM DSJ").streak(), 0);
}

#[test]
fn staying_in_hospital_is_a_rest_and_returning_to_the_city_is_not() {
    let params = Params { start_life: 4, ..Params::default() };
    assert_eq!(with(params.clone(), "GBE DSJ GSJ DSO GJM").streak(), 1);
    assert_eq!(with(params, "GBE DSJ GSJ DSO GSJ").streak(), 0);
}

#[test]
fn rests_are_counted_over_all_hunters_and_across_dracula_s_turn() {
    let game = course("GNS SNS HNS MNS DSJ GEC SNS HNS");
    assert_eq!(game.streak(), 2);
    let game = game.then("MNS DHI");
    assert_eq!(game.streak(), 3);
    assert_eq!(game.then("GNS").streak(), 0);
}

#[test]
fn a_turn_that_ends_in_hospital_leaves_the_count_or_resets_it_where_written() {
    for (streak, expected) in [(HospitalStreak::Kept, 1), (HospitalStreak::Reset, 0)] {
        let params = Params { start_life: 4, hospital_streak: streak, ..Params::default() };
        let game = with(params, "GNS SBE DSJ GNS");
        assert_eq!(game.streak(), 1);
        assert_eq!(game.then("SSJ").streak(), expected, "{streak:?}");
    }
}

#[test]
fn a_rest_that_ends_in_hospital_is_no_rest() {
    let params = Params { start_life: 4, ..Params::default() };
    let game = with(params, "GBE DSJ GBE MNS DBE GBE");
    assert_eq!((game.life()[0], game.streak()), (0, 1));
}

#[test]
fn the_fourth_rest_reveals_the_sixth_move_and_each_further_one_again() {
    let game = course("DGA DKL DBE DSJ DSO DVA GNS SNS HNS MNS");
    let game = game.then("DSA * DIO");
    assert_eq!(game.state.position().board().round(), 8);
    // The hunters came to NS in round 6 and rested in round 7. The sixth move of the trail is that
    // of round 1.
    assert_eq!((game.seen().as_str(), game.streak()), ("C? KL C? C? C? C? C? S?", 3));
    let game = game.then("GNS");
    assert_eq!((game.revealed(), game.streak()), (vec![2], 3));
    assert!(game.then("SNS").revealed().is_empty());
}

#[test]
fn below_round_6_research_reveals_nothing_but_takes_the_count_to_3() {
    let game = course("GNS SNS HNS MNS DGA * DKL * DBE * DSJ * DSO *");
    assert_eq!((game.seen().as_str(), game.streak()), ("C? C? C? C? C?", 3));
    let game = game.then("DVA GNS");
    assert_eq!((game.seen().as_str(), game.revealed()), ("GA C? C? C? C? C?", vec![0]));
}

#[test]
fn one_rest_can_be_enough_for_research() {
    let params = Params { research_rests: 1, trail: 2, double_back: 1, ..Params::default() };
    let game = with(params, "GNS DGA DKL GEC DBE");
    let game = game.then("GEC");
    assert_eq!((game.seen().as_str(), game.streak()), ("C? KL C?", 0));
}
