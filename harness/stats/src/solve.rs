//! Linear equations, solved to the same bits on every platform.

/// The relative size of the residual at which a solution is accurate enough.
const TOLERANCE: f64 = 1e-13;

/// Solves A x = b for a symmetric, positive semidefinite matrix A, given by its products.
///
/// If A is singular and b in its range, x is the solution of least norm. It needs the memory of a
/// few vectors, so fields of thousands of entrants can be fitted.
///
/// # Source
/// M. R. Hestenes, E. Stiefel, "Methods of Conjugate Gradients for Solving Linear Systems", 1952.
pub(super) fn solve(apply: impl Fn(&[f64], &mut [f64]), b: &[f64]) -> Vec<f64> {
    let mut x = vec![0.0; b.len()];
    let mut residual = b.to_vec();
    let mut direction = b.to_vec();
    let mut product = vec![0.0; b.len()];
    let mut size = dot(&residual, &residual);
    let enough = TOLERANCE * TOLERANCE * size;
    for _ in 0..2 * b.len() + 20 {
        apply(&direction, &mut product);
        let curvature = dot(&direction, &product);
        if size <= enough || curvature <= 0.0 {
            break;
        }
        let step = size / curvature;
        for i in 0..x.len() {
            x[i] += step * direction[i];
            residual[i] -= step * product[i];
        }
        let before = size;
        size = dot(&residual, &residual);
        for (direction, residual) in direction.iter_mut().zip(&residual) {
            *direction = residual + size / before * *direction;
        }
    }
    x
}

/// The sum of products, always added in the same order.
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    const LANES: usize = 8;
    let mut lanes = [0.0; LANES];
    let (a_chunks, b_chunks) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    let rest: f64 = a_chunks.remainder().iter().zip(b_chunks.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in a_chunks.zip(b_chunks) {
        for lane in 0..LANES {
            lanes[lane] += a[lane] * b[lane];
        }
    }
    lanes.iter().sum::<f64>() + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 4x + y = 1, x + 3y = 2: x = 1/11, y = 7/11.
    #[test]
    fn two_equations_are_solved() {
        let apply = |v: &[f64], out: &mut [f64]| {
            out.copy_from_slice(&[4.0 * v[0] + v[1], v[0] + 3.0 * v[1]]);
        };
        let x = solve(apply, &[1.0, 2.0]);
        assert!((x[0] - 1.0 / 11.0).abs() < 1e-14 && (x[1] - 7.0 / 11.0).abs() < 1e-14, "{x:?}");
    }

    /// The Laplacian of an edge: x - y = 2 leaves the sum open; the shortest solution is (1, -1).
    #[test]
    fn of_many_solutions_the_shortest_is_found() {
        let apply = |v: &[f64], out: &mut [f64]| {
            out.copy_from_slice(&[v[0] - v[1], v[1] - v[0]]);
        };
        assert_eq!(solve(apply, &[2.0, -2.0]), [1.0, -1.0]);
        assert_eq!(solve(apply, &[0.0, 0.0]), [0.0, 0.0]);
    }

    #[test]
    fn a_dot_product_has_all_terms() {
        let a: Vec<f64> = (0..19u8).map(f64::from).collect();
        assert!((dot(&a, &a) - 2_109.0).abs() < 1e-12);
    }
}
