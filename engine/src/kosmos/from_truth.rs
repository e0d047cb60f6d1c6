//! Positions from the truth of a moment: `walk` with 0 steps (kosmos Z4).

use super::Kosmos;
use super::actions::{ACTION_HAND, ActionCard, ActionSet, DECK};
use super::barriers::{Barriers, Colour};
use super::board::{ByPlace, PLACES, Place};
use super::cards::{BySide, Cards, Kind, Mark, Side};
use super::guess::{agrees, all_there};
use super::own::Own;
use super::position::{Pending, Position, Question, Tally};
use super::state::State;
use super::table::{Deck, Plays, Table};
use crate::chance::Chance;
use crate::seed::Rng;
use crate::transcript::{BadTruth, Entry, Positioned, Truth, TruthValues, twice};

/// The most targets that a side holds while the game goes on (E1).
const MOST_WON: u8 = 4;

impl Positioned for Kosmos {
    const PAST: &'static [&'static str] = &["told_dracula", "told_hunter"];

    /// The sum of what was told is kept (V1 to V4), and the list is empty. The counts for the facts
    /// begin with 0, and what was laid is left out: nothing depends on it any more.
    fn state_of(&self, truth: &Truth, chance: Chance, _: &mut Rng) -> Result<State, BadTruth> {
        let from = TruthValues(truth);
        let mover = mover(from)?;
        let sides = BySide {
            dracula: OfSide { from, side: Side::Dracula },
            hunter: OfSide { from, side: Side::Hunter },
        };
        let own = BySide { dracula: sides.dracula.own()?, hunter: sides.hunter.own()? };
        let position = Position {
            table: table(self, from, mover, &sides, &own)?,
            board: board(from)?,
            own,
            pending: Pending::Mover(Question::Walk),
            void: false,
            won_fight: false,
            tally: Tally::default(),
        };
        check(self, &position)?;
        Ok(State { position, told: BySide::default(), chance })
    }
}

/// The side that begins its walk.
fn mover(from: TruthValues<'_>) -> Result<Side, BadTruth> {
    if from.text("asks")? != "walk" {
        return Err(BadTruth::new("asks", "a game goes on only from `walk`, with 0 `steps`"));
    }
    from.number("steps", 0..=0_u8)?;
    if from.text("shown")? != "-" {
        return Err(BadTruth::new("shown", "no card is shown before the first step"));
    }
    if from.flag("extra")? {
        return Err(BadTruth::new("extra", "no extra turn is to come before the first step"));
    }
    let seat = from.number("active", 0..=1_u8)?;
    if from.number("asked", 0..=1_u8)? != seat {
        return Err(BadTruth::new("asked", "must be the active seat"));
    }
    Ok(Side::BOTH[usize::from(seat)])
}

fn table(
    rules: &Kosmos,
    from: TruthValues<'_>,
    mover: Side,
    sides: &BySide<OfSide<'_>>,
    own: &BySide<Own>,
) -> Result<Table, BadTruth> {
    let lives = |side| sides[side].entry("lives")?.number(1..=rules.params().lives);
    let won = |side| sides[side].entry("won")?.number(0..=MOST_WON);
    let table = Table {
        turn: from.number("turn", 1..=rules.params().turns)?,
        mover: Some(mover),
        figures: both(|side| sides[side].entry("figure")?.parsed())?,
        barriers: barriers(from)?,
        turned: from.entry("turned")?.parsed_unless("-")?,
        breath: from.flag("breath")?,
        whisper: from.flag("whisper")?,
        vigilance: from.flag("vigilance")?,
        lives: both(lives)?,
        won: both(won)?,
        discards: both(|side| sides[side].cards("discard"))?,
        hands: both(|side| Ok(count(own[side].hand.len())))?,
        plays: both(|side| sides[side].plays())?,
        decks: both(|side| Ok(deck(&own[side])))?,
        ..Table::new(rules)
    };
    match table.turned {
        Some(_) if mover == Side::Hunter => {
            Err(BadTruth::new("turned", "no place is turned in the hunter's turn"))
        }
        _ => Ok(table),
    }
}

/// The same for both sides.
fn both<T>(of: impl Fn(Side) -> Result<T, BadTruth>) -> Result<BySide<T>, BadTruth> {
    Ok(BySide { dracula: of(Side::Dracula)?, hunter: of(Side::Hunter)? })
}

fn deck(own: &Own) -> Deck {
    let [hand, aside, pile] = [own.actions, own.aside(), own.pile].map(|set| count(set.len()));
    Deck { hand, aside, pile }
}

fn count(cards: u32) -> u8 {
    u8::try_from(cards).unwrap_or(u8::MAX)
}

