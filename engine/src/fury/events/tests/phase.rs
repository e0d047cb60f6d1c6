//! Dracula's window (fury V6).

use super::*;

/// Dracula holds these events at the start of his phase and is asked.
fn plotting(titles: &[EventCard]) -> Scene {
    let mut scene = Scene::new(Phase::Dracula);
    scene.dracula_holds(titles);
    scene.plots();
    scene
}

#[test]
fn draculas_brides_add_to_claws_in_vampires_fights() {
    let mut scene = plotting(&[EventCard::Brides]);
    scene.answer("EV:BR");
    assert_eq!(scene.state.known.table.dracula_ally, Some(EventCard::Brides));
    assert!(!scene.is_out(EventCard::Brides));
    scene.lay(2, "LO", &[Encounter::Reckless]);
    scene.state.known.table.phase = Phase::Day;
    scene.acts(Hunter::Godalming);
    scene.answer("SEARCH");
    assert_eq!(scene.state.known.table.combat.unwrap().rage, 1);
    scene.put(Hunter::Mina, "PR");
    scene.begin(Task::Fight);
    assert_eq!(scene.state.known.table.combat.unwrap().rage, 0, "Dracula fights alone");
}

#[test]
fn devilish_power_removes_the_ally_or_a_holy_token() {
    let mut scene = plotting(&[EventCard::DevilishPower]);
    assert_eq!(scene.asked(), "", "there is nothing to remove");
    scene.dracula_holds(&[EventCard::DevilishPower; 2]);
    let (athens, lisbon) = (scene.place("AT"), scene.place("LS"));
    let table = &mut scene.state.known.table;
    table.ally = Some(EventCard::RufusSmith);
    table.ground = Some(athens);
    table.hosts.insert(athens);
    table.hosts.insert(lisbon);
    scene.plots();
    scene.answer("EV:DP");
    assert_eq!(scene.asked(), "0: ALLY M:AT M:LS");
    scene.answer("M:AT");
    let table = &scene.state.known.table;
    assert_eq!((table.ground, table.hosts.len()), (Some(athens), 1), "the host goes first");
    scene.answers("EV:DP M:AT EV:DP ALLY");
    let table = &scene.state.known.table;
    assert_eq!((table.ground, table.ally), (None, None));
    assert!(scene.is_out(EventCard::RufusSmith));
}

#[test]
fn darkness_returns_takes_another_event_of_dracula_back() {
    let mut scene = plotting(&[EventCard::DarknessReturns]);
    assert_eq!(scene.asked(), "");
    scene.adjudicator().discard_event(EventCard::GoodLuck);
    scene.adjudicator().discard_event(EventCard::GreatWolf);
    scene.adjudicator().discard_event_unseen(EventCard::Enraged);
    scene.plots();
    scene.answer("EV:DR");
    assert_eq!(scene.asked(), "0: V:EN V:GW");
    scene.answer("V:EN");
    assert!(scene.state.known.dracula.events.has(EventCard::Enraged));
    assert_eq!(scene.state.known.table.events_out_unseen, 0);
    assert!(scene.is_out(EventCard::GreatWolf));
}

#[test]
fn great_wolf_reaches_three_roads_and_costs_nothing_in_this_phase() {
    let mut scene = plotting(&[EventCard::GreatWolf; 2]);
    scene.answer("EV:GW");
    assert_eq!(scene.asked(), "", "not twice in a phase");
    scene.begin(Task::Movement(crate::fury::task::FollowingSteps::None));
    scene.answer("WOLF:CO");
    assert_eq!(scene.state.known.table.damage, 0);
    scene.begin(Task::EndPhase);
    scene.begin(Task::Movement(crate::fury::task::FollowingSteps::None));
    assert!(!scene.asked().contains("WOLF"), "Wolf Form lies on the trail");
    assert!(!scene.state.known.table.course.great_wolf);
}

#[test]
fn hidden_schemes_put_an_encounter_into_a_city_on_the_trail() {
    let mut scene = plotting(&[EventCard::HiddenSchemes]);
    scene.lay(3, "IO", &[]);
    scene.lay(4, "VE", &[Encounter::Fog]);
    scene.answer("EV:HD");
    assert_eq!(scene.asked(), "0: E:RT E:WV");
    scene.answer("E:WV");
    assert_eq!(scene.asked(), "0: T:1 T:4");
    scene.answer("T:4");
    assert_eq!(scene.encounters(4), "FG WV");
    assert_eq!(scene.state.known.dracula.hand.len(), 5, "he refills his hand");
}

