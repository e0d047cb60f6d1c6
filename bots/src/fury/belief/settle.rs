//! Equal histories are one, and the cap is kept.

use super::Belief;
use super::history::{History, UNKNOWN};

impl Belief {
    /// Merges equal histories, scales the weights to a sum of 1, and enforces the cap.
    pub(super) fn settle(&mut self) {
        self.merge();
        let mut column = 0;
        while self.histories.len() > self.cap && column < self.columns.len() {
            self.exact = false;
            let oldest = self.oldest(column);
            for history in &mut self.histories {
                if usize::from(history.current) != oldest {
                    history.cells[oldest] = UNKNOWN;
                }
            }
            self.merge();
            column += 1;
        }
        let total: f64 = self.histories.iter().map(|history| history.weight).sum();
        if total > 0.0 {
            self.histories.iter_mut().for_each(|history| history.weight /= total);
        }
    }

    /// The column of the slot that was made as this in the order of age.
    fn oldest(&self, number: usize) -> usize {
        let mut order: Vec<usize> = (0..self.columns.len()).collect();
        order.sort_by_key(|&column| self.columns[column].0);
        order[number]
    }

    fn merge(&mut self) {
        self.histories.sort_by_key(History::key);
        self.histories.dedup_by(|next, kept| {
            let same = next.key() == kept.key();
            if same {
                kept.weight += next.weight;
            }
            same
        });
    }
}
