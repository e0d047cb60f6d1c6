//! The data of districts, vampires, relics and events, as the rules read them (masters S7).
//!
//! [`RawData`] is a data file as it is written; [`Data`] is what the rules use of it, checked.

use std::sync::{Arc, LazyLock};

use super::cards::{ACT_CARDS, ACTS, Act, EventCard};
use super::cells::{CELLS, Cell, CellSet, MOST_PLAYERS};
use super::codes::{DISTRICTS, District, Effect, RELICS, Relic, Vampire};
use super::list::List;
use super::params::Family;
use super::raw_data::{RawData, RawDistrict, RawEvent, RawNumbers, RawVampire};

/// The data file that comes with the rules.
pub const EMBEDDED: &str = include_str!("data.json");

/// The vampires.
const VAMPIRES: usize = Vampire::ALL.len();
/// The most agents that a track may put into play: the booklet has so many tokens.
const MOST_AGENTS: i64 = 12;
/// The highest cost in blood, and the highest number of a card.
const MOST: i64 = 9;

/// The side that must have more for a day district (E1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Condition {
    /// More minions than agents.
    Minions,
    /// More agents than minions.
    Agents,
}

/// A district's row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DistrictData {
    /// The AP of a night district (N8).
    pub ap: u8,
    /// The side that must have more, for a day district (E1).
    pub condition: Option<Condition>,
}

/// A vampire's costs (N9, N13).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VampireData {
    /// Blood that the blood ability costs.
    pub blood: u8,
    /// Minions that it costs.
    pub minions: u8,
    /// Veil that the dark ability costs.
    pub veil: u8,
}

/// An event card's row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventData {
    /// The cell of the red cross.
    pub red: Cell,
    /// The grey cells, the lower first.
    pub grey: [Cell; 2],
    /// The text (V9).
    pub effect: Effect,
    /// Its number.
    pub number: u8,
}

impl EventData {
    /// The card's three cells.
    #[must_use]
    pub const fn cells(&self) -> CellSet {
        CellSet::EMPTY.with(self.red).with(self.grey[0]).with(self.grey[1])
    }
}

/// The agents in play, and those that an event brings (S5, V2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Track {
    /// Agents in play.
    pub agents: u8,
    /// The numbers while the veil is high.
    pub high: Numbers,
    /// The numbers while it is low.
    pub low: Numbers,
}

/// Agents that an event brings (V3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Numbers {
    /// To the red cell.
    pub red: u8,
    /// To the grey cells, the larger number first.
    pub grey: [u8; 2],
}

/// The data of districts, vampires, relics and events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Data {
    tracks: [Track; 4],
    families: [List<Vampire, MOST_PLAYERS>; 12],
    district_order: [District; DISTRICTS],
    districts: [DistrictData; DISTRICTS],
    vampire_order: [Vampire; VAMPIRES],
    vampires: [VampireData; VAMPIRES],
    relic_order: [Relic; RELICS],
    events: [EventData; ACTS * ACT_CARDS],
    event_order: [[EventCard; ACT_CARDS]; ACTS],
    names: Names,
}

/// Names for people, each in the order of what it names.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Names {
    districts: Vec<String>,
    vampires: Vec<String>,
    relics: Vec<String>,
    events: Vec<String>,
}

/// A data file that does not suit the rules.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DataError {
    /// It is not the JSON of a data file.
    #[error("this is not a data file: {0}")]
    Form(String),
    /// A part that the rules fix.
    #[error("`{0}` is fixed by the rules: it explains them, and cannot be changed here")]
    Fixed(String),
    /// A table has too many rows, or too few.
    #[error("{table} must have {expected} rows, but the file has {found}")]
    Count {
        /// The table.
        table: String,
        /// The rows that there must be.
        expected: usize,
        /// The rows that there are.
        found: usize,
    },
    /// A row of a name that the rules do not know, or that another row has.
    #[error("{table} must list each of {expected} once, but the file has `{found}`")]
    Row {
        /// The table.
        table: String,
        /// The rows that there must be.
        expected: String,
        /// The row.
        found: String,
    },
    /// A value that the rules cannot use.
    #[error("`{what}` of `{row}` is {value}, but must be {allowed}")]
    Value {
        /// The row.
        row: String,
        /// The column.
        what: &'static str,
        /// The value.
        value: String,
        /// The values that are allowed.
        allowed: String,
    },
    /// A row without a name.
    #[error("`{0}` has no name")]
    NoName(String),
    /// A source that is none.
    #[error(
        "`{text}` is no source of `{row}`: begin with booklet, public, inferred, seed or house"
    )]
    Source {
        /// The row.
        row: String,
        /// The source that the file gives.
        text: String,
    },
}

