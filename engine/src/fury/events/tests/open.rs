//! Open events (fury V7, V8).

use super::*;

/// Godalming draws this card by day and is asked.
fn drawn(title: EventCard) -> Scene {
    let mut scene = Scene::new(Phase::Day);
    scene.state.decks.events.push(title);
    scene.begin(Task::SupplyEvent(Hunter::Godalming));
    assert_eq!(scene.asked(), format!("1: EV:{title} -"));
    scene
}

#[test]
fn an_ally_replaces_the_old_one_or_checks_a_city() {
    for title in [EventCard::SisterAgatha, EventCard::JonathanHarker, EventCard::RufusSmith] {
        let old = if title == EventCard::RufusSmith {
            EventCard::SisterAgatha
        } else {
            EventCard::RufusSmith
        };
        let mut scene = drawn(title);
        scene.state.known.table.ally = Some(old);
        scene.answer(&format!("EV:{title}"));
        assert_eq!(scene.asked(), "1: ALLY CHECK");
        scene.answer("ALLY");
        assert_eq!(scene.state.known.table.ally, Some(title));
        assert!(scene.is_out(old) && !scene.is_out(title));

        let mut scene = drawn(title);
        scene.answers(&format!("EV:{title} CHECK M:PR"));
        assert!(scene.is_up(1) && scene.is_out(title));
        assert_eq!(scene.state.known.table.ally, None);
    }
}

#[test]
fn sister_agatha_wounds_dracula_after_his_fangs_and_escapes() {
    let mut scene = Scene::new(Phase::Dusk);
    scene.state.known.table.ally = Some(EventCard::SisterAgatha);
    scene.put(Hunter::Mina, "PR");
    scene.begin(Task::Fight);
    scene.state.known.dracula.combat = [crate::fury::CombatCard::Mist].into_iter().collect();
    scene.begin(Task::DraculaCard);
    scene.state.known.table.combat.as_mut().unwrap().round = 6;
    scene.answer("C:EM");
    scene.state.known.table.combat.as_mut().unwrap().engaged = Some(Hunter::Mina);
    scene.begin(Task::Beat(crate::fury::combat::Beat::Reveal));
    assert_eq!(scene.state.known.table.damage, 2);
    assert!(scene.state.known.table.mist && !scene.is_up(1));
}

#[test]
fn jonathan_harker_turns_up_what_comes_to_the_last_space() {
    let mut scene = Scene::new(Phase::Dracula);
    scene.state.known.table.ally = Some(EventCard::JonathanHarker);
    scene.lay(5, "VE", &[]);
    scene.begin(Task::Slide);
    assert!(scene.is_up(6) && !scene.is_up(2));
}

#[test]
fn rufus_smith_makes_the_way_from_sea_to_sea_cost_two() {
    for (ally, damage) in [(Some(EventCard::RufusSmith), 2), (None, 1)] {
        let mut scene = Scene::new(Phase::Dracula);
        scene.state.known.table.ally = ally;
        scene.lay(2, "AS", &[]);
        scene.dracula_on(2);
        scene.begin(Task::Movement(crate::fury::task::FollowingSteps::None));
        scene.answer("M:IO");
        assert_eq!(scene.state.known.table.damage, damage);
    }
}

#[test]
fn behind_the_veil_shows_draculas_hand_and_discards_an_encounter() {
    let mut scene = drawn(EventCard::BehindTheVeil);
    scene.dracula_holds(&[EventCard::Enraged]);
    let hand = scene.state.known.dracula.hand;
    scene.answer("EV:BV");
    assert_eq!(scene.asked(), "1: E:RT E:WV");
    let events = scene.state.known.dracula.events;
    assert_eq!(scene.told()[1], Told::Veil(hand, events));
    scene.answer("E:RT");
    assert!(scene.state.known.table.encounters_out.has(Encounter::Rats));
    assert_eq!(scene.state.known.dracula.hand.len(), 5, "he refills his hand");
}

#[test]
fn evil_presence_names_the_hunters_in_cities_next_to_dracula() {
    let mut scene = drawn(EventCard::EvilPresence);
    scene.put(Hunter::Seward, "VI");
    scene.put(Hunter::Helsing, "BR");
    scene.put(Hunter::Mina, "PR");
    scene.answer("EV:EP");
    let near = Hunter::Seward.bit() | Hunter::Helsing.bit();
    assert_eq!(scene.told(), &[Told::Presence(near), Told::Presence(near)]);
}

#[test]
fn hired_scouts_check_two_cities() {
    let mut scene = drawn(EventCard::HiredScouts);
    scene.lay(3, "VE", &[]);
    scene.lay(4, "MU", &[]);
    scene.answers("EV:HS M:VE M:MU");
    assert_eq!([1, 3, 4].map(|space| scene.is_up(space)), [false, true, true]);
    assert_eq!(scene.asked(), "");
}

#[test]
fn local_rumors_turn_up_locations_here_and_one_road_away() {
    let mut scene = drawn(EventCard::LocalRumors);
    for (space, code) in [(2, "LO"), (3, "MN"), (4, "EC"), (5, "ED")] {
        scene.lay(space, code, &[]);
    }
    scene.answer("EV:LR");
    assert_eq!([2, 3, 4, 5].map(|space| scene.is_up(space)), [true, true, false, false]);
}

#[test]
fn newspaper_reports_turn_up_space_three_when_drawn_and_five_or_six_later() {
    let mut scene = drawn(EventCard::NewspaperReports);
    scene.lay(3, "VE", &[]);
    scene.answer("EV:NR");
    assert!(scene.is_up(3) && scene.is_out(EventCard::NewspaperReports));

    let mut scene = Scene::new(Phase::Dawn);
    scene.holds(Hunter::Mina, &[EventCard::NewspaperReports]);
    scene.lay(6, "VE", &[]);
    scene.begin(Task::TimeWindow(super::super::Occasion::Dawn));
    scene.answer("EV:NR");
    assert_eq!(scene.asked(), "4: T:5 T:6");
    scene.answer("T:6");
    assert!(scene.is_up(6));
}

#[test]
fn an_open_event_that_is_not_played_stays_in_the_hand() {
    let mut scene = drawn(EventCard::HiredScouts);
    scene.answer("-");
    assert!(scene.state.known.held[Hunter::Godalming].events.has(EventCard::HiredScouts));
}
