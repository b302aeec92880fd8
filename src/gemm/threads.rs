//! Products by threads: C in tiles, one for each thread.

use alloc::vec::Vec;

use tilework_algebra::Error;

use super::blocks::{Product, Target};
use super::element::sealed::Sealed;
use super::pack::Operand;
use super::{Element, MatrixLayout, with_modes, with_product};
use crate::tensor::Tensor;
use crate::tensor::accessor::{Addressed, AddressedMut};

/// [`gemm`](crate::algorithm::gemm()) on the threads of rayon's current pool.
///
/// With threads in the layout `(s,t)`, the tiler `<m/s,n/t>`, rounded up, divides C. The thread at `(i,j)` computes the
/// tile at `(i,j)`. `s` and `t` are chosen so that tiles are nearly square.
///
/// # Errors
/// Those of [`gemm`](crate::algorithm::gemm()).
///
/// ```
/// use tilework::{Tensor, layout, algorithm::par_gemm};
/// let ones = [1.0; 64 * 3];
/// let (a, b) = (Tensor::new(&ones[..], layout!((64,3)))?, Tensor::new(&ones[..], layout!((64,3)))?);
/// let mut c = [0.0; 64 * 64];
/// par_gemm(1.0, &a, &b, 0.0, &mut Tensor::new(&mut c[..], layout!((64,64)))?)?;
/// assert_eq!(c, [3.0; 64 * 64]);
/// # Ok::<(), tilework::Error>(())
/// ```
#[inline]
pub fn par_gemm<T: Element, LA: MatrixLayout, LB: MatrixLayout, LC: MatrixLayout, A, B, C>(
    alpha: T,
    a: &Tensor<A, LA>,
    b: &Tensor<B, LB>,
    beta: T,
    c: &mut Tensor<C, LC>,
) -> Result<(), Error>
where
    A: Addressed<Item = T>,
    B: Addressed<Item = T>,
    C: AddressedMut<Item = T>,
{
    let (a, b, c) = (with_modes(a.parts()), with_modes(b.parts()), with_modes(c.parts_mut()));
    with_product(alpha, a, b, beta, c, compute)
}

/// The part of C that a thread writes.
struct Part<'a, T>(Target<'a, T>);

// SAFETY: a `Target` is not `Send` because it has all of C as cells. Its layout and its function of offsets are `Sync`.
// These four conditions together make a part safe to send:
// - A thread that has a part reads and writes only the cells at the offsets `rows(i) + columns(j)` of the part's own
//   coordinates, through the function of offsets if there is one. `Product::compute` guarantees it for every way to
//   compute.
// - No two parts have a coordinate in common: `compute` below divides the coordinates of C.
// - Different coordinates have different cells. The layout of C, with the function, is injective, which was checked
//   when the tensor was made that C is written through.
// - Nobody else has cells of C. It is borrowed exclusively until the threads have ended, so it does not overlap A and
//   B, which are borrowed for the same time and only read.
//
// An element moves with its cell from thread to thread, so `T` is `Send`.
unsafe impl<T: Send> Send for Part<'_, T> {}

impl<'a, T> Part<'a, T> {
    /// The part. A closure that calls this function captures the whole `Part`; one that names the field would capture
    /// the `Target`.
    fn target(self) -> Target<'a, T> {
        self.0
    }
}

/// Computes C, one tile for each thread. The tiles are a partition of the coordinates of C.
fn compute<T: Element>(product: Product<'_, T>) {
    let (m, n) = (product.c.rows.size, product.c.columns.size);
    if m == 0 || n == 0 {
        return;
    }
    let threads = rayon::current_num_threads();
    // The total that all threads read: A once for each column of tiles, and B once for each row.
    let reads = |s: &usize| m * (threads / s) + n * s;
    let across = (1..=threads).filter(|s| threads.is_multiple_of(*s)).min_by_key(reads);
    let s = across.unwrap_or(1);
    let unit = <T as Sealed>::kernel().height();
    let (rows, columns) =
        (m.div_ceil(s).next_multiple_of(unit), n.div_ceil(threads / s).next_multiple_of(unit));
    let mut tiles = Vec::new();
    for j in (0..n).step_by(columns) {
        for i in (0..m).step_by(rows) {
            let (rows, columns) = ((i, rows.min(m - i)), (j, columns.min(n - j)));
            let Product { a, b, c, .. } = product;
            let a = Operand { across: a.across.part(rows), ..a };
            let b = Operand { across: b.across.part(columns), ..b };
            let (rows, columns) = (c.rows.part(rows), c.columns.part(columns));
            tiles.push((a, b, Part(Target { rows, columns, ..c })));
        }
    }
    let Product { alpha, beta, .. } = product;
    rayon::scope(|scope| {
        for (a, b, c) in tiles {
            scope.spawn(move |_| Product { alpha, a, b, beta, c: c.target() }.compute());
        }
    });
}
