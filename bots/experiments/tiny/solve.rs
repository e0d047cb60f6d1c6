//! CFR+: both sides learn from their regrets until neither has any left.
//!
//! # Source
//! O. Tammelin, "Solving Large Imperfect Information Games Using CFR+", 2014,
//! <https://arxiv.org/abs/1407.5042>. For vectors over hidden states: M. Johanson and others,
//! "Accelerating Best Response Calculation in Large Extensive Games", 2011.

use super::tree::{MoveResult, Tree, TreeNode};

/// Both sides' regrets and averages.
pub(crate) struct Solver<'t> {
    tree: &'t Tree,
    hunters: RegretLearner,
    dracula: RegretLearner,
    iteration: f64,
}

/// One side's regrets and average policy, by information set.
struct RegretLearner {
    regrets: InfoSetTable,
    averages: InfoSetTable,
}

/// Numbers by information set and move.
pub(crate) struct InfoSetTable {
    /// Index of the first move's number, by information set.
    firsts: Vec<u32>,
    numbers: Vec<f64>,
}

impl InfoSetTable {
    /// A table for the hunters, who know the node.
    pub(crate) fn of_hunters(tree: &Tree) -> Self {
        Self::new(tree.nodes.iter().map(|node| match node {
            TreeNode::Hunters { moves, .. } => moves.len(),
            TreeNode::Last { moves, .. } => *moves,
            TreeNode::Over(_) | TreeNode::Dracula { .. } => 0,
        }))
    }

    /// A table for Dracula, who knows the world too.
    pub(crate) fn of_dracula(tree: &Tree) -> Self {
        Self::new(tree.nodes_of_dracula.iter().flat_map(|&node| {
            let TreeNode::Dracula { worlds, .. } = &tree.nodes[node as usize] else {
                unreachable!("Dracula moves there");
            };
            worlds.iter().map(Vec::len)
        }))
    }

    /// A table of zeros for information sets with these numbers of moves.
    fn new(moves: impl Iterator<Item = usize>) -> Self {
        let (mut firsts, mut total) = (vec![0], 0);
        for count in moves {
            total += u32::try_from(count).expect("few moves");
            firsts.push(total);
        }
        Self { firsts, numbers: vec![0.0; total as usize] }
    }

    /// The numbers of an information set.
    pub(crate) fn of(&self, set: usize) -> &[f64] {
        &self.numbers[self.firsts[set] as usize..self.firsts[set + 1] as usize]
    }

    /// The numbers of an information set, to be changed.
    pub(crate) fn of_mut(&mut self, set: usize) -> &mut [f64] {
        &mut self.numbers[self.firsts[set] as usize..self.firsts[set + 1] as usize]
    }
}

/// The numbers as shares of their sum; equal shares if the sum is 0.
pub(crate) fn shares(numbers: &[f64]) -> Vec<f64> {
    let sum: f64 = numbers.iter().sum();
    let even = 1.0 / numbers.len() as f64;
    numbers.iter().map(|&n| if sum > 0.0 { n / sum } else { even }).collect()
}

impl<'t> Solver<'t> {
    pub(crate) fn new(tree: &'t Tree) -> Self {
        let learner = |blank: fn(&Tree) -> InfoSetTable| RegretLearner {
            regrets: blank(tree),
            averages: blank(tree),
        };
        Self {
            tree,
            hunters: learner(InfoSetTable::of_hunters),
            dracula: learner(InfoSetTable::of_dracula),
            iteration: 0.0,
        }
    }

    /// One pass over the whole tree.
    pub(crate) fn iterate(&mut self) {
        self.iteration += 1.0;
        let starts = self.tree.starts();
        let likely = vec![1.0 / starts as f64; starts];
        self.pass(0, 1.0, &likely);
    }

    /// The average policies of both sides, which approach perfect play.
    pub(crate) fn averages(self) -> (InfoSetTable, InfoSetTable) {
        (self.hunters.averages, self.dracula.averages)
    }

