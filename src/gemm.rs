//! Matrix products over any layouts.

mod blocks;
mod element;
mod kernel;
mod multi_mode;
mod pack;

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod avx2;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod avx512;
mod portable;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod sse2;

use core::cell::Cell;

use frunk_core::HList;
use frunk_core::hlist::HNil;
use tilework_algebra::{Error, Operation, Rule};

use crate::accessor::{Accessor, AccessorMut};
use crate::layout::{AnyLayout, Layout};
use crate::modes::{Flatten, Modes};
use crate::tensor::Tensor;
use blocks::{Product, Target};
use multi_mode::MultiMode;
use pack::Operand;

pub use element::Element;

/// A layout of two modes, each of them of any nesting.
pub trait MatrixLayout: AnyLayout {
    /// The leaves of the first mode.
    type Rows: Modes;
    /// The leaves of the second mode.
    type Columns: Modes;
    /// The leaves of both modes.
    fn rows_and_columns(self) -> (Self::Rows, Self::Columns);
}
impl<S0: Copy, S1: Copy, D0: Copy, D1: Copy> MatrixLayout for Layout<HList![S0, S1], HList![D0, D1]>
where
    Self: AnyLayout<Shape = HList![S0, S1], Stride = HList![D0, D1]>,
    S0: Flatten<D0, HNil>,
    S0::Out: Modes,
    S1: Flatten<D1, HNil>,
    S1::Out: Modes,
{
    type Rows = S0::Out;
    type Columns = S1::Out;
    #[inline(always)]
    fn rows_and_columns(self) -> (S0::Out, S1::Out) {
        let (shape, stride) = self.parts();
        (shape.head.flatten(stride.head, HNil), shape.tail.head.flatten(stride.tail.head, HNil))
    }
}

/// The matrix product `C(i,j) = alpha sum_p A(i,p) B(j,p) + beta C(i,j)` of A `(m,k)`, B `(n,k)` and
/// C `(m,n)` (004, section 2.6.2).
///
/// Each mode may be nested: a tensor contraction is a matrix product of tensors whose modes are
/// grouped into those of A alone, those of B alone and those that are summed over (004, table 3).
/// Strides of 0 in A and B repeat elements. C is not read where beta is 0. In which order a sum is
/// taken is not specified, nor whether products are rounded before they are added.
///
/// # Errors
/// [`Rule::EqualExtents`] if the sizes of the modes differ: at mode 0 those of `m`, at mode 1 those
/// of `n`, at mode 2 those of `k`.
///
/// ```
/// use tilework::{Tensor, gemm, layout};
/// // A by rows; B, seen as (n,k), too: its columns are (1,0,0) and (1,1,1).
/// let a = Tensor::new(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0][..], layout!((2,3):row_major))?;
/// let b = Tensor::new(&[1.0, 0.0, 0.0, 1.0, 1.0, 1.0][..], layout!((2,3):row_major))?;
/// let mut c = [10.0; 4];
/// gemm(2.0, &a, &b, 1.0, &mut Tensor::new(&mut c[..], layout!((2,2):row_major))?)?;
/// assert_eq!(c, [12.0, 22.0, 18.0, 40.0]);
/// # Ok::<(), tilework::Error>(())
/// ```
#[inline]
pub fn gemm<T, A, B, C, LA, LB, LC>(
    alpha: T,
    a: &Tensor<A, LA>,
    b: &Tensor<B, LB>,
    beta: T,
    c: &mut Tensor<C, LC>,
) -> Result<(), Error>
where
    T: Element,
    A: Accessor<Item = T>,
    B: Accessor<Item = T>,
    C: AccessorMut<Item = T>,
    LA: MatrixLayout,
    LB: MatrixLayout,
    LC: MatrixLayout,
{
    let (a_modes, b_modes, c_modes) = (
        a.layout().rows_and_columns(),
        b.layout().rows_and_columns(),
        c.layout().rows_and_columns(),
    );
    let a = Operand {
        data: a.data(),
        across: MultiMode::new(&a_modes.0),
        along: MultiMode::new(&a_modes.1),
    };
    let b = Operand {
        data: b.data(),
        across: MultiMode::new(&b_modes.0),
        along: MultiMode::new(&b_modes.1),
    };
    let c = Target {
        data: Cell::from_mut(c.data_mut()).as_slice_of_cells(),
        rows: MultiMode::new(&c_modes.0),
        columns: MultiMode::new(&c_modes.1),
    };
    check(&a, &b, &c)?;
    Product { alpha, a, b, beta, c }.compute();
    Ok(())
}

/// That the sizes agree.
fn check<T>(a: &Operand<'_, T>, b: &Operand<'_, T>, c: &Target<'_, T>) -> Result<(), Error> {
    let sizes = [
        (a.across.size, c.rows.size),
        (b.across.size, c.columns.size),
        (a.along.size, b.along.size),
    ];
    match sizes.iter().position(|(left, right)| left != right) {
        None => Ok(()),
        Some(mode) => {
            let (left, right) = sizes[mode];
            let rule = Rule::EqualExtents { left: left as i64, right: right as i64 };
            Err(Error::new(Operation::Gemm, rule).at(mode))
        }
    }
}
