//! Positions of masters as scenes: nine districts with their tokens, the vampires, the tracks, the
//! dice reserve, and what is known of the cards to come.
//!
//! A scene is made from the table, which all see.

use std::collections::BTreeMap;

use super::cells::{Cell, Member};
use super::codes::Relic;
use super::table::{Reason, Table};
use super::{InDeck, Masters, State, Teams, View};
use crate::scene::{
    Board, Card, FORMAT, Link, Marker, Onlooker, Panel, Piece, Row, RowKind, Scene, Scenery, Shape,
    Spot,
};
use crate::seats::{Seat, ViewerSeats};

/// The key of a cell's spot.
pub(super) fn key(cell: Cell) -> String {
    format!("c{}", cell.index())
}

impl Masters {
    /// The part of the picture that stays the same during a game.
    #[must_use]
    pub fn scenery(&self) -> Scenery {
        Scenery {
            format: FORMAT,
            title: "Masters of the Night".to_owned(),
            boards: vec![board()],
            viewers: self.onlookers(),
            panels: self.panels(),
            rows: self.rows(),
            legends: BTreeMap::new(),
        }
    }

    /// The family, or each vampire of a mixed team.
    fn onlookers(&self) -> Vec<Onlooker> {
        let onlooker = |viewer: &ViewerSeats| {
            let seats = viewer.seats.clone().map(|seat| self.sides.seat_name(Seat(seat)));
            let seats: Vec<_> = seats.map(str::to_owned).collect();
            let name = match self.params.teams {
                Teams::Shared => "the family".to_owned(),
                Teams::Mixed => seats.join(" and "),
            };
            Onlooker { name, seats }
        };
        self.sides.viewers().iter().map(onlooker).collect()
    }

    /// In the order of [`values`].
    fn panels(&self) -> Vec<Panel> {
        let panel = |name: String, unit: &str, highest, seat, plotted| Panel {
            name,
            unit: unit.to_owned(),
            range: [0, highest],
            seat,
            plotted,
        };
        let common = [
            ("veil", "points", 6, true),
            ("event deck", "cards", 18, true),
            ("agents in reserve", "agents", 12, false),
            ("minions in reserve", "minions", 9, false),
            ("veil owed", "points", 255, false),
            ("action points", "AP", 255, false),
        ];
        let common = common.map(|(name, unit, highest, plotted)| {
            panel(name.to_owned(), unit, highest, None, plotted)
        });
        let seats = (0..self.params().players).flat_map(|seat| {
            let of = |what: &str| format!("{what} of vampire {seat}");
            [
                panel(of("blood"), "blood", 6, Some(seat), true),
                panel(of("kills"), "kills", 9, Some(seat), true),
            ]
        });
        common.into_iter().chain(seats).collect()
    }

    /// In the order of [`Masters::cards`].
    fn rows(&self) -> Vec<Row> {
        let pile = |name: &str| Row { name: name.to_owned(), kind: RowKind::Pile, seat: None };
        let seats = (0..self.params().players).map(|seat| Row {
            name: format!("relics of vampire {seat}"),
            kind: RowKind::Hand,
            seat: Some(seat),
        });
        let common = ["dice reserve", "event deck, the top first", "cards in play", "relic deck"];
        common.map(pile).into_iter().chain(seats).collect()
    }

    /// A view as a scene.
    #[must_use]
    pub fn scene(&self, view: &View) -> Scene {
        let last = view.last.map(|made| format!("Vampire {} plays {}", made.seat.index(), made.mv));
        let choices = view.moves(self).map(|mv| self.offer(&view.table, mv)).collect();
        Scene { news: last.into_iter().collect(), choices, ..self.picture(&view.table) }
    }

    /// A state as a scene, for a viewer who plays no side: the decks stay face down.
    #[must_use]
    pub fn scene_of_all(&self, state: &State) -> Scene {
        Scene { choices: vec![], ..self.scene(&state.view()) }
    }

    fn picture(&self, table: &Table) -> Scene {
        Scene {
            round: Some(table.round.into()),
            to_move: table.asked.map(|asked| asked.seat.seat().0),
            pieces: self.pieces(table),
            values: values(table, self.params().players),
            rows: self.cards(table),
            markers: markers(table),
            ..Scene::default()
        }
    }

    fn pieces(&self, table: &Table) -> Vec<Piece> {
        let districts = Cell::ALL.into_iter().map(|cell| self.district(table, cell));
        let tokens = Cell::ALL.into_iter().flat_map(|cell| tokens(table, cell));
        let vampires = table.members().flat_map(|member| self.vampire(table, member));
        let placed = [(table.urn, Relic::Urn), (table.obelisk, Relic::Obelisk)];
        let placed = placed.into_iter().filter_map(|(cell, relic)| {
            let name = self.data().relic_name(relic).to_owned();
            Some(piece(relic.code(), "relic", cell?, relic.code()[..2].to_owned(), name))
        });
        districts.chain(tokens).chain(vampires).chain(placed).collect()
    }

    fn district(&self, table: &Table, cell: Cell) -> Piece {
        let district = table.district(cell);
        let name = self.data().district_name(district).to_owned();
        let label = district.code()[..2].to_owned();
        piece(&format!("district-{}", cell.index()), "district", cell, label, name)
    }

