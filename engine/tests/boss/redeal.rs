//! Tests of secrecy: a seat is shown nothing that it cannot know.
//!
//! A game is dealt again: whatever the viewer cannot know by section K of the rules is replaced in
//! the draws, and the game is played again with the moves that were made. A seat that is asked in a
//! window in one game alone passes. The viewer must not be able to tell. Nothing here reads a view
//! to find out what is known: that follows from which cards were played, drawn, turned up or looked
//! at.

#![expect(clippy::wildcard_enum_match_arm, reason = "most entries are no cards")]

use std::fmt::Debug;

use stoker_engine::boss::{
    Asked, BloodGroup, Boss, Card, Event, Hand, Move, Order, Params, Pedestrian, Play, Player, Sky,
    State, Streets, Told, Vampires, View,
};
use stoker_engine::{Chance, Game, Purpose, Rng, Seed, Viewer, below, one_of};

use super::play::{all_params, players};

/// A decision that was really made.
struct Made {
    player: Player,
    asked: Asked,
    mv: Move,
    play: Play,
}

/// A game that was really played, up to a moment at which the viewer is asked, or its end.
struct Truth {
    start: State,
    made: Vec<Made>,
    state: State,
}

/// A game and another that the viewer cannot tell from it.
struct Pair {
    rules: Boss,
    truth: State,
    other: State,
    /// The views with which the viewer began, without a question.
    first: [View; 2],
    /// All that the viewer was told in both games.
    events: [Vec<Event>; 2],
    decisions: [usize; 2],
    viewer: Player,
}

fn play(rules: &Boss, seed: u64, decisions: usize, viewer: Player) -> Truth {
    let mut rng = Seed(seed).rng(None, None, Purpose::new("test"));
    let mut state = rules.start(Chance::seeded(Seed(seed)));
    let start = state.clone();
    let mut made = vec![];
    while let Some((player, asked)) = state.position().asked() {
        if made.len() >= decisions && player == viewer {
            break;
        }
        let mv = one_of(&mut rng, state.position().moves(rules)).unwrap();
        let play = rules.play(&mut state, mv.into()).unwrap();
        made.push(Made { player, asked, mv, play });
    }
    Truth { start, made, state }
}

/// The cards as they were dealt, each with a number of its own: first the hands, then the deck.
struct Dealt {
    kinds: Vec<Card>,
    /// The numbers of the cards that the viewer has not seen: in others' hands, or in the deck.
    hidden: Vec<usize>,
}

impl Dealt {
    /// Follows the cards from hand to hand. What comes from a reshuffle has no number: its order is
    /// left as it was.
    fn of(rules: &Boss, truth: &Truth, viewer: Player) -> Self {
        let mut hands: Vec<Vec<(Option<usize>, Card)>> = vec![vec![]; 5];
        let mut kinds = vec![];
        let position = truth.start.position();
        let (hands_dealt, deck) = dealt(rules, truth);
        for (player, hand) in hands_dealt {
            for card in hand {
                hands[player.index()].push((Some(kinds.len()), card));
                kinds.push(card);
            }
        }
        debug_assert!(position.table().round <= 1);
        let first = kinds.len();
        kinds.extend(deck);
        let mut next = Some(first);
        for told in truth.made.iter().flat_map(|made| &made.play.told).skip_while(|told| {
            // While vampires are chosen nothing is dealt; the deal itself is taken in above.
            rules.params().vampires == Vampires::Choose && !matches!(told, Told::Round(_))
        }) {
            match *told {
                Told::Draw(player, Some(card)) => {
                    hands[player.index()].push((next, card));
                    next = next.map(|next| next + 1);
                }
                Told::Stroll(_) => next = next.map(|next| next + 1),
                Told::Deck(_) => next = None,
                Told::Did(player, mv) => {
                    if let Some(card) = mv.spends() {
                        lay_off(&mut hands[player.index()], card);
                    }
                }
                Told::Drop(player, card, count) => {
                    (0..count).for_each(|_| lay_off(&mut hands[player.index()], card));
                }
                _ => {}
            }
        }
        let others = players(rules).filter(|player| *player != viewer);
        let held = others.flat_map(|player| hands[player.index()].iter());
        let held = held.filter_map(|(number, _)| *number);
        let left = next.map_or(kinds.len(), |next| next)..kinds.len();
        let mut hidden: Vec<usize> = held.chain(left).collect();
        hidden.retain(|number| kinds[*number] != Card::Stroll);
        Self { kinds, hidden }
    }