impl Data {
    /// The data that come with the rules.
    #[must_use]
    pub fn embedded() -> Arc<Self> {
        static DATA: LazyLock<Arc<Data>> =
            LazyLock::new(|| Arc::new(Data::parse(EMBEDDED).expect("a test reads it")));
        DATA.clone()
    }

    /// Reads a data file.
    ///
    /// # Errors
    /// If it is not a data file, or does not suit the rules.
    ///
    /// # Examples
    /// ```
    /// use stoker_engine::masters::{Data, EMBEDDED};
    /// assert!(Data::parse(EMBEDDED).is_ok());
    /// let wrong = EMBEDDED.replacen(r#""effect": "CURSE""#, r#""effect": "WEB""#, 1);
    /// assert!(Data::parse(&wrong).unwrap_err().to_string().contains("WEB"));
    /// ```
    pub fn parse(text: &str) -> Result<Self, DataError> {
        static KNOWN: LazyLock<RawData> =
            LazyLock::new(|| serde_json::from_str(EMBEDDED).expect("a test reads it"));
        let raw: RawData =
            serde_json::from_str(text).map_err(|error| DataError::Form(error.to_string()))?;
        let data = Self::of(&raw)?;
        check_fixed(&raw, &KNOWN)?;
        check_ability_names(&raw)?;
        check_sources(&raw)?;
        Ok(data)
    }

    fn of(raw: &RawData) -> Result<Self, DataError> {
        let district_order =
            order("the districts", District::ALL, &ids(&raw.districts, |r| &r.id))?;
        let vampire_order = order("the vampires", Vampire::ALL, &ids(&raw.vampires, |r| &r.id))?;
        let relic_order = order("the relics", Relic::ALL, &ids(&raw.relics, |r| &r.id))?;
        let (events, event_order) = read_events(&raw.events)?;
        let mut districts = [DistrictData { ap: 0, condition: None }; DISTRICTS];
        for (id, row) in district_order.iter().zip(&raw.districts) {
            districts[id.index()] = read_district(*id, row)?;
        }
        let mut vampires = [VampireData { blood: 0, minions: 0, veil: 0 }; VAMPIRES];
        for (id, row) in vampire_order.iter().zip(&raw.vampires) {
            vampires[id.index()] = VampireData {
                blood: small(&row.id, "blood", row.blood.blood, (0, MOST))?,
                minions: small(&row.id, "minions", row.blood.minions, (0, MOST))?,
                veil: small(&row.id, "veil", row.dark.veil, (1, MOST))?,
            };
        }
        Ok(Self {
            tracks: read_tracks(raw)?,
            families: read_families(raw)?,
            names: names(raw, &district_order, &vampire_order, &relic_order)?,
            district_order,
            districts,
            vampire_order,
            vampires,
            relic_order,
            events,
            event_order,
        })
    }

    /// A district's row.
    #[inline]
    #[must_use]
    pub const fn district(&self, district: District) -> &DistrictData {
        &self.districts[district.index()]
    }

    /// A vampire's costs.
    #[inline]
    #[must_use]
    pub const fn vampire(&self, vampire: Vampire) -> &VampireData {
        &self.vampires[vampire.index()]
    }

    /// An event card's row.
    #[inline]
    #[must_use]
    pub const fn event(&self, card: EventCard) -> &EventData {
        &self.events[card.index()]
    }

    /// The track of a number of players, which is 2 to 5.
    #[must_use]
    pub fn track(&self, players: u8) -> &Track {
        &self.tracks[usize::from(players.clamp(2, 5) - 2)]
    }

    /// The vampires of a family of the table.
    #[must_use]
    pub fn family(&self, players: u8, family: Family) -> &[Vampire] {
        let of_players = 3 * usize::from(players.clamp(2, 5) - 2);
        self.families[of_players + (family as usize).min(2)].as_slice()
    }

