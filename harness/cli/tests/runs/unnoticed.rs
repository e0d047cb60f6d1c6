//! Nobody notices who could have played, but did not: a rival hears the same, in the same pieces,
//! whoever holds the vetoes.
#![expect(clippy::unwrap_used, reason = "a test may end where it stands")]

use stoker_engine::{Chance, Game, Purpose, Rng, Seat, Seed, Turn, Viewer, below};

use crate::rulesets::auction::{Auction, Leak, Move, State};
use crate::rulesets::contract::{breach_of_secrecy, viewers};

const PLAN: Purpose = Purpose::new("plan");

fn preset(name: &str) -> Auction {
    let preset = Auction::presets().into_iter().find(|preset| preset.name == name).unwrap();
    Auction::new(preset.params, None).unwrap()
}

/// By round: the rival who vetoes the lot, if one does.
type Vetoes = Vec<Option<Seat>>;

fn random_vetoes(game: &Auction, rng: &mut Rng) -> Vetoes {
    let rivals = u32::from(game.sides().seat_count());
    let veto =
        |_| u8::try_from(below(rng, 2 * rivals)).ok().filter(|&seat| u32::from(seat) < rivals);
    (0..game.params().hand).map(veto).map(|seat| seat.map(Seat)).collect()
}

/// All that a rival hears in a game with these vetoes: its events, with its view and its legal
/// moves after each. `None` if a rival who should veto cannot.
fn heard(game: &Auction, mut state: State, viewer: Viewer, vetoes: &Vetoes) -> Option<Vec<String>> {
    let mut view = game.view(&state, viewer);
    let (mut heard, mut made) = (vec![], 0);
    while let Turn::ToMove(seat) = game.turn(&state) {
        let mut choice = game.default_choice(&mut state);
        let veto = state.round().and_then(|round| vetoes[round]);
        if choice.mv == Move::Pass && veto == Some(seat) {
            choice = Move::Veto.into();
            made += 1;
        }
        let play = game.play(&mut state, choice).unwrap();
        for event in game.redact(&state, &play, viewer) {
            let text = serde_json::to_string(&event).unwrap();
            game.advance(&mut view, event);
            let legal: Vec<_> = game.legal_moves(&view).collect();
            heard.push(format!("{text} {} {legal:?}", serde_json::to_string(&view).unwrap()));
        }
    }
    (made == vetoes.iter().flatten().count()).then_some(heard)
}

/// Plays this many deals, and again with the vetoes of one rival in the hands of another; returns
/// the number of games compared, and the number in which a third could tell the difference.
fn noticed(game: &Auction, deals: u64) -> [u32; 2] {
    let mut count = [0; 2];
    for seed in (0..deals).map(Seed) {
        let dealt = game.start(Chance::seeded(seed));
        let mut rng = seed.rng(None, None, PLAN);
        let vetoes = random_vetoes(game, &mut rng);
        let [from, to] = [(); 2].map(|()| below(&mut rng, game.sides().seat_count().into()));
        let [from, to] = [from, to].map(|seat| Seat(u8::try_from(seat).unwrap()));
        let shifted = dealt.with_vetoes_shifted(from, to);
        for viewer in viewers(game).filter(|viewer| ![from.0, to.0].contains(&viewer.0)) {
            let games = [&dealt, &shifted].map(|deal| heard(game, deal.clone(), viewer, &vetoes));
            if let [Some(one), Some(other)] = games {
                count[0] += 1;
                count[1] += u32::from(one != other);
            }
        }
    }
    count
}

#[test]
fn who_holds_a_veto_and_keeps_it_back_shows_in_no_view_no_event_and_no_gap_between_two() {
    for (name, fewest) in [("auction", 100), ("five", 100)] {
        let [compared, noticed] = noticed(&preset(name), 400);
        assert!(compared >= fewest && noticed == 0, "{name}: {noticed} of {compared}");
    }
}

#[test]
fn a_leak_of_who_could_have_played_is_noticed() {
    for leak in [Leak::Pass, Leak::Count, Leak::Order] {
        let [_, noticed] = noticed(&preset("five").leaking(leak), 400);
        assert!(noticed > 0, "{leak:?}");
    }
}

#[test]
fn a_leak_of_a_hidden_choice_is_noticed() {
    assert!(breach_of_secrecy(&preset("five").leaking(Leak::Bid), 5).is_some());
}

#[test]
fn a_pass_is_an_event_for_nobody_else() {
    let game = preset("five");
    let mut passes = 0;
    for seed in (0..20).map(Seed) {
        let mut state = game.start(Chance::seeded(seed));
        while let Turn::ToMove(mover) = game.turn(&state) {
            let choice = game.default_choice(&mut state);
            let pass = choice.mv == Move::Pass;
            let play = game.play(&mut state, choice).unwrap();
            let next = game.turn(&state);
            let others = viewers(&game).filter(|viewer| pass && viewer.0 != mover.0);
            for viewer in others {
                // The next to be asked hears the question, and nothing else.
                let asked = usize::from(next == Turn::ToMove(Seat(viewer.0)));
                assert_eq!(game.redact(&state, &play, viewer).len(), asked, "seed {seed}");
                passes += 1;
            }
        }
    }
    assert!(passes > 50, "{passes}");
}
