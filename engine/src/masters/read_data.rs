//! Data files, read for the rules of masters (masters S7).

use super::cards::{ACT_CARDS, ACTS, Act, EventCard};
use super::cells::{CELLS, Cell, MOST_PLAYERS};
use super::codes::{DISTRICTS, District, Effect, Relic, Vampire};
use super::data::{
    AgentTrack, Condition, Data, DistrictData, EventData, Names, Numbers, VAMPIRES, VampireData,
};
use super::list::List;
use super::raw_data::{RawData, RawDistrict, RawEvent, RawNumbers, RawVampire};
use crate::data::{DataError, DataFile, each_once, number, wrong};

/// The most agents that a track may put into play: the booklet lists this number of tokens.
const MOST_AGENTS: i64 = 12;
/// The highest cost in blood, and the highest number of a card.
const MOST: i64 = 9;

impl Data {
    /// Reads a data file.
    ///
    /// # Errors
    /// If it does not suit the rules.
    ///
    /// # Examples
    /// ```
    /// use stoker_engine::masters::{DATA_FORM, Data, EMBEDDED};
    /// assert!(Data::read(&DATA_FORM.load()).is_ok());
    /// let wrong = EMBEDDED.replacen(r#""effect": "CURSE""#, r#""effect": "WEB""#, 1);
    /// let error = Data::read(&DATA_FORM.parse("wrong.json", &wrong)?).unwrap_err();
    /// assert!(error.to_string().contains("WEB"));
    /// # Ok::<_, stoker_engine::data::DataFileError>(())
    /// ```
    pub fn read(file: &DataFile) -> Result<Self, DataError> {
        let raw: &RawData = &file.to()?;
        let district_order =
            each_once("the districts", District::ALL, &ids(&raw.districts, |r| &r.id))?;
        let vampire_order =
            each_once("the vampires", Vampire::ALL, &ids(&raw.vampires, |r| &r.id))?;
        let relic_order = each_once("the relics", Relic::ALL, &ids(&raw.relics, |r| &r.id))?;
        let (events, event_order) = read_events(&raw.events)?;
        let mut districts = [DistrictData { ap: 0, condition: None }; DISTRICTS];
        for (id, row) in district_order.iter().zip(&raw.districts) {
            districts[id.index()] = read_district(*id, row)?;
        }
        Ok(Self {
            tracks: read_tracks(raw)?,
            families: read_families(raw)?,
            names: names(raw, &district_order, &vampire_order, &relic_order),
            district_order,
            districts,
            vampires: read_vampires(&vampire_order, &raw.vampires)?,
            vampire_order,
            relic_order,
            events,
            event_order,
        })
    }
}

fn ids<R>(rows: &[R], id: impl Fn(&R) -> &String) -> Vec<&str> {
    rows.iter().map(|row| id(row).as_str()).collect()
}

fn read_vampires(
    order: &[Vampire],
    rows: &[RawVampire],
) -> Result<[VampireData; VAMPIRES], DataError> {
    let mut vampires = [VampireData { blood: 0, minions: 0, veil: 0 }; VAMPIRES];
    for (id, row) in order.iter().zip(rows) {
        vampires[id.index()] = VampireData {
            blood: number(&row.id, "blood", row.blood.blood, 0..=MOST)?,
            minions: number(&row.id, "minions", row.blood.minions, 0..=MOST)?,
            veil: number(&row.id, "veil", row.dark.veil, 1..=MOST)?,
        };
    }
    Ok(vampires)
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
    let condition = match (by_day, row.condition.as_deref()) {
        (true, Some("minions")) => Some(Condition::Minions),
        (true, Some("agents")) => Some(Condition::Agents),
        (false, None) => None,
        (true, other) => {
            let value = other.unwrap_or("missing");
            return Err(wrong(&row.id, "condition", value, "`minions` or `agents`"));
        }
        (false, Some(other)) => {
            return Err(wrong(&row.id, "condition", other, "missing"));
        }
    };
    let range = if by_day { 0..=0 } else { 1..=3 };
    Ok(DistrictData { ap: number(&row.id, "ap", row.ap, range)?, condition })
}

fn read_tracks(raw: &RawData) -> Result<[AgentTrack; 4], DataError> {
    if raw.veil_tracks.len() != 4 {
        let (table, found) = ("veil_tracks".to_owned(), raw.veil_tracks.len());
        return Err(DataError::Count { table, expected: 4, found });
    }
    let zero = Numbers { red: 0, grey: [0; 2] };
    let mut tracks = [AgentTrack { agents: 0, high: zero, low: zero }; 4];
    for ((track, row), players) in tracks.iter_mut().zip(&raw.veil_tracks).zip(2..) {
        let name = format!("veil track of {players}");
        if row.players != players {
            return Err(wrong(&name, "players", row.players, players.to_string()));
        }
        *track = AgentTrack {
            agents: number(&name, "agents", row.agents, 0..=MOST_AGENTS)?,
            high: read_numbers(&name, &row.high)?,
            low: read_numbers(&name, &row.low)?,
        };
    }
    Ok(tracks)
}

