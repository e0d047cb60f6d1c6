//! Lists in another order, and the draws that bring them into it.

use std::fmt::Debug;

use stoker_engine::{Rng, below};

pub(crate) fn shuffled<T: Clone>(items: &[T], rng: &mut Rng) -> Vec<T> {
    let mut items = items.to_vec();
    for last in (1..items.len()).rev() {
        items.swap(last, below(rng, u32::try_from(last + 1).unwrap()) as usize);
    }
    items
}

/// The draws with which a shuffle that draws for the last item first makes one list of another.
pub(crate) fn draws_for<T: Clone + PartialEq + Debug>(from: &[T], to: &[T]) -> Vec<u32> {
    assert_eq!(from.len(), to.len());
    let mut list = from.to_vec();
    let last_first = (1..list.len()).rev();
    last_first
        .map(|last| {
            let drawn = list[..=last].iter().position(|item| *item == to[last]).unwrap();
            list.swap(last, drawn);
            u32::try_from(drawn).unwrap()
        })
        .collect()
}
