//! Threads: C in tiles, one for each.

use alloc::vec::Vec;

use tilework_algebra::Error;

use super::blocks::{Product, Target};
use super::element::sealed::Sealed;
use super::pack::Operand;
use super::{Element, MatrixLayout, with_modes, with_product};
use crate::tensor::Tensor;
use crate::tensor::accessor::{Addressed, AddressedMut};

/// [`gemm`](crate::algorithm::gemm()) by the threads of rayon's current pool.
///
/// For threads in the layout `(s,t)` C is divided by the tiler `<m/s,n/t>`, rounded up; the thread at
/// `(i,j)` computes the tile at `(i,j)`. `s` and `t` are chosen so that tiles are near to squares.
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

/// A product that goes to a thread.
struct Tile<'a, T>(Product<'a, T>);

// SAFETY: what threads share is the data of C, of which they read and write the elements of the
// product's own coordinates only. The layout of C is injective (it is a tensor's that is written), and
// so is a function of its offsets, so other coordinates, those of other tiles, have other elements.
unsafe impl<T: Send + Sync> Send for Tile<'_, T> {}

impl<T: Element> Tile<'_, T> {
    fn compute(self) {
        self.0.compute();
    }
}

/// Computes C, a tile a thread.
fn compute<T: Element>(product: Product<'_, T>) {
    let (m, n) = (product.c.rows.size, product.c.columns.size);
    if m == 0 || n == 0 {
        return;
    }
    let threads = rayon::current_num_threads();
    // What all threads read together: A once for each column of tiles, B once for each row.
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
            tiles.push(Tile(Product {
                a: Operand { across: a.across.part(rows), ..a },
                b: Operand { across: b.across.part(columns), ..b },
                c: Target { rows: c.rows.part(rows), columns: c.columns.part(columns), ..c },
                ..product
            }));
        }
    }
    rayon::scope(|scope| {
        for tile in tiles {
            scope.spawn(move |_| tile.compute());
        }
    });
}