    fn vampire(&self, table: &Table, member: Member) -> impl Iterator<Item = Piece> + use<> {
        let sheet = table.sheet(member);
        let name = self.data().vampire_name(sheet.who).to_owned();
        let label = sheet.who.code()[..2].to_owned();
        let seat = Some(member.seat().0);
        let key = format!("vampire-{}", member.index());
        let sigil = sheet.sigil.map(|cell| Piece {
            seat,
            ..piece(
                &format!("sigil-{}", member.index()),
                "sigil",
                cell,
                label.to_lowercase(),
                format!("the sigil of {name}"),
            )
        });
        let kind = if sheet.is_drained() { "vampire-drained" } else { "vampire" };
        let figure = Piece { seat, ..piece(&key, kind, sheet.at, label, name) };
        std::iter::once(figure).chain(sigil)
    }

    /// In the order of [`Masters::rows`].
    fn cards(&self, table: &Table) -> Vec<Vec<Card>> {
        let dice = table.dice.iter().take(10).map(|pips| {
            let pips = pips.get().to_string();
            card(pips.clone(), format!("a die that shows {pips}"))
        });
        let deck = table.deck.iter().map(|lies| match lies {
            InDeck::Of(act) => card(format!("{act}?"), format!("a card of act {act}")),
            InDeck::Card(event) => {
                card(event.to_string(), self.data().event_name(event).to_owned())
            }
        });
        let lying = table.lying.iter().map(|(event, cell)| Card {
            at: Some(key(cell)),
            ..card(event.to_string(), self.data().event_name(event).to_owned())
        });
        let curse = table.curse.map(|member| {
            let at = table.sheet(member).at;
            let name = format!("the Curse, borne by vampire {}", member.index());
            Card { at: Some(key(at)), ..card("CURSE".to_owned(), name) }
        });
        let relic =
            |relic: Relic| card(relic.code().to_owned(), self.data().relic_name(relic).to_owned());
        let common = [
            dice.collect(),
            deck.collect(),
            lying.chain(curse).collect(),
            table.relic_deck.iter().map(relic).collect(),
        ];
        let seats = Member::ALL.into_iter().take(self.params().players.into());
        let held = seats.map(|member| table.sheet(member).relics.iter().map(relic).collect());
        common.into_iter().chain(held).collect()
    }
}

fn board() -> Board {
    let spot = |cell: Cell| {
        let (column, row) = cell.column_and_row();
        Spot {
            key: key(cell),
            name: format!("cell {}", cell.index()),
            kind: "cell".to_owned(),
            at: [column.into(), row.into()],
            landmark: (cell == Cell::STATION).then(|| "railway station".to_owned()),
        }
    };
    let links = Cell::ALL.into_iter().flat_map(|from| {
        let later = from.adjacent().iter().filter(move |to| *to > from);
        later.map(move |to| Link { from: key(from), to: key(to), kind: "street".to_owned() })
    });
    Board {
        name: "the city".to_owned(),
        shape: Shape::Grid,
        spots: Cell::ALL.into_iter().map(spot).collect(),
        links: links.collect(),
        backdrop: None,
    }
}

fn piece(name_of: &str, kind: &str, at: Cell, label: String, name: String) -> Piece {
    let (key_of, kind) = (name_of.to_owned(), kind.to_owned());
    Piece { key: key_of, kind, at: key(at), label, name, seat: None, hidden: false }
}

fn card(label: String, name: String) -> Card {
    Card { label, name, age: None, at: None, on: vec![], hidden: false }
}

/// The agents and minions of a cell, a piece for each kind with its number.
fn tokens(table: &Table, cell: Cell) -> impl Iterator<Item = Piece> + use<> {
    let index = cell.index();
    let kinds = [
        ("agent-hidden", "h", "hidden agents", table.hidden[index]),
        ("agent-exposed", "e", "exposed agents", table.exposed[index]),
        ("minion", "m", "minions", table.minions[index]),
    ];
    kinds.into_iter().filter(|(.., count)| *count > 0).map(move |(kind, letter, name, count)| {
        let label = format!("{letter}{}", count.min(9));
        piece(&format!("{kind}-{index}"), kind, cell, label, format!("{count} {name}"))
    })
}

/// In the order of the panels. Views can come from anybody, so values are kept in their ranges.
fn values(table: &Table, players: u8) -> Vec<Option<i64>> {
    let common = [
        table.veil.min(6).into(),
        i64::try_from(table.deck.len()).unwrap_or(0),
        table.agents_left.min(12).into(),
        table.minions_left.min(9).into(),
        table.owed.into(),
        table.ap.into(),
    ];
    let seats = Member::ALL.into_iter().take(players.into()).flat_map(|member| {
        let sheet = table.sheet(member);
        [i64::from(sheet.blood.min(6)), i64::from(sheet.kills.min(9))]
    });
    common.into_iter().chain(seats).map(Some).collect()
}

fn markers(table: &Table) -> Vec<Marker> {
    let marker = |kind: &str, label: &str, importance| Marker {
        kind: kind.to_owned(),
        label: label.to_owned(),
        importance,
    };
    let ending = table.over.map(|reason| match reason {
        Reason::Ritual => marker("ending", "the ritual is held", 3),
        Reason::Veil => marker("ending", "the veil is gone", 3),
        Reason::Deck => marker("ending", "no event is left", 3),
        Reason::Cap => marker("ending", "too many decisions", 3),
    });
    let combat = table.combat.map(|_| marker("combat", "a combat", 2));
    ending.into_iter().chain(combat).collect()
}