    /// The value of each world of a node, given how likely either side's policy makes it.
    fn pass(&mut self, node: u32, own: f64, likely: &[f64]) -> Vec<f64> {
        let tree = self.tree;
        match &tree.nodes[node as usize] {
            TreeNode::Over(score) => vec![f64::from(*score); likely.len()],
            TreeNode::Hunters { moves, .. } => {
                let plan = shares(self.hunters.regrets.of(node as usize));
                let mut values = vec![];
                for (looks, share) in moves.iter().zip(&plan) {
                    let mut value = vec![0.0; likely.len()];
                    for look in looks {
                        let here: Vec<_> =
                            look.worlds.iter().map(|&world| likely[usize::from(world)]).collect();
                        let found = self.pass(look.node, own * share, &here);
                        for (&world, found) in look.worlds.iter().zip(found) {
                            value[usize::from(world)] = found;
                        }
                    }
                    values.push(value);
                }
                self.learn_hunters(node, own, likely, &plan, &values)
            }
            TreeNode::Last { moves, scores, .. } => {
                let plan = shares(self.hunters.regrets.of(node as usize));
                let rows = scores.chunks(scores.len() / moves);
                let values: Vec<Vec<f64>> =
                    rows.map(|row| row.iter().map(|&score| score.into()).collect()).collect();
                self.learn_hunters(node, own, likely, &plan, &values)
            }
            TreeNode::Dracula { .. } => self.pass_dracula(node, own, likely),
        }
    }

    /// Learns from the values of each of the hunters' moves, and returns the values of the worlds.
    fn learn_hunters(
        &mut self,
        node: u32,
        own: f64,
        likely: &[f64],
        plan: &[f64],
        values: &[Vec<f64>],
    ) -> Vec<f64> {
        let mut value = vec![0.0; likely.len()];
        for (row, share) in values.iter().zip(plan) {
            value.iter_mut().zip(row).for_each(|(sum, one)| *sum += share * one);
        }
        let weigh = |row: &[f64]| row.iter().zip(likely).map(|(v, w)| v * w).sum::<f64>();
        let usual = weigh(&value);
        let gains: Vec<f64> = values.iter().map(|row| weigh(row) - usual).collect();
        self.hunters.learn(node as usize, &gains, plan, own * self.iteration);
        value
    }

    fn pass_dracula(&mut self, node: u32, own: f64, likely: &[f64]) -> Vec<f64> {
        let TreeNode::Dracula { worlds, first, .. } = &self.tree.nodes[node as usize] else {
            unreachable!("Dracula moves there");
        };
        let first = *first as usize;
        let plans: Vec<_> =
            (0..worlds.len()).map(|world| shares(self.dracula.regrets.of(first + world))).collect();
        let mut below = Below::new(worlds, likely, &plans);
        below.values =
            below.children.iter().map(|(child, likely)| self.pass(*child, own, likely)).collect();
        let starts = self.tree.starts() as f64;
        let mut value = vec![];
        for (world, (moves, plan)) in worlds.iter().zip(&plans).enumerate() {
            let each: Vec<f64> = moves.iter().map(|to| below.value(to)).collect();
            let usual: f64 = each.iter().zip(plan).map(|(v, share)| v * share).sum();
            let gains: Vec<f64> = each.iter().map(|v| own * (usual - v)).collect();
            let weight = likely[world] * starts * self.iteration;
            self.dracula.learn(first + world, &gains, plan, weight);
            value.push(usual);
        }
        value
    }
}

/// The nodes below a node where Dracula moves.
pub(crate) struct Below {
    /// Their numbers, and the probabilities of their worlds.
    pub(crate) children: Vec<(u32, Vec<f64>)>,
    /// The values of their worlds, as far as they are known.
    pub(crate) values: Vec<Vec<f64>>,
}

impl Below {
    /// Collects the nodes that the worlds lead to, with their probabilities.
    pub(crate) fn new(worlds: &[Vec<MoveResult>], likely: &[f64], plans: &[Vec<f64>]) -> Self {
        let mut children: Vec<(u32, Vec<f64>)> = vec![];
        for (world, moves) in worlds.iter().enumerate() {
            for (to, share) in moves.iter().zip(&plans[world]) {
                let found = children.iter().position(|(node, _)| *node == to.node);
                let child = found.unwrap_or_else(|| {
                    children.push((to.node, vec![]));
                    children.len() - 1
                });
                let arrived = usize::from(to.world);
                let row = &mut children[child].1;
                row.resize(row.len().max(arrived + 1), 0.0);
                row[arrived] = likely[world] * share;
            }
        }
        Self { children, values: vec![] }
    }

    /// The value of a move.
    pub(crate) fn value(&self, to: &MoveResult) -> f64 {
        let child = self.children.iter().position(|(node, _)| *node == to.node);
        self.values[child.expect("it is one of them")][usize::from(to.world)]
    }
}

impl RegretLearner {
    fn learn(&mut self, set: usize, gains: &[f64], plan: &[f64], weight: f64) {
        for (regret, gain) in self.regrets.of_mut(set).iter_mut().zip(gains) {
            *regret = (*regret + gain).max(0.0);
        }
        for (average, share) in self.averages.of_mut(set).iter_mut().zip(plan) {
            *average += weight * share;
        }
    }
}
