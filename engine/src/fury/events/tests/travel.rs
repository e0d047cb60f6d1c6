//! Journeys and ambushes (fury V11 to V14).

use super::*;

/// Godalming in London holds a ticket for one white rail.
fn with_ticket() -> Scene {
    let mut scene = Scene::new(Phase::Day);
    scene.has_ticket(Hunter::Godalming, Ticket::White1);
    scene
}

#[test]
fn chartered_carriage_makes_a_ticket_four_steps_on_any_rails() {
    let mut scene = with_ticket();
    scene.put(Hunter::Godalming, "SO");
    scene.holds(Hunter::Godalming, &[EventCard::CharteredCarriage]);
    scene.acts(Hunter::Godalming);
    let legal = scene.asked();
    let carriage: Vec<&str> = legal.split(' ').filter(|text| text.starts_with('K')).collect();
    let cities = carriage.iter().map(|text| &text[5..]).collect::<Vec<_>>().join(" ");
    assert_eq!(cities, "BC BD BE CN GA SA SZ VI VR", "by way of Szeged to `CN` and `GA`");
    scene.answer("K:10:VI");
    assert_eq!(scene.at(Hunter::Godalming), "VI");
    assert!(scene.is_out(EventCard::CharteredCarriage));
    assert!(scene.state.known.held[Hunter::Godalming].tickets.is_empty());
}

#[test]
fn false_tip_stops_a_rail_move_and_the_ticket_is_lost() {
    let mut scene = with_ticket();
    scene.dracula_holds(&[EventCard::FalseTip]);
    scene.acts(Hunter::Godalming);
    scene.answer("R:10:MN");
    assert_eq!(scene.asked(), "0: EV:FT -");
    scene.answer("EV:FT");
    assert_eq!((scene.at(Hunter::Godalming), scene.asked()), ("LO", String::new()));
    assert!(scene.state.known.held[Hunter::Godalming].tickets.is_empty());
}

#[test]
fn good_luck_of_any_hunter_voids_a_false_tip() {
    let mut scene = with_ticket();
    scene.dracula_holds(&[EventCard::FalseTip]);
    scene.holds(Hunter::Seward, &[EventCard::GoodLuck]);
    scene.holds(Hunter::Mina, &[EventCard::GoodLuck]);
    scene.acts(Hunter::Godalming);
    scene.answers("R:10:MN EV:FT");
    assert_eq!(scene.asked(), "2: EV:GL -");
    let before = scene.state.clone();
    scene.answers("- -");
    assert_eq!(scene.at(Hunter::Godalming), "LO");
    scene.state = before;
    scene.answer("EV:GL");
    assert_eq!(scene.at(Hunter::Godalming), "MN");
    assert!(scene.state.known.held[Hunter::Mina].events.has(EventCard::GoodLuck));
}

#[test]
fn customs_search_takes_an_item_after_a_move_by_rail_or_sea() {
    let mut scene = with_ticket();
    scene.dracula_holds(&[EventCard::CustomsSearch]);
    scene.has_items(Hunter::Godalming, &[Item::Knife, Item::Stake]);
    let before = scene.state.clone();
    for way in ["R:10:MN", "M:EC"] {
        scene.state = before.clone();
        scene.acts(Hunter::Godalming);
        scene.answer(way);
        assert_eq!(scene.asked(), "0: EV:CS -");
        scene.answer("EV:CS");
        assert_eq!(scene.asked(), "1: X:KN X:SK");
        scene.answer("X:KN");
        assert!(scene.state.known.table.items_out.has(Item::Knife));
    }
    scene.state = before;
    scene.acts(Hunter::Godalming);
    scene.answer("M:PL");
    assert_eq!(scene.asked(), "", "not after a move by road");
}

#[test]
fn forewarned_cancels_an_ambush_that_is_no_vampire() {
    let mut scene = Scene::new(Phase::Day);
    scene.lay(2, "MN", &[Encounter::Wolves, Encounter::NewVampire]);
    scene.holds(Hunter::Godalming, &[EventCard::Forewarned, EventCard::Forewarned]);
    scene.acts(Hunter::Godalming);
    scene.answers("M:MN A:1");
    assert_eq!(scene.asked(), "1: EV:FW -");
    scene.answer("EV:FW");
    let figure = scene.state.known.table.hunters[Hunter::Godalming];
    assert_eq!((figure.damage, scene.encounters(2).as_str()), (0, "NV"));
    assert_eq!(scene.asked(), "0: A:1 -");
    scene.answer("A:1");
    assert_eq!(scene.state.known.table.hunters[Hunter::Godalming].damage, 1, "vampires bite");
}

#[test]
fn forewarned_that_is_not_played_lets_the_encounter_happen() {
    let mut scene = Scene::new(Phase::Day);
    scene.lay(2, "MN", &[Encounter::Wolves]);
    scene.holds(Hunter::Godalming, &[EventCard::Forewarned]);
    scene.acts(Hunter::Godalming);
    scene.answers("M:MN A:1 -");
    assert_eq!(scene.state.known.table.hunters[Hunter::Godalming].damage, 2);
}
