//! Events that are actions (fury V9, V15).

use super::*;

/// A hunter with this event is asked for its action.
fn acting(phase: Phase, hunter: Hunter, title: EventCard) -> Scene {
    let mut scene = Scene::new(phase);
    scene.holds(hunter, &[title]);
    scene.acts(hunter);
    scene
}

fn offers(scene: &Scene, title: EventCard) -> bool {
    scene.asked().contains(&format!("EV:{title}"))
}

#[test]
fn blood_transfusion_takes_a_bite_off_another_hunter_here() {
    let mut scene = acting(Phase::Day, Hunter::Godalming, EventCard::BloodTransfusion);
    assert!(!offers(&scene, EventCard::BloodTransfusion));
    scene.put(Hunter::Helsing, "LO");
    scene.state.known.table.hunters[Hunter::Helsing].bites = 1;
    scene.acts(Hunter::Godalming);
    scene.answer("EV:BL");
    assert_eq!(scene.asked(), "1: N:H");
    scene.answer("N:H");
    let hunters = &scene.state.known.table.hunters;
    assert_eq!((hunters[Hunter::Helsing].bites, hunters[Hunter::Godalming].damage), (0, 1));

    scene.holds(Hunter::Godalming, &[EventCard::BloodTransfusion]);
    scene.state.known.table.hunters[Hunter::Helsing].bites = 1;
    scene.state.known.table.hunters[Hunter::Godalming].bites = 1;
    scene.acts(Hunter::Godalming);
    assert!(!offers(&scene, EventCard::BloodTransfusion), "the bitten give no blood");
}

#[test]
fn consecrated_ground_shows_a_city_and_hosts_may_follow() {
    let by_day = acting(Phase::Day, Hunter::Godalming, EventCard::ConsecratedGround);
    assert!(!offers(&by_day, EventCard::ConsecratedGround));
    let mut scene = acting(Phase::Night, Hunter::Godalming, EventCard::ConsecratedGround);
    scene.lay(2, "VE", &[Encounter::Rats, Encounter::Bats]);
    scene.lay(3, "AT", &[Encounter::Fog]);
    scene.has_items(Hunter::Mina, &[Item::Host]);
    scene.has_items(Hunter::Helsing, &[Item::Host]);
    scene.put(Hunter::Helsing, "KL");
    scene.answer("EV:CG");
    let legal = scene.asked();
    assert_eq!(legal.split(' ').count(), 1 + 60 - 3);
    assert!(["M:CD", "M:GA", "M:KL"].iter().all(|barred| !legal.contains(barred)), "{legal}");
    scene.answer("M:VE");
    assert!(scene.is_up(2));
    assert_eq!(scene.encounters(2), "RT+ BT+");
    assert_eq!(scene.asked(), "4: W:HH -", "no host for Klausenburg");
    scene.answer("W:HH");
    assert_eq!(scene.encounters(3), "FG+");
    let table = &scene.state.known.table;
    assert_eq!((table.ground, table.hosts.len()), (Some(scene.place("VE")), 1));
    assert!(scene.state.known.held[Hunter::Mina].items.has(Item::Host), "the card is kept");
}

#[test]
fn excellent_weather_is_two_sea_steps_and_can_be_played_at_sea() {
    let mut scene = acting(Phase::Day, Hunter::Mina, EventCard::ExcellentWeather);
    scene.answer("EV:EW");
    assert_eq!(scene.asked(), "4: M:AS M:BS M:IO M:SA M:TS M:VA");
    scene.answer("M:TS");
    assert_eq!(scene.at(Hunter::Mina), "TS");
    scene.holds(Hunter::Mina, &[EventCard::ExcellentWeather]);
    scene.acts(Hunter::Mina);
    assert_eq!(scene.asked(), "4: M:CG M:GO M:IO M:MS M:NP M:RO EV:EW");
    let by_night = acting(Phase::Night, Hunter::Mina, EventCard::ExcellentWeather);
    assert!(!offers(&by_night, EventCard::ExcellentWeather));
}

#[test]
fn hypnosis_tells_everyone_the_region_and_delays_mina() {
    let mut scene = acting(Phase::Day, Hunter::Godalming, EventCard::Hypnosis);
    assert!(!offers(&scene, EventCard::Hypnosis), "Mina is elsewhere");
    scene.put(Hunter::Mina, "LO");
    scene.acts(Hunter::Godalming);
    scene.answer("EV:HY");
    let [dracula, Told::Hypnosis(region)] = scene.told() else { panic!("nothing was told") };
    assert_eq!(scene.rules.world().region(*region), "CENTRAL");
    assert_eq!(*dracula, Told::Hypnosis(*region));
    assert!(scene.state.known.table.hunters[Hunter::Mina].delayed);
    scene.holds(Hunter::Godalming, &[EventCard::Hypnosis]);
    scene.acts(Hunter::Godalming);
    assert!(!offers(&scene, EventCard::Hypnosis), "she is delayed");
}