#[test]
fn immanuel_hildesheim_raises_draculas_limit_to_six() {
    let seven = [
        EventCard::Enraged,
        EventCard::Enraged,
        EventCard::FalseTip,
        EventCard::Seduction,
        EventCard::WildHorses,
        EventCard::CustomsSearch,
    ];
    let mut scene = plotting(&[EventCard::Hildesheim]);
    scene.dracula_holds(&seven);
    scene.plots();
    scene.answer("EV:IH");
    scene.begin(Task::Settle);
    assert_eq!(scene.asked(), "", "six are allowed");
    scene.state.known.table.dracula_ally = None;
    scene.begin(Task::Settle);
    assert_eq!(scene.asked(), "0: X:CS X:EN X:FT X:SD X:WH");
    scene.answers("X:EN X:EN");
    assert_eq!(scene.asked(), "");
    assert_eq!(scene.state.known.table.events_out_unseen, 2, "hunters do not see which");
}

#[test]
fn nocturnal_visit_hurts_a_weakened_hunter() {
    let mut scene = plotting(&[EventCard::NocturnalVisit]);
    scene.state.known.table.hunters[Hunter::Helsing].bites = 1;
    scene.plots();
    scene.answer("EV:NI");
    assert_eq!(scene.asked(), "0: N:H N:M");
    scene.answer("N:H");
    assert_eq!(scene.state.known.table.hunters[Hunter::Helsing].damage, 2);
}

#[test]
fn roadblock_lays_two_if_two_are_left() {
    let mut scene = plotting(&[EventCard::Roadblock; 2]);
    scene.answer("EV:RO");
    scene.answers("B:RAIL:BC:CN B:ROAD:LO:MN");
    assert_eq!(scene.state.known.table.roadblocks(), 2);
    assert_eq!(scene.asked(), "0: EV:RO -");
    scene.state.known.table.roads = [0b1111_1100_u64, 0];
    scene.plots();
    scene.answers("EV:RO B:RAIL:AL:BA");
    assert_eq!(scene.state.known.table.roadblocks(), 8, "one was left");
}

#[test]
fn summon_storms_puts_two_on_seas_without_one() {
    let mut scene = plotting(&[EventCard::SummonStorms]);
    scene.answer("EV:SS");
    scene.answer("M:IO");
    assert_eq!(scene.asked(), "0: M:AO M:AS M:BB M:BS M:EC M:IR M:MS M:NS M:TS");
    scene.answer("M:AS");
    assert_eq!(scene.state.known.table.storms.len(), 2);
}

#[test]
fn sensationalist_press_brings_a_rumor_that_may_be_placed_at_once() {
    let mut scene = plotting(&[EventCard::SensationalistPress]);
    let pool = scene.state.known.table.rumor_pool;
    scene.answer("EV:ST");
    assert_eq!(scene.state.known.table.rumor_pool, pool - 1);
    assert_eq!(scene.asked(), "0: R:1 -");
    scene.answer("R:1");
    assert!(scene.state.known.trail.spaces[0].as_ref().unwrap().rumor);
}

#[test]
fn unearthly_swiftness_moves_dracula_twice_with_one_encounter_step() {
    let mut scene = Scene::new(Phase::Night);
    scene.dracula_holds(&[EventCard::UnearthlySwiftness; 2]);
    scene.begin(Task::Begin(Phase::Dracula));
    scene.answer("EV:US");
    scene.answers("M:VI E:RT -");
    assert!(scene.asked().contains("M:MU"), "{}", scene.asked());
    scene.answer("M:MU");
    assert_eq!((scene.encounters(1), scene.encounters(2)), (String::new(), "RT".to_owned()));
    assert!(!scene.state.known.table.course.swiftness);
}

#[test]
fn vampiric_influence_shows_a_hand_and_takes_a_card_of_it() {
    let mut scene = plotting(&[EventCard::VampiricInfluence; 2]);
    let before = scene.state.clone();
    scene.answers("EV:VI N:M");
    assert_eq!(scene.told()[0], Told::Nothing, "an empty hand shows nothing");
    scene.state = before;
    scene.has_items(Hunter::Mina, &[Item::Knife]);
    scene.holds(Hunter::Mina, &[EventCard::GoodLuck]);
    scene.answers("EV:VI N:M");
    assert_eq!(scene.asked(), "0: X:KN X:GL");
    assert!(matches!(scene.told()[0], Told::Influence(Hunter::Mina, ..)));
    scene.answer("X:GL");
    assert!(scene.is_out(EventCard::GoodLuck));
}