fn barriers(from: TruthValues<'_>) -> Result<Barriers, BadTruth> {
    let links = from.entry("barriers")?.list_of(Colour::ALL.len())?;
    let mut barriers = Barriers::default();
    for (&colour, entry) in Colour::ALL.iter().zip(links) {
        if let Some(link) = entry.parsed_unless("-")? {
            let on = || entry.refused(format!("no barrier may be on `{link}` beside the others"));
            barriers = barriers.with(colour, link).ok_or_else(on)?;
        }
    }
    Ok(barriers)
}

fn board(from: TruthValues<'_>) -> Result<ByPlace<Option<Kind>>, BadTruth> {
    let cards = from.entry("board")?.list_of(PLACES)?.into_iter();
    let cards = cards.map(|card| card.parsed_unless("-"));
    let cards = cards.collect::<Result<Vec<Option<Kind>>, _>>()?;
    Ok(ByPlace::new(|place: Place| cards[place.index()]))
}

/// The values of one side.
#[derive(Clone, Copy)]
struct OfSide<'t> {
    from: TruthValues<'t>,
    side: Side,
}

impl<'t> OfSide<'t> {
    fn entry(self, key: &str) -> Result<Entry<'t>, BadTruth> {
        self.from.entry(&format!("{key}_{}", self.side.name()))
    }

    /// Cards of this side, in kind order.
    fn cards(self, key: &str) -> Result<Cards, BadTruth> {
        read_cards(self.entry(key)?, self.side)
    }

    /// Action cards of this side, each once.
    fn actions(self, key: &str) -> Result<ActionSet, BadTruth> {
        let (entry, cards) = self.action_list(key)?;
        match twice(&cards) {
            Some(card) => Err(entry.refused(format!("`{card}` is there twice"))),
            None => Ok(cards.into_iter().collect()),
        }
    }

    fn action_list(self, key: &str) -> Result<(Entry<'t>, Vec<ActionCard>), BadTruth> {
        let entry = self.entry(key)?;
        let cards: Vec<ActionCard> = entry.parsed_list()?;
        match cards.iter().find(|card| card.side() != self.side) {
            Some(card) => Err(entry.refused(format!("`{card}` is the other side's card"))),
            None => Ok((entry, cards)),
        }
    }

    /// The cards played since the last shuffle: all ten, and one twice, at most.
    fn plays(self) -> Result<Plays, BadTruth> {
        let (entry, cards) = self.action_list("plays")?;
        if cards.len() > DECK + 1 {
            return Err(entry.refused("there are too many"));
        }
        Ok(Plays::from(cards))
    }

    fn own(self) -> Result<Own, BadTruth> {
        let [actions, pile] = [self.actions("actions")?, self.actions("played")?];
        let aside = self.actions("aside")?;
        let entry = self.entry("actions")?;
        if actions.len() + pile.len() + aside.len() != u32::try_from(DECK).unwrap_or(0)
            || ActionSet::deck(self.side).minus(actions).minus(pile) != aside
        {
            let problem = "with `aside` and `played` there must be each of the ten cards once";
            return Err(entry.refused(problem));
        }
        if actions.is_empty() || actions.len() as usize > ACTION_HAND + 1 {
            return Err(entry.refused("one to six action cards are in a hand"));
        }
        Ok(Own {
            hand: self.cards("hand")?,
            laid: Cards::none(self.side),
            actions,
            pile,
            record: self.record()?,
            seen: self.seen()?,
        })
    }

    fn record(self) -> Result<ByPlace<Mark>, BadTruth> {
        let marks = self.entry("known")?.list_of(PLACES)?.into_iter();
        let marks = marks.map(Entry::parsed).collect::<Result<Vec<Mark>, _>>()?;
        Ok(ByPlace::new(|place: Place| marks[place.index()]))
    }

    fn seen(self) -> Result<Option<Cards>, BadTruth> {
        let entry = self.entry("seen_hand")?;
        match &entry.texts()?[..] {
            ["?"] => Ok(None),
            _ => read_cards(entry, self.side.other()).map(Some),
        }
    }
}

fn read_cards(entry: Entry<'_>, of: Side) -> Result<Cards, BadTruth> {
    let cards = Cards::read(entry.texts()?.into_iter());
    let cards = cards.map_err(|error| entry.refused(error.to_string()))?;
    let cards = cards.unwrap_or(Cards::none(of));
    match cards.side() == of {
        true => Ok(cards),
        false => Err(entry.refused("these are the other side's cards")),
    }
}

/// Every card is in one place, and what a side knows of the board is true.
fn check(rules: &Kosmos, position: &Position) -> Result<(), BadTruth> {
    for side in Side::BOTH {
        let key = |key| format!("{key}_{}", side.name());
        if !agrees(&position.own[side].record, position) {
            return Err(BadTruth::new(&key("known"), "it does not agree with the `board`"));
        }
        if !all_there(rules, position, side) {
            let problem = "with the `board`, the discard and what the other side has won there \
                           must be each of the fifteen cards once";
            return Err(BadTruth::new(&key("hand"), problem));
        }
    }
    Ok(())
}