#[test]
fn money_trail_turns_up_a_sea_but_dracula_is_not_fought_there() {
    let mut scene = acting(Phase::Day, Hunter::Godalming, EventCard::MoneyTrail);
    scene.lay(2, "IO", &[]);
    scene.lay(3, "AS", &[]);
    scene.answer("EV:MT");
    assert_eq!(scene.asked(), "1: M:AO M:AS M:BB M:BS M:EC M:IO M:IR M:MS M:NS M:TS");
    scene.answer("M:IO");
    assert_eq!([scene.is_up(2), scene.is_up(3)], [true, false]);
}

#[test]
fn mystic_research_discards_draculas_events_from_the_bottom_six() {
    use EventCard::{Brides, Enraged, Forewarned, GoodLuck, GreatWolf, LongNight, Seduction};
    let others = acting(Phase::Day, Hunter::Seward, EventCard::MysticResearch);
    assert!(!offers(&others, EventCard::MysticResearch), "Van Helsing alone can play it");
    let mut scene = acting(Phase::Day, Hunter::Helsing, EventCard::MysticResearch);
    // The bottom comes first here, the top last.
    scene.state.decks.events =
        [Brides, GoodLuck, Enraged, LongNight, Forewarned, GreatWolf, Seduction]
            .into_iter()
            .collect();
    scene.answer("EV:MY");
    assert_eq!(scene.state.decks.events.as_slice(), [GoodLuck, LongNight, Forewarned, Seduction]);
    let out: Vec<EventCard> = scene.state.decks.events_out.iter().map(|card| card.title).collect();
    assert_eq!(out, [EventCard::MysticResearch, GreatWolf, Enraged, Brides]);
    let stay = [Forewarned, LongNight, GoodLuck].into_iter().collect();
    assert_eq!(scene.told()[1], Told::Research(stay));
    assert_ne!(scene.told()[0], scene.told()[1], "Dracula does not see those that stay");
}

#[test]
fn sense_of_emergency_costs_two_and_goes_three_rails() {
    let mut scene = acting(Phase::Day, Hunter::Godalming, EventCard::SenseOfEmergency);
    scene.answer("EV:SE");
    assert_eq!(scene.asked(), "1: M:ED M:LV M:MN M:SW");
    scene.answer("M:ED");
    let figure = &scene.state.known.table.hunters[Hunter::Godalming];
    assert_eq!((figure.damage, scene.at(Hunter::Godalming)), (2, "ED"));

    let mut scene = acting(Phase::Day, Hunter::Godalming, EventCard::SenseOfEmergency);
    scene.state.known.table.hunters[Hunter::Godalming].damage = 10;
    scene.answer("EV:SE");
    assert_eq!((scene.at(Hunter::Godalming), scene.asked()), ("", String::new()), "defeated");
    let nowhere = acting(Phase::Day, Hunter::Mina, EventCard::SenseOfEmergency);
    assert!(!offers(&nowhere, EventCard::SenseOfEmergency), "no rail leads out of Athens");
}

#[test]
fn vampire_lair_costs_a_stake_and_a_turn_and_takes_two_influence() {
    let mut scene = acting(Phase::Day, Hunter::Godalming, EventCard::VampireLair);
    assert!(!offers(&scene, EventCard::VampireLair), "a Stake is needed");
    scene.has_items(Hunter::Godalming, &[Item::Stake]);
    scene.state.known.table.influence = 1;
    scene.acts(Hunter::Godalming);
    scene.answer("EV:VL");
    let table = &scene.state.known.table;
    assert_eq!((table.influence, table.items_out.len()), (0, 1));
    assert!(table.hunters[Hunter::Godalming].delayed);
}

#[test]
fn wax_cylinders_turn_up_hide_or_the_encounters_of_a_slot() {
    let others = acting(Phase::Day, Hunter::Mina, EventCard::WaxCylinders);
    assert!(!offers(&others, EventCard::WaxCylinders), "Seward alone can play it");
    let mut scene = acting(Phase::Day, Hunter::Seward, EventCard::WaxCylinders);
    scene.lay(2, "VE", &[Encounter::Rats]);
    scene.lay_card(3, TrailCard::Hide(None, Form::Plain, LaidCards::new()));
    let before = scene.state.clone();
    scene.answer("EV:WX");
    assert_eq!(scene.asked(), "2: HIDE T:2");
    scene.answer("HIDE");
    assert_eq!([2, 3].map(|space| scene.is_up(space)), [false, true]);
    scene.state = before;
    scene.answers("EV:WX T:2");
    assert_eq!((scene.encounters(2).as_str(), scene.is_up(2)), ("RT+", false));
}
