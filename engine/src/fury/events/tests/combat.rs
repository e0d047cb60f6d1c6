//! Combats (fury V16 to V19).

use super::*;
use crate::fury::CombatCard;
use crate::fury::combat::Beat;
use crate::fury::task::Blow;

/// Godalming and Mina are with Dracula in Prague at dusk.
fn meeting() -> Scene {
    let mut scene = Scene::new(Phase::Dusk);
    scene.put(Hunter::Godalming, "PR");
    scene.put(Hunter::Mina, "PR");
    scene
}

fn fight(scene: &mut Scene) {
    scene.begin(Task::Fight);
}

/// Dracula's card strikes Godalming, who plays Dodge.
fn struck_by(scene: &mut Scene, card: CombatCard) {
    let combat = scene.state.known.table.combat.as_mut().unwrap();
    combat.engaged = Some(Hunter::Godalming);
    combat.card = Some(card);
    combat.round = 6;
    scene.begin(Task::Beat(Beat::Effect));
}

#[test]
fn enraged_adds_one_each_time_to_claws_and_strength() {
    let mut scene = meeting();
    scene.dracula_holds(&[EventCard::Enraged; 2]);
    fight(&mut scene);
    scene.answers("EV:EN EV:EN");
    struck_by(&mut scene, CombatCard::Claws);
    let damage = scene.state.known.table.hunters[Hunter::Godalming].damage;
    assert_eq!(damage, 3 + 2, "at dusk it is night");
}

#[test]
fn seduction_mesmerizes_a_weakened_participant() {
    let mut scene = meeting();
    scene.dracula_holds(&[EventCard::Seduction]);
    fight(&mut scene);
    scene.answer("EV:SD");
    assert_eq!(scene.asked(), "0: N:M");
    scene.answer("N:M");
    assert_eq!(scene.state.known.table.combat.unwrap().mesmerized, Hunter::Mina.bit());
}

#[test]
fn wild_horses_scatter_the_hunters_and_there_is_no_combat() {
    let mut scene = meeting();
    scene.dracula_holds(&[EventCard::WildHorses, EventCard::Enraged]);
    fight(&mut scene);
    scene.answer("EV:WH");
    assert_eq!(scene.asked(), "0: M:BR M:NU M:VI");
    scene.answers("M:BR M:NU");
    assert_eq!([scene.at(Hunter::Godalming), scene.at(Hunter::Mina)], ["BR", "NU"]);
    assert_eq!((scene.state.known.table.combat, scene.asked()), (None, String::new()));
}

#[test]
fn escape_route_takes_its_player_out_of_a_combat_with_dracula() {
    let mut scene = meeting();
    scene.holds(Hunter::Godalming, &[EventCard::EscapeRoute]);
    fight(&mut scene);
    assert_eq!(scene.asked(), "1: EV:ER -");
    scene.answer("EV:ER");
    assert_eq!(scene.state.known.table.combat.unwrap().fighters, Hunter::Mina.bit());

    let mut alone = Scene::new(Phase::Dusk);
    alone.put(Hunter::Godalming, "PR");
    alone.holds(Hunter::Godalming, &[EventCard::EscapeRoute]);
    fight(&mut alone);
    alone.answer("EV:ER");
    assert_eq!(alone.state.known.table.combat, None, "nobody is left");
}

#[test]
fn heroic_leap_hurts_both_by_five_and_ends_the_combat() {
    let mut scene = meeting();
    scene.holds(Hunter::Godalming, &[EventCard::HeroicLeap]);
    fight(&mut scene);
    scene.answer("EV:HL");
    let table = &scene.state.known.table;
    assert_eq!((table.damage, table.hunters[Hunter::Godalming].damage), (5, 5));
    assert_eq!(table.combat, None);
}

#[test]
fn heroic_leap_kills_a_vampire() {
    let mut scene = Scene::new(Phase::Day);
    scene.lay(2, "LO", &[Encounter::Reckless]);
    scene.holds(Hunter::Godalming, &[EventCard::HeroicLeap, EventCard::EscapeRoute]);
    scene.acts(Hunter::Godalming);
    scene.answer("SEARCH");
    assert_eq!(scene.asked(), "1: EV:HL -", "no Escape Route from a vampire");
    scene.answer("EV:HL");
    assert_eq!(scene.encounters(2), "");
    assert_eq!(scene.state.tally.vampires_killed, 1);
    assert_eq!(scene.state.known.table.damage, 0, "Dracula is not there");
}

