//! The reference for the product, in values and in time: plain loops over plain slices.

use super::matrix::Matrix;
use super::real::Real;

/// The first rows of `A B`, by the definition, in three loops.
pub fn naive<T: Real>(a: &Matrix<T>, b: &Matrix<T>, rows: usize) -> Vec<T> {
    let ((a_row, a_column), (b_row, b_column)) = (a.strides(), b.strides());
    let mut c = Vec::with_capacity(rows * b.columns);
    for i in 0..rows {
        for j in 0..b.columns {
            let mut sum = T::zero();
            for p in 0..a.columns {
                sum = sum
                    + a.elements[i * a_row + p * a_column] * b.elements[p * b_row + j * b_column];
            }
            c.push(sum);
        }
    }
    c
}

/// The largest relative error of C, whose elements are row-major:
/// `max_ij |C(i,j) - sum_p A(i,p) B(p,j)| / sum_p |A(i,p) B(p,j)|`, with both sums in `f64`.
///
/// # Errors
/// If an element of C is not finite: A and B are, so their product is out of range.
pub fn relative_error<T: Real>(a: &Matrix<T>, b: &Matrix<T>, c: &[T]) -> Result<f64, String> {
    let ((a_row, a_column), (b_row, b_column)) = (a.strides(), b.strides());
    let (mut largest, n) = (0.0_f64, b.columns);
    let (mut sums, mut sizes, mut row) = (vec![0.0; n], vec![0.0; n], vec![0.0; n]);
    for i in 0..a.rows {
        sums.fill(0.0);
        sizes.fill(0.0);
        for p in 0..a.columns {
            let x: f64 = a.elements[i * a_row + p * a_column].into();
            for (j, y) in row.iter_mut().enumerate() {
                *y = x * b.elements[p * b_row + j * b_column].into();
            }
            for ((sum, size), product) in sums.iter_mut().zip(&mut sizes).zip(&row) {
                *sum += product;
                *size += product.abs();
            }
        }
        for (j, &c) in c[i * n..][..n].iter().enumerate() {
            if !c.is_finite() {
                return Err(format!("the product overflows {} at ({i}, {j})", T::NAME));
            }
            // Below `SMALLEST` rounding is absolute.
            let error = (c.into() - sums[j]).abs() / (sizes[j] + T::SMALLEST);
            // `max` ignores NaN.
            if error.is_nan() || error > largest {
                largest = error;
            }
        }
    }
    Ok(largest)
}

/// An upper bound of the error, in whatever order the `k` products are added: `gamma(k) = k u / (1 - k u)` (Higham,
/// Accuracy and Stability of Numerical Algorithms, 3.1), once for C and once for the reference.
pub fn bound<T: Real>(k: usize) -> f64 {
    let gamma = |u: f64| k as f64 * u / (1.0 - k as f64 * u).max(0.5);
    gamma(T::ROUNDING) + gamma(<f64 as Real>::ROUNDING)
}
