//! Positions from the truth of a moment (fury O2): the begin of a phase.

mod cards;
mod hunters;
mod slots;

use arrayvec::ArrayVec;

use super::Fury;
use super::cards::ByHunter;
use super::changes::News;
use super::combat::HiddenCombat;
use super::news::Mail;
use super::notation::parse_link;
use super::params::Step;
use super::rounds::{DESPAIR, rest_of_round};
use super::state::{Adjudicator, Draculas, State, Tally, ViewableFacts};
use super::table::{Phase, Table};
use super::titles::EventCard;
use super::told::Told;
use super::trades::Traded;
use super::trail::{SlotId, Trail, TrailSlot};
use crate::chance::Chance;
use crate::map::{Place, PlaceSet};
use crate::seed::Rng;
use crate::transcript::{BadTruth, Entry, Positioned, Truth, TruthValue, TruthValues, twice};

/// The only moments from which a game goes on.
const MOMENT: &str = "a game goes on only from the begin of a phase, with nothing pending";

impl Positioned for Fury {
    const PAST: &'static [&'static str] = &["told_hunters", "told_dracula"];

    /// Nothing was told yet, the counts for the facts begin with 0, and no event of a window before
    /// is in force (Speedy Telegraph, Renewed Vigor, Long Night). All discards lie face up.
    fn state_of(&self, truth: &Truth, chance: Chance, _: &mut Rng) -> Result<State, BadTruth> {
        Reader { rules: self, from: TruthValues(truth) }.state(chance)
    }

    fn go_on(&self, state: &mut State) {
        let mut adjudicator = Adjudicator::new(self, state);
        adjudicator.run_tasks();
        adjudicator.tell();
    }
}

#[derive(Clone, Copy)]
struct Reader<'t> {
    rules: &'t Fury,
    from: TruthValues<'t>,
}

impl<'t> Reader<'t> {
    fn state(self, chance: Chance) -> Result<State, BadTruth> {
        let phase = self.phase()?;
        let (trail, next_slot) = self.trail()?;
        let (place, slot) = self.place(&trail)?;
        let (figures, held) = self.hunters()?;
        let pool = self.pool(&held)?;
        let (decks, dracula) = self.decks(&held, &trail)?;
        let dracula = Draculas { place: Some(place), slot, ..dracula };
        let mut table = Table { phase, hunters: figures, ..self.table(phase)? };
        table.encounters_out = decks.encounters_out.iter().map(|laid| laid.kind()).collect();
        table.items_out = decks.items_out.iter().copied().collect();
        table.events_out = decks.events_out.iter().map(|card| card.title).collect();
        self.check_rumors(&table, &trail)?;
        let known = ViewableFacts {
            table: table.into(),
            trail: trail.into(),
            dracula: dracula.into(),
            held: ByHunter::new(|hunter| held[hunter].into()),
            pool: pool.into(),
            told: <[Told; 2]>::default().into(),
        };
        let mut state = State {
            known,
            decks,
            tally: Tally::default(),
            next_slot,
            traded: Traded::default(),
            combat: HiddenCombat::default(),
            agenda: rest_of_round(phase).collect(),
            pending: None,
            mail: Mail::NONE,
            news: News::default(),
            chance,
        };
        let mut adjudicator = Adjudicator::new(self.rules, &mut state);
        adjudicator.count();
        adjudicator.tell();
        Ok(state)
    }

    fn plays(self, step: Step) -> bool {
        self.rules.params().play >= step
    }

    fn phase(self) -> Result<Phase, BadTruth> {
        let entry = self.from.entry("phase")?;
        self.from.must_be("leaving", TruthValue::List(vec![]), MOMENT)?;
        if self.plays(Step::Combat) {
            self.from.must_be("combat_round", 0_u8, MOMENT)?;
            self.from.must_be("combat_hand", TruthValue::List(vec![]), MOMENT)?;
        }
        match entry.parsed()? {
            Phase::Setup => Err(entry.refused(MOMENT)),
            phase => Ok(phase),
        }
    }

    /// The parts that all see, except hunters and discards.
    fn table(self, phase: Phase) -> Result<Table, BadTruth> {
        let Self { rules, from } = self;
        let (params, tokens) = (rules.params(), &rules.data().tokens);
        let round = from.number("round", 1..=params.rounds)?;
        let mut table = Table {
            round,
            influence: from.number("influence", 0..=params.goal - 1)?,
            damage: from.number("damage", 0..=params.health - 1)?,
            despair: self.despair(round, phase)?,
            fog: self.fog()?,
            storms: self.places("storms", rules.world().seas, tokens.storm)?,
            rumors: from.number("rumors", 0..=tokens.rumor)?,
            rumor_pool: from.number("rumor_pool", 0..=tokens.rumor)?,
            mist: from.flag("mist")?,
            ..Table::start(rules)
        };
        self.block(&mut table)?;
        if self.plays(Step::Full) {
            let cities = rules.world().cities;
            table.hosts = self.places("hosts", cities, tokens.heavenly_host)?;
            let ground = from.entry("ground")?;
            table.ground = match ground.text()? {
                "" => None,
                _ => Some(self.place_of(ground, cities)?),
            };
            table.ally = self.ally("ally", EventCard::is_hunters_ally)?;
            table.dracula_ally = self.ally("dracula_ally", EventCard::is_draculas_ally)?;
        }
        Ok(table)
    }