fn read_numbers(row: &str, raw: &RawNumbers) -> Result<Numbers, DataError> {
    let red = number(row, "red", raw.red, 0..=MOST_AGENTS)?;
    let [first, second] = raw.grey;
    let first = number(row, "grey", first, 0..=MOST_AGENTS)?;
    let second = number(row, "grey", second, 0..=first.into())?;
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
    let family: [Vampire; N] = each_once(table, Vampire::ALL, &ids(rows, |row| row))?;
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
        cards[act.index()] = each_once(&table, &all, &ids)?;
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
        return Err(wrong("events", "cards with CURSE", cursed, "at most 1"));
    }
    Ok((events, cards))
}

fn read_event(row: &RawEvent) -> Result<EventData, DataError> {
    let cell = |what, value| {
        let index = number(&row.id, what, value, 0..=CELLS as i64 - 1)?;
        Ok(Cell::ALL[usize::from(index)])
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
        number: number(&row.id, "n", row.n, 0..=MOST)?,
    };
    if low >= high || data.cells().len() != 3 {
        let allowed = "three cells, the lower grey one first";
        return Err(wrong(&row.id, "grey", format!("{low} and {high}"), allowed));
    }
    Ok(data)
}

/// The names of tables whose rows have been checked, each in the order of what it names.
fn names(raw: &RawData, districts: &[District], vampires: &[Vampire], relics: &[Relic]) -> Names {
    let cards = raw.events.iter().map(|row| row.id.parse().map_or(0, EventCard::index));
    let events = raw.events.iter().map(|row| &row.name);
    Names {
        districts: by_index(
            districts.iter().map(|one| one.index()),
            raw.districts.iter().map(|row| &row.name),
        ),
        vampires: by_index(
            vampires.iter().map(|one| one.index()),
            raw.vampires.iter().map(|row| &row.name),
        ),
        relics: by_index(
            relics.iter().map(|one| one.index()),
            raw.relics.iter().map(|row| &row.name),
        ),
        events: by_index(cards, events),
    }
}

fn by_index<'n>(
    indices: impl Iterator<Item = usize>,
    names: impl Iterator<Item = &'n String>,
) -> Vec<String> {
    let mut rows: Vec<_> = indices.zip(names).collect();
    rows.sort_unstable();
    rows.into_iter().map(|(_, name)| name.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{DATA_FORM, EMBEDDED};
    use super::*;

    /// The reason why the rules refuse the embedded file after a change.
    fn error(from: &str, to: &str) -> String {
        let changed = EMBEDDED.replacen(from, to, 1);
        assert_ne!(changed, EMBEDDED, "`{from}` is not in the file");
        match DATA_FORM.parse("own.json", &changed) {
            Ok(file) => Data::read(&file).unwrap_err().to_string(),
            Err(error) => error.to_string(),
        }
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
            "`districts.SLUM` is missing: every data file has it, so copy it from the embedded file"
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
        assert_eq!(error(r#""id": "SLUM""#, r#""id": "MUS""#), "`districts.MUS` is there twice");
        let other = error(r#""id": "2-05""#, r#""id": "2-19""#);
        assert!(other.starts_with("act 2 of the events must list each of 2-01 "), "{other}");
        assert!(other.ends_with(" once, but the file has `2-19`"), "{other}");
    }

    #[test]
    fn what_the_rules_fix_cannot_be_changed() {
        let kills = error(r#""veil_max": 6"#, r#""veil_max": 7"#);
        assert!(kills.starts_with("`setup` is "), "{kills}");
        assert!(kills.contains("no file can change it"), "{kills}");
        assert!(error(r#""easy": 6"#, r#""easy": 7"#).starts_with("`cards_per_act` is "));
        for (from, to, path) in [
            ("Draw a relic.", "Draw two relics.", "districts.MUS.effect"),
            (r#""cost": "1 blood""#, r#""cost": "2 blood""#, "relics.CLK.cost"),
        ] {
            assert!(error(from, to).starts_with(&format!("`{path}` is an explanation")));
        }
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
        let source = error(r#""n": 0, "source": "house""#, r#""n": 0, "source": "hearsay""#);
        assert!(source.starts_with("`events.1-02.source` must name a source"), "{source}");
        assert!(error(r#""agents": 10,"#, r#""agents": 10, "spies": 1,"#).contains("spies"));
    }

    #[test]
    fn another_order_of_rows_is_another_order_of_shuffling() {
        let slum = row(r#""id": "SLUM""#);
        let moved = EMBEDDED.replacen(&slum, "", 1);
        let moved =
            moved.replacen(&row(r#""id": "MUS""#), &format!("{slum}{}", row(r#""id": "MUS""#)), 1);
        let data = Data::read(&DATA_FORM.parse("moved.json", &moved).unwrap()).unwrap();
        let order = data.district_order;
        assert_eq!(order[..3], [District::Railway, District::Slums, District::Museum]);
    }
}
