//! Messages: who reads them, and when (fury K9).

use super::*;
use crate::fury::Event;
use crate::game::Choice;
use crate::message::Message;

impl Scene {
    /// The seat asked answers, with a message. Gives back the messages that each side now reads.
    fn says(&mut self, text: &str, message: &str) -> [Vec<String>; 2] {
        let mv = notation::parse(&self.rules, text).unwrap();
        let choice = Choice { mv, message: Message::new(message) };
        let legal = self.asked();
        let play = self.state.play(&self.rules, choice);
        let play = play.unwrap_or_else(|_| panic!("{text} of {legal}"));
        let said = |event: Event| match event {
            Event::Said(said) => Some(format!("{}: {}", said.seat.0, said.message.as_str())),
            _ => None,
        };
        [0, 1].map(|viewer| self.state.events(&play, Viewer(viewer)).filter_map(said).collect())
    }

    /// The same for an answer whose message nobody reads yet.
    fn whispers(&mut self, text: &str, message: &str) {
        assert_eq!(self.says(text, message), NOBODY, "{text}");
    }
}

const NOBODY: [Vec<String>; 2] = [vec![], vec![]];

/// Both sides read these messages.
fn everyone(messages: &[&str]) -> [Vec<String>; 2] {
    let messages: Vec<String> = messages.iter().map(|&message| message.to_owned()).collect();
    [messages.clone(), messages]
}

#[test]
fn a_message_with_a_public_play_is_read_at_once_and_an_empty_one_is_none() {
    let mut scene = Scene::new(Phase::Day);
    scene.begin(Task::Begin(Phase::Day));
    assert_eq!(scene.says("SEARCH", ""), NOBODY);
    assert_eq!(scene.says("-", "here I stay"), everyone(&["2: here I stay"]));
}

#[test]
fn a_message_with_a_declined_ambush_waits_for_draculas_next_public_play() {
    let mut scene = Scene::new(Phase::Day);
    scene.lay(2, "LO", &[Encounter::Rats]);
    scene.begin(Task::Arrive(Hunter::Godalming, crate::fury::task::Arrival::Road));
    assert_eq!(scene.asked(), "0: A:1 -");
    scene.whispers("-", "spared");
    scene.acts(Hunter::Seward);
    assert_eq!(scene.says("-", "quiet"), everyone(&["2: quiet"]), "that is the hunters' own play");
    scene.begin(Task::Movement(crate::fury::task::FollowingSteps::None));
    assert_eq!(scene.says("M:VI", "off"), everyone(&["0: spared", "0: off"]));
}

#[test]
fn messages_with_no_in_other_questions_wait_too() {
    let mut drawn = Scene::new(Phase::Day);
    drawn.state.decks.events.push(EventCard::HiredScouts);
    drawn.begin(Task::SupplyEvent(Hunter::Godalming));
    drawn.whispers("-", "kept");
    let mut rumor = Scene::new(Phase::Dracula);
    rumor.begin(Task::Rumor);
    rumor.whispers("-", "no rumor");
    let mut window = Scene::new(Phase::Dawn);
    window.holds(Hunter::Mina, &[EventCard::RenewedVigor]);
    window.begin(Task::TimeWindow(crate::fury::events::Occasion::Dawn));
    window.whispers("-", "tired");
    let mut leaving = Scene::new(Phase::Dracula);
    leaving.lay(6, "VE", &[Encounter::Rats]);
    leaving.begin(Task::Slide);
    leaving.begin(Task::Leave);
    leaving.whispers("MATURE", "no lair");
}

#[test]
fn a_message_with_a_card_that_is_opened_does_not_tell_that_there_was_a_choice() {
    let mut scene = Scene::new(Phase::Day);
    scene.has_items(Hunter::Mina, &[Item::Knife, Item::Dogs]);
    scene.begin(Task::Begin(Phase::Day));
    scene.answer("-");
    assert_eq!(scene.asked(), "4: W:DG W:KN");
    scene.whispers("W:KN", "a knife");
    assert_eq!(scene.says("-", "next"), everyone(&["4: a knife", "2: next"]));
}

#[test]
fn messages_with_hidden_combat_cards_are_read_at_the_reveal() {
    let mut scene = Scene::new(Phase::Dusk);
    scene.put(Hunter::Mina, "PR");
    scene.begin(Task::Fight);
    let card = scene.asked().split(' ').nth(1).unwrap().to_owned();
    scene.whispers(&card, "my claws");
    assert_eq!(scene.says("C:DO", "my heels"), everyone(&["0: my claws", "4: my heels"]));
}

#[test]
fn messages_in_a_trade_are_read_by_the_hunters_alone() {
    let mut scene = Scene::new(Phase::Day);
    scene.put(Hunter::Seward, "LO");
    scene.has_items(Hunter::Seward, &[Item::Knife, Item::Dogs]);
    scene.acts(Hunter::Godalming);
    scene.answer("TRADE:S");
    for (answer, message) in [("T:KN", "yours?"), ("-", "thanks")] {
        assert_eq!(scene.says(answer, message), [vec![], vec![format!("1: {message}")]]);
    }
    assert!(scene.state.known.held[Hunter::Godalming].items.has(Item::Knife));
}
