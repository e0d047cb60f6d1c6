//! Groups of rows that have met, directly or through others.

/// Sets of comparable rows, joined one meeting at a time.
pub(super) struct Components {
    parent: Vec<usize>,
}

impl Components {
    pub(crate) fn new(rows: usize) -> Self {
        Self { parent: (0..rows).collect() }
    }

    pub(super) fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        // The lower number is the root, so that the order of meetings makes no difference.
        self.parent[a.max(b)] = a.min(b);
    }

    fn root(&mut self, mut row: usize) -> usize {
        while self.parent[row] != row {
            self.parent[row] = self.parent[self.parent[row]];
            row = self.parent[row];
        }
        row
    }

    /// The given rows that are in the set with most of them; of equally large sets, the one with
    /// the lowest root.
    pub(super) fn largest(&mut self, rows: &[usize]) -> Vec<usize> {
        let roots: Vec<usize> = rows.iter().map(|&row| self.root(row)).collect();
        let mut size = vec![0usize; self.parent.len()];
        roots.iter().for_each(|&root| size[root] += 1);
        let best = roots.iter().copied().max_by_key(|&root| (size[root], usize::MAX - root));
        rows.iter().zip(&roots).filter(|(_, root)| Some(**root) == best).map(|(&r, _)| r).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_set_is_found_and_of_equal_ones_the_first() {
        let mut components = Components::new(7);
        assert_eq!(components.largest(&[0, 1, 2]), [0]);
        components.join(6, 4);
        components.join(4, 5);
        components.join(2, 1);
        assert_eq!(components.largest(&[0, 1, 2, 3, 4, 5, 6]), [4, 5, 6]);
        assert_eq!(components.largest(&[0, 1, 2, 4]), [1, 2]);
        assert!(components.largest(&[]).is_empty());
    }
}
