//! The worked examples of the rules.

use serde_json::{Value, json};

use super::*;
use crate::fury::task::Blow;
use crate::fury::trail::SlotId;
use crate::fury::{CombatCard, Reason};
use crate::game::{Ending, Game, Turn};
use crate::seats::{SideId, SideSet};
use crate::transcript::Transcribed;

impl Scene {
    /// A value of the truth (O2).
    fn truth(&self, key: &str) -> Value {
        let views = [0, 1].map(|viewer| self.rules.view(&self.state, Viewer(viewer)));
        let truth = self.rules.truth(&self.state, &views, None);
        serde_json::to_value(&truth[key]).unwrap()
    }

    fn ending(&self) -> Ending {
        match self.rules.turn(&self.state) {
            Turn::Over(ending) => ending,
            Turn::ToMove(seat) => panic!("{seat:?} is to move"),
        }
    }

    fn draculas_phase(&mut self) {
        self.begin(Task::Begin(Phase::Dracula));
    }

    fn damage(&self) -> u8 {
        self.state.known.table.damage
    }
}

#[test]
fn g1_sea() {
    use Encounter::{Bats, Fog, Hoax, NewVampire, Rats, Soil};
    let mut scene = Scene::of_step(Step::Hunt, Phase::Dracula);
    scene.lay(1, "BI", &[]);
    scene.dracula_on(1);
    scene.state.known.dracula.hand = [Bats, Soil, Fog, Hoax, NewVampire].into_iter().collect();
    scene.state.decks.encounters = [Rats, Rats].into_iter().collect();
    for (sea, damage) in [("M:AS", 2), ("M:IO", 3)] {
        scene.draculas_phase();
        scene.answer(sea);
        assert_eq!((scene.damage(), scene.asked()), (damage, String::new()), "one decision");
    }
    scene.draculas_phase();
    scene.answer("M:VA");
    assert_eq!(scene.asked(), "0: E:BT E:DS E:FG E:HX E:NV");
    scene.answer("E:NV");
    assert_eq!(scene.asked(), "0: R:1 R:2 R:3 -");
    scene.answer("-");
    assert_eq!((scene.damage(), scene.asked()), (3, String::new()));
    assert_eq!(scene.truth("trail")[0], json!(["VA", "", 0, ["NV"], 0, ""]));
    let sea = json!(["S", "", "", [], 0, ""]);
    let seen = [json!(["C", "", "", ["?"], 0, ""]), sea.clone(), sea];
    assert_eq!(scene.truth("seen_trail").as_array().unwrap()[..3], seen);
}

#[test]
fn g2_influence() {
    let mut scene = Scene::of_step(Step::Hunt, Phase::Night);
    (scene.state.known.table.influence, scene.state.known.table.despair) = (6, 2);
    scene.begin(Task::Land(Hunter::Mina, Blow::Damage(20)));
    assert_eq!(scene.state.known.table.influence, 10);
    scene.lay(6, "BE", &[Encounter::NewVampire]);
    scene.state.known.trail.spaces[5].as_mut().unwrap().rumor = true;
    scene.draculas_phase();
    assert_eq!(scene.asked(), "0: MATURE LAIR:1 LAIR:2 LAIR:3");
    scene.answer("MATURE");
    assert_eq!(scene.asked(), "0: E:1 -");
    scene.answer("E:1");
    assert_eq!(scene.state.known.table.influence, 13, "held at the goal");
    let ending = scene.ending();
    assert_eq!(ending.reason, Reason::Influence.code());
    assert_eq!(ending.winners, SideSet::NONE.with(SideId(0)));
}

/// Dusk: influence 12, Dracula's damage 14, and Godalming with damage 11 alone with him.
fn both_nearly_there(step: Step) -> Scene {
    let mut scene = Scene::of_step(step, Phase::Dusk);
    scene.put(Hunter::Godalming, "PR");
    let table = &mut scene.state.known.table;
    (table.influence, table.damage) = (12, 14);
    table.hunters[Hunter::Godalming].damage = 11;
    scene
}

#[test]
fn g3_both_at_once() {
    let mut skirmish = both_nearly_there(Step::Hunt);
    skirmish.begin(Task::Fight);
    let mut leap = both_nearly_there(Step::Full);
    leap.holds(Hunter::Godalming, &[EventCard::HeroicLeap]);
    leap.begin(Task::Fight);
    leap.answer("EV:HL");
    for scene in [skirmish, leap] {
        let table = &scene.state.known.table;
        assert_eq!((table.influence, table.damage), (13, 15), "both held");
        let ending = scene.ending();
        assert_eq!(ending.reason, Reason::Blood.code());
        assert_eq!(ending.winners, SideSet::NONE.with(SideId(1)));
        assert_eq!(ending.scores.as_slice(), [-1]);
    }
}