    /// The districts, in the order in which they are shuffled.
    #[must_use]
    pub const fn districts(&self) -> &[District; DISTRICTS] {
        &self.district_order
    }

    /// The vampires, in the order in which they are shuffled.
    #[must_use]
    pub const fn vampires(&self) -> &[Vampire; VAMPIRES] {
        &self.vampire_order
    }

    /// The relics, in the order in which they are shuffled.
    #[must_use]
    pub const fn relics(&self) -> &[Relic; RELICS] {
        &self.relic_order
    }

    /// The cards of an act, in the order in which they are shuffled.
    #[must_use]
    pub const fn act(&self, act: Act) -> &[EventCard; ACT_CARDS] {
        &self.event_order[act.index()]
    }

    /// A district's name, for people.
    #[must_use]
    pub fn district_name(&self, district: District) -> &str {
        &self.names.districts[district.index()]
    }

    /// A vampire's name, for people.
    #[must_use]
    pub fn vampire_name(&self, vampire: Vampire) -> &str {
        &self.names.vampires[vampire.index()]
    }

    /// A relic's name, for people.
    #[must_use]
    pub fn relic_name(&self, relic: Relic) -> &str {
        &self.names.relics[relic.index()]
    }

    /// An event card's name, for people.
    #[must_use]
    pub fn event_name(&self, card: EventCard) -> &str {
        &self.names.events[card.index()]
    }
}

fn check_fixed(raw: &RawData, known: &RawData) -> Result<(), DataError> {
    for ((key, value), (_, rules)) in raw.fixed().into_iter().zip(known.fixed()) {
        if value != rules {
            return Err(DataError::Fixed(key.to_owned()));
        }
    }
    let known = known.explanations();
    for (row, part, text) in raw.explanations() {
        let rules = known.iter().find(|(of, at, _)| (*of, *at) == (row, part));
        if rules.is_some_and(|(_, _, rules)| *rules != text) {
            return Err(DataError::Fixed(format!("{part} of {row}")));
        }
    }
    Ok(())
}

fn check_ability_names(raw: &RawData) -> Result<(), DataError> {
    let nameless = |row: &&RawVampire| row.blood.name.is_empty() || row.dark.name.is_empty();
    match raw.vampires.iter().find(nameless) {
        Some(row) => Err(DataError::NoName(format!("an ability of {}", row.id))),
        None => Ok(()),
    }
}

/// The words that a source begins with.
const SOURCES: [&str; 5] = ["booklet", "public", "inferred", "seed", "house"];

fn check_sources(raw: &RawData) -> Result<(), DataError> {
    for (row, source) in raw.sources() {
        if !SOURCES.iter().any(|word| source.starts_with(word)) {
            return Err(DataError::Source { row, text: source.to_owned() });
        }
    }
    Ok(())
}

fn ids<R>(rows: &[R], id: impl Fn(&R) -> &String) -> Vec<&str> {
    rows.iter().map(|row| id(row).as_str()).collect()
}

/// The rows of a table: each that the rules know once, in the order of the file.
fn order<T, const N: usize>(table: &str, all: &[T], rows: &[&str]) -> Result<[T; N], DataError>
where
    T: Copy + PartialEq + std::fmt::Display + std::str::FromStr,
{
    if rows.len() != N {
        let (table, found) = (table.to_string(), rows.len());
        return Err(DataError::Count { table, expected: N, found });
    }
    let mut found = Vec::with_capacity(N);
    for row in rows {
        match row.parse().ok().filter(|one| all.contains(one) && !found.contains(one)) {
            Some(one) => found.push(one),
            None => {
                let expected = all.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
                let (table, found) = (table.to_string(), (*row).to_owned());
                return Err(DataError::Row { table, expected, found });
            }
        }
    }
    Ok(found.try_into().unwrap_or_else(|_| unreachable!("as many as were counted")))
}

#[expect(clippy::needless_pass_by_value, reason = "numbers and texts alike")]
fn wrong<V: ToString>(row: &str, what: &'static str, value: V, allowed: String) -> DataError {
    DataError::Value { row: row.to_owned(), what, value: value.to_string(), allowed }
}

fn small(row: &str, what: &'static str, value: i64, range: (i64, i64)) -> Result<u8, DataError> {
    let (low, high) = range;
    let inside = Some(value).filter(|value| (low..=high).contains(value));
    inside
        .and_then(|value| u8::try_from(value).ok())
        .ok_or_else(|| wrong(row, what, value, format!("in {low}..={high}")))
}

