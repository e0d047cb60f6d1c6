//! The latest events, in words and as markers.

use super::ViewerKnowledge;
use super::words::{ago, list, name, some};
use crate::course::moves::Sighting;
use crate::course::play::{DraculaPlay, Encounter, HunterPlay, Play};
use crate::map::Place;
use crate::scene::Marker;

/// A line for the latest play, then one for each consequence.
pub(super) fn news(knowledge: &ViewerKnowledge<'_>) -> Vec<String> {
    let mut lines = match knowledge.past.last() {
        None => return vec![],
        Some(Play::Hunter(play)) => of_hunter(knowledge, play),
        Some(Play::Dracula(play)) => of_dracula(knowledge, play),
    };
    lines.extend(revealed(knowledge));
    if knowledge.board.is_over() {
        lines.push(over(knowledge).to_owned());
    }
    lines
}

fn of_hunter(knowledge: &ViewerKnowledge<'_>, play: HunterPlay) -> Vec<String> {
    let (who, there) = (play.hunter.name(), name(knowledge.rules, play.to));
    let mut deeds = vec![match knowledge.past.latest.from {
        None => format!("{who} starts in {there}"),
        Some(from) if from == play.to => format!("{who} rests in {there}"),
        Some(_) => format!("{who} goes to {there}"),
    }];
    if play.met.traps > 0 {
        deeds.push(format!("springs {}", some(play.met.traps, "trap")));
    }
    if play.met.vampires > 0 {
        deeds.push(format!("destroys {}", some(play.met.vampires, "vampire")));
    }
    if play.met.dracula {
        deeds.push("meets Dracula".to_owned());
    }
    let mut lines = vec![list(&deeds)];
    if knowledge.board.life(play.hunter) == 0 {
        lines.push(format!("{who} has no life left and is taken to the hospital"));
    }
    lines
}

fn of_dracula(knowledge: &ViewerKnowledge<'_>, play: DraculaPlay<Sighting>) -> Vec<String> {
    let Some(round) = knowledge.past.made().checked_sub(1) else { return vec![] };
    let place = knowledge.past.place(round);
    let there = |before: &str| {
        place.map_or(String::new(), |at| before.to_owned() + &at_name(knowledge, at))
    };
    let did = match play.mv {
        Sighting::At(_) if round == 0 => format!("starts{}", there(" in ")),
        Sighting::At(_) if stays(knowledge, round) => format!("stays{}", there(" in ")),
        Sighting::At(_) => format!("goes{}", there(" to ")),
        Sighting::SomeCity => "is in some city".to_owned(),
        Sighting::SomeSea => "is on some sea".to_owned(),
        Sighting::Hide => format!("hides{}", there(" in ")),
        Sighting::DoubleBack(steps) => {
            format!("doubles back {}{}", moves(steps.get()), there(", to "))
        }
        Sighting::Teleport => format!("teleports{}", there(" to ")),
    };
    let left = match play.placed {
        None => "",
        Some(Encounter::Trap) => " and leaves a trap",
        Some(Encounter::Vampire) => " and leaves a vampire",
    };
    let mut lines = vec![format!("Dracula {did}{left}")];
    match play.left {
        None => {}
        Some(Encounter::Trap) => lines.push("his oldest trap vanishes".to_owned()),
        Some(Encounter::Vampire) => lines.push("a vampire matures".to_owned()),
    }
    lines
}

fn at_name(knowledge: &ViewerKnowledge<'_>, place: Place) -> String {
    name(knowledge.rules, place)
}

fn stays(knowledge: &ViewerKnowledge<'_>, round: usize) -> bool {
    let before = round.checked_sub(1).and_then(|before| knowledge.past.place(before));
    before.is_some() && before == knowledge.past.place(round)
}

fn moves(count: usize) -> String {
    if count == 1 { "1 move".to_owned() } else { format!("{count} moves") }
}

/// The moves of the trail that the hunters learn of, newest first, as a sentence.
fn revealed(knowledge: &ViewerKnowledge<'_>) -> Option<String> {
    let past = &knowledge.past;
    let was = |round: &usize| {
        let there = name(knowledge.rules, past.seen_place(*round)?);
        Some(match past.age(*round) {
            0 => format!("he is in {there}"),
            age => format!("he was in {there} {}", ago(age)),
        })
    };
    let known: Vec<_> = past.latest.revealed.iter().filter_map(was).collect();
    let how =
        if past.latest.research { "by research the hunters learn" } else { "the hunters learn" };
    (!known.is_empty()).then(|| format!("{how} that {}", list(&known)))
}

fn over(knowledge: &ViewerKnowledge<'_>) -> &'static str {
    if knowledge.board.blood() <= 0 { "Dracula has no blood left" } else { "the score is used up" }
}

/// The latest events that are worth jumping to.
pub(super) fn markers(knowledge: &ViewerKnowledge<'_>) -> Vec<Marker> {
    let (past, mut all) = (&knowledge.past, vec![]);
    let mut mark = |kind: &str, label: String, importance| {
        all.push(Marker { kind: kind.to_owned(), label, importance });
    };
    match past.last() {
        Some(Play::Hunter(play)) => {
            let who = play.hunter.name();
            if play.met.dracula {
                mark("encounter", format!("{who} meets Dracula"), 3);
            }
            if past.latest.research && !past.latest.revealed.is_empty() {
                mark("research", "research shows where he was".to_owned(), 1);
            } else if !past.latest.revealed.is_empty() {
                mark(
                    "find",
                    format!("{who} finds the trail in {}", name(knowledge.rules, play.to)),
                    2,
                );
            }
            if knowledge.board.life(play.hunter) == 0 {
                mark("death", format!("{who} goes to the hospital"), 2);
            }
        }
        Some(Play::Dracula(play)) => {
            if let Some(round) = past.latest.revealed.first().filter(|&&round| past.age(round) == 0)
                && let Some(place) = past.seen_place(*round)
            {
                mark("sighting", format!("Dracula is seen in {}", name(knowledge.rules, place)), 2);
            }
            if play.left == Some(Encounter::Vampire) {
                mark("maturation", "a vampire matures".to_owned(), 3);
            }
        }
        None => {}
    }
    if knowledge.board.is_over() {
        mark("end", over(knowledge).to_owned(), 3);
    }
    all
}