    /// Exchanges the kinds of what is hidden.
    fn exchange(&mut self, rng: &mut Rng) {
        let kinds: Vec<Card> = self.hidden.iter().map(|at| self.kinds[*at]).collect();
        for (at, kind) in self.hidden.iter().zip(shuffled(&kinds, rng)) {
            self.kinds[*at] = kind;
        }
    }
}

fn lay_off(hand: &mut Vec<(Option<usize>, Card)>, card: Card) {
    let at = hand.iter().position(|(_, held)| *held == card).expect("it is held");
    hand.remove(at);
}

/// The hands as they were dealt, in that order, and the deck from its top.
fn dealt(rules: &Boss, truth: &Truth) -> (Vec<(Player, Vec<Card>)>, Vec<Card>) {
    let mut hands: Vec<(Player, Vec<Card>)> = vec![];
    let leader = truth.start.position().table().leader;
    let order = (0..rules.params().players)
        .map(|places| leader.after(places.into(), rules.params().players.into()));
    if rules.params().vampires != Vampires::Choose {
        let position = truth.start.position();
        hands.extend(order.map(|player| (player, position.own(player).hand.iter().collect())));
        return (hands, position.ability_deck().collect());
    }
    // The deal is part of the last choice of a vampire.
    hands.extend(order.map(|player| (player, vec![])));
    let mut state = truth.start.clone();
    for made in &truth.made {
        rules.play(&mut state, made.mv.into()).unwrap();
        if state.position().table().round == 1 {
            break;
        }
    }
    // The viewer is told its cards one by one, so their order is kept.
    let told = truth.made.iter().flat_map(|made| &made.play.told);
    for told in told.take_while(|told| !matches!(told, Told::Round(_))) {
        if let Told::Draw(player, Some(card)) = *told {
            let hand = hands.iter_mut().find(|(seat, _)| *seat == player);
            hand.unwrap().1.push(card);
        }
    }
    (hands, state.position().ability_deck().collect())
}

/// The pedestrians in the order of the deck at the start, the first ones on the tiles.
struct Crowd {
    order: Vec<Pedestrian>,
    /// Those that the viewer has never seen, by their place in the order.
    hidden: Vec<usize>,
    /// Those that were laid on a tile at some time: their group was seen.
    laid: Vec<bool>,
}

impl Crowd {
    fn of(rules: &Boss, truth: &Truth, viewer: Player) -> Self {
        let position = truth.start.position();
        let tiles = position.table().tiles.len();
        let on_tiles = (0..tiles).flat_map(|tile| position.lying_on(tile).iter().copied());
        let mut order: Vec<Pedestrian> = on_tiles.collect();
        let mut laid = vec![true; order.len()];
        order.extend(position.pedestrian_deck());
        laid.resize(order.len(), false);
        let mut seen = vec![];
        let mut state = truth.start.clone();
        let note = |state: &State, laid: &mut Vec<bool>| {
            for tile in 0..tiles {
                for lying in state.position().lying_on(tile) {
                    laid[order.iter().position(|one| one == lying).unwrap()] = true;
                }
            }
        };
        for made in &truth.made {
            rules.play(&mut state, made.mv.into()).unwrap();
            note(&state, &mut laid);
            for told in &made.play.told {
                match *told {
                    Told::Up(_, _, pedestrian) => seen.push(pedestrian),
                    Told::Saw(player, _, _, pedestrian) if player == viewer => {
                        seen.push(pedestrian);
                    }
                    _ => {}
                }
            }
        }
        // Laid and gone within one decision: all that left the deck until the first one that lies
        // under it again.
        let left = usize::from(state.position().table().pedestrians_left);
        let under = state.position().table().under.len();
        let never: Vec<Pedestrian> =
            state.position().pedestrian_deck().take(left - under).collect();
        for (at, one) in order.iter().enumerate() {
            laid[at] |= !never.contains(one);
        }
        let hidden = (0..order.len()).filter(|at| !seen.contains(&order[*at])).collect();
        Self { order, hidden, laid }
    }