/// S7: what a district does, and when, is fixed; its AP and its condition are not.
fn read_district(id: District, row: &RawDistrict) -> Result<DistrictData, DataError> {
    let by_day = matches!(
        id,
        District::Museum
            | District::Asylum
            | District::Newspaper
            | District::Police
            | District::Church
    );
    let when = if by_day { "day" } else { "night" };
    if row.when != when {
        return Err(wrong(&row.id, "when", &row.when, format!("`{when}`")));
    }
    let condition = match (by_day, row.condition.as_deref()) {
        (true, Some("minions")) => Some(Condition::Minions),
        (true, Some("agents")) => Some(Condition::Agents),
        (false, None) => None,
        (true, other) => {
            let allowed = "`minions` or `agents`".to_owned();
            return Err(wrong(&row.id, "condition", other.unwrap_or("missing"), allowed));
        }
        (false, Some(other)) => {
            return Err(wrong(&row.id, "condition", other, "missing".to_owned()));
        }
    };
    let range = if by_day { (0, 0) } else { (1, 3) };
    Ok(DistrictData { ap: small(&row.id, "ap", row.ap, range)?, condition })
}

fn read_tracks(raw: &RawData) -> Result<[Track; 4], DataError> {
    if raw.veil_tracks.len() != 4 {
        let (table, found) = ("veil_tracks".to_owned(), raw.veil_tracks.len());
        return Err(DataError::Count { table, expected: 4, found });
    }
    let zero = Numbers { red: 0, grey: [0; 2] };
    let mut tracks = [Track { agents: 0, high: zero, low: zero }; 4];
    for ((track, row), players) in tracks.iter_mut().zip(&raw.veil_tracks).zip(2..) {
        let name = format!("veil track of {players}");
        if row.players != players {
            return Err(wrong(&name, "players", row.players, players.to_string()));
        }
        *track = Track {
            agents: small(&name, "agents", row.agents, (0, MOST_AGENTS))?,
            high: read_numbers(&name, &row.high)?,
            low: read_numbers(&name, &row.low)?,
        };
    }
    Ok(tracks)
}

fn read_numbers(row: &str, raw: &RawNumbers) -> Result<Numbers, DataError> {
    let red = small(row, "red", raw.red, (0, MOST_AGENTS))?;
    let [first, second] = raw.grey;
    let first = small(row, "grey", first, (0, MOST_AGENTS))?;
    let second = small(row, "grey", second, (0, first.into()))?;
    Ok(Numbers { red, grey: [first, second] })
}

fn read_families(raw: &RawData) -> Result<[List<Vampire, MOST_PLAYERS>; 12], DataError> {
    if raw.families.len() != 12 {
        let (table, found) = ("families".to_owned(), raw.families.len());
        return Err(DataError::Count { table, expected: 12, found });
    }
    let mut families = [List::new(); 12];
    let expected =
        (2..=5).flat_map(|players| ["first", "second", "third"].map(|family| (players, family)));
    for ((family, row), (players, word)) in families.iter_mut().zip(&raw.families).zip(expected) {
        let name = format!("family {word} of {players}");
        if (row.players, row.family.as_str()) != (players, word) {
            let value = format!("{} of {}", row.family, row.players);
            return Err(wrong(&name, "family", value, format!("{word} of {players}")));
        }
        let table = format!("the {name}");
        *family = match players {
            2 => read_family::<2>(&table, &row.vampires)?,
            3 => read_family::<3>(&table, &row.vampires)?,
            4 => read_family::<4>(&table, &row.vampires)?,
            _ => read_family::<5>(&table, &row.vampires)?,
        };
    }
    Ok(families)
}

fn read_family<const N: usize>(
    table: &str,
    rows: &[String],
) -> Result<List<Vampire, MOST_PLAYERS>, DataError> {
    let family: [Vampire; N] = order(table, Vampire::ALL, &ids(rows, |row| row))?;
    Ok(family.into_iter().collect())
}

type Events = ([EventData; ACTS * ACT_CARDS], [[EventCard; ACT_CARDS]; ACTS]);

