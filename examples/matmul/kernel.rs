//! The kernel: `C += A B`, tile by tile, whatever the order of the matrices in memory.
//!
//! A matrix is a function of two coordinates, and its layout says where the values are:
//! `(m,k):(k,1)` for A by rows, `(m,k):(1,m)` by columns, `((8,m/8),k):((1,8*k),8)` in panels of 8
//! rows. B is seen as `(n,k)`, so that both matrices end with the mode that is summed over:
//!
//! ```text
//! C(i, j) = sum_p A(i, p) B(j, p)
//! ```
//!
//! Divided by the tiler `<8,256>` any layout of A becomes `((8,256),(m/8,k/256))`, rounded up:
//! the first mode is a coordinate in a panel of 8 rows, the second one says in which panel. B is
//! divided into panels by `<6,256>` and C into tiles by `<8,6>`, so that
//!
//! ```text
//! C((i,I), (j,J)) = sum_P sum_p A((i,I), (p,P)) B((j,J), (p,P))
//! ```
//!
//! where `I`, `J` and `P` count panels and `i`, `j` and `p` are inside of them. The sum over `p`,
//! a panel of A times one of B, stays in 48 accumulators in registers and reads 14 numbers for
//! every 48 products. For that the panels are packed, in the order in which they are read, into
//! buffers that hold as many of them as a cache does. The buffers have static layouts of their
//! own. Where a panel reaches past the edge of its matrix it is packed with zeros.
//!
//! Only [`Pack`] sees how A and B are laid out, and asks the types.

use tilework::{AnyLayout, Coordinate, Fragment, Layout, Modes, Tensor, View, ViewMut, layout};

use super::pack::Pack;
use super::product::fastest_product;
use super::real::Real;

/// Divides A into panels: 8 rows, 256 deep.
pub type TilerA = Layout!(<8,256>);
/// Divides B into panels: 6 columns of the matrix, 256 deep.
pub type TilerB = Layout!(<6,256>);

/// A panel of A, packed: `(8,256):(1,8)`.
pub type PanelA = Layout!((8, 256));
/// A panel of B, packed: `(6,256):(1,6)`.
pub type PanelB = Layout!((6, 256));
/// A tile of C, accumulated: `(8,6):(1,8)`.
pub type TileC = Layout!((8, 6));

/// `C += A B`, where A is `(m,k)`, B is `(n,k)` and C is `(m,n)`.
///
/// # Panics
/// If the shapes do not match.
pub fn multiply<T, A, B, C>(a: &View<T, A>, b: &View<T, B>, c: &mut ViewMut<T, C>)
where
    T: Real,
    A: Pack<TilerA, PanelA>,
    B: Pack<TilerB, PanelB>,
    C: AnyLayout,
    (usize, usize): Coordinate<usize, C::Shape, C::Stride>,
{
    let ((m, k), (n, depth_of_b)) = (A::extents(a), B::extents(b));
    let of_c = c.size() == m * n && c.get((m - 1, n - 1)).is_some();
    assert!(k == depth_of_b && of_c, "the shapes do not match");
    let (panels_of_a, panels_of_b) = (m.div_ceil(8), n.div_ceil(6));

    // 16 panels of A are 128 rows, 128 panels of B are 768 columns.
    let mut block_a = zeros(layout!((8, 256, 16)));
    let mut block_b = zeros(layout!((6, 256, 128)));
    let product = fastest_product();

    for p in 0..k.div_ceil(256) {
        let depth = (k - 256 * p).min(256);
        for first_b in (0..panels_of_b).step_by(128) {
            let count_b = (panels_of_b - first_b).min(128);
            for j in 0..count_b {
                let mut panel = block_b.slice_mut((.., .., j));
                B::pack(b, layout!(<6,256>), (first_b + j, p), &mut panel);
            }
            for first_a in (0..panels_of_a).step_by(16) {
                let count_a = (panels_of_a - first_a).min(16);
                for i in 0..count_a {
                    let mut panel = block_a.slice_mut((.., .., i));
                    A::pack(a, layout!(<8,256>), (first_a + i, p), &mut panel);
                }
                for j in 0..count_b {
                    let panel_b = block_b.slice((.., .., j));
                    for i in 0..count_a {
                        let panel_a = block_a.slice((.., .., i));
                        let sums = product(&panel_a, &panel_b, depth);
                        add(c, (8 * (first_a + i), 6 * (first_b + j)), &sums);
                    }
                }
            }
        }
    }
}

/// Adds a tile to C, from the element `(row, column)` on.
fn add<T, C>(c: &mut ViewMut<T, C>, (row, column): (usize, usize), tile: &Fragment<T, TileC>)
where
    T: Real,
    C: AnyLayout,
    (usize, usize): Coordinate<usize, C::Shape, C::Stride>,
{
    for j in 0..6 {
        for i in 0..8 {
            // Past the edge of C there is `None`.
            if let Some(c) = c.get_mut((row + i, column + j)) {
                *c = *c + tile[(i, j)];
            }
        }
    }
}

/// A buffer with a compact layout.
fn zeros<T: Real, L: AnyLayout>(layout: L) -> Tensor<Vec<T>, L> {
    let buffer = vec![T::zero(); layout.modes().size()];
    Tensor::new(buffer, layout).expect("the buffer is as large as its layout")
}
