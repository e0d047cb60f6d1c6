//! Tests of secrecy: a side is shown nothing that it cannot know.
//!
//! A game is played again with other draws, or with another choice of the hidden side. It counts if
//! the public record stays the same: what clauses K1 to K7 let the viewer see of the truth, which
//! is written down here from the whole truth of transcripts (O2), not from views. The viewer must
//! not be able to tell the two games apart.

use std::collections::BTreeMap;

use stoker_engine::fury::{Event, EventCard, Fury, Move, Params, State, Step};
use stoker_engine::map::BuiltinMap;
use stoker_engine::transcript::Transcribed;
use stoker_engine::{Chance, Game, Purpose, Rng, Seed, Turn, Viewer, below, one_of};

use crate::common::deal::shuffled;
use crate::common::play::text_of;

const DRACULA: Viewer = Viewer(0);
const HUNTERS: Viewer = Viewer(1);

/// The public record of a moment, by name.
type Record = BTreeMap<String, serde_json::Value>;

/// A decision that was made.
struct Made {
    viewer: Viewer,
    mv: Move,
    text: String,
    /// The cards that were discarded, and the card that leaves the trail: neither is hidden if it is turned up.
    piles: [serde_json::Value; 2],
    record: Record,
    events: Vec<Event>,
}

/// A game that was played.
struct Truth {
    made: Vec<Made>,
    draws: Vec<u32>,
    state: State,
}

/// A game and another that the viewer cannot tell from it.
struct Pair {
    rules: Fury,
    truth: State,
    other: State,
    /// The events that the viewer got in both games.
    events: [Vec<Event>; 2],
    viewer: Viewer,
}

fn rules(play: Step) -> Fury {
    Fury::with(Params { play, ..Params::default() }, BuiltinMap::FURY.load()).unwrap()
}

fn whole(rules: &Fury, state: &State) -> Record {
    let views = [DRACULA, HUNTERS].map(|viewer| rules.view(state, viewer));
    let truth = serde_json::to_value(rules.truth(state, &views, None)).unwrap();
    serde_json::from_value(truth).unwrap()
}

/// The values that both sides see.
const BOTH: [&str; 17] = [
    "round",
    "phase",
    "influence",
    "damage",
    "despair",
    "rumors",
    "rumor_pool",
    "mist",
    "fog",
    "roadblocks",
    "storms",
    "combat_round",
    "ally",
    "dracula_ally",
    "ground",
    "hosts",
    "items_out",
];
/// Those that the hunters see besides.
const HUNTERS_OWN: [&str; 6] = ["tickets", "told_hunters", "G", "S", "H", "M"];
/// Those that Dracula sees besides.
const DRACULAS_OWN: [&str; 9] = [
    "place",
    "trail",
    "lairs",
    "leaving",
    "hand",
    "told_dracula",
    "combat_hand",
    "dracula_events",
    "encounters_out",
];
/// The lists whose lengths both sides see.
const COUNTED: [&str; 8] = [
    "hand",
    "encounters",
    "encounters_out",
    "items",
    "events",
    "events_out",
    "dracula_events",
    "combat_hand",
];

/// The part of the truth that the viewer may see (K1 to K7).
fn public(truth: &Record, viewer: Viewer) -> Record {
    let own: &[&str] = if viewer == HUNTERS { &HUNTERS_OWN } else { &DRACULAS_OWN };
    let kept = BOTH.iter().chain(own).filter_map(|name| truth.get_key_value(*name));
    let mut record: Record = kept.map(|(name, value)| (name.clone(), value.clone())).collect();
    for name in COUNTED {
        let count = truth.get(name).and_then(|list| list.as_array()).map(Vec::len);
        record.insert(format!("{name}, count"), serde_json::json!(count));
    }
    if let Some(out) = truth.get("events_out").and_then(|list| list.as_array()) {
        let seen = out.iter().filter(|code| viewer == DRACULA || is_hunters(code));
        record.insert("events_out".to_owned(), seen.cloned().collect());
    }
    mask(truth, viewer, &mut record);
    record
}

/// Of the discarded events, Dracula's may lie face down; he knows them.
fn is_hunters(code: &serde_json::Value) -> bool {
    let card = code.as_str().and_then(|code| code.parse().ok());
    card.is_some_and(|card: EventCard| !card.is_draculas())
}

/// Adds what the viewer sees in part.
fn mask(truth: &Record, viewer: Viewer, record: &mut Record) {
    if viewer == HUNTERS {
        for name in ["trail", "lairs"] {
            let slots = truth[name].as_array().unwrap().iter().map(masked).collect();
            record.insert(name.to_owned(), slots);
        }
        record.insert("leaving".to_owned(), masked(&truth["leaving"]));
        return;
    }
    for hunter in ["G", "S", "H", "M"] {
        record.insert(hunter.to_owned(), figure(&truth[hunter]));
    }
    let tickets = truth["tickets"].as_array().unwrap().iter();
    let sum: u64 = tickets.map(|count| count.as_u64().unwrap()).sum();
    record.insert("tickets".to_owned(), sum.into());
}