#[test]
fn g4_hide() {
    let mut scene = Scene::of_step(Step::Hunt, Phase::Day);
    scene.lay(2, "MA", &[Encounter::Rats]);
    scene.dracula_on(2);
    let of: SlotId = scene.state.known.dracula.slot;
    let wolves = [Laid::down(Encounter::Wolves)].into_iter().collect();
    scene.lay_card(1, TrailCard::Hide(Some(of), Form::Plain, wolves));
    scene.put(Hunter::Godalming, "AL");
    scene.acts(Hunter::Godalming);
    scene.answer("M:MA");
    assert!(scene.is_up(1) && scene.is_up(2), "Dracula is revealed");
    assert_eq!(scene.asked(), "0: A:1 A:2 -");
    scene.answer("A:2");
    assert_eq!(scene.state.known.table.hunters[Hunter::Godalming].damage, 2);
    assert!(scene.state.known.table.encounters_out.has(Encounter::Wolves));
    assert_eq!(scene.asked(), "0: A:1 -");
    scene.answer("-");
    let trail = scene.truth("trail");
    assert_eq!(trail[0], json!(["", "HI", 1, [], 0, "MA"]));
    assert_eq!(trail[1], json!(["MA", "", 1, ["RT"], 0, ""]));
    assert_eq!(scene.state.tally.combats, 0);
    scene.state.known.table.phase = Phase::Dusk;
    scene.begin(Task::Fight);
    assert_eq!(scene.state.tally.combats, 1);
}

#[test]
fn g5_supply() {
    use EventCard::{GoodLuck, Roadblock, SummonStorms};
    let mut scene = Scene::new(Phase::Day);
    scene.put(Hunter::Helsing, "DU");
    // The top is the last.
    scene.state.decks.events = [Roadblock, GoodLuck, SummonStorms].into_iter().collect();
    scene.acts(Hunter::Helsing);
    scene.answer("SUP");
    assert!(scene.state.known.dracula.events_out.has(SummonStorms));
    assert_eq!(scene.state.known.table.events_out_unseen, 1, "face down");
    scene.state.known.table.phase = Phase::Night;
    scene.acts(Hunter::Helsing);
    scene.answer("SUP");
    assert!(scene.state.known.dracula.events.has(Roadblock), "from the bottom");
    scene.acts(Hunter::Helsing);
    scene.answer("SUP");
    assert!(scene.state.known.held[Hunter::Helsing].events.has(GoodLuck));
    assert!(scene.state.known.held[Hunter::Helsing].items.is_empty(), "Dublin is small");
}

/// The round of the example, in which Fangs, a Knife and a Punch are played.
fn round_of_g6() -> Scene {
    let mut scene = Scene::of_step(Step::Combat, Phase::Dusk);
    scene.put(Hunter::Helsing, "DU");
    for hunter in [Hunter::Godalming, Hunter::Seward] {
        scene.put(hunter, "LS");
    }
    scene.has_items(Hunter::Godalming, &[Item::Knife]);
    scene.lay(1, "LS", &[]);
    scene.dracula_on(1);
    scene.state.chance = Chance::recorded(vec![12, 11, 10, 9, 8, 7, 0, 5, 4, 3, 2, 1]);
    scene.begin(Task::Fight);
    assert_eq!(scene.truth("combat_hand"), json!(["CL", "CL", "EB", "EB", "FA"]));
    for (asked, answer) in [
        ("0: C:CL C:EB C:FA", "C:FA"),
        ("1: C:DO C:ES C:KN C:PU", "C:KN"),
        ("2: C:DO C:ES C:PU", "C:PU"),
    ] {
        assert_eq!(scene.asked(), asked);
        scene.answer(answer);
    }
    assert_eq!(scene.asked(), "0: N:G N:S");
    scene
}

#[test]
fn g6_the_engaged_hunter() {
    let mut cancelled = round_of_g6();
    cancelled.answer("N:G");
    assert_eq!(cancelled.damage(), 4);
    assert_eq!(cancelled.state.known.table.hunters[Hunter::Godalming].bites, 0);

    let mut scene = round_of_g6();
    scene.answer("N:S");
    assert_eq!(scene.damage(), 4, "his Punch counts");
    assert_eq!(scene.state.known.table.hunters[Hunter::Seward].bites, 1);
    let fighters = scene.state.known.table.combat.unwrap().fighters;
    assert_eq!(fighters, Hunter::Godalming.bit(), "then he is out");
    assert!(scene.state.known.dracula.combat.has(CombatCard::Mist), "Dracula draws it");
    assert_eq!(scene.state.chance.check(), Ok(()));
    assert_eq!(scene.asked(), "0: C:CL C:EB C:EM");
    scene.answer("C:EB");
    assert_eq!(scene.asked(), "1: C:DO C:ES C:PU", "the Knife lies before him");
    scene.answer("C:PU");
    assert_eq!(scene.asked(), "0: M:CA M:MA M:SN");
}

#[test]
fn g7_trapped() {
    let mut scene = Scene::new(Phase::Dracula);
    scene.put(Hunter::Mina, "ED");
    scene.lay(1, "AT", &[]);
    scene.lay(2, "VA", &[Encounter::Rats]);
    scene.lay(3, "IO", &[]);
    scene.lay_card(4, TrailCard::Misdirect);
    scene.dracula_on(1);
    scene.state.known.table.ground = Some(scene.place("AT"));
    scene.draculas_phase();
    assert_eq!(scene.asked(), "0: TRAPPED");
    scene.answer("TRAPPED");
    assert_eq!((scene.damage(), scene.asked()), (5, String::new()));
    let rats = scene.state.known.dracula.encounters_out.has(Encounter::Rats);
    assert!(rats, "discarded face down");
    let trail = json!([["AT", "", 1, [], 0, ""], [], [], [], [], []]);
    assert_eq!(scene.truth("trail"), trail);
}
