//! Tests of secrecy: the family is shown nothing that it cannot know (masters K1).
//!
//! A game is dealt again: the event cards and relics that have not been shown, which cards of each
//! act are in the deck, and the dice not yet rolled are replaced, from the first draw on, and the
//! game is played again with the same moves. The family must not be able to tell. Nothing here
//! reads a view: what has been shown follows from how many cards have left the tops of the decks.

use stoker_engine::masters::{EventCard, Family, InDeck, Masters, Member, Move, Params, State};
use stoker_engine::{Chance, Game, Purpose, Rng, Seed, Viewer, below, one_of};

use super::play::{PlayedTable, all_params, bare};
use crate::common::deal::draws_for;

const ACT: usize = 18;
const RELICS: usize = 13;

/// A game, and another that the family cannot tell from it.
struct Pair {
    rules: Masters,
    truth: State,
    other: State,
}

/// A game up to a number of decisions: its moves, and how many cards were shown.
struct Shown {
    moves: Vec<Move>,
    state: State,
    events: usize,
    /// The event deck before anything was drawn.
    deck: Vec<EventCard>,
}

fn play(rules: &Masters, seed: u64, decisions: u32, rng: &mut Rng) -> Shown {
    let mut state = rules.start(Chance::seeded(Seed(seed)));
    let deck = deck_of_draws(rules, rules.chance(&state).drawn());
    let mut shown = Shown { moves: vec![], state: state.clone(), events: 0, deck };
    for _ in 0..decisions {
        shown.follow(&state);
        let Some(mv) = one_of(rng, state.position().moves(rules)) else { break };
        rules.play(&mut state, mv.into()).unwrap();
        shown.moves.push(mv);
    }
    shown.follow(&state);
    shown.state = state;
    shown
}

impl Shown {
    /// As long as a card has not been shown, the next of them is the top of the deck.
    fn follow(&mut self, state: &State) {
        let top = state.position().events().first();
        while self.events < self.deck.len() && top != Some(&self.deck[self.events]) {
            self.events += 1;
        }
    }
}

/// The index of the first draw of the decks, after those of the family and the city.
fn first_of_decks(rules: &Masters) -> usize {
    7 + if rules.params().family == Family::Random { 5 } else { 0 }
}

/// The usual shuffle by these draws.
fn shuffled<T: Clone>(items: &[T], draws: &[u32]) -> Vec<T> {
    let mut items = items.to_vec();
    for (last, draw) in (1..items.len()).rev().zip(draws) {
        items.swap(last, *draw as usize);
    }
    items
}

fn per_act(rules: &Masters) -> usize {
    use stoker_engine::masters::Level;
    match rules.params().level {
        Level::Easy => 6,
        Level::Medium => 5,
        Level::Hard => 4,
    }
}

fn acts() -> Vec<Vec<EventCard>> {
    let all: Vec<EventCard> = EventCard::all().collect();
    all.chunks(ACT).map(<[EventCard]>::to_vec).collect()
}

fn acts_of_draws(rules: &Masters, draws: &[u32]) -> Vec<Vec<EventCard>> {
    let first = first_of_decks(rules);
    let of = |(act, cards): (usize, &Vec<EventCard>)| {
        let begin = first + act * (ACT - 1);
        shuffled(cards, &draws[begin..begin + ACT - 1])
    };
    acts().iter().enumerate().map(of).collect()
}

fn deck_of_draws(rules: &Masters, draws: &[u32]) -> Vec<EventCard> {
    let acts = acts_of_draws(rules, draws);
    acts.iter().flat_map(|act| act[..per_act(rules)].to_vec()).collect()
}

fn shuffle_rest<T>(items: &mut [T], shown: usize, rng: &mut Rng) {
    for last in (shown + 1..items.len()).rev() {
        let bound = u32::try_from(last - shown + 1).unwrap();
        items.swap(last, shown + below(rng, bound) as usize);
    }
}

/// The same game with other cards where none has been shown; dice to come differ too.
fn deal_again(rules: &Masters, shown: &Shown, rng: &mut Rng) -> Pair {
    let drawn = rules.chance(&shown.state).drawn();
    let first = first_of_decks(rules);
    let mut draws = drawn[..first].to_vec();
    for (number, mut act) in acts_of_draws(rules, drawn).into_iter().enumerate() {
        let of_act = shown.events.saturating_sub(number * per_act(rules)).min(per_act(rules));
        shuffle_rest(&mut act, of_act, rng);
        draws.extend(draws_for(&acts()[number], &act));
    }
    let relics_at = first + 3 * (ACT - 1);
    let numbers: Vec<usize> = (0..RELICS).collect();
    let mut relics = shuffled(&numbers, &drawn[relics_at..relics_at + RELICS - 1]);
    let drawn_relics = RELICS - shown.state.position().relics().len();
    shuffle_rest(&mut relics, drawn_relics, rng);
    draws.extend(draws_for(&numbers, &relics));
    draws.extend(&drawn[relics_at + RELICS - 1..]);
    draws.extend((0..200).map(|_| below(rng, 6)));
    let mut other = rules.start(Chance::recorded(draws));
    shown.moves.iter().for_each(|mv| drop(rules.play(&mut other, (*mv).into()).unwrap()));
    Pair { rules: rules.clone(), truth: shown.state.clone(), other }
}