fn read_events(rows: &[RawEvent]) -> Result<Events, DataError> {
    let none =
        EventData { red: Cell::STATION, grey: [Cell::STATION; 2], effect: Effect::None, number: 0 };
    let mut events = [none; ACTS * ACT_CARDS];
    let mut cards = [[EventCard::default(); ACT_CARDS]; ACTS];
    for (act, number) in Act::ALL.iter().zip(1..) {
        let of_act: Vec<&RawEvent> = rows.iter().filter(|row| row.act == number).collect();
        let all: Vec<EventCard> = EventCard::all().filter(|card| card.act() == *act).collect();
        let ids: Vec<&str> = of_act.iter().map(|row| row.id.as_str()).collect();
        let table = format!("act {act} of the events");
        cards[act.index()] = order(&table, &all, &ids)?;
        for (card, row) in cards[act.index()].iter().zip(of_act) {
            events[card.index()] = read_event(row)?;
        }
    }
    let known = ACTS * ACT_CARDS;
    if rows.len() != known {
        let (table, found) = ("events".to_owned(), rows.len());
        return Err(DataError::Count { table, expected: known, found });
    }
    let cursed = events.iter().filter(|row| row.effect == Effect::Curse).count();
    if cursed > 1 {
        return Err(wrong("events", "cards with CURSE", cursed, "at most 1".to_owned()));
    }
    Ok((events, cards))
}

fn read_event(row: &RawEvent) -> Result<EventData, DataError> {
    let cell = |what, value| {
        let number = small(&row.id, what, value, (0, CELLS as i64 - 1))?;
        Ok(Cell::ALL[usize::from(number)])
    };
    let effect = row.effect.parse().map_err(|_| {
        let all = Effect::ALL.iter().map(|effect| effect.code()).collect::<Vec<_>>().join(", ");
        wrong(&row.id, "effect", &row.effect, format!("one of {all}"))
    })?;
    let [low, high] = row.grey;
    let data = EventData {
        red: cell("red", row.red)?,
        grey: [cell("grey", low)?, cell("grey", high)?],
        effect,
        number: small(&row.id, "n", row.n, (0, MOST))?,
    };
    if low >= high || data.cells().len() != 3 {
        let allowed = "three cells, the lower grey one first".to_owned();
        return Err(wrong(&row.id, "grey", format!("{low} and {high}"), allowed));
    }
    Ok(data)
}

