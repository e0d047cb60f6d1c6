//! Tests of secrecy: a seat is shown nothing that it cannot know.
//!
//! A game is dealt again: whatever the viewer cannot know by section V of the rules is replaced,
//! from the first draw on, and the game is played again with the moves that follow. The viewer must
//! not be able to tell. Nothing here reads a view to find out what is known: that follows from
//! which cards were looked at, shown, given, taken, beaten or drawn, and from the order of plays.

use std::fmt::Debug;

use serde::Serialize;
use stoker_engine::kosmos::{
    ActionCard, ActionSet, Asked, Kind, Kosmos, Mark, Move, Params, Position, Side, State, Word,
};
use stoker_engine::{Chance, Game, Purpose, Rng, Seed, one_of};

use super::cards::{Owned, Step, draws_of_deal};
use crate::common::deal::{draws_for, shuffled};
use crate::common::play::text_of;

/// A decision of the game that was really played.
struct Made {
    side: Side,
    asked: Asked,
    mv: Move,
    before: Position,
    after: Position,
    draws: Vec<u32>,
}

impl Made {
    fn step(&self) -> Step<'_> {
        let Self { side, asked, mv, before, after, draws } = self;
        Step { side: *side, asked: *asked, mv: *mv, before, after, draws }
    }
}

/// A game that was really played, up to its end or a moment at which the viewer is asked.
struct Truth {
    made: Vec<Made>,
    /// The draws before the first decision.
    draws: Vec<u32>,
    state: State,
}

/// A game and another that the viewer cannot tell from it.
struct Pair {
    rules: Kosmos,
    truth: State,
    other: State,
    /// Decisions of both games.
    decisions: [usize; 2],
    viewer: Side,
}

fn play(rules: &Kosmos, seed: u64, decisions: usize, viewer: Side) -> Truth {
    let mut rng = Seed(seed).rng(None, None, Purpose::new("test"));
    let mut state = rules.start(Chance::seeded(Seed(seed)));
    let draws = rules.chance(&state).drawn().to_vec();
    let mut made = vec![];
    while let Some((side, asked)) = state.position().asked() {
        if made.len() >= decisions && side == viewer {
            break;
        }
        let mv = usual_move(rules, state.position(), &mut rng);
        let (before, drawn) = (*state.position(), rules.chance(&state).drawn().len());
        rules.play(&mut state, mv.into()).unwrap();
        let draws = rules.chance(&state).drawn()[drawn..].to_vec();
        made.push(Made { side, asked, mv, before, after: *state.position(), draws });
    }
    Truth { made, draws, state }
}

/// Any legal move, with gifts rarer than others: each brings the end near.
fn usual_move(rules: &Kosmos, position: &Position, rng: &mut Rng) -> Move {
    let any = one_of(rng, position.moves(rules)).unwrap();
    if any == Move::Word(Word::Give) { one_of(rng, position.moves(rules)).unwrap() } else { any }
}

/// The game, dealt again for this viewer; nothing, if the other side could not have made its moves
/// with the cards that it has now.
fn deal_again(rules: &Kosmos, truth: &Truth, viewer: Side, rng: &mut Rng) -> Option<Pair> {
    let other = viewer.other();
    let mut cards = Owned::of(rules, other);
    let mut board = None;
    for made in &truth.made {
        cards.follow(made.step());
        if made.before.table().turn == 0 && made.after.table().turn > 0 {
            board = Some((cards.clone(), made.after));
        }
    }
    cards.exchange(rng);
    let board = board.map(|(dealt, after)| cards.deal_again(&dealt, &after, rng));
    let actions = Actions::of(truth, other, rng);
    let script = Script { rules, truth, cards, board: board.unwrap_or_default(), actions };
    let (moves, draws) = script.write(other);
    let (state, count) = replay(rules, &moves, draws, other)?;
    let decisions = [truth.made.len(), count];
    Some(Pair { rules: rules.clone(), truth: truth.state.clone(), other: state, decisions, viewer })
}