/// Pairs of games of all parameters, at moments from the first question on.
fn pairs() -> impl Iterator<Item = Pair> {
    all_params().into_iter().enumerate().flat_map(|(number, params)| {
        let rules = Masters::with(params).unwrap();
        (0..12).map(move |game| {
            let seed = 1_000 * number as u64 + game;
            let mut rng = Seed(seed).rng(None, None, Purpose::new("redeal"));
            let decisions = below(&mut rng, 60);
            let shown = play(&rules, seed, decisions, &mut rng);
            deal_again(&rules, &shown, &mut rng)
        })
    })
}

/// All that the family is shown: its view, its question and its legal moves, as bytes.
fn told(rules: &Masters, state: &State) -> String {
    let views = (0..).map(Viewer).take(rules.sides().viewers().len());
    let of = |viewer| {
        let view = rules.view(state, viewer);
        let legal: Vec<String> = rules.legal_moves(&view).map(|mv| mv.to_string()).collect();
        format!("{} {}", serde_json::to_string(&view).unwrap(), legal.join(" "))
    };
    views.map(of).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_family_cannot_tell_games_that_differ_in_what_is_hidden() {
    let (mut count, mut differ) = (0, 0);
    for pair in pairs() {
        assert_eq!(told(&pair.rules, &pair.truth), told(&pair.rules, &pair.other));
        count += 1;
        differ += u32::from(pair.truth.position() != pair.other.position());
    }
    assert_eq!(count, 52 * 12);
    assert!(differ > 500, "only {differ} games were dealt otherwise");
}

/// Something that views must not hold.
type Leak = fn(&Masters, &State) -> String;

#[test]
fn each_hidden_thing_would_be_found_if_it_leaked() {
    let leaks: [(&str, Leak); 4] = [
        ("the top event card", |_, state| format!("{:?}", state.position().events().first())),
        ("which cards of an act are in the deck", |_, state| {
            let mut cards = state.position().events().to_vec();
            cards.sort_unstable();
            format!("{cards:?}")
        }),
        ("the top relic", |_, state| format!("{:?}", state.position().relics().first())),
        ("the next die", |rules, state| next_die(rules, state)),
    ];
    for (what, leak) in leaks {
        let found = pairs().any(|pair| {
            let shown = |state| told(&pair.rules, state) + &leak(&pair.rules, state);
            shown(&pair.truth) != shown(&pair.other)
        });
        assert!(found, "{what} could leak");
    }
}

/// The next draw of the dice.
fn next_die(rules: &Masters, state: &State) -> String {
    let mut chance = rules.chance(state).clone();
    chance.below(Purpose::new("dice"), 6).to_string()
}

#[test]
fn a_guess_looks_like_the_game_and_is_often_another() {
    let mut other = 0;
    for pair in pairs() {
        let mut rng = Seed(7).rng(None, None, Purpose::new("guess"));
        let table = pair.truth.position().table();
        let Ok(guess) = table.guess(&pair.rules, &mut rng) else {
            assert!(table.over.is_some());
            continue;
        };
        assert_eq!(guess.table(), table);
        let all = [guess.events(), pair.truth.position().events()].map(<[EventCard]>::len);
        assert_eq!(all[0], all[1]);
        other += u32::from(guess != *pair.truth.position());
    }
    assert!(other > 300, "{other} guesses were other positions");
}

/// K1, N9: Nevena puts the top event card under the deck. It lies there for all to know, also when
/// another is put under it.
#[test]
fn a_card_that_omen_put_under_the_deck_is_shown_and_every_guess_keeps_it_there() {
    let rules = Masters::with(Params { family: Family::Third, ..Params::default() }).unwrap();
    let mut rng = Seed(7).rng(None, None, Purpose::new("guess"));
    let mut played = PlayedTable::new(&rules, &bare(&rules, &[]), &[]);
    let size = played.table().deck.len();
    for count in 1..=3 {
        let top = played.at.events()[0];
        assert!(matches!(played.table().deck.as_slice()[0], InDeck::Of(act) if act == top.act()));
        played = played.play("BL");
        let known: Vec<InDeck> = played.table().deck.iter().skip(size - count).collect();
        assert_eq!(known.last(), Some(&InDeck::Card(top)));
        assert!(known.iter().all(|lies| matches!(lies, InDeck::Card(_))));
        assert!(played.table().seen.contains(top));
        let mut others = 0;
        for _ in 0..20 {
            let guess = played.table().guess(&rules, &mut rng).unwrap();
            let under = guess.events()[size - count..].iter().copied().map(InDeck::Card);
            assert!(under.eq(known.iter().copied()));
            let times = guess.events().iter().filter(|card| **card == top).count();
            assert_eq!(times, 1, "a card that is known is nowhere else");
            others += u32::from(guess.events() != played.at.events());
        }
        assert!(others > 15, "the cards above it are unknown");
    }
    assert_eq!(played.table().sheet(Member::ALL[2]).blood, 1);
}

#[test]
fn parameters_that_are_played_here_are_all_there_are() {
    assert_eq!(all_params().len(), 52);
    assert!(all_params().contains(&Params::default()));
}
