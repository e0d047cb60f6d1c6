//! Positions from the truth of a moment (masters T3): a night action, or the begin of a day.

use super::Masters;
use super::asked::{OpenQuestion, Question, Task};
use super::cards::{ACTS, Act, CardSet, Dice, EventCard, InDeck, MOST_EVENTS, Pips};
use super::cells::{CELLS, Cell, CellSet, Member};
use super::codes::{District, Effect, Relic, RelicSet, Vampire};
use super::combat::DICE_EACH;
use super::list::List;
use super::night::turn_ap;
use super::params::Family;
use super::position::{MINIONS, Position};
use super::state::State;
use super::step::Adjudicator;
use super::table::{MOST_KILLS, MOST_VEIL, Table, Tally, VampireSheet};
use super::told::Tellings;
use crate::chance::Chance;
use crate::message::Messages;
use crate::seed::Rng;
use crate::transcript::{BadTruth, Entry, Positioned, Truth, TruthValue, TruthValues, twice};

impl Positioned for Masters {
    const PAST: &'static [&'static str] = &[];

    /// With an `actor`, the moment is its next action; without one, the begin of a day.
    ///
    /// The counts for the facts and the number of decisions begin with 0. Of the event cards only
    /// those have been seen that lie in the city, and those in a place of the deck that no card has
    /// at the start.
    fn state_of(&self, truth: &Truth, chance: Chance, _: &mut Rng) -> Result<State, BadTruth> {
        let reader = Reader { rules: self, from: TruthValues(truth) };
        let position = reader.position()?;
        Ok(State { position, last: None, messages: Messages::default(), chance })
    }

    fn go_on(&self, state: &mut State) {
        let State { position, chance, .. } = state;
        let told = &mut Tellings::dropped();
        Adjudicator { rules: self, at: position, luck: chance, told }.carry_on();
    }
}

/// The two kinds of moments from which a game goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Moment {
    /// The begin of a day.
    Day,
    /// An action of this vampire.
    Action(Member),
}

#[derive(Clone, Copy)]
struct Reader<'t> {
    rules: &'t Masters,
    from: TruthValues<'t>,
}