    /// Exchanges pedestrians that the viewer cannot tell apart: those of a group, and those that
    /// were never laid down.
    fn exchange(&mut self, rules: &Boss, rng: &mut Rng) {
        let group = |one: Pedestrian| one.group(rules.data());
        for _ in 0..4 * self.hidden.len() {
            let one = one_of(rng, self.hidden.iter().copied()).unwrap();
            let other = one_of(rng, self.hidden.iter().copied()).unwrap();
            let both: [BloodGroup; 2] = [self.order[one], self.order[other]].map(group);
            if both[0] == both[1] || !(self.laid[one] || self.laid[other]) {
                self.order.swap(one, other);
            }
        }
    }
}

fn shuffled<T: Clone>(items: &[T], rng: &mut Rng) -> Vec<T> {
    let mut items = items.to_vec();
    for last in (1..items.len()).rev() {
        items.swap(last, below(rng, u32::try_from(last + 1).unwrap()) as usize);
    }
    items
}

/// The draws that shuffle a list into this order (G7); all of it is named.
fn draws_for<T: PartialEq + Debug>(mut list: Vec<T>, order: &[T]) -> Vec<u32> {
    assert_eq!(list.len(), order.len());
    (1..list.len())
        .rev()
        .map(|last| {
            let at = list[..=last].iter().position(|item| *item == order[last]).unwrap();
            list.swap(last, at);
            u32::try_from(at).unwrap()
        })
        .collect()
}

/// The draws of a game in which all that the viewer cannot know is dealt again.
fn redealt_draws(rules: &Boss, truth: &Truth, viewer: Player, rng: &mut Rng) -> Vec<u32> {
    let (params, data) = (rules.params(), rules.data());
    let drawn = rules.chance(&truth.state).drawn();
    let streets = if params.streets == Streets::Random { 7 } else { 1 };
    // The leader and the streets are public.
    let mut draws = drawn[..streets].to_vec();
    let mut crowd = Crowd::of(rules, truth, viewer);
    crowd.exchange(rules, rng);
    let full = crowd.order.len() == 70;
    let all = Pedestrian::all().filter(|one| full || !data.pedestrian(*one).moon_only).collect();
    draws.extend(draws_for(all, &crowd.order));
    if params.sky.is_on() {
        draws.extend(sky_draws(rules, truth, rng));
    }
    if params.orders.is_on() {
        draws.extend(order_draws(rules, truth, rng));
    }
    if params.vampires == Vampires::Random {
        draws.extend(&drawn[draws.len()..draws.len() + 5]);
    }
    let mut cards = Dealt::of(rules, truth, viewer);
    cards.exchange(rng);
    draws.extend(card_draws(rules, truth, &cards));
    draws.extend(&drawn[draws.len().min(drawn.len())..]);
    draws
}

fn sky_draws(rules: &Boss, truth: &Truth, rng: &mut Rng) -> Vec<u32> {
    let params = rules.params();
    let nights = usize::from(params.nights);
    let shown = &truth.state.position().table().sky;
    let mut draws = vec![];
    if params.moon == stoker_engine::boss::Moon::Full {
        let all = [[Sky::Moon; 6].as_slice(), &[Sky::Rain; 2]].concat();
        draws.extend(draws_for(
            all.clone(),
            &completed(all, &shown[..nights.min(shown.len())], rng),
        ));
    }
    let lower = [Sky::Dawn, Sky::Dawn, Sky::Dawn, Sky::Dawn, Sky::Cloudy].to_vec();
    let seen: Vec<Sky> = shown.iter().skip(nights + 1).copied().collect();
    let plain: Vec<Sky> = seen.iter().copied().filter(|sky| *sky != Sky::Sun).collect();
    let first = completed(lower.clone(), &plain, rng);
    draws.extend(draws_for(lower, &first));
    let mut kept = first[..5 - usize::from(params.removed)].to_vec();
    kept.push(Sky::Sun);
    let order = completed(kept.clone(), &seen, rng);
    draws.extend(draws_for(kept, &order));
    draws
}

