//! The values that transcripts have of a moment (fury O2 to O4).
//!
//! The values that a side sees are read off its view as kept by events.

use super::Fury;
use super::cards::{Hunter, Item};
use super::counts::{CardKind, Counts};
use super::moves::Way;
use super::params::Step;
use super::state::{Held, State};
use super::table::{PublicHunter, Whereabouts};
use super::task::{HandLimit, Task};
use super::titles::EventCard;
use super::told::Told;
use super::trail::{Face, Form, SeenCard, SeenLaid, SeenSlot, SlotId, Trail, TrailCard, TrailSlot};
use super::view::{DraculaView, HuntersView, View};
use crate::map::Place;
use crate::transcript::{Transcribed, Truth, TruthValue};

impl Transcribed for Fury {
    fn truth(&self, state: &State, views: &[View], _: Option<&[View]>) -> Truth {
        let [View::Dracula(dracula), View::Hunters(hunters)] = views else { return Truth::new() };
        let known = &state.known;
        let table = &known.table;
        let mut truth = named([
            ("round", table.round.into()),
            ("phase", table.phase.code().into()),
            ("influence", dracula.table.influence.into()),
            ("damage", hunters.table.damage.into()),
            ("despair", table.despair.into()),
            ("place", place_text(self, known.dracula.place)),
            ("trail", slots(self, &dracula.trail, &dracula.trail.spaces)),
            ("lairs", slots(self, &dracula.trail, &dracula.trail.lairs)),
            ("leaving", slot(self, &dracula.trail, dracula.trail.leaving.as_ref())),
            ("seen_trail", hunters.trail.spaces.iter().map(|slot| seen(self, slot)).collect()),
            ("seen_lairs", hunters.trail.lairs.iter().map(|slot| seen(self, slot)).collect()),
            ("seen_leaving", seen(self, &hunters.trail.leaving)),
            ("hand", codes(&dracula.own.hand)),
            ("encounters", top_first(&state.decks.encounters)),
            (
                "encounters_out",
                state.decks.encounters_out.iter().map(|laid| laid.kind().code()).collect(),
            ),
            ("told_hunters", told(self, &hunters.told)),
            ("told_dracula", told(self, &dracula.told)),
            ("rumors", table.rumors.into()),
            ("rumor_pool", table.rumor_pool.into()),
            ("mist", u8::from(table.mist).into()),
            (
                "tickets",
                super::cards::Ticket::ALL.iter().map(|&kind| hunters.pool.of(kind)).collect(),
            ),
            ("fog", hunters.table.fog.iter().map(|&at| self.world().code(at)).collect()),
            ("roadblocks", roadblocks(self, state)),
            ("storms", table.storms.into_iter().map(|at| self.world().code(at)).collect()),
        ]);
        truth.extend(of_steps(self, state, dracula, hunters));
        truth
    }
}

/// The hunters' figures, and what only the later steps have.
fn of_steps(rules: &Fury, state: &State, dracula: &DraculaView, hunters: &HuntersView) -> Truth {
    let (mut truth, table) = (Truth::new(), &state.known.table);
    for hunter in Hunter::FOUR {
        let (item, event) = opening(state, hunter);
        let mut shown = dracula.table.hunters[hunter];
        shown.open_item = shown.open_item.or(item);
        shown.open_event = shown.open_event.or(event);
        let value = figure(rules, &shown, &hunters.held[hunter]);
        truth.insert(hunter.code().to_owned(), value);
    }
    if rules.params().play >= Step::Combat {
        let round = table.combat.map_or(0, |combat| combat.round);
        truth.extend(named([
            ("items", top_first(&state.decks.items)),
            ("items_out", state.decks.items_out.iter().map(|item| item.code()).collect()),
            ("combat_round", round.into()),
            ("combat_hand", codes(&dracula.own.combat)),
        ]));
    }
    if rules.params().play >= Step::Full {
        let ally = |card: Option<super::titles::EventCard>| card.map_or("", |card| card.code());
        truth.extend(named([
            ("events", top_first(&state.decks.events)),
            ("events_out", state.decks.events_out.iter().map(|card| card.title.code()).collect()),
            ("dracula_events", codes(&dracula.own.events)),
            ("ally", ally(table.ally).into()),
            ("dracula_ally", ally(table.dracula_ally).into()),
            ("ground", place_text(rules, table.ground)),
            ("hosts", table.hosts.into_iter().map(|at| rules.world().code(at)).collect()),
        ]));
    }
    truth
}