#[test]
fn lucky_find_takes_one_of_the_top_five_items() {
    use Item::{Crucifix, Dogs, Garlic, Knife, Pistol, Rifle};
    let mut scene = meeting();
    scene.holds(Hunter::Mina, &[EventCard::LuckyFind]);
    // The top is the last.
    scene.state.decks.items = [Rifle, Pistol, Knife, Garlic, Dogs, Crucifix].into_iter().collect();
    fight(&mut scene);
    scene.answer("EV:LF");
    assert_eq!(scene.asked(), "4: I:CR I:DG I:GA I:KN I:PI");
    let seen = [Crucifix, Dogs, Garlic, Knife, Pistol].into_iter().collect();
    assert_eq!(scene.told()[1], Told::Find(seen));
    scene.answer("I:GA");
    assert!(scene.state.known.held[Hunter::Mina].items.has(Garlic));
    assert_eq!(scene.state.decks.items.as_slice(), [Pistol, Knife, Dogs, Crucifix, Rifle]);
}

#[test]
fn planned_ambush_changes_the_card_of_the_first_round() {
    let mut scene = meeting();
    scene.put(Hunter::Godalming, "LO");
    scene.holds(Hunter::Mina, &[EventCard::PlannedAmbush]);
    scene.has_items(Hunter::Mina, &[Item::Knife]);
    fight(&mut scene);
    let card = scene.asked().split(' ').nth(1).unwrap().to_owned();
    scene.answers(&format!("{card} C:DO"));
    assert_eq!(scene.asked(), "4: EV:PA -");
    scene.answer("EV:PA");
    assert_eq!(scene.asked(), "4: C:ES C:KN C:PU");
    scene.answer("C:KN");
    assert!(scene.state.known.table.damage >= 3 || scene.state.known.table.combat.is_none());
}

/// Mina is nearly dead and alone with Claws; or Fangs strike.
fn saved_by(titles: [EventCard; 2], card: CombatCard) -> Scene {
    let mut scene = meeting();
    scene.holds(Hunter::Godalming, &titles[..1]);
    scene.holds(Hunter::Seward, &titles[1..]);
    fight(&mut scene);
    scene.state.known.table.hunters[Hunter::Godalming].damage = 11;
    struck_by(&mut scene, card);
    scene
}

#[test]
fn lucys_revenge_then_great_strength_may_prevent_a_bite() {
    let titles = [EventCard::LucysRevenge, EventCard::GreatStrength];
    let mut scene = saved_by(titles, CombatCard::Fangs);
    assert_eq!(scene.asked(), "1: EV:LU -");
    let before = scene.state.clone();
    scene.answer("EV:LU");
    assert_eq!(scene.state.known.table.hunters[Hunter::Godalming].bites, 0);
    assert_eq!((scene.asked(), scene.state.tally.bites), (String::new(), 0));
    scene.state = before;
    scene.answer("-");
    assert_eq!(scene.asked(), "2: EV:GS -", "from anywhere on the board");
    let before = scene.state.clone();
    scene.answer("EV:GS");
    assert_eq!((scene.state.tally.bites, scene.state.tally.defeats), (0, 0));
    scene.state = before;
    scene.answer("-");
    assert_eq!(scene.state.tally.bites, 1);
}

#[test]
fn a_killing_blow_may_be_prevented_but_not_a_scratch() {
    let titles = [EventCard::LucysRevenge, EventCard::GreatStrength];
    let mut scene = saved_by(titles, CombatCard::Claws);
    assert_eq!(scene.asked(), "1: EV:LU -");
    scene.answers("- EV:GS");
    assert_eq!(scene.state.known.table.hunters[Hunter::Godalming].damage, 11);
    let mut scene = meeting();
    scene.holds(Hunter::Godalming, &titles);
    fight(&mut scene);
    struck_by(&mut scene, CombatCard::Claws);
    assert_eq!(scene.state.known.table.hunters[Hunter::Godalming].damage, 3);
}

#[test]
fn lucys_revenge_cancels_an_escape() {
    for (answer, ends) in [("EV:LU", false), ("-", true)] {
        let titles = [EventCard::LucysRevenge, EventCard::GreatStrength];
        let mut scene = saved_by(titles, CombatCard::Mist);
        assert_eq!(scene.asked(), "1: EV:LU -");
        scene.answer(answer);
        assert_eq!(scene.state.known.table.mist, ends);
    }
}

#[test]
fn a_blow_that_nothing_prevents_lands() {
    let mut scene = meeting();
    fight(&mut scene);
    scene.begin(Task::Land(Hunter::Godalming, Blow::Damage(2)));
    assert_eq!(scene.state.known.table.hunters[Hunter::Godalming].damage, 2);
}