/// Plays the moves again. The other side is asked to save its last life only if it can give a
/// target, of which the viewer learns nothing; asked in vain, it declines.
fn replay(
    rules: &Kosmos,
    moves: &[(Side, Asked, Move)],
    draws: Vec<u32>,
    other: Side,
) -> Option<(State, usize)> {
    let decline = Move::Word(Word::Decline);
    let mut state = rules.start(Chance::recorded(draws));
    let mut count = 0;
    let mut make = |state: &mut State, mv: Move| {
        count += 1;
        rules.play(state, mv.into()).ok().map(drop)
    };
    for &(side, asked, mv) in moves {
        let declined = (side, asked, mv) == (other, Asked::Save, decline);
        match state.position().asked() {
            Some(now) if now == (side, asked) => {}
            Some((_, Asked::Save)) => make(&mut state, decline)?,
            _ if declined => continue,
            now => panic!("the rules ask {now:?}, and not {asked} of {side:?}"),
        }
        make(&mut state, mv)?;
    }
    while state.position().asked().is_some_and(|(side, _)| side == other) {
        make(&mut state, decline)?;
    }
    rules.chance(&state).check().ok()?;
    Some((state, count))
}

/// The other side's action cards, exchanged among those that it has not played since its last
/// shuffle.
struct Actions {
    /// The first decision of the last cycle: before it, everything has been played.
    since: usize,
    /// By card: what takes its place.
    instead: Vec<ActionCard>,
    /// By decision: a card to fetch instead.
    fetched: Vec<Option<ActionCard>>,
}

impl Actions {
    fn of(truth: &Truth, other: Side, rng: &mut Rng) -> Self {
        let shuffles = |made: &Made| made.side == other && made.draws.len() >= 9;
        let laid = |made: &Made| made.asked == Asked::Lay;
        let last = truth.made.iter().rposition(|made| shuffles(made) && !laid(made));
        let since = last.map_or(0, |at| at + 1);
        let cycle = &truth.made[since..];
        let played: Vec<ActionCard> = cycle.iter().filter_map(|made| plays(made, other)).collect();
        let hidden = ActionCard::of(other).iter().filter(|card| !played.contains(card));
        let hidden: Vec<ActionCard> = hidden.copied().collect();
        let mut instead = ActionCard::ALL.to_vec();
        for (card, now) in hidden.iter().zip(shuffled(&hidden, rng)) {
            instead[card.index()] = now;
        }
        let fetched = (0..truth.made.len()).map(|at| {
            let made = truth.made.get(at).filter(|_| at >= since)?;
            fetch_instead(made, &truth.made[at + 1..], other, rng)
        });
        Self { since, instead, fetched: fetched.collect() }
    }
}

fn plays(made: &Made, side: Side) -> Option<ActionCard> {
    let Move::Play(card) = made.mv else { return None };
    (made.asked == Asked::Play && made.side == side).then_some(card)
}

/// A card that was fetched from the pile and has not been played again could be any other of the
/// pile, except the one that fetched it.
fn fetch_instead(made: &Made, later: &[Made], other: Side, rng: &mut Rng) -> Option<ActionCard> {
    let Move::Play(card) = made.mv else { return None };
    let pile = made.before.own()[other].pile;
    let again = later.iter().filter_map(|made| plays(made, other)).any(|played| played == card);
    if made.side != other || made.asked != Asked::Fetch || !pile.contains(card) || again {
        return None;
    }
    let latest = made.before.table().plays[other].last();
    let pile: Vec<ActionCard> = pile.iter().filter(|card| Some(*card) != latest).collect();
    one_of(rng, pile)
}

/// Writes the moves and draws of the game as it is dealt now.
struct Script<'a> {
    rules: &'a Kosmos,
    truth: &'a Truth,
    cards: Owned,
    /// The cards on the board after the deal.
    board: Vec<Kind>,
    actions: Actions,
}

