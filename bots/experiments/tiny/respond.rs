//! Best responses: the best that a player can do against a known table.

use super::solve::{Below, InfoSetTable, shares};
use super::tree::{Tree, TreeNode};

/// The hunters' score with this table, if Dracula knows it.
pub(crate) fn best_dracula(tree: &Tree, hunters: &InfoSetTable) -> f64 {
    let values = against_hunters(tree, hunters, 0, tree.starts());
    values.iter().sum::<f64>() / tree.starts() as f64
}

/// By world, the score to which Dracula can hold the hunters from a node with this many worlds.
fn against_hunters(tree: &Tree, hunters: &InfoSetTable, node: u32, worlds: usize) -> Vec<f64> {
    let mut value = vec![0.0; worlds];
    match &tree.nodes[node as usize] {
        TreeNode::Over(score) => value.fill((*score).into()),
        TreeNode::Hunters { moves, .. } => {
            for (looks, share) in moves.iter().zip(shares(hunters.of(node as usize))) {
                // Where the hunters never go, their answers do not matter.
                for look in looks.iter().filter(|_| share > 0.0) {
                    let found = against_hunters(tree, hunters, look.node, look.worlds.len());
                    for (&world, found) in look.worlds.iter().zip(found) {
                        value[usize::from(world)] += share * found;
                    }
                }
            }
        }
        TreeNode::Last { moves, scores, .. } => {
            let plan = shares(hunters.of(node as usize));
            for (row, share) in scores.chunks(scores.len() / moves).zip(plan) {
                value.iter_mut().zip(row).for_each(|(sum, &one)| *sum += share * f64::from(one));
            }
        }
        TreeNode::Dracula { worlds: leads, .. } => {
            let plans: Vec<_> = leads.iter().map(|moves| vec![0.0; moves.len()]).collect();
            let mut below = Below::new(leads, &vec![0.0; worlds], &plans);
            let of = |(child, there): &(u32, Vec<f64>)| {
                against_hunters(tree, hunters, *child, there.len())
            };
            below.values = below.children.iter().map(of).collect();
            for (value, moves) in value.iter_mut().zip(leads) {
                *value = moves.iter().map(|to| below.value(to)).fold(f64::INFINITY, f64::min);
            }
        }
    }
    value
}

/// The hunters' score against a Dracula who plays by this table, if they know it.
pub(crate) fn best_hunters(tree: &Tree, dracula: &InfoSetTable) -> f64 {
    let starts = tree.starts();
    against_dracula(tree, dracula, 0, &vec![1.0 / starts as f64; starts])
}

/// The highest score that the hunters can reach from a node, given the probabilities of its worlds.
/// It is weighted by the share of games that reach the node.
fn against_dracula(tree: &Tree, dracula: &InfoSetTable, node: u32, likely: &[f64]) -> f64 {
    match &tree.nodes[node as usize] {
        TreeNode::Over(score) => f64::from(*score) * likely.iter().sum::<f64>(),
        TreeNode::Hunters { moves, .. } => {
            let worth = |looks: &Vec<super::tree::Observation>| {
                let each = looks.iter().map(|look| {
                    let here = look.worlds.iter().map(|&world| likely[usize::from(world)]);
                    against_dracula(tree, dracula, look.node, &here.collect::<Vec<_>>())
                });
                each.sum::<f64>()
            };
            moves.iter().map(worth).fold(f64::NEG_INFINITY, f64::max)
        }
        TreeNode::Last { moves, scores, .. } => {
            let rows = scores.chunks(scores.len() / moves);
            let worth =
                |row: &[f32]| row.iter().zip(likely).map(|(&s, w)| f64::from(s) * w).sum::<f64>();
            rows.map(worth).fold(f64::NEG_INFINITY, f64::max)
        }
        TreeNode::Dracula { worlds, first, .. } => {
            let plans: Vec<_> =
                (*first as usize..).take(worlds.len()).map(|set| shares(dracula.of(set))).collect();
            let below = Below::new(worlds, likely, &plans);
            let each = below.children.iter();
            each.map(|(child, likely)| against_dracula(tree, dracula, *child, likely)).sum()
        }
    }
}