fn place_text(rules: &Fury, place: Option<Place>) -> TruthValue {
    place.map_or("", |place| rules.world().code(place)).into()
}

/// Slots as Dracula knows them (O3).
fn slots(rules: &Fury, trail: &Trail<TrailSlot>, slots: &[Option<TrailSlot>]) -> TruthValue {
    TruthValue::List(slots.iter().map(|own| slot(rules, trail, own.as_ref())).collect())
}

fn slot(rules: &Fury, trail: &Trail<TrailSlot>, slot: Option<&TrailSlot>) -> TruthValue {
    let Some(slot) = slot else { return TruthValue::List(vec![]) };
    let place_of = |id: SlotId| {
        trail.space_of_id(id).and_then(|space| trail.spaces[usize::from(space)].as_ref()?.place())
    };
    let (powers, with) = match &slot.card {
        TrailCard::City(_, Form::Wolf, _) => ("WF", None),
        TrailCard::Sea(_) | TrailCard::City(..) => ("", None),
        TrailCard::Hide(of, Form::Plain, _) => ("HI", *of),
        TrailCard::Hide(of, Form::Wolf, _) => ("HI+WF", *of),
        TrailCard::Feed => ("FE", None),
        TrailCard::Call => ("DC", None),
        TrailCard::Misdirect => ("MD", None),
    };
    TruthValue::List(vec![
        place_text(rules, slot.place()),
        powers.into(),
        u8::from(slot.face == Face::Up).into(),
        slot.encounters().iter().map(ToString::to_string).collect(),
        u8::from(slot.rumor).into(),
        place_text(rules, with.and_then(place_of)),
    ])
}

/// While a hunter is asked which card to open (H7), transcripts give the first by code as open. No
/// view shows it: nobody has chosen it yet.
fn opening(state: &State, hunter: Hunter) -> (Option<Item>, Option<EventCard>) {
    let held = &state.known.held[hunter];
    match state.pending.as_ref().map(|pending| pending.task) {
        Some(Task::Open(asked, HandLimit::Items)) if asked == hunter => {
            (held.items.iter().next(), None)
        }
        Some(Task::Open(asked, _)) if asked == hunter => (None, held.events.iter().next()),
        _ => (None, None),
    }
}

/// A slot as everyone sees it (O4).
fn seen(rules: &Fury, slot: &Option<SeenSlot>) -> TruthValue {
    let Some(slot) = slot else { return TruthValue::List(vec![]) };
    let code = |place: &Place| rules.world().code(*place);
    let none: &[SeenLaid] = &[];
    let castle = |place: &Place| *place == rules.world().castle;
    let form = |form: &Form| if *form == Form::Wolf { "WF" } else { "" };
    let (back, place, powers, cards, with) = match &slot.card {
        SeenCard::SomeSea => ("S", "", "", none, ""),
        SeenCard::Sea(place) => ("S", code(place), "", none, ""),
        SeenCard::SomeCity(wolf, cards) => ("C", "", form(wolf), &cards[..], ""),
        SeenCard::City(place, wolf, cards) | SeenCard::Castle(place, wolf, cards) => {
            let back = if castle(place) { "CD" } else { "C" };
            (back, code(place), form(wolf), &cards[..], "")
        }
        SeenCard::Hide(with, wolf, cards) => {
            ("C", "HI", form(wolf), &cards[..], with.as_ref().map_or("", code))
        }
        SeenCard::Feed => ("P", "", "FE", none, ""),
        SeenCard::Call => ("P", "", "DC", none, ""),
        SeenCard::Misdirect => ("P", "", "MD", none, ""),
    };
    let card = |card: &SeenLaid| card.known().map_or("?".to_owned(), |card| card.to_string());
    TruthValue::List(vec![
        back.into(),
        place.into(),
        powers.into(),
        cards.iter().map(card).collect(),
        u8::from(slot.rumor).into(),
        with.into(),
    ])
}