impl Script<'_> {
    fn write(&self, other: Side) -> (Vec<(Side, Asked, Move)>, Vec<u32>) {
        let mut draws = self.first_draws(other);
        let mut moves = vec![];
        let mut again = Owned::of(self.rules, other);
        again.take_kinds(&self.cards);
        for (number, made) in self.truth.made.iter().enumerate() {
            let mv = self.action_move(number, made, other, again.now(made.step()));
            draws.extend(self.draws_now(number, made, other, &again));
            again.follow(made.step());
            moves.push((made.side, made.asked, mv));
        }
        (moves, draws)
    }

    /// S1: the other side's hand is another one, if its first cycle still goes on.
    fn first_draws(&self, other: Side) -> Vec<u32> {
        let mut draws = self.truth.draws.clone();
        if self.actions.since == 0 {
            let first = other as usize * 9;
            let hand = self.truth.made[0].before.own()[other].actions;
            let now = self.hand_now(hand, other);
            draws.splice(first..first + 9, now);
        }
        draws
    }

    fn hand_now(&self, hand: ActionSet, other: Side) -> Vec<u32> {
        let now = |card: ActionCard| self.actions.instead[card.index()];
        let hand: Vec<ActionCard> = hand.iter().map(now).collect();
        let aside = ActionCard::of(other).iter().filter(|card| !hand.contains(card));
        let wanted: Vec<ActionCard> = hand.iter().chain(aside).copied().collect();
        draws_for(ActionCard::of(other), &wanted)
    }

    fn action_move(&self, number: usize, made: &Made, other: Side, mv: Move) -> Move {
        let Move::Play(card) = mv else { return mv };
        if made.side != other || made.asked != Asked::Fetch || number < self.actions.since {
            return mv;
        }
        let instead = self.actions.fetched[number];
        Move::Play(instead.unwrap_or(self.actions.instead[card.index()]))
    }

    /// The draws that a decision makes now: those of the deal, of a feint, of a shuffle.
    fn draws_now(&self, number: usize, made: &Made, other: Side, again: &Owned) -> Vec<u32> {
        let mut draws = made.draws.clone();
        if made.before.table().turn == 0 && draws.len() == 11 {
            return draws_of_deal(&self.board);
        }
        if matches!(draws.len(), 1 | 10) && other == Side::Dracula {
            draws[0] = again.feint_index(made.step());
        }
        if draws.len() >= 9 && made.side == other && number + 1 == self.actions.since {
            let hand = made.after.own()[other].actions;
            let first = draws.len() - 9;
            draws.splice(first.., self.hand_now(hand, other));
        }
        draws
    }
}

/// Pairs from random games of all lengths, for both viewers.
fn pairs(wanted: usize) -> Vec<Pair> {
    let presets = Params::presets().into_iter().map(|preset| preset.params);
    let short = Params { lives: 2, targets_max: 3, ..Params::default() };
    let rules: Vec<Kosmos> =
        presets.chain([short]).map(|params| Kosmos::with(params).unwrap()).collect();
    let mut pairs = vec![];
    for seed in 0.. {
        let rules = &rules[seed % rules.len()];
        let viewer = Side::BOTH[seed / 7 % 2];
        let seed = u64::try_from(seed).unwrap();
        let mut rng = Seed(seed).rng(None, None, Purpose::new("deal again"));
        let decisions = 1 + usize::try_from(seed % 101).unwrap() * 3;
        let truth = play(rules, seed, decisions, viewer);
        pairs.extend((0..4).filter_map(|_| deal_again(rules, &truth, viewer, &mut rng)));
        if pairs.len() >= wanted {
            break;
        }
    }
    pairs
}

/// Every pair whose two games look different through `shown`, in memory or in bytes.
fn leaks<T: Eq + Debug + Serialize>(
    pairs: &[Pair],
    shown: impl Fn(&State, Side, usize) -> T,
) -> usize {
    leaks_with(pairs, |_, state, viewer, decisions| shown(state, viewer, decisions))
}

