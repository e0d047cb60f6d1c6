//! All lines of play of a short game, grouped by what the hunters know.

use stoker_engine::course::{Course, Hunter, Move, State};
use stoker_engine::{Chance, Game, Seed, Turn, Viewer};

/// A node: what the hunters know. It holds every world, that is every state of the game, that they
/// cannot tell apart.
pub(crate) enum TreeNode {
    /// The game is over, in every world.
    Over(f32),
    /// A hunter moves.
    Hunters {
        /// The results of each of their moves.
        moves: Vec<Vec<Observation>>,
        made: NodeOrigin,
    },
    /// The last move that a hunter makes, with the final scores by move, then by world.
    Last { moves: usize, scores: Vec<f32>, made: NodeOrigin },
    /// Dracula moves. By world, the results of each of his moves.
    Dracula {
        worlds: Vec<Vec<MoveResult>>,
        /// The number of the first world's information set among all of Dracula's.
        first: u32,
        made: NodeOrigin,
    },
}

/// The hunters' observation after one of their moves.
pub(crate) struct Observation {
    /// The node.
    pub(crate) node: u32,
    /// The worlds that look like it, in the node's order.
    pub(crate) worlds: Vec<u16>,
}

/// The result of one of Dracula's moves.
#[derive(Clone, Copy)]
pub(crate) struct MoveResult {
    pub(crate) node: u32,
    pub(crate) world: u16,
}

/// The origin of a node's worlds: for each world, one before it and the move between them.
pub(crate) struct NodeOrigin {
    pub(crate) from: u32,
    pub(crate) worlds: Vec<(u16, Move)>,
}

/// All nodes; the first is the one after the opening.
pub(crate) struct Tree {
    pub(crate) nodes: Vec<TreeNode>,
    /// The worlds after the opening; all are equally likely.
    pub(crate) roots: Vec<State>,
    pub(crate) nodes_of_dracula: Vec<u32>,
    /// Number of Dracula's information sets.
    sets: u32,
}

impl Tree {
    /// The tree after the hunters have begun in these places, and Dracula in any other city except
    /// the castle and the hospital; all of these are equally likely.
    pub(crate) fn new(game: &Course, places: [&str; 4]) -> Self {
        let mut state = State::start(game, Chance::seeded(Seed(1)));
        for code in places {
            let place = game.place(code).expect("a place of the map");
            state = after(game, &state, Move::Hunter(place));
        }
        let board = *state.position().board();
        let home = [game.castle(), game.hospital()];
        let start = |mv: &Move| match *mv {
            Move::Dracula(stoker_engine::course::DraculaMove::To(place)) => {
                !game.is_sea(place) && !home.contains(&place) && !board.hunters().contains(place)
            }
            Move::Dracula(_) | Move::Hunter(_) => false,
        };
        let roots: Vec<_> =
            state.position().moves(game).filter(start).map(|mv| after(game, &state, mv)).collect();
        let mut tree =
            Self { nodes: vec![], roots: roots.clone(), nodes_of_dracula: vec![], sets: 0 };
        let made = NodeOrigin { from: u32::MAX, worlds: vec![] };
        tree.add(game, &roots, made);
        tree
    }

    /// The number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The number of places that Dracula can start from.
    pub(crate) fn starts(&self) -> usize {
        self.roots.len()
    }

    /// The moves after the opening that lead to a world of a node.
    pub(crate) fn path(&self, node: u32, world: u16) -> (usize, Vec<Move>) {
        let (mut node, mut world, mut path) = (node, usize::from(world), vec![]);
        while let Some((before, mv)) = self.made(node).worlds.get(world) {
            path.push(*mv);
            (node, world) = (self.made(node).from, usize::from(*before));
        }
        path.reverse();
        (world, path)
    }

    fn made(&self, node: u32) -> &NodeOrigin {
        match &self.nodes[node as usize] {
            TreeNode::Hunters { made, .. }
            | TreeNode::Last { made, .. }
            | TreeNode::Dracula { made, .. } => made,
            TreeNode::Over(_) => unreachable!("nobody decides there"),
        }
    }

