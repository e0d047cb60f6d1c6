//! Guesses at what the hunters cannot see: the hidden histories that explain their view.
//!
//! A forward pass over the plays keeps every position that is consistent so far. Positions that are
//! equal in all that can still matter are merged ([`node`]). The edges between rounds are kept, so
//! whole histories can be counted, sampled and listed backwards from the last round.

mod node;

use std::ops::ControlFlow;

use rand::Rng as _;

use super::moves::{DraculaMove, Move, Sighting};
use super::play::Play;
use super::state::State;
use super::view::{HuntersView, View};
use super::{Course, DraculaPlay};
use crate::chance::Chance;
use crate::game::Choice;
use crate::guess::{Guess, ListGuesses, NoGuess};
use crate::seed::Rng;
use node::GuessNode;

/// Every hidden history that is consistent with a view, in compact form.
///
/// Memory grows with the merged positions of each round: usually some thousand on the course's map,
/// up to a hundred thousand while Dracula stays unseen for long.
#[derive(Debug, Clone)]
pub struct Guesses {
    /// The view that the guesses have caught up with.
    seen: HuntersView,
    rounds: Vec<Round>,
    nodes: Vec<GuessNode>,
}

/// The edges that lead to the nodes of one round, and the number of histories behind each node.
#[derive(Debug, Clone, Default)]
struct Round {
    edges: Vec<Edge>,
    /// Start of each node's edges in `edges`; one entry more than there are nodes.
    starts: Vec<u32>,
    /// Histories that lead to each node, divided by 2^shift and never below 1.
    counts: Vec<u128>,
    shift: u32,
}

#[derive(Debug, Clone, Copy)]
struct Edge {
    parent: u32,
    mv: DraculaMove,
}

/// Bits that a count may take. If one takes more, all counts of its round are halved.
const COUNT_BITS: u32 = 100;

impl Guesses {
    /// The guesses before the first play: one history.
    #[must_use]
    pub fn start(rules: &Course) -> Self {
        let seen = HuntersView::start(rules);
        Self { seen, rounds: vec![], nodes: vec![GuessNode::start(rules)] }
    }

    /// Catches up with a later view of the same game.
    ///
    /// This is cheaper than a fresh start, with the same result.
    ///
    /// # Errors
    /// If no history explains the view; the guesses then stay empty for good.
    pub fn update(&mut self, rules: &Course, view: &HuntersView) -> Result<(), NoGuess> {
        self.follow(rules, view, |_| None)
    }

    /// Catches up with the plays. Where `known` gives the move of a round, only that move is tried.
    fn follow(
        &mut self,
        rules: &Course,
        view: &HuntersView,
        known: impl Fn(usize) -> Option<DraculaMove>,
    ) -> Result<(), NoGuess> {
        for play in view.plays().iter().skip(self.seen.plays().len()) {
            match play {
                Play::Hunter(play) => self.filter(|node| node.hunter_turn(rules, play, view)),
                Play::Dracula(play) => {
                    let known = known(self.rounds.len());
                    self.dracula_turn(rules, *play, view, known);
                }
            }
        }
        self.filter(|node| node.explains(view));
        self.seen.clone_from(view);
        if self.nodes.is_empty() { Err(NoGuess) } else { Ok(()) }
    }

    /// Keeps the nodes that `step` accepts, with their edges.
    fn filter(&mut self, mut step: impl FnMut(&mut GuessNode) -> bool) {
        let kept: Vec<bool> = self.nodes.iter_mut().map(&mut step).collect();
        let mut keep = kept.iter();
        self.nodes.retain(|_| keep.next().is_some_and(|&kept| kept));
        if let Some(round) = self.rounds.last_mut() {
            round.keep(&kept);
        }
    }