/// A slot as everyone sees it (K3).
fn masked(slot: &serde_json::Value) -> serde_json::Value {
    use serde_json::json;
    let Some([place, powers, face, laid, rumor, of]) =
        slot.as_array().and_then(|parts| <&[_; 6]>::try_from(parts.as_slice()).ok())
    else {
        return slot.clone();
    };
    let up = *face == json!(1);
    let place = place.as_str().unwrap();
    let seas = ["AO", "AS", "BB", "BS", "EC", "IO", "IR", "MS", "NS", "TS"];
    let powers: Vec<&str> =
        powers.as_str().unwrap().split('+').filter(|power| !power.is_empty()).collect();
    let hides = powers.contains(&"HI");
    let back = match place {
        "CD" => "CD",
        "" if hides => "C",
        "" => "P",
        place if seas.contains(&place) => "S",
        _ => "C",
    };
    let shown = match (up, hides) {
        (true, true) => "HI",
        (true, false) => place,
        (false, _) if place == "CD" => "CD",
        (false, _) => "",
    };
    let powers: Vec<&str> = powers.into_iter().filter(|power| *power != "HI").collect();
    let laid = laid.as_array().unwrap().iter().map(|card| {
        let text = card.as_str().unwrap();
        if text.contains('+') { json!(text) } else { json!("?") }
    });
    let laid: Vec<serde_json::Value> = laid.collect();
    json!([back, shown, powers, laid, rumor, if up { of.clone() } else { json!("") }])
}

/// A hunter as Dracula sees it: its tickets, items and events are numbers, but for open ones.
fn figure(of: &serde_json::Value) -> serde_json::Value {
    let parts = of.as_array().unwrap().iter();
    let hidden = |part: &serde_json::Value| match part.as_array() {
        Some(cards) => cards.len().into(),
        None => part.clone(),
    };
    parts.map(hidden).collect::<Vec<_>>().into()
}

/// Dracula's moves of which the hunters see only the kind, and the hunters' that Dracula does not
/// see at all.
fn kind(text: &str) -> Option<&'static str> {
    let (verb, rest) = text.split_once(':').unwrap_or((text, ""));
    match verb {
        "M" | "HIDE" => Some("card"),
        "WOLF" | "WOLFHIDE" => Some("wolf"),
        "E" if rest.parse::<u8>().is_err() => Some("encounter"),
        "G" | "T" => Some("trade"),
        "X" => Some("given up"),
        _ => None,
    }
}

fn asked(rules: &Fury, state: &State) -> Option<Viewer> {
    match rules.turn(state) {
        Turn::ToMove(seat) => Some(rules.sides().viewer_of(seat)),
        Turn::Over(_) => None,
    }
}

fn legal(rules: &Fury, state: &State, viewer: Viewer) -> Vec<Move> {
    rules.legal_moves(&rules.view(state, viewer)).collect()
}

fn made(rules: &Fury, state: &mut State, by: Viewer, mv: Move, viewer: Viewer) -> Option<Made> {
    let text = text_of(rules, mv);
    let play = rules.play(state, mv.into()).ok()?;
    let truth = whole(rules, state);
    let piles = ["encounters_out", "leaving"].map(|name| truth[name].clone());
    let events = rules.redact(state, &play, viewer).collect();
    Some(Made { viewer: by, mv, text, piles, record: public(&truth, viewer), events })
}

fn play(rules: &Fury, seed: u64, decisions: usize, viewer: Viewer) -> Truth {
    let mut rng = Seed(seed).rng(None, None, Purpose::new("redeal"));
    let mut state = rules.start(Chance::seeded(Seed(seed)));
    let mut list = vec![];
    while let Some(by) = asked(rules, &state) {
        if list.len() >= decisions && by == viewer {
            break;
        }
        let mv = one_of(&mut rng, legal(rules, &state, by)).unwrap();
        list.push(made(rules, &mut state, by, mv, viewer).unwrap());
    }
    Truth { made: list, draws: rules.chance(&state).drawn().to_vec(), state }
}