fn names(
    raw: &RawData,
    districts: &[District],
    vampires: &[Vampire],
    relics: &[Relic],
) -> Result<Names, DataError> {
    let table = |order: Vec<usize>, rows: Vec<(&String, &String)>| {
        let mut names = vec![String::new(); rows.len()];
        for (index, (id, name)) in order.into_iter().zip(rows) {
            if name.is_empty() {
                return Err(DataError::NoName(id.clone()));
            }
            name.clone_into(&mut names[index]);
        }
        Ok(names)
    };
    let cards = raw.events.iter().map(|row| row.id.parse().map_or(0, EventCard::index));
    Ok(Names {
        districts: table(
            districts.iter().map(|one| one.index()).collect(),
            raw.districts.iter().map(|row| (&row.id, &row.name)).collect(),
        )?,
        vampires: table(
            vampires.iter().map(|one| one.index()).collect(),
            raw.vampires.iter().map(|row| (&row.id, &row.name)).collect(),
        )?,
        relics: table(
            relics.iter().map(|one| one.index()).collect(),
            raw.relics.iter().map(|row| (&row.id, &row.name)).collect(),
        )?,
        events: table(
            cards.collect(),
            raw.events.iter().map(|row| (&row.id, &row.name)).collect(),
        )?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(from: &str, to: &str) -> String {
        let changed = EMBEDDED.replacen(from, to, 1);
        assert_ne!(changed, EMBEDDED, "`{from}` is not in the file");
        Data::parse(&changed).unwrap_err().to_string()
    }

    /// The row of a table that begins so, with the comma behind it.
    fn row(begin: &str) -> String {
        let start = EMBEDDED.find(begin).unwrap();
        let line_start = EMBEDDED[..start].rfind('{').unwrap();
        let end = start + EMBEDDED[start..].find("},").unwrap() + 2;
        EMBEDDED[line_start..end].to_owned()
    }

    #[test]
    fn a_row_too_few_is_counted() {
        assert_eq!(
            error(&row(r#""id": "SLUM""#), ""),
            "the districts must have 9 rows, but the file has 8"
        );
        assert_eq!(
            error(&row(r#""id": "2-05""#), ""),
            "act 2 of the events must have 18 rows, but the file has 17"
        );
    }

    #[test]
    fn an_unknown_effect_is_refused_with_those_that_there_are() {
        let error = error(r#""effect": "CURSE""#, r#""effect": "WEB""#);
        assert!(error.starts_with("`effect` of `1-01` is WEB, but must be one of NONE, CURSE, "));
    }

    #[test]
    fn a_row_twice_or_with_another_name_is_refused() {
        let all = "RAIL MUS ASY CLUB NEWS POL CHU SLUM HOS";
        let refused = |found| {
            format!("the districts must list each of {all} once, but the file has `{found}`")
        };
        assert_eq!(error(r#""id": "SLUM""#, r#""id": "MUS""#), refused("MUS"));
        assert_eq!(error(r#""id": "SLUM""#, r#""id": "ZOO""#), refused("ZOO"));
    }

    #[test]
    fn what_the_rules_fix_cannot_be_changed() {
        let fixed = |what| {
            format!("`{what}` is fixed by the rules: it explains them, and cannot be changed here")
        };
        assert_eq!(error(r#""veil_max": 6"#, r#""veil_max": 7"#), fixed("setup"));
        assert_eq!(error(r#""easy": 6"#, r#""easy": 7"#), fixed("cards_per_act"));
        assert_eq!(error("Draw a relic.", "Draw two relics."), fixed("effect of MUS"));
        assert_eq!(error(r#""cost": "1 blood""#, r#""cost": "2 blood""#), fixed("cost of CLK"));
    }

    #[test]
    fn numbers_and_cells_that_make_no_sense_are_refused() {
        assert_eq!(
            error(r#""agents": 10"#, r#""agents": 13"#),
            "`agents` of `veil track of 2` is 13, but must be in 0..=12"
        );
        assert_eq!(
            error(r#""red": 6, "grey": [4, 8]"#, r#""red": 9, "grey": [4, 8]"#),
            "`red` of `1-01` is 9, but must be in 0..=8"
        );
        assert_eq!(
            error(r#""red": 6, "grey": [4, 8]"#, r#""red": 8, "grey": [4, 8]"#),
            "`grey` of `1-01` is 4 and 8, but must be three cells, the lower grey one first"
        );
        assert_eq!(
            error(r#""effect": "LEADADD", "n": 1"#, r#""effect": "LEADADD", "n": -1"#),
            "`n` of `1-03` is -1, but must be in 0..=9"
        );
    }

    #[test]
    fn a_vampire_twice_in_a_family_and_a_family_twice_are_refused() {
        assert_eq!(
            error(r#"["IMR", "MIL"]"#, r#"["IMR", "IMR"]"#),
            "the family first of 2 must list each of AGN IMR ISH LAS MIL NEV once, but the file has `IMR`"
        );
        assert_eq!(
            error(r#"["IMR", "MIL"]"#, r#"["IMR"]"#),
            "the family first of 2 must have 2 rows, but the file has 1"
        );
        assert_eq!(
            error(r#""family": "second""#, r#""family": "first""#),
            "`family` of `family second of 2` is first of 2, but must be second of 2"
        );
    }

    #[test]
    fn a_source_that_is_none_and_an_unknown_key_are_refused() {
        assert_eq!(
            error(r#""n": 0, "source": "house""#, r#""n": 0, "source": "hearsay""#),
            "`hearsay` is no source of `1-02`: begin with booklet, public, inferred, seed or house"
        );
        assert!(error(r#""agents": 10,"#, r#""agents": 10, "spies": 1,"#).contains("spies"));
    }

    #[test]
    fn another_order_of_rows_is_another_order_of_shuffling() {
        let slum = row(r#""id": "SLUM""#);
        let moved = EMBEDDED.replacen(&slum, "", 1);
        let moved =
            moved.replacen(&row(r#""id": "MUS""#), &format!("{slum}{}", row(r#""id": "MUS""#)), 1);
        let order = Data::parse(&moved).unwrap().district_order;
        assert_eq!(order[..3], [District::Railway, District::Slums, District::Museum]);
    }
}