    fn dracula_turn(
        &mut self,
        rules: &Course,
        play: DraculaPlay<Sighting>,
        view: &HuntersView,
        known: Option<DraculaMove>,
    ) {
        let mut reached: Vec<(GuessNode, Edge)> = vec![];
        for (parent, node) in (0..).zip(&self.nodes) {
            let candidates = node.candidates(rules, play.mv);
            for mv in candidates.filter(|mv| known.is_none_or(|known| known == *mv)) {
                let next = node.dracula_turn(rules, mv, play, view);
                reached.extend(next.map(|next| (next, Edge { parent, mv })));
            }
        }
        reached.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.parent.cmp(&b.1.parent)));
        let before = self.rounds.last();
        let (round, nodes) = Round::new(reached, before);
        self.rounds.push(round);
        self.nodes = nodes;
    }

    /// The number of histories; `None` if there are so many that the count is only approximate, 0
    /// after an [`update`](Self::update) that failed.
    #[must_use]
    pub fn count(&self) -> Option<u128> {
        match self.rounds.last() {
            Some(round) if round.shift == 0 => Some(round.counts.iter().sum()),
            Some(_) => None,
            None => Some(1),
        }
    }

    /// The positions that the game can be in now, each once. Histories are merged if they differ in
    /// nothing that can still matter.
    pub fn positions(&self) -> impl ExactSizeIterator<Item = &super::Position> {
        self.nodes.iter().map(GuessNode::position)
    }

    /// One history of Dracula's moves. All histories are equally likely.
    ///
    /// # Panics
    /// If there is no history, as after an update that failed.
    fn sample_moves(&self, rng: &mut Rng) -> Vec<DraculaMove> {
        assert!(!self.nodes.is_empty(), "a sample is drawn from at least one history");
        let Some(last) = self.rounds.last() else { return vec![] };
        let mut moves = Vec::with_capacity(self.rounds.len());
        let mut node = pick(rng, last.counts.iter().copied());
        for (index, round) in self.rounds.iter().enumerate().rev() {
            let before = index.checked_sub(1).map(|i| &self.rounds[i]);
            let edges = round.edges_to(node);
            let weight = |edge: &Edge| before.map_or(1, |b| b.counts[edge.parent as usize]);
            let edge = edges[pick(rng, edges.iter().map(weight))];
            moves.push(edge.mv);
            node = edge.parent as usize;
        }
        moves.reverse();
        moves
    }

    /// Visits every history that leads to a node of a round. `after` holds the later moves, latest
    /// first.
    fn visit(
        &self,
        rounds: usize,
        node: usize,
        after: &mut Vec<DraculaMove>,
        visit: &mut dyn FnMut(&[DraculaMove]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(before) = rounds.checked_sub(1) else { return visit(after) };
        for edge in self.rounds[before].edges_to(node) {
            after.push(edge.mv);
            let flow = self.visit(before, edge.parent as usize, after, visit);
            after.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// Replays a history together with the plays that the hunters saw.
    fn state(&self, rules: &Course, moves: &[DraculaMove], chance: Chance) -> State {
        let mut state = State::start(rules, chance);
        let mut moves = moves.iter();
        for (index, play) in self.seen.plays().iter().enumerate() {
            let mv = match play {
                Play::Hunter(play) => Move::Hunter(play.to),
                Play::Dracula(_) => {
                    let mv = moves.next().expect("a history has a move for every round");
                    Move::Dracula(*mv)
                }
            };
            let choice = Choice { mv, message: self.seen.messages().with(index) };
            state.play(rules, choice).expect("a history is legal");
        }
        state
    }
}

impl Round {
    /// Merges equal nodes, which are sorted next to each other.
    fn new(reached: Vec<(GuessNode, Edge)>, before: Option<&Self>) -> (Self, Vec<GuessNode>) {
        let mut round = Self { shift: before.map_or(0, |b| b.shift), ..Self::default() };
        let mut nodes: Vec<GuessNode> = vec![];
        for (node, edge) in reached {
            let count = before.map_or(1, |b| b.counts[edge.parent as usize]);
            if nodes.last() == Some(&node) {
                if let Some(sum) = round.counts.last_mut() {
                    *sum += count;
                }
            } else {
                round.starts.push(index(round.edges.len()));
                round.counts.push(count);
                nodes.push(node);
            }
            round.edges.push(edge);
        }
        round.starts.push(index(round.edges.len()));
        round.scale();
        (round, nodes)
    }

    fn scale(&mut self) {
        while self.counts.iter().any(|&count| count >> COUNT_BITS != 0) {
            self.shift += 1;
            for count in &mut self.counts {
                *count = (*count >> 1).max(1);
            }
        }
    }

    fn edges_to(&self, node: usize) -> &[Edge] {
        &self.edges[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    fn keep(&mut self, kept: &[bool]) {
        let mut round = Self { shift: self.shift, ..Self::default() };
        for node in (0..kept.len()).filter(|&node| kept[node]) {
            round.starts.push(index(round.edges.len()));
            round.edges.extend_from_slice(self.edges_to(node));
            round.counts.push(self.counts[node]);
        }
        round.starts.push(index(round.edges.len()));
        *self = round;
    }
}

fn index(len: usize) -> u32 {
    u32::try_from(len).expect("fewer than 2^32 edges in a round")
}

/// An index drawn with probability proportional to its weight. Weights are positive and add up to
/// less than 2^127.
fn pick(rng: &mut Rng, weights: impl Iterator<Item = u128> + Clone) -> usize {
    let sum: u128 = weights.clone().sum();
    let bits = u128::BITS - sum.leading_zeros();
    let mut at = loop {
        let word = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
        let word = word >> (u128::BITS - bits);
        if word < sum {
            break word;
        }
    };
    let mut chosen = 0;
    for (index, weight) in weights.enumerate() {
        chosen = index;
        if at < weight {
            break;
        }
        at -= weight;
    }
    chosen
}

/// All histories that explain the view are equally likely. Any view will do.
impl Guess for Course {
    type Guesses = Guesses;

    fn guesses(&self, view: &View) -> Result<Guesses, NoGuess> {
        let mut guesses = Guesses::start(self);
        match view {
            View::Hunters(view) => guesses.update(self, view)?,
            // Dracula sees everything (K1), so his view has one explanation.
            View::Dracula(truth) => {
                guesses.follow(self, &truth.as_hunters(), |round| truth.dracula_move(round))?;
            }
        }
        Ok(guesses)
    }

    fn sample(&self, guesses: &Guesses, rng: &mut Rng) -> State {
        let moves = guesses.sample_moves(rng);
        guesses.state(self, &moves, Self::fresh_chance(rng))
    }
}

impl ListGuesses for Course {
    fn for_each(
        &self,
        guesses: &Guesses,
        rng: &mut Rng,
        visit: &mut dyn FnMut(State) -> ControlFlow<()>,
    ) {
        let mut replay = |moves: &[DraculaMove]| {
            let moves: Vec<_> = moves.iter().rev().copied().collect();
            visit(guesses.state(self, &moves, Self::fresh_chance(rng)))
        };
        for node in 0..guesses.nodes.len() {
            let flow = guesses.visit(guesses.rounds.len(), node, &mut vec![], &mut replay);
            if flow.is_break() {
                return;
            }
        }
    }
}