/// A random order of a list that begins with these.
fn completed<T: PartialEq + Clone>(mut list: Vec<T>, begin: &[T], rng: &mut Rng) -> Vec<T> {
    for item in begin {
        let at = list.iter().position(|other| other == item).unwrap();
        list.remove(at);
    }
    let rest = shuffled(&list, rng);
    [begin, &rest].concat()
}

fn order_draws(rules: &Boss, truth: &Truth, rng: &mut Rng) -> Vec<u32> {
    let counts = rules.data().orders;
    let all = Order::ALL.iter().zip(counts);
    let all: Vec<Order> = all.flat_map(|(order, count)| vec![*order; usize::from(count)]).collect();
    let open = &truth.start.position().table().orders;
    draws_for(all.clone(), &completed(all, open, rng))
}

fn card_draws(rules: &Boss, truth: &Truth, cards: &Dealt) -> Vec<u32> {
    let (_, deck) = dealt(rules, truth);
    let hands = cards.kinds.len() - deck.len();
    let all: Vec<Card> = rules.data().cards.iter().filter(|card| *card != Card::Stroll).collect();
    let (in_hands, in_deck) = cards.kinds.split_at(hands);
    let plain = in_deck.iter().copied().filter(|card| *card != Card::Stroll);
    let first: Vec<Card> = in_hands.iter().copied().chain(plain.clone()).collect();
    let mut draws = draws_for(all, &first);
    let rest: Vec<Card> = plain.chain([Card::Stroll; 3]).collect();
    draws.extend(draws_for(rest, in_deck));
    draws
}

/// Plays the moves again. Others that are asked in a window, or not, differ: they pass, or are
/// passed over.
fn replay(
    rules: &Boss,
    truth: &Truth,
    draws: Vec<u32>,
    viewer: Player,
    rng: &mut Rng,
) -> Option<Pair> {
    let mut state = rules.start(Chance::recorded(draws));
    let number = Viewer(viewer.seat().0);
    let mut first = [&truth.start, &state].map(|state| rules.view(state, number));
    let mut events = first.each_mut().map(|view| Vec::from_iter(rules.take_question(view)));
    for made in &truth.made {
        events[0].extend(rules.redact(&truth.state, &made.play, number));
    }
    let mut count = 0;
    let is_window = |asked: Asked| matches!(asked, Asked::Window | Asked::Cry | Asked::Answer);
    let mut make = |state: &mut State, mv: Move| {
        let play = rules.play(state, mv.into()).ok()?;
        events[1].extend(rules.redact(state, &play, number));
        count += 1;
        Some(())
    };
    let last_stay = truth.made.iter().rposition(|made| made.asked != Asked::Stay);
    for (at, made) in truth.made.iter().enumerate() {
        // Passes of others are made where they are asked in this game.
        if made.player != viewer && is_window(made.asked) && made.mv == Move::End {
            continue;
        }
        while let Some((seat, asked)) = state.position().asked() {
            let other = seat != viewer && is_window(asked);
            if (seat, asked) == (made.player, made.asked) || !other {
                break;
            }
            make(&mut state, Move::End)?;
        }
        assert_eq!(state.position().asked(), Some((made.player, made.asked)));
        // What others answered since is hidden until the viewer has answered too.
        let hidden = made.asked == Asked::Stay
            && made.player != viewer
            && last_stay.is_none_or(|last| at > last)
            && truth.state.position().asked() == Some((viewer, Asked::Stay))
            && truth.made[at..].iter().all(|made| made.player != viewer);
        let mut any = || one_of(rng, [Move::Stay, Move::Leave]).unwrap();
        make(&mut state, if hidden { any() } else { made.mv })?;
    }
    while let Some((seat, asked)) = state.position().asked() {
        if seat == viewer || !is_window(asked) {
            break;
        }
        make(&mut state, Move::End)?;
    }
    let decisions = [truth.made.len(), count];
    let (rules, truth) = (rules.clone(), truth.state.clone());
    Some(Pair { rules, truth, other: state, first, events, decisions, viewer })
}

