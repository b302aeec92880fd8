//! One multiplication: its layouts, whether it is right, and how fast it is.

use std::hint::black_box;
use std::time::{Duration, Instant};

use ndarray::{ArrayView2, ShapeBuilder};
use npyz::Order;
use tilework::{
    Tensor, View,
    algorithm::{MatrixLayout, gemm},
    bound::IntegerStrides,
    layout,
};

use super::matrix::Matrix;
use super::real::Real;
use super::reference;

/// The time for which something is repeated to find its shortest time.
const PATIENCE: Duration = Duration::from_millis(500);

/// `A B`, with a report on the standard output.
///
/// # Errors
/// If A cannot be folded, or if the product is not right.
pub fn multiply<T: Real>(a: &Matrix<T>, b: &Matrix<T>, fold: bool) -> Result<Matrix<T>, String> {
    let (m, n, k) = (a.rows, b.columns, a.columns);
    say!("C = A B for A {m} x {k}, B {k} x {n}, {}\n", T::NAME);
    let (elements, seconds) = multiply_with_layouts(a, b, fold, PATIENCE)?;
    let c = Matrix { rows: m, columns: n, order: Order::C, elements };

    let (error, bound) = (reference::relative_error(a, b, &c.elements)?, reference::bound::<T>(k));
    if error.is_nan() || error > bound {
        return Err(format!("the product is wrong: relative error {error:e}, at most {bound:e}"));
    }
    say!("\nlargest relative error {error:.1e}, at most {bound:.1e}\n");

    let flops = 2.0 * m as f64 * n as f64 * k as f64;
    print_speed("gemm", flops, seconds);
    // With so many rows that it does not take much longer than a second.
    let rows = ((5e8 / flops * m as f64) as usize).clamp(1, m);
    let seconds = measure(PATIENCE, || reference::naive(a, b, rows)).1;
    print_speed(&format!("naive, {rows} rows"), flops * rows as f64 / m as f64, seconds);
    let seconds = measure(PATIENCE, || view(a).dot(&view(b))).1;
    print_speed("ndarray", flops, seconds);
    Ok(c)
}

/// C, row-major, and its shortest time in as many attempts as `patience` allows.
///
/// # Errors
/// If A cannot be folded.
pub fn multiply_with_layouts<T: Real>(
    a: &Matrix<T>,
    b: &Matrix<T>,
    fold: bool,
    patience: Duration,
) -> Result<(Vec<T>, f64), String> {
    let (m, k) = (a.rows, a.columns);
    if !fold {
        return Ok(match a.order {
            Order::C => multiply_by(tensor(&a.elements, layout!((m, k):row_major)), b, patience),
            Order::Fortran => multiply_by(tensor(&a.elements, layout!((m, k))), b, patience),
        });
    }
    if !m.is_multiple_of(8) {
        return Err(format!("--fold makes panels of 8 rows, and A has {m}"));
    }
    // In panels of 8 rows there are two strides from row to row: 1 in a panel, 8 k between panels.
    let folded = layout!(((8,{m / 8}),k):((1,{8 * k}),8));
    let mut elements = vec![T::zero(); m * k];
    let mut panels = Tensor::new(&mut elements[..], folded).expect("as many elements as A has");
    match a.order {
        Order::C => {
            let a = tensor(&a.elements, layout!((m, k):row_major));
            panels.copy_from(&a);
        }
        Order::Fortran => {
            let a = tensor(&a.elements, layout!((m, k)));
            panels.copy_from(&a);
        }
    }
    Ok(multiply_by(tensor(&elements, folded), b, patience))
}

/// [`multiply_with_layouts`] with the layout of A. B is viewed as `(n,k)`, so that both matrices end with the mode that
/// is summed over.
fn multiply_by<T, A>(a: View<T, A>, b: &Matrix<T>, patience: Duration) -> (Vec<T>, f64)
where
    T: Real,
    A: MatrixLayout,
{
    let (n, k) = (b.columns, b.rows);
    match b.order {
        Order::C => product(a, tensor(&b.elements, layout!((n, k))), n, patience),
        Order::Fortran => product(a, tensor(&b.elements, layout!((n, k):row_major)), n, patience),
    }
}

/// Prints the layouts, and multiplies.
fn product<T, A, B>(a: View<T, A>, b: View<T, B>, n: usize, patience: Duration) -> (Vec<T>, f64)
where
    T: Real,
    A: MatrixLayout,
    B: MatrixLayout,
{
    let m = a.size() / (b.size() / n);
    let c = layout!((m, n):row_major);
    say!("A (m,k)  {}", a.layout());
    say!("B (n,k)  {}", b.layout());
    say!("C (m,n)  {c}");

    measure(patience, || {
        let mut elements = vec![T::zero(); m * n];
        let mut c = Tensor::new(&mut elements[..], c).expect("as many elements as C has");
        gemm(T::one(), &a, &b, T::zero(), &mut c).expect("the shapes match");
        elements
    })
}

/// Elements viewed through a compact layout.
fn tensor<T, L: IntegerStrides>(elements: &[T], layout: L) -> View<'_, T, L> {
    Tensor::new(elements, layout).expect("as many elements as the layout reaches")
}

/// The matrix as a view of `ndarray`.
fn view<T>(matrix: &Matrix<T>) -> ArrayView2<'_, T> {
    let shape = (matrix.rows, matrix.columns).set_f(matrix.order == Order::Fortran);
    ArrayView2::from_shape(shape, &matrix.elements).expect("a compact matrix")
}

/// The result of `f` and its shortest time in as many attempts as `patience` allows.
fn measure<R>(patience: Duration, mut f: impl FnMut() -> R) -> (R, f64) {
    let begin = Instant::now();
    let mut shortest = f64::INFINITY;
    loop {
        let start = Instant::now();
        let result = black_box(f());
        shortest = shortest.min(start.elapsed().as_secs_f64());
        if begin.elapsed() >= patience {
            return (result, shortest);
        }
    }
}

fn print_speed(name: &str, flops: f64, seconds: f64) {
    say!("{name:18} {:8.2} GFLOP/s", flops / seconds / 1e9);
}
