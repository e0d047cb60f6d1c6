//! A bot's policy as a table: its answers in every place of the tree that it can reach.

use std::sync::Arc;

use stoker_bots::{BotEntry, Setup, Values};
use stoker_engine::course::{Course, Move, State};
use stoker_engine::{Count, Decision, Game, Seed, SideId, Turn, Viewer};

use super::solve::{InfoSetTable, shares};
use super::tree::{Tree, TreeNode, after};

/// The hunters' table of a bot. It covers only places that the bot itself reaches.
pub(crate) fn hunters_policy(
    game: &Arc<Course>,
    tree: &Tree,
    entry: &BotEntry<Course>,
    asked: u32,
) -> InfoSetTable {
    let questions = Questions { game, tree, entry, asked };
    let mut table = InfoSetTable::of_hunters(tree);
    questions.ask_hunters(&mut table, 0);
    table
}

/// Dracula's table of a bot. It covers every place.
pub(crate) fn dracula_policy(
    game: &Arc<Course>,
    tree: &Tree,
    entry: &BotEntry<Course>,
    asked: u32,
) -> InfoSetTable {
    let questions = Questions { game, tree, entry, asked };
    let mut table = InfoSetTable::of_dracula(tree);
    for &node in &tree.nodes_of_dracula {
        let TreeNode::Dracula { worlds, first, .. } = &tree.nodes[node as usize] else {
            continue;
        };
        for (world, set) in (0u16..).zip(*first as usize..).take(worlds.len()) {
            questions.answer((node, world), table.of_mut(set));
        }
    }
    table
}

/// A bot, with all that is needed to ask it.
struct Questions<'q> {
    game: &'q Arc<Course>,
    tree: &'q Tree,
    entry: &'q BotEntry<Course>,
    asked: u32,
}

impl Questions<'_> {
    /// Fills in the places that the bot reaches from this node on.
    fn ask_hunters(&self, table: &mut InfoSetTable, node: u32) {
        match &self.tree.nodes[node as usize] {
            TreeNode::Over(_) => {}
            TreeNode::Dracula { worlds, .. } => {
                let mut children: Vec<u32> = worlds.iter().flatten().map(|to| to.node).collect();
                children.sort_unstable();
                children.dedup();
                children.into_iter().for_each(|child| self.ask_hunters(table, child));
            }
            TreeNode::Last { .. } => self.answer((node, 0), table.of_mut(node as usize)),
            TreeNode::Hunters { moves, .. } => {
                self.answer((node, 0), table.of_mut(node as usize));
                let plan = shares(table.of(node as usize));
                let taken = moves.iter().zip(plan).filter(|(_, share)| *share > 0.0);
                let looks = taken.flat_map(|(looks, _)| looks);
                looks.for_each(|look| self.ask_hunters(table, look.node));
            }
        }
    }

    /// Counts a bot's answers in a world of a node.
    fn answer(&self, (node, world): (u32, u16), counts: &mut [f64]) {
        // Its answers are known, and too few are asked for to measure so many moves.
        if self.entry.name == "random" {
            counts.fill(1.0);
            return;
        }
        let (root, path) = self.tree.path(node, world);
        for seed in 1..=u64::from(self.asked) {
            let (state, mv) =
                play(self.game, self.entry, &self.tree.roots[root], &path, Seed(seed));
            let number = state.position().moves(self.game).position(|other| other == mv);
            counts[number.expect("built-in bots play legal moves")] += 1.0;
        }
    }
}

/// A bot's answer after these moves. The bot is asked at each of its own moves on the way, so that
/// it remembers what it would in a match.
fn play(
    game: &Arc<Course>,
    entry: &BotEntry<Course>,
    root: &State,
    path: &[Move],
    seed: Seed,
) -> (State, Move) {
    let mut state = root.clone();
    for mv in path {
        state = after(game, &state, *mv);
    }
    let Turn::ToMove(seat) = game.turn(&state) else { unreachable!("a decision is asked for") };
    let side = game.sides().side_of(seat);
    let values = Values::defaults(entry.params);
    let seats = if side == Course::HUNTERS { 0..4 } else { 4..5 };
    let mut bot = (entry.make)(&Setup { game, values: &values, side, seats });
    let mut rng = seed.of_bot(side, seat).bot_rng();
    let mut ask = |state: &State, seat| {
        let view = game.view(state, Viewer(side.0));
        let mut budget = Count(u64::MAX);
        bot.choose(&view, &mut Decision::new(seat, &mut rng, &mut budget)).mv
    };
    let mut state = root.clone();
    for mv in path {
        let Turn::ToMove(seat) = game.turn(&state) else { unreachable!("the path goes on") };
        if is_of(game, seat, side) {
            ask(&state, seat);
        }
        state = after(game, &state, *mv);
    }
    let mv = ask(&state, seat);
    (state, mv)
}

fn is_of(game: &Course, seat: stoker_engine::Seat, side: SideId) -> bool {
    game.sides().side_of(seat) == side
}
