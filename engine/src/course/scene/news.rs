//! The latest events, in words and as markers.

use super::Look;
use super::words::{ago, list, name, some};
use crate::course::moves::Sighting;
use crate::course::play::{DraculaPlay, Encounter, HunterPlay, Play};
use crate::map::Place;
use crate::scene::Marker;

/// A line for the latest play, then one for each consequence.
pub(super) fn news(look: &Look<'_>) -> Vec<String> {
    let mut lines = match look.past.last() {
        None => return vec![],
        Some(Play::Hunter(play)) => of_hunter(look, play),
        Some(Play::Dracula(play)) => of_dracula(look, play),
    };
    lines.extend(revealed(look));
    if look.board.is_over() {
        lines.push(over(look).to_owned());
    }
    lines
}

fn of_hunter(look: &Look<'_>, play: HunterPlay) -> Vec<String> {
    let (who, there) = (play.hunter.name(), name(look.rules, play.to));
    let mut deeds = vec![match look.past.latest.from {
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
    if look.board.life(play.hunter) == 0 {
        lines.push(format!("{who} has no life left and is taken to the hospital"));
    }
    lines
}

fn of_dracula(look: &Look<'_>, play: DraculaPlay<Sighting>) -> Vec<String> {
    let Some(round) = look.past.made().checked_sub(1) else { return vec![] };
    let place = look.past.place(round);
    let there =
        |before: &str| place.map_or(String::new(), |at| before.to_owned() + &at_name(look, at));
    let did = match play.mv {
        Sighting::At(_) if round == 0 => format!("starts{}", there(" in ")),
        Sighting::At(_) if stays(look, round) => format!("stays{}", there(" in ")),
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

fn at_name(look: &Look<'_>, place: Place) -> String {
    name(look.rules, place)
}

fn stays(look: &Look<'_>, round: usize) -> bool {
    let before = round.checked_sub(1).and_then(|before| look.past.place(before));
    before.is_some() && before == look.past.place(round)
}

fn moves(count: usize) -> String {
    if count == 1 { "1 move".to_owned() } else { format!("{count} moves") }
}

/// The moves of the trail that the hunters learn of, newest first, as a sentence.
fn revealed(look: &Look<'_>) -> Option<String> {
    let past = &look.past;
    let was = |round: &usize| {
        let there = name(look.rules, past.seen_place(*round)?);
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

fn over(look: &Look<'_>) -> &'static str {
    if look.board.blood() <= 0 { "Dracula has no blood left" } else { "the score is used up" }
}

/// The latest events that are worth jumping to.
pub(super) fn markers(look: &Look<'_>) -> Vec<Marker> {
    let (past, mut all) = (&look.past, vec![]);
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
                mark("find", format!("{who} finds the trail in {}", name(look.rules, play.to)), 2);
            }
            if look.board.life(play.hunter) == 0 {
                mark("death", format!("{who} goes to the hospital"), 2);
            }
        }
        Some(Play::Dracula(play)) => {
            if let Some(round) = past.latest.revealed.first().filter(|&&round| past.age(round) == 0)
                && let Some(place) = past.seen_place(*round)
            {
                mark("sighting", format!("Dracula is seen in {}", name(look.rules, place)), 2);
            }
            if play.left == Some(Encounter::Vampire) {
                mark("maturation", "a vampire matures".to_owned(), 3);
            }
        }
        None => {}
    }
    if look.board.is_over() {
        mark("end", over(look).to_owned(), 3);
    }
    all
}
