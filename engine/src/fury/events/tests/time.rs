//! The windows at dawn and dusk (fury V5).

use super::super::Occasion;
use super::*;

fn window(phase: Phase, titles: &[EventCard]) -> Scene {
    let mut scene = Scene::new(phase);
    scene.holds(Hunter::Seward, titles);
    scene
}

impl Scene {
    fn opens(&mut self) {
        let dawn = self.state.known.table.phase == Phase::Dawn;
        self.begin(Task::TimeWindow(if dawn { Occasion::Dawn } else { Occasion::Dusk }));
    }
}

#[test]
fn good_luck_takes_a_roadblock_or_draculas_ally_away() {
    let mut scene = window(Phase::Dusk, &[EventCard::GoodLuck]);
    scene.opens();
    assert_eq!(scene.asked(), "", "nothing can be taken away");

    let block = notation::parse(&scene.rules, "B:ROAD:PA:ST").unwrap();
    scene.adjudicator().block(block).unwrap();
    scene.state.known.table.dracula_ally = Some(EventCard::Brides);
    scene.opens();
    scene.answer("EV:GL");
    assert_eq!(scene.asked(), "2: ALLY X:ROAD:PA:ST");
    scene.answer("ALLY");
    assert_eq!(scene.state.known.table.dracula_ally, None);
    assert!(scene.is_out(EventCard::Brides));

    scene.holds(Hunter::Seward, &[EventCard::GoodLuck]);
    scene.opens();
    scene.answers("EV:GL X:ROAD:PA:ST");
    assert_eq!(scene.state.known.table.roadblocks(), 0);
}

#[test]
fn surprising_return_brings_a_discarded_ally_into_play() {
    let mut scene = window(Phase::Dawn, &[EventCard::SurprisingReturn]);
    scene.opens();
    assert_eq!(scene.asked(), "", "no ally is in the discards");
    scene.adjudicator().discard_event(EventCard::RufusSmith);
    scene.adjudicator().discard_event(EventCard::Brides);
    scene.opens();
    scene.answer("EV:SR");
    assert_eq!(scene.asked(), "2: V:RS");
    scene.answer("V:RS");
    assert_eq!(scene.state.known.table.ally, Some(EventCard::RufusSmith));
    assert!(!scene.is_out(EventCard::RufusSmith));
}

#[test]
fn speedy_telegraph_lets_its_player_name_who_acts_next() {
    let two = [EventCard::SpeedyTelegraph; 2];
    let mut scene = window(Phase::Dawn, &two);
    scene.opens();
    scene.answer("EV:TG");
    assert_eq!(scene.asked(), "", "one in a window");
    scene.state.known.table.hunters[Hunter::Mina].delayed = true;
    scene.begin(Task::Begin(Phase::Day));
    assert_eq!(scene.asked(), "2: N:G N:S N:H N:M");
    scene.answer("N:M");
    assert!(!scene.state.known.table.hunters[Hunter::Mina].delayed, "she stands up");
    assert_eq!(scene.asked(), "2: N:G N:S N:H");
    scene.answers("N:H -");
    assert_eq!(scene.asked(), "2: N:G N:S");
    scene.answers("N:G -");
    assert_eq!(scene.seat(), Some(Seat(2)), "the last is not named");
}

#[test]
fn renewed_vigor_gives_a_second_action_of_another_group() {
    let mut scene = window(Phase::Dawn, &[EventCard::RenewedVigor]);
    scene.opens();
    scene.answer("EV:RV");
    assert_eq!(scene.asked(), "2: N:G N:S N:H N:M");
    scene.answer("N:S");
    scene.state.known.table.phase = Phase::Day;
    scene.acts(Hunter::Seward);
    assert_eq!(scene.asked(), "2: M:GW M:IR SUP TKT SEARCH -");
    scene.answer("M:GW");
    assert_eq!(scene.asked(), "2: SUP TKT SEARCH -");
    scene.answer("SEARCH");
    assert_eq!(scene.asked(), "", "there is no third action");
}

#[test]
fn renewed_vigor_is_played_at_dawn_and_long_night_at_dusk() {
    let both = [EventCard::RenewedVigor, EventCard::LongNight];
    for (phase, legal) in [(Phase::Dawn, "2: EV:RV -"), (Phase::Dusk, "2: EV:LN -")] {
        let mut scene = window(phase, &both);
        scene.opens();
        assert_eq!(scene.asked(), legal);
    }
}

#[test]
fn long_night_lets_hunters_walk_at_night() {
    let mut scene = window(Phase::Dusk, &[EventCard::LongNight]);
    scene.opens();
    scene.answer("EV:LN");
    scene.state.known.table.phase = Phase::Night;
    scene.acts(Hunter::Seward);
    assert_eq!(scene.asked(), "2: M:GW SUP TKT SEARCH -");
}

#[test]
fn each_hunter_is_asked_in_seat_order_until_it_passes() {
    let mut scene = window(Phase::Dusk, &[EventCard::LongNight]);
    scene.holds(Hunter::Mina, &[EventCard::SpeedyTelegraph, EventCard::HiredScouts]);
    scene.opens();
    assert_eq!(scene.asked(), "2: EV:LN -");
    scene.answer("-");
    assert_eq!(scene.asked(), "4: EV:HS EV:TG -");
    scene.answer("EV:TG");
    assert_eq!(scene.asked(), "4: EV:HS -");
}
