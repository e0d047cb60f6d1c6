//! The games that are played at random.

use stoker_engine::kosmos::{
    ActionCard, Cards, Colour, Kind, Kosmos, Link, Move, Params, Place, Side, State, Word,
};

use crate::common::play::{Played, Run};

impl Played for Kosmos {
    const GAMES: u64 = 40;

    fn setups() -> Vec<Self> {
        let presets = Params::presets().into_iter().map(|preset| preset.params);
        let usual = Params::default;
        let far = [
            Params { lives: 1, turns: 30, ..usual() },
            Params { lives: 9, first: Side::Hunter, ..usual() },
            Params { targets_min: 5, lives: 2, ..usual() },
            Params { targets_max: 0, turns: 12, ..usual() },
            Params { turns: 2, ..usual() },
        ];
        presets.chain(far).map(|params| Self::with(params).unwrap()).collect()
    }

    fn every_move() -> Vec<Move> {
        let links =
            |&colour: &Colour| Link::ALL.iter().map(move |&link| Move::Barrier(colour, link));
        let lays = Side::BOTH.into_iter().flat_map(|side| {
            let digits = |n: u16| [n % 6, n / 6 % 6, n / 36 % 6, n / 216 % 6, n / 1_296];
            let counts = (0..7_776).map(move |n| digits(n).map(|digit| digit.try_into().unwrap()));
            let six = counts.map(move |counts| Cards::new(side, counts)).filter(|c| c.len() == 6);
            six.map(Move::Lay)
        });
        let places = Place::ALL.iter().copied().map(Move::To);
        let kinds = Kind::ALL.iter().copied().map(Move::Card);
        let actions = ActionCard::ALL.iter().copied().map(Move::Play);
        let words = Word::ALL.iter().copied().map(Move::Word);
        let barriers = Colour::ALL.iter().flat_map(links);
        places.chain(kinds).chain(actions).chain(words).chain(barriers).chain(lays).collect()
    }

    fn same(one: &State, other: &State) -> bool {
        one.position() == other.position()
    }
}

/// The side asked; none when the game is over.
pub(crate) fn asked(run: &Run<Kosmos>) -> Option<Side> {
    run.state.position().asked().map(|(side, _)| side)
}
