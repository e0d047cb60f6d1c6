//! What a side is shown, and what not: nobody learns that another side was asked, and declined
//! (fury N5, K1, K3, K8).

use super::*;
use crate::fury::trail::SeenCard;
use crate::fury::{CombatCard, Deed, Event, View};
use crate::game::Game;

const DRACULA: Viewer = Viewer(0);
const HUNTERS: Viewer = Viewer(1);

impl Scene {
    /// The day begins in seat order.
    fn begin_day(&mut self) {
        self.begin(Task::Begin(Phase::Day));
    }

    /// What Dracula is shown as the hunters give these answers.
    fn shown_by(&mut self, texts: &[&str]) -> Vec<Event> {
        let mut shown = vec![];
        for text in texts {
            let mv = notation::parse(&self.rules, text).unwrap();
            let play = self.state.play(&self.rules, mv.into()).unwrap();
            shown.extend(self.state.events(&play, DRACULA));
        }
        shown
    }
}

/// What Dracula is shown of a supply that brings this card, up to the next hunter's action. Mina
/// has opened her cards, so that nothing else is asked in between.
fn supply_of(title: EventCard, answers: &[&str]) -> Vec<Event> {
    let mut scene = Scene::new(Phase::Day);
    scene.has_items(Hunter::Mina, &[Item::Knife]);
    scene.holds(Hunter::Mina, &[EventCard::LongNight]);
    let mina = &mut scene.state.known.table.hunters[Hunter::Mina];
    (mina.open_item, mina.open_event) = (Some(Item::Knife), Some(EventCard::LongNight));
    scene.state.decks.events.push(title);
    scene.begin_day();
    let shown = scene.shown_by(answers);
    assert_eq!(scene.seat(), Some(Hunter::Seward.seat()));
    shown
}

#[test]
fn an_open_event_that_is_kept_looks_like_any_other_event() {
    let kept = supply_of(EventCard::HiredScouts, &["SUP", "-"]);
    let other = supply_of(EventCard::LongNight, &["SUP"]);
    assert_eq!(kept, other);
}

/// What Dracula is shown as Mina, who is weakened, opens one of these items.
fn opening_of(items: &[Item], answers: &[&str]) -> Vec<Event> {
    let mut scene = Scene::new(Phase::Day);
    scene.has_items(Hunter::Mina, items);
    scene.begin_day();
    let shown = scene.shown_by(answers);
    assert_eq!(scene.seat(), Some(Hunter::Seward.seat()));
    assert_eq!(scene.state.known.table.hunters[Hunter::Mina].open_item, Some(Item::Knife));
    shown
}

#[test]
fn a_card_that_is_opened_looks_the_same_with_one_kind_held_or_several() {
    let one = opening_of(&[Item::Knife, Item::Knife], &["-"]);
    let several = opening_of(&[Item::Knife, Item::Dogs], &["-", "W:KN"]);
    assert_eq!(one, several);
}

#[test]
fn a_fight_that_dracula_declines_in_fog_is_news_until_the_phase_ends() {
    let mut scene = Scene::new(Phase::Dusk);
    scene.put(Hunter::Mina, "PR");
    let prague = scene.place("PR");
    scene.state.known.table.fog.push(prague);
    scene.begin(Task::Fight);
    assert_eq!(scene.asked(), "0: FIGHT -");
    scene.answer("-");
    let declined = |scene: &Scene| {
        let view = scene.rules.view(&scene.state, HUNTERS);
        let news = scene.rules.scene(&view).news;
        assert_eq!(news.iter().any(|news| news.contains("declines")), view.table().course.declined);
        view.table().course.declined
    };
    assert!(declined(&scene));
    scene.begin(Task::Begin(Phase::Night));
    assert!(!declined(&scene));
}

#[test]
fn the_city_of_a_ride_is_seen_though_a_false_tip_calls_it_off() {
    let mut scene = Scene::new(Phase::Day);
    scene.has_ticket(Hunter::Godalming, Ticket::White1);
    scene.dracula_holds(&[EventCard::FalseTip]);
    scene.acts(Hunter::Godalming);
    scene.answers("R:10:MN EV:FT");
    assert_eq!(scene.at(Hunter::Godalming), "LO");
    let ride = Deed::Ride(Ticket::White1, scene.place("MN"));
    assert_eq!(scene.state.known.table.course.action, Some((Hunter::Godalming, ride)));
}

#[test]
fn a_hidden_combat_card_is_in_the_view_of_its_own_side_alone() {
    let mut scene = Scene::new(Phase::Dusk);
    scene.put(Hunter::Godalming, "PR");
    scene.put(Hunter::Mina, "PR");
    scene.begin(Task::Fight);
    let chosen = |scene: &Scene| match [DRACULA, HUNTERS]
        .map(|viewer| scene.rules.view(&scene.state, viewer))
    {
        [View::Dracula(his), View::Hunters(theirs)] => {
            (his.own.chosen, Hunter::FOUR.map(|hunter| theirs.held[hunter].chosen))
        }
        _ => panic!("a view of each side"),
    };
    let card = scene.asked().split(' ').nth(1).unwrap().to_owned();
    let his = card.strip_prefix("C:").unwrap().parse().ok();
    scene.answer(&card);
    assert_eq!(chosen(&scene), (his, [None; 4]));
    assert_eq!(scene.shown_by(&["C:DO"]), [], "Dracula is not shown what a hunter chooses");
    let godalming = [Some(CombatCard::Dodge), None, None, None];
    assert_eq!(chosen(&scene), (his, godalming));
    scene.answer("C:PU");
    assert_eq!(scene.asked(), "0: N:G N:M", "he names one, and still sees his card");
    scene.answer("N:M");
    assert_eq!(chosen(&scene), (None, [None; 4]));
}

#[test]
fn the_castle_is_known_by_its_back() {
    let mut scene = Scene::new(Phase::Dracula);
    scene.lay(2, "CD", &[Encounter::Rats]);
    let castle = scene.place("CD");
    let seen = |scene: &Scene| {
        let trail = scene.state.known.trail.seen(castle);
        trail.spaces[1].as_ref().unwrap().card
    };
    assert!(matches!(seen(&scene), SeenCard::Castle(at, ..) if at == castle));
    assert_eq!(seen(&scene).face(), Face::Down);
    scene.adjudicator().turn_up(1);
    assert!(matches!(seen(&scene), SeenCard::City(at, ..) if at == castle));
    assert_eq!(seen(&scene).face(), Face::Up);
}
