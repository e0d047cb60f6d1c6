//! The parts that bots of both sides use: knowledge, tables and playouts. They know no bot.

pub(super) mod belief;
pub(super) mod best;
pub(super) mod notes;
pub(super) mod numbers;
pub(super) mod places;
pub(super) mod playout;
pub(super) mod reachable;
pub(super) mod tables;
