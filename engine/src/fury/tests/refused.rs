//! Answers that are refused: places that the seat may not see, windows that are closed, cards that
//! are spent.

use super::*;
use crate::game::Game;

impl Scene {
    /// The seat asked gives an answer that the rules do not allow. Nothing changes by it, and no
    /// answer is refused in another way than the next.
    fn is_refused(&mut self, text: &str) {
        let before = format!("{:?}", self.state);
        let mv = self.rules.parse_move(self.seat().unwrap(), text).unwrap();
        let refused = self.state.play(&self.rules, mv.into());
        assert_eq!(refused, Err(crate::game::IllegalMove), "{text} of {}", self.asked());
        assert_eq!(format!("{:?}", self.state), before, "{text}");
    }
}

#[test]
fn the_place_where_dracula_hides_is_refused_like_any_other() {
    let mut scene = Scene::new(Phase::Day);
    scene.acts(Hunter::Godalming);
    for place in ["M:PR", "M:VE", "M:CD"] {
        scene.is_refused(place);
    }
    let mut skirmish = Scene::of_step(Step::Hunt, Phase::Dracula);
    skirmish.lay(2, "VI", &[]);
    skirmish.begin(Task::Movement(crate::fury::task::FollowingSteps::None));
    skirmish.is_refused("M:VI");
    skirmish.is_refused("M:LO");
}

#[test]
fn an_answer_in_a_closed_window_is_refused() {
    let mut scene = Scene::new(Phase::Dawn);
    for hunter in [Hunter::Godalming, Hunter::Seward] {
        scene.holds(hunter, &[EventCard::RenewedVigor]);
    }
    scene.begin(Task::TimeWindow(crate::fury::events::Occasion::Dawn));
    scene.answer("-");
    assert_eq!(scene.asked(), "2: EV:RV -");
    scene.is_refused("EV:LN");
    scene.answer("-");
    // The window has closed; Godalming is asked for his action, and has the card still.
    scene.state.known.table.phase = Phase::Day;
    scene.acts(Hunter::Godalming);
    scene.is_refused("EV:RV");
}

#[test]
fn a_card_that_was_played_is_refused() {
    let mut scene = Scene::new(Phase::Dawn);
    scene.holds(Hunter::Mina, &[EventCard::RenewedVigor, EventCard::SpeedyTelegraph]);
    scene.begin(Task::TimeWindow(crate::fury::events::Occasion::Dawn));
    scene.answers("EV:RV N:M");
    assert_eq!(scene.asked(), "4: EV:TG -");
    scene.is_refused("EV:RV");

    let mut trade = Scene::new(Phase::Day);
    trade.put(Hunter::Seward, "LO");
    trade.has_items(Hunter::Seward, &[Item::Knife, Item::Dogs]);
    trade.acts(Hunter::Godalming);
    trade.answers("TRADE:S T:KN");
    trade.is_refused("T:KN");
    trade.is_refused("G:KN");
}

#[test]
fn a_combat_card_is_not_played_twice_in_a_row() {
    let mut scene = Scene::of_step(Step::Combat, Phase::Dusk);
    scene.put(Hunter::Godalming, "PR");
    scene.begin(Task::Fight);
    let card = scene.asked().split(' ').nth(1).unwrap().to_owned();
    scene.answers(&format!("{card} C:PU"));
    let card = scene.asked().split(' ').nth(1).unwrap().to_owned();
    scene.answer(&card);
    scene.is_refused("C:PU");
    scene.is_refused("C:KN");
}