    /// S5a: one more lies every week, at most three.
    fn despair(self, round: u16, phase: Phase) -> Result<u8, BadTruth> {
        let dawns = if phase == Phase::Dawn { round.max(2) - 2 } else { round - 1 };
        let weeks = u8::try_from(dawns / self.rules.params().week).unwrap_or(DESPAIR);
        let despair = weeks.min(DESPAIR);
        self.from.number("despair", despair..=despair)
    }

    /// The place of a code, one of these.
    fn place_of(self, entry: Entry<'_>, among: PlaceSet) -> Result<Place, BadTruth> {
        let code = entry.text()?;
        let found = self.rules.world().find(code).filter(|place| among.contains(*place));
        found.ok_or_else(|| entry.refused(format!("`{code}` cannot be here")))
    }

    /// Different places, at most this many.
    fn places(self, key: &str, among: PlaceSet, most: u8) -> Result<PlaceSet, BadTruth> {
        let entry = self.from.entry(key)?;
        let mut set = PlaceSet::EMPTY;
        for part in entry.list()? {
            set.insert(self.place_of(part, among)?);
        }
        match set.len() <= usize::from(most) {
            true => Ok(set),
            false => Err(entry.refused(format!("there are only {most} tokens"))),
        }
    }

    /// M6: a city may have several fog tokens.
    fn fog(self) -> Result<ArrayVec<Place, 8>, BadTruth> {
        let entry = self.from.entry("fog")?;
        let cities = self.rules.world().cities;
        let mut fog: Vec<Place> = entry
            .list()?
            .into_iter()
            .map(|part| self.place_of(part, cities))
            .collect::<Result<_, _>>()?;
        let most = usize::from(self.rules.data().tokens.fog).min(8);
        if fog.len() > most {
            return Err(entry.refused(format!("there are only {most} tokens")));
        }
        fog.sort_unstable();
        Ok(fog.into_iter().collect())
    }

    fn block(self, table: &mut Table) -> Result<(), BadTruth> {
        let entry = self.from.entry("roadblocks")?;
        let texts = entry.texts()?;
        if texts.len() > usize::from(self.rules.data().tokens.roadblock) {
            return Err(entry.refused("there are not so many roadblocks"));
        }
        if let Some(text) = twice(&texts) {
            return Err(entry.refused(format!("`{text}` is there twice")));
        }
        for text in texts {
            let link = parse_link(self.rules, text)
                .ok_or_else(|| entry.refused(format!("`{text}` is no road or rail")))?;
            let blocked = table.blocked(link.way) | 1 << link.number;
            table.set_blocked(link.way, blocked);
        }
        Ok(())
    }

    fn ally(
        self,
        key: &str,
        is: impl Fn(EventCard) -> bool,
    ) -> Result<Option<EventCard>, BadTruth> {
        let entry = self.from.entry(key)?;
        match entry.parsed_unless("")? {
            Some(card) if !is(card) => Err(entry.refused(format!("`{card}` is no such ally"))),
            ally => Ok(ally),
        }
    }

    /// R7: rumor tokens may have left the game.
    fn check_rumors(self, table: &Table, trail: &Trail<TrailSlot>) -> Result<(), BadTruth> {
        let slots = trail.on_trail().chain(trail.in_lairs());
        let lying = slots.filter(|(_, slot)| slot.rumor).count();
        let all = usize::from(table.rumors) + usize::from(table.rumor_pool) + lying;
        let tokens = self.rules.data().tokens.rumor;
        match all <= usize::from(tokens) {
            true => Ok(()),
            false => {
                let problem = format!("with those on slots there are only {tokens} tokens");
                Err(BadTruth::new("rumor_pool", problem))
            }
        }
    }

    /// T4: his current location lies on the trail.
    fn place(self, trail: &Trail<TrailSlot>) -> Result<(Place, SlotId), BadTruth> {
        let entry = self.from.entry("place")?;
        let world = self.rules.world();
        let place = self.place_of(entry, world.cities | world.seas)?;
        let mut slots = trail.on_trail().map(|(_, slot)| slot);
        match slots.find(|slot| slot.place() == Some(place)) {
            Some(slot) => Ok((place, slot.id)),
            None => Err(entry.refused("must be a location on the trail")),
        }
    }
}