/// The same with the rules of each pair.
fn leaks_with<T: Eq + Debug + Serialize>(
    pairs: &[Pair],
    shown: impl Fn(&Kosmos, &State, Side, usize) -> T,
) -> usize {
    let leaks = pairs.iter().filter(|pair| {
        let truth = shown(&pair.rules, &pair.truth, pair.viewer, pair.decisions[0]);
        let other = shown(&pair.rules, &pair.other, pair.viewer, pair.decisions[1]);
        let [bytes, other_bytes] = [&truth, &other].map(|shown| serde_json::to_vec(shown).unwrap());
        truth != other || bytes != other_bytes
    });
    leaks.count()
}

/// The legal moves of a viewer, as it would write them.
fn legal(rules: &Kosmos, state: &State, viewer: Side) -> Vec<String> {
    let moves = rules.legal_moves(&state.view(viewer));
    moves.map(|mv| text_of(rules, mv)).collect()
}

#[test]
fn games_that_differ_only_in_what_a_seat_cannot_know_look_the_same_to_it() {
    let pairs = pairs(4_000);
    assert_eq!(leaks(&pairs, |state, viewer, _| state.view(viewer)), 0);
    assert_eq!(leaks_with(&pairs, |rules, state, viewer, _| legal(rules, state, viewer)), 0);
}

/// Kinds of the cards on the board, at places of which the viewer's record says no more than this.
fn under(state: &State, viewer: Side, hidden: fn(Mark, Side) -> bool) -> Vec<Option<Kind>> {
    let position = state.position();
    let record = position.own()[viewer].record.iter();
    let hidden = record.filter(|(_, mark)| hidden(**mark, viewer));
    hidden.map(|(place, _)| position.board()[place]).collect()
}

/// The test of the test: each hidden thing, if it slips, is caught for each viewer that it is
/// hidden from.
#[test]
fn a_leak_of_anything_hidden_is_caught() {
    let pairs = pairs(1_500);
    let [dracula, hunter]: [Vec<Pair>; 2] = split(pairs);
    let slips = |name: &str, pairs: &[Pair], count: usize| {
        assert!(count > 0, "{name}: {} pairs", pairs.len());
    };
    for pairs in [&dracula, &hunter] {
        let of_other = |state: &State, viewer: Side| state.position().own()[viewer.other()];
        let hand =
            leaks(pairs, |state, viewer, _| (state.view(viewer), of_other(state, viewer).hand));
        slips("the hand", pairs, hand);
        slips("what was laid", pairs, leaks(pairs, |s, v, _| of_other(s, v).laid));
        slips("the action hand", pairs, leaks(pairs, |s, v, _| of_other(s, v).actions));
        slips("the cards set aside", pairs, leaks(pairs, |s, v, _| of_other(s, v).aside()));
        slips("the other's record", pairs, leaks(pairs, |s, v, _| of_other(s, v).record));
        let unknown = leaks(pairs, |s, v, _| under(s, v, |mark, _| mark == Mark::Unknown));
        slips("a card never seen", pairs, unknown);
        let put = leaks(pairs, |s, v, _| under(s, v, |mark, v| mark == Mark::Card(v.other())));
        slips("a card that the other put", pairs, put);
        let draws = leaks_with(pairs, |rules, s, _, _| rules.chance(s).drawn().to_vec());
        slips("the draws", pairs, draws);
        slips("a question that was declined", pairs, leaks(pairs, |_, _, decisions| decisions));
    }
    let pile = leaks(&dracula, |s, _, _| s.position().own().hunter.pile);
    slips("the card that composure fetched", &dracula, pile);
}

fn split(pairs: Vec<Pair>) -> [Vec<Pair>; 2] {
    let (dracula, hunter) = pairs.into_iter().partition(|pair| pair.viewer == Side::Dracula);
    [dracula, hunter]
}