    /// Adds the node of these worlds, which look alike, and all nodes below it. Returns its number.
    fn add(&mut self, game: &Course, worlds: &[State], made: NodeOrigin) -> u32 {
        let number = u32::try_from(self.nodes.len()).expect("the game is short");
        let board = worlds[0].position().board();
        self.nodes.push(TreeNode::Over(board.score() as f32));
        let node = match game.turn(&worlds[0]) {
            Turn::Over(_) => return number,
            Turn::ToMove(seat) if seat == stoker_engine::course::Mover::DRACULA => {
                self.dracula(game, worlds, number, made)
            }
            Turn::ToMove(seat) => {
                let last = seat == Hunter::Harker.seat() && board.score() == 1;
                if last {
                    last_node(game, worlds, made)
                } else {
                    self.hunters(game, worlds, number, made)
                }
            }
        };
        self.nodes[number as usize] = node;
        number
    }

    fn hunters(
        &mut self,
        game: &Course,
        worlds: &[State],
        number: u32,
        made: NodeOrigin,
    ) -> TreeNode {
        let mut moves = vec![];
        for mv in worlds[0].position().moves(game) {
            let each = (0..).zip(worlds).map(|(world, state)| (world, after(game, state, mv)));
            let looks = alike(game, each.collect()).into_iter().map(|group| {
                let (before, states): (Vec<u16>, Vec<State>) = group.into_iter().unzip();
                let worlds = before.iter().map(|&world| (world, mv)).collect();
                let node = self.add(game, &states, NodeOrigin { from: number, worlds });
                Observation { node, worlds: before }
            });
            moves.push(looks.collect());
        }
        TreeNode::Hunters { moves, made }
    }

    fn dracula(
        &mut self,
        game: &Course,
        worlds: &[State],
        number: u32,
        made: NodeOrigin,
    ) -> TreeNode {
        let first = self.sets;
        self.sets += u32::try_from(worlds.len()).expect("the game is short");
        self.nodes_of_dracula.push(number);
        let mut all = vec![];
        let mut leads = vec![];
        for (world, state) in (0u16..).zip(worlds) {
            let moves: Vec<_> = state.position().moves(game).collect();
            leads.push(vec![MoveResult { node: 0, world: 0 }; moves.len()]);
            let each = (0usize..).zip(moves);
            all.extend(each.map(|(index, mv)| ((world, index, mv), after(game, state, mv))));
        }
        for group in alike(game, all) {
            let (from, states): (Vec<_>, Vec<State>) = group.into_iter().unzip();
            let made = from.iter().map(|&(world, _, mv)| (world, mv)).collect();
            let node = self.add(game, &states, NodeOrigin { from: number, worlds: made });
            for (arrived, (world, index, _)) in (0..).zip(from) {
                leads[usize::from(world)][index] = MoveResult { node, world: arrived };
            }
        }
        TreeNode::Dracula { worlds: leads, first, made }
    }
}

/// The node of the last hunter's last move. After it only Dracula's last move is left, which is his
/// decision alone.
fn last_node(game: &Course, worlds: &[State], made: NodeOrigin) -> TreeNode {
    let mut scores = vec![];
    let mut moves = 0;
    for mv in worlds[0].position().moves(game) {
        moves += 1;
        for state in worlds {
            let mut position = *state.position();
            position.play_unchecked(game, mv);
            let replies = position.moves(game).map(|reply| {
                let mut after = position;
                after.play_unchecked(game, reply);
                after.board().score()
            });
            scores.push(replies.min().unwrap_or(position.board().score()) as f32);
        }
    }
    TreeNode::Last { moves, scores, made }
}

/// A state after a move.
pub(crate) fn after(game: &Course, state: &State, mv: Move) -> State {
    let mut state = state.clone();
    state.play(game, mv.into()).expect("moves of the list are legal");
    state
}

/// Groups states by what the hunters see of them.
fn alike<T>(game: &Course, states: Vec<(T, State)>) -> Vec<Vec<(T, State)>> {
    let mut groups: Vec<(stoker_engine::course::View, Vec<(T, State)>)> = vec![];
    for (tag, state) in states {
        let view = game.view(&state, Viewer(0));
        match groups.iter_mut().find(|(seen, _)| *seen == view) {
            Some((_, group)) => group.push((tag, state)),
            None => groups.push((view, vec![(tag, state)])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}