fn pairs(params: &[Params], games: u64) -> Vec<Pair> {
    let mut pairs = vec![];
    for (number, params) in params.iter().enumerate() {
        let rules = Boss::with(params.clone()).unwrap();
        for game in 0..games {
            let seed = game * 1_000 + u64::try_from(number).unwrap();
            let mut rng = Seed(seed).rng(None, None, Purpose::new("redeal"));
            let viewer = one_of(&mut rng, players(&rules).collect::<Vec<_>>()).unwrap();
            let decisions = below(&mut rng, 120) as usize + 6;
            let truth = play(&rules, seed, decisions, viewer);
            // A game that is over hides nothing that could still be asked about.
            if truth.state.position().asked().is_none() {
                continue;
            }
            let draws = redealt_draws(&rules, &truth, viewer, &mut rng);
            pairs.push(replay(&rules, &truth, draws, viewer, &mut rng).unwrap());
        }
    }
    pairs
}

/// The pairs that the viewer could tell apart by this.
fn leaks<T: PartialEq>(pairs: &[Pair], look: impl Fn(&Boss, &State, Player, usize) -> T) -> usize {
    let differ = |pair: &&Pair| {
        let [one, other] = [(&pair.truth, 0), (&pair.other, 1)]
            .map(|(state, game)| look(&pair.rules, state, pair.viewer, pair.decisions[game]));
        one != other
    };
    pairs.iter().filter(differ).count()
}

fn shown(rules: &Boss, state: &State, viewer: Player) -> (String, Vec<Move>) {
    let view = state.view(viewer);
    (serde_json::to_string(&view).unwrap(), rules.legal_moves(&view).collect())
}

#[test]
fn games_that_differ_only_in_what_a_seat_cannot_know_look_the_same_to_it() {
    let pairs = pairs(&all_params(), 200);
    assert!(pairs.len() > 1_000, "{} pairs", pairs.len());
    assert_eq!(leaks(&pairs, |rules, state, viewer, _| shown(rules, state, viewer)), 0);
    for pair in &pairs {
        assert_eq!(pair.first[0], pair.first[1], "what {} begins with", pair.viewer);
        assert_eq!(pair.events[0], pair.events[1], "what {} is told", pair.viewer);
    }
}

/// The test of the test: each hidden thing, if it slips, is caught.
#[test]
fn a_leak_of_anything_hidden_is_caught() {
    let pairs = pairs(&all_params(), 60);
    let others = |rules: &Boss, viewer: Player| {
        players(rules).filter(move |player| *player != viewer).collect::<Vec<_>>()
    };
    let slips = |name: &str, count: usize| assert!(count > 0, "{name}");
    slips(
        "another's hand",
        leaks(&pairs, |rules, s, v, _| {
            let hand = |p: &Player| s.position().own(*p).hand;
            (shown(rules, s, v), others(rules, v).iter().map(hand).collect::<Vec<Hand>>())
        }),
    );
    slips(
        "what another has seen",
        leaks(&pairs, |rules, s, v, _| {
            let seen = |p: &Player| s.position().own(*p).seen.clone();
            others(rules, v).iter().map(seen).collect::<Vec<_>>()
        }),
    );
    slips(
        "another's hidden answer",
        leaks(&pairs, |rules, s, v, _| {
            let commit = |p: &Player| s.position().own(*p).commit;
            others(rules, v).iter().map(commit).collect::<Vec<_>>()
        }),
    );
    slips(
        "a card face down",
        leaks(&pairs, |_, s, _, _| {
            let tiles = 0..s.position().table().tiles.len();
            tiles.map(|tile| s.position().lying_on(tile).to_vec()).collect::<Vec<_>>()
        }),
    );
    let deck = |s: &State| s.position().pedestrian_deck().collect::<Vec<_>>();
    slips("the pedestrian deck", leaks(&pairs, |_, s, _, _| deck(s)));
    slips(
        "the blood group on top of it",
        leaks(&pairs, |rules, s, _, _| {
            s.position().pedestrian_deck().next().map(|top| top.group(rules.data()))
        }),
    );
    let deck = |s: &State| s.position().ability_deck().collect::<Vec<_>>();
    slips("the ability deck", leaks(&pairs, |_, s, _, _| deck(s)));
    slips("the sky deck", leaks(&pairs, |_, s, _, _| s.position().sky_deck().collect::<Vec<_>>()));
    slips("the draws", leaks(&pairs, |rules, s, _, _| rules.chance(s).drawn().to_vec()));
    slips("a window that was passed", leaks(&pairs, |_, _, _, decisions| decisions));
}