impl Reader<'_> {
    fn position(self) -> Result<Position, BadTruth> {
        let events = self.events()?;
        let relics: Vec<Relic> = self.from.parsed_list("relic_deck")?;
        let mut table = self.table()?;
        self.check_tokens(&table)?;
        self.check_relics(&table, &relics)?;
        self.check_cards(&table, &events)?;
        table.relic_deck = set_of(&relics);
        table.deck = as_known(&events);
        table.seen = self.seen(&table);
        self.ask(&mut table)?;
        Ok(Position {
            table,
            events: events.into_iter().collect(),
            relics: relics.into_iter().collect(),
        })
    }

    fn players(self) -> u8 {
        self.rules.params().players
    }

    /// A day begins before any of its districts is resolved. Nothing of an event is pending.
    fn moment(self) -> Result<Moment, BadTruth> {
        let Self { from, .. } = self;
        let no_event = "a game goes on only from a night action or the begin of a day, when no \
                        event is being resolved";
        from.must_be("owed", 0_u8, no_event)?;
        from.must_be("marked", TruthValue::List(vec![]), no_event)?;
        let Some(actor) = self.member("actor")? else {
            let of_night = "must be 0 at the begin of a day, where no vampire acts";
            let empty = "must be empty at the begin of a day";
            from.must_be("ap", 0_u8, of_night)?;
            from.must_be("timepiece", 0_u8, of_night)?;
            from.must_be("tonight", "", empty)?;
            from.must_be("changed", TruthValue::List(vec![]), empty)?;
            return Ok(Moment::Day);
        };
        Ok(Moment::Action(actor))
    }

    fn member(self, key: &str) -> Result<Option<Member>, BadTruth> {
        let highest = i8::try_from(self.players()).unwrap_or(1) - 1;
        let number = self.from.number(key, -1..=highest)?;
        Ok(u8::try_from(number).ok().and_then(|number| Member::try_from(number).ok()))
    }

    fn table(self) -> Result<Table, BadTruth> {
        let Self { rules, from } = self;
        let moment = self.moment()?;
        let round = from.number("round", 1..=last_round(rules))?;
        let tonight = from.entry("tonight")?.parsed_unless("")?;
        let timepiece = from.flag("timepiece")?;
        Ok(Table {
            round,
            leader: self.leader(round)?,
            veil: from.number("veil", 1..=MOST_VEIL)?,
            owed: 0,
            marked: CellSet::EMPTY,
            deck: List::new(),
            seen: CardSet::default(),
            relic_deck: RelicSet::default(),
            dice: self.dice()?,
            agents_left: from.number("agents_left", 0..=rules.track().agents)?,
            minions_left: from.number("minions_left", 0..=MINIONS)?,
            city: self.city()?,
            hidden: self.by_cell("hidden", rules.track().agents)?,
            exposed: self.by_cell("exposed", rules.track().agents)?,
            minions: self.by_cell("minions", MINIONS)?,
            vampires: self.sheets()?,
            urn: cell(from.entry("urn")?)?,
            obelisk: cell(from.entry("obelisk")?)?,
            curse: self.member("curse")?,
            lying: self.lying()?,
            tonight,
            timepiece,
            actor: match moment {
                Moment::Day => None,
                Moment::Action(actor) => Some(actor),
            },
            ap: from.number("ap", 0..=turn_ap(tonight) + u8::from(timepiece))?,
            changed: set_of(&from.parsed_list::<Relic>("changed")?),
            combat: None,
            asked: None,
            tasks: List::new(),
            over: None,
            decisions: 0,
            tally: Tally::default(),
        })
    }

    /// G2, G3: the lead passes on every round.
    fn leader(self, round: u16) -> Result<Member, BadTruth> {
        let leader = u8::try_from((round - 1) % u16::from(self.players())).unwrap_or(0);
        let reason = format!("must be {leader} in round {round}");
        self.from.must_be("leader", leader, &reason)?;
        Ok(Member::default().after(leader, self.players()))
    }

    /// S6: the reserve is never empty when a seat is asked for an action.
    fn dice(self) -> Result<Dice, BadTruth> {
        let entry = self.from.entry("dice")?;
        let dice: Vec<u8> = entry.numbers(1..=Pips::SIX.get())?;
        let most = usize::from(DICE_EACH * self.players());
        if dice.is_empty() || dice.len() > most {
            return Err(entry.refused(format!("must have 1 to {most} dice")));
        }
        let dice = dice.into_iter().filter_map(|pips| Pips::try_from(pips).ok());
        Ok(Dice::from(dice.collect::<Vec<_>>()))
    }

    fn city(self) -> Result<[District; CELLS], BadTruth> {
        let entry = self.from.entry("city")?;
        let city: Vec<District> = entry.parsed_list()?;
        if let Some(district) = twice(&city) {
            return Err(entry.refused(format!("`{district}` is there twice")));
        }
        let city: [District; CELLS] =
            city.try_into().map_err(|_| entry.refused("must have each of the nine districts"))?;
        if city[Cell::STATION.index()] == District::Railway {
            Ok(city)
        } else {
            Err(entry.refused("`RAIL` must be on cell 0"))
        }
    }

    fn by_cell(self, key: &str, most: u8) -> Result<[u8; CELLS], BadTruth> {
        let entries = self.from.entry(key)?.list_of(CELLS)?;
        let mut counts = [0; CELLS];
        for (count, entry) in counts.iter_mut().zip(entries) {
            *count = entry.number(0..=most)?;
        }
        Ok(counts)
    }

    fn sheets(self) -> Result<List<VampireSheet, 5>, BadTruth> {
        let players = usize::from(self.players());
        let of = |key| self.from.entry(key)?.list_of(players);
        let [who, at, blood] = [of("who")?, of("at")?, of("blood")?];
        let [kills, sigil, relics] = [of("kills")?, of("sigil")?, of("relics")?];
        let sheet = |seat: usize| {
            let sheet = VampireSheet {
                who: who[seat].parsed()?,
                at: Cell::ALL[at[seat].number(0..=CELLS - 1)?],
                blood: 0,
                kills: kills[seat].number(0..=MOST_KILLS)?,
                sigil: cell(sigil[seat])?,
                relics: held(relics[seat])?,
            };
            if sheet.relics.len() > sheet.slots() {
                return Err(relics[seat].refused("a vampire has more relics than slots"));
            }
            if sheet.sigil.is_some() && sheet.kills < MOST_KILLS {
                return Err(sigil[seat].refused("a vampire with fewer than 9 kills has no sigil"));
            }
            Ok(VampireSheet { blood: blood[seat].number(0..=sheet.most_blood())?, ..sheet })
        };
        let sheets: Vec<VampireSheet> = (0..players).map(sheet).collect::<Result<_, _>>()?;
        let family: Vec<Vampire> = sheets.iter().map(|sheet| sheet.who).collect();
        self.check_family(&family)?;
        let sigils: Vec<Cell> = sheets.iter().filter_map(|sheet| sheet.sigil).collect();
        if twice(&sigils).is_some() {
            return Err(BadTruth::new("sigil", "two sigils are on one cell"));
        }
        Ok(sheets.into_iter().collect())
    }

    /// P1: any vampires, or those of the table.
    fn check_family(self, who: &[Vampire]) -> Result<(), BadTruth> {
        let params = self.rules.params();
        if let Some(vampire) = twice(who) {
            return Err(BadTruth::new("who", format!("`{vampire}` is there twice")));
        }
        let family = self.rules.data().family(params.players, params.family);
        if params.family == Family::Random || who == family {
            return Ok(());
        }
        let family: Vec<&str> = family.iter().map(|vampire| vampire.code()).collect();
        Err(BadTruth::new("who", format!("must be {} in this family", family.join(" "))))
    }

    /// V10: cards that stay lie on their red cell, as long as agents are there.
    fn lying(self) -> Result<List<(EventCard, Cell), MOST_EVENTS>, BadTruth> {
        let entry = self.from.entry("lying")?;
        let (city, mut lying) = (self.city()?, List::new());
        for text in entry.texts()? {
            let unknown = || entry.refused(format!("`{text}` is no card that lies in the city"));
            let (card, district) = text.split_once(':').ok_or_else(unknown)?;
            let card: EventCard = card.parse().map_err(|_| unknown())?;
            let row = self.rules.data().event(card);
            let stays = matches!(row.effect, Effect::Blockade | Effect::Watch);
            if !stays || city[row.red.index()].code() != district {
                return Err(unknown());
            }
            if lying.iter().any(|(other, _)| other == card) {
                return Err(entry.refused(format!("`{card}` is there twice")));
            }
            lying.push((card, row.red));
        }
        Ok(lying)
    }

    fn events(self) -> Result<Vec<EventCard>, BadTruth> {
        let entry = self.from.entry("deck")?;
        let events: Vec<EventCard> = entry.parsed_list()?;
        let each = self.rules.params().cards_per_act();
        for act in Act::ALL {
            if events.iter().filter(|card| card.act() == *act).count() > each {
                return Err(entry.refused(format!("must have at most {each} cards of act {act}")));
            }
        }
        match twice(&events) {
            Some(card) => Err(entry.refused(format!("`{card}` is there twice"))),
            None => Ok(events),
        }
    }

    /// S3, S5: no token is lost.
    fn check_tokens(self, table: &Table) -> Result<(), BadTruth> {
        let sum = |counts: &[u8]| counts.iter().map(|count| u32::from(*count)).sum::<u32>();
        let agents = sum(&table.hidden) + sum(&table.exposed) + u32::from(table.agents_left);
        let all = self.rules.track().agents;
        if agents != u32::from(all) {
            let problem = format!("with those in the city there must be {all} agents");
            return Err(BadTruth::new("agents_left", problem));
        }
        if sum(&table.minions) + u32::from(table.minions_left) != u32::from(MINIONS) {
            let problem = format!("with those in the city there must be {MINIONS} minions");
            return Err(BadTruth::new("minions_left", problem));
        }
        Ok(())
    }

    /// Every relic is in one place at most.
    fn check_relics(self, table: &Table, deck: &[Relic]) -> Result<(), BadTruth> {
        let held = table.vampires.iter().flat_map(|sheet| sheet.relics.iter().collect::<Vec<_>>());
        let urn = table.urn.map(|_| Relic::Urn);
        let obelisk = table.obelisk.map(|_| Relic::Obelisk);
        let mut out: Vec<Relic> = held.collect();
        let holds_timepiece = out.contains(&Relic::Timepiece);
        out.extend(urn.into_iter().chain(obelisk));
        let drawn: Vec<Relic> = deck.iter().copied().chain(out).collect();
        if let Some(relic) = twice(&drawn) {
            let problem = format!("with those held and placed, `{relic}` is there twice");
            return Err(BadTruth::new("relic_deck", problem));
        }
        if table.timepiece && !holds_timepiece {
            return Err(BadTruth::new("timepiece", "nobody holds `TIM` to have used it"));
        }
        match table.changed.iter().find(|relic| deck.contains(relic)) {
            Some(relic) => Err(BadTruth::new("changed", format!("`{relic}` is still in the deck"))),
            None => Ok(()),
        }
    }

    /// S4, V2: the deck has lost a card a round, and what lies in play is not in it.
    fn check_cards(self, table: &Table, deck: &[EventCard]) -> Result<(), BadTruth> {
        let cards = ACTS * self.rules.params().cards_per_act();
        let begun = usize::from(table.round) - usize::from(table.actor.is_none());
        let left = cards.saturating_sub(begun);
        let foretold = table.member(Vampire::Nevena).is_some();
        if deck.len() > left || deck.len() < left && !foretold {
            let problem = format!("must have {left} cards in round {}", table.round);
            return Err(BadTruth::new("deck", problem));
        }
        if !foretold && !deck.is_sorted_by_key(|card| card.act()) {
            return Err(BadTruth::new("deck", "the acts must stand in order"));
        }
        if let Some((card, at)) =
            table.lying.iter().find(|(card, at)| deck.contains(card) || table.agents(*at) == 0)
        {
            let problem = format!("`{card}` is in the deck, or no agent is on cell {}", at.index());
            return Err(BadTruth::new("lying", problem));
        }
        let Some(bearer) = table.curse else { return Ok(()) };
        let in_play = self.curse().is_some_and(|card| !deck.contains(&card));
        match in_play && !table.sheet(bearer).is_drained() {
            true => Ok(()),
            false => Err(BadTruth::new("curse", "its bearer is drained, or it is in the deck")),
        }
    }

    fn curse(self) -> Option<EventCard> {
        EventCard::all().find(|card| self.rules.data().event(*card).effect == Effect::Curse)
    }

    /// The cards that all can see, and those known to lie in the deck.
    fn seen(self, table: &Table) -> CardSet {
        let known = table.deck.iter().filter_map(|lies| match lies {
            InDeck::Card(card) => Some(card),
            InDeck::Of(_) => None,
        });
        let curse = table.curse.and_then(|_| self.curse());
        let mut seen = CardSet::default();
        let lying = table.lying.iter().map(|(card, _)| card);
        known.chain(lying).chain(curse).for_each(|card| seen.insert(card));
        seen
    }

    /// Puts on the table what is asked, or what comes next.
    fn ask(self, table: &mut Table) -> Result<(), BadTruth> {
        let Some(seat) = table.actor else {
            table.tasks.push(Task::Districts(CellSet::EMPTY));
            return Ok(());
        };
        if table.sheet(seat).is_drained() {
            return Err(BadTruth::new("actor", "a drained vampire is not asked for an action"));
        }
        let players = self.players();
        let passed = (u8::from(seat) + players - u8::from(table.leader)) % players;
        table.tasks.push(Task::Turn(passed + 1));
        table.asked = Some(OpenQuestion { seat, question: Question::Action });
        match table.legal(self.rules).len() {
            0 | 1 => Err(BadTruth::new("ap", "the turn is over: there is nothing to do but `END`")),
            _ => Ok(()),
        }
    }
}