/// The game played again with other draws or another choice; `None` if its public record differs.
fn again(rules: &Fury, truth: &Truth, viewer: Viewer, rng: &mut Rng) -> Option<Pair> {
    let mut draws = truth.draws.clone();
    let turn = below(rng, u32::try_from(truth.made.len()).unwrap()) as usize;
    if below(rng, 2) == 0 {
        for _ in 0..=below(rng, 3) {
            let draw = below(rng, u32::try_from(draws.len()).unwrap()) as usize;
            draws[draw] = below(rng, draws[draw] + 1);
        }
    }
    let mut state = rules.start(Chance::recorded(draws));
    let mut events = [vec![], vec![]];
    for (number, told) in truth.made.iter().enumerate() {
        let by = asked(rules, &state)?;
        if by != told.viewer {
            return None;
        }
        let moves = legal(rules, &state, by);
        let candidates = if by == viewer {
            vec![told.mv]
        } else {
            let like = |mv: &&Move| {
                let own = kind(&text_of(rules, **mv));
                **mv != told.mv && own.is_some() && own == kind(&told.text)
            };
            let others: Vec<Move> = moves.iter().filter(like).copied().collect();
            let others = shuffled(&others, rng);
            let same = [told.mv];
            if number == turn {
                [&others[..], &same].concat()
            } else {
                [&same[..], &others].concat()
            }
        };
        let found = candidates.into_iter().filter(|mv| moves.contains(mv)).find_map(|mv| {
            let mut next = state.clone();
            let now = made(rules, &mut next, by, mv, viewer)?;
            same_to(viewer, told, &now).then_some((next, now))
        });
        let (next, now) = found?;
        state = next;
        events[0].extend(told.events.iter().cloned());
        events[1].extend(now.events);
    }
    if asked(rules, &state) != asked(rules, &truth.state) || rules.chance(&state).check().is_err() {
        return None;
    }
    let (truth, rules) = (truth.state.clone(), rules.clone());
    Some(Pair { rules, truth, other: state, events, viewer })
}

/// True if the viewer sees the same of two decisions: cards that are turned up and discarded at
/// once are part of no moment's record.
fn same_to(viewer: Viewer, told: &Made, now: &Made) -> bool {
    let clears = matches!(kind(&told.text), Some("card" | "wolf"))
        || ["MIS", "CLEAR", "LAIR", "MATURE", "TRAPPED", "BACK", "-", "CALL", "FEED"]
            .iter()
            .any(|verb| told.text.starts_with(verb));
    let piles = viewer == DRACULA || clears || told.piles[0] == now.piles[0];
    told.record == now.record && piles
}

/// Pairs that differ in something that the viewer cannot see.
fn pairs(play_step: Step, viewer: Viewer, games: u64) -> Vec<Pair> {
    let rules = rules(play_step);
    let mut pairs = vec![];
    for seed in 0..games {
        let mut rng = Seed(seed).rng(None, None, Purpose::new("again"));
        let truth = play(&rules, seed, 10 + below(&mut rng, 110) as usize, viewer);
        let found = (0..12).filter_map(|_| again(&rules, &truth, viewer, &mut rng));
        let hidden = |state: &State| format!("{:?}", whole(&rules, state));
        pairs.extend(found.filter(|pair| hidden(&pair.truth) != hidden(&pair.other)));
    }
    pairs
}

fn shown(rules: &Fury, state: &State, viewer: Viewer) -> (String, Vec<Move>) {
    let view = rules.view(state, viewer);
    (serde_json::to_string(&view).unwrap(), rules.legal_moves(&view).collect())
}

/// The pairs that the viewer could tell apart by this.
fn leaks<T: PartialEq>(pairs: &[Pair], look: impl Fn(&Fury, &State) -> T) -> usize {
    let differ = |pair: &&Pair| look(&pair.rules, &pair.truth) != look(&pair.rules, &pair.other);
    pairs.iter().filter(differ).count()
}

#[test]
fn games_that_differ_only_in_what_a_side_cannot_know_look_the_same_to_it() {
    for viewer in [DRACULA, HUNTERS] {
        for step in [Step::Hunt, Step::Combat, Step::Full] {
            let pairs = pairs(step, viewer, 60);
            assert!(pairs.len() > 40, "{step:?}, {viewer:?}: {} pairs", pairs.len());
            println!("{step:?}, {viewer:?}: {} pairs", pairs.len());
            for pair in &pairs {
                let [one, other] =
                    [&pair.truth, &pair.other].map(|state| shown(&pair.rules, state, viewer));
                assert_eq!(one, other, "{step:?}, {viewer:?}");
                assert_eq!(pair.events[0], pair.events[1], "what {:?} is told", pair.viewer);
            }
        }
    }
}

/// The test of the test: each of these hidden things, if it slips, is caught.
#[test]
fn a_leak_of_anything_hidden_is_caught() {
    let slips = |pairs: &[Pair], names: &[&str]| {
        for name in names {
            let count = leaks(pairs, |rules, state| whole(rules, state)[*name].clone());
            assert!(count > 0, "{name}: {} pairs", pairs.len());
        }
        assert!(leaks(pairs, |rules, state| rules.chance(state).drawn().to_vec()) > 0, "draws");
    };
    slips(
        &pairs(Step::Full, HUNTERS, 80),
        &["place", "trail", "hand", "encounters", "items", "events"],
    );
    slips(
        &pairs(Step::Full, DRACULA, 80),
        &["items", "events", "encounters", "G", "S", "H", "M", "tickets"],
    );
}
