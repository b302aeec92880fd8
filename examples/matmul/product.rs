//! The innermost loops: a panel of A times a panel of B.

use tilework::{Fragment, View, layout};

use super::kernel::{PanelA, PanelB, TileC};
use super::real::Real;

/// `C(i, j) = sum_{p < depth} A(i, p) B(j, p)` for two panels.
pub type Product<T> = fn(&View<T, PanelA>, &View<T, PanelB>, usize) -> Fragment<T, TileC>;

/// The product as a sum of outer products: a column of A times a column of B, each of them read
/// once for the whole tile.
///
/// All layouts are static, so the loops over the tile unroll, the accumulators stay in registers
/// and the compiler uses SIMD.
#[inline(always)]
fn outer_products<T: Real>(
    a: &View<T, PanelA>,
    b: &View<T, PanelB>,
    depth: usize,
    multiply_add: impl Fn(T, T, T) -> T,
) -> Fragment<T, TileC> {
    let mut c = Fragment::filled(layout!((8, 6)), T::zero()).expect("a compact layout");
    for p in 0..depth {
        let (a, b) = (a.slice((.., p)), b.slice((.., p)));
        // Strides of 0 repeat the column of A for every j, that of B for every i.
        let (a, b) = (a.compose(layout!((8,6):(1,0))), b.compose(layout!((8,6):(0,1))));
        c.zip2_mut_with(&a, &b, |c, &a, &b| *c = multiply_add(a, b, *c));
    }
    c
}

/// With the instructions that every processor of this kind has.
pub fn portable<T: Real>(
    a: &View<T, PanelA>,
    b: &View<T, PanelB>,
    depth: usize,
) -> Fragment<T, TileC> {
    outer_products(a, b, depth, |a, b, c| a * b + c)
}

/// The same loops, compiled for wider registers, with product and sum in one instruction.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn wide<T: Real>(a: &View<T, PanelA>, b: &View<T, PanelB>, depth: usize) -> Fragment<T, TileC> {
    outer_products(a, b, depth, T::mul_add)
}

/// The fastest product on the processor that runs this.
pub fn fastest_product<T: Real>() -> Product<T> {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
        // SAFETY: the processor has the instructions that `wide` is compiled for.
        return |a, b, depth| unsafe { wide(a, b, depth) };
    }
    portable
}