/// The last round in which a day begins: there is no card for the event then.
fn last_round(rules: &Masters) -> u16 {
    u16::try_from(ACTS * rules.params().cards_per_act() + 1).unwrap_or(u16::MAX)
}

/// A cell, or -1.
fn cell(entry: Entry<'_>) -> Result<Option<Cell>, BadTruth> {
    let number = entry.number(-1..=8_i8)?;
    Ok(u8::try_from(number).ok().and_then(|number| Cell::try_from(number).ok()))
}

/// B5: two relics at most.
fn held(entry: Entry<'_>) -> Result<List<Relic, 3>, BadTruth> {
    let relics: Vec<Relic> = entry.parsed_list()?;
    match relics.len() {
        0..=2 => Ok(relics.into_iter().collect()),
        _ => Err(entry.refused("a vampire has at most two slots")),
    }
}

fn set_of(relics: &[Relic]) -> RelicSet {
    relics.iter().fold(RelicSet::default(), |mut set, relic| {
        set.insert(*relic);
        set
    })
}

/// The deck as it is known. A card that lies below one of a later act was put under the deck (N9).
fn as_known(deck: &[EventCard]) -> List<InDeck, MOST_EVENTS> {
    let natural = deck.windows(2).take_while(|pair| pair[0].act() <= pair[1].act()).count() + 1;
    let known = |(at, card): (usize, &EventCard)| match at < natural {
        true => InDeck::Of(card.act()),
        false => InDeck::Card(*card),
    };
    deck.iter().enumerate().map(known).collect()
}