fn codes<K: CardKind, const N: usize>(cards: &Counts<K, N>) -> TruthValue {
    cards.iter().map(K::text).collect()
}

fn top_first<K: CardKind>(deck: &[K]) -> TruthValue {
    deck.iter().rev().map(|card| card.text()).collect()
}

fn told(rules: &Fury, told: &Told) -> TruthValue {
    let hunters = |set: u8| super::table::hunters_of(set).map(Hunter::code).collect::<Vec<_>>();
    let cards = |held: [Vec<&'static str>; 3]| held.concat();
    let text = |values: Vec<&'static str>| values.into_iter().map(str::to_owned).collect();
    let (code, values): (&str, Vec<String>) = match told {
        Told::Nothing => return TruthValue::List(vec![]),
        Told::Bond(near) => ("BOND", vec![u8::from(*near).to_string()]),
        Told::Horses(ticket) => ("FH", text(vec![ticket.map_or("", |ticket| ticket.code())])),
        Told::Ticket(ticket) => ("TKT", text(vec![ticket.map_or("", |ticket| ticket.code())])),
        Told::Presence(set) => ("EP", text(hunters(*set))),
        Told::Hypnosis(region) => ("HY", vec![rules.world().region(*region).to_owned()]),
        Told::Veil(encounters, events) => {
            let encounters = encounters.iter().map(|card| card.code()).collect();
            (
                "BV",
                text(cards([
                    encounters,
                    vec!["+"],
                    events.iter().map(|card| card.code()).collect(),
                ])),
            )
        }
        Told::Find(items) => ("LF", text(items.iter().map(|item| item.code()).collect())),
        Told::Research(events) => ("MY", text(events.iter().map(|card| card.code()).collect())),
        Told::Spy(hunter, items, tickets, events)
        | Told::Influence(hunter, items, tickets, events) => {
            let code = if matches!(told, Told::Spy(..)) { "SP" } else { "VI" };
            let mut values = vec![hunter.code()];
            values.extend(items.iter().map(|card| card.code()));
            values.extend(tickets.iter().map(|card| card.code()));
            values.extend(events.iter().map(|card| card.code()));
            (code, text(values))
        }
    };
    std::iter::once(code.to_owned()).chain(values).collect()
}

fn roadblocks(rules: &Fury, state: &State) -> TruthValue {
    let mut all = vec![];
    for way in [Way::Rail, Way::Road] {
        let blocked = state.known.table.blocked(way);
        for (number, [one, other]) in rules.world().links(way).iter().enumerate() {
            if blocked >> number & 1 == 1 {
                let [one, other] = [one, other].map(|place| rules.world().code(*place));
                all.push(format!("{way}:{one}:{other}"));
            }
        }
    }
    all.into_iter().collect()
}

fn figure(rules: &Fury, figure: &PublicHunter, held: &Held) -> TruthValue {
    let place = match figure.spot {
        Whereabouts::At(place) => rules.world().code(place),
        Whereabouts::Hospital(number) => rules.world().hospital_code(number),
        Whereabouts::Unplaced | Whereabouts::Fallen(_) | Whereabouts::FallenInHospital(_) => "",
    };
    let mut values = vec![
        place.into(),
        figure.damage.into(),
        figure.bites.into(),
        codes(&held.tickets),
        u8::from(figure.delayed).into(),
        u8::from(figure.bats).into(),
    ];
    if rules.params().play >= Step::Combat {
        values.push(codes(&held.items));
        values.push(figure.open_item.map_or("", |item| item.code()).into());
    }
    if rules.params().play >= Step::Full {
        values.push(codes(&held.events));
        values.push(figure.open_event.map_or("", |event| event.code()).into());
    }
    TruthValue::List(values)
}

fn named<const N: usize>(values: [(&str, TruthValue); N]) -> Truth {
    values.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}
