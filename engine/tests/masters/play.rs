//! Games that are played at random, and tables that are set up by hand.

use stoker_engine::masters::{
    CellSet, District, EventCard, InDeck, List, Masters, Member, Move, OpenQuestion, Params,
    Position, Question, State, Table, Task, Tellings,
};
use stoker_engine::{Chance, Luck, Purpose, Rng, Seed, one_of};

use crate::common::play::Played;

impl Played for Masters {
    const GAMES: u64 = 6;

    fn setups() -> Vec<Self> {
        all_params().into_iter().map(|params| Self::with(params).unwrap()).collect()
    }

    /// Fewer ends of a turn than other moves.
    fn eventful(rng: &mut Rng, legal: &[Move]) -> Option<Move> {
        let any = one_of(rng, legal).copied();
        if any == Some(Move::End) { one_of(rng, legal).copied() } else { any }
    }

    fn same(one: &State, other: &State) -> bool {
        one.position() == other.position()
    }
}

/// All numbers of players, levels and families, and mixed teams of all sizes.
pub(crate) fn all_params() -> Vec<Params> {
    use stoker_engine::masters::{Family, Level, Teams};
    let families = [Family::First, Family::Second, Family::Third, Family::Random];
    let levels = [Level::Easy, Level::Medium, Level::Hard];
    let with = |players, level| {
        families.map(|family| Params { players, level, family, teams: Teams::Shared })
    };
    let shared = (2..=5).flat_map(|players| levels.map(|level| with(players, level))).flatten();
    let mixed = (2..=5).map(|players| Params { players, teams: Teams::Mixed, ..Params::default() });
    shared.chain(mixed).collect()
}

/// A table without agents and minions, districts in the order of the data: `RAIL`, `MUS`, `ASY`,
/// `CLUB`, `NEWS`, `POL`, `CHU`, `SLUM`, `HOS`. The last vampire is asked for an action, and when
/// it ends its turn, these tasks come, the last first.
pub(crate) fn bare(rules: &Masters, tasks: &[Task]) -> Table {
    let mut rng = Seed(1).rng(None, None, Purpose::new("bare"));
    let start = Position::start(rules, &mut rng, &mut Tellings::dropped());
    let mut table = *start.table();
    table.city = District::ALL.try_into().unwrap();
    (table.hidden, table.exposed, table.minions) = ([0; 9], [0; 9], [0; 9]);
    table.agents_left = rules.track().agents;
    table.minions_left = 9;
    table.leader = Member::ALL[0];
    table.veil = 6;
    table.marked = CellSet::EMPTY;
    let last = Member::ALL[table.players() - 1];
    table.asked = Some(OpenQuestion { seat: last, question: Question::Action });
    table.actor = Some(last);
    table.ap = 2;
    table.tasks = tasks.iter().copied().collect();
    table
}

/// Puts a card on top of the event deck, in place of another of its act.
pub(crate) fn put_on_top(table: &mut Table, card: &str) {
    let card: EventCard = card.parse().unwrap();
    let rest: List<InDeck, 18> = table.deck.iter().skip(1).collect();
    table.deck = std::iter::once(InDeck::Card(card)).chain(rest.iter()).collect();
    table.seen.insert(card);
}

/// A table that is played on, move by move.
pub(crate) struct PlayedTable<'a> {
    pub(crate) rules: &'a Masters,
    pub(crate) at: Position,
    pub(crate) luck: Chance,
}

impl<'a> PlayedTable<'a> {
    /// The dice that are rolled show these values, in this order.
    pub(crate) fn new(rules: &'a Masters, table: &Table, dice: &[u32]) -> Self {
        let mut rng = Seed(1).rng(None, None, Purpose::new("guess"));
        let at = table.guess(rules, &mut rng).unwrap();
        Self { rules, at, luck: Chance::recorded(dice.iter().map(|pips| pips - 1).collect()) }
    }

    /// Makes these moves, separated by spaces.
    pub(crate) fn play(mut self, moves: &str) -> Self {
        for text in moves.split_whitespace() {
            let mv: Move = text.parse().unwrap();
            let legal = self.legal();
            let luck: &mut dyn Luck = &mut self.luck;
            let played = self.at.play(self.rules, mv, luck, &mut Tellings::default());
            played.unwrap_or_else(|_| panic!("{text} is not legal: {legal}"));
        }
        self
    }

    /// The legal moves, separated by spaces.
    pub(crate) fn legal(&self) -> String {
        let moves = self.at.moves(self.rules).map(|mv| mv.to_string());
        moves.collect::<Vec<_>>().join(" ")
    }

    pub(crate) fn table(&self) -> &Table {
        self.at.table()
    }

    /// The dice of the reserve.
    pub(crate) fn dice(&self) -> Vec<u8> {
        self.table().dice.iter().map(|pips| pips.get()).collect()
    }
}

/// Dice of these values.
pub(crate) fn dice(values: &[u8]) -> stoker_engine::masters::Dice {
    use stoker_engine::masters::Pips;
    let pips = values.iter().map(|value| Pips::try_from(*value).unwrap());
    pips.collect::<Vec<_>>().into()
}
