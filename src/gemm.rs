//! Matrix products over any layouts.

mod batched;
mod blocks;
mod element;
mod kernel;
mod matmul;
mod multi_mode;
mod pack;
mod place;
#[cfg(feature = "rayon")]
mod queue;
mod small;
#[cfg(feature = "rayon")]
mod threads;

#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
mod neon;
#[cfg_attr(
    all(target_arch = "aarch64", target_feature = "neon", not(test)),
    allow(dead_code, reason = "NEON multiplies all elements but `i64`")
)]
mod portable;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod sse2;
#[cfg(any(
    all(target_arch = "x86_64", target_feature = "sse2"),
    all(target_arch = "aarch64", target_feature = "neon")
))]
mod vector;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod x86;

mod matrix;

#[cfg(all(test, feature = "std"))]
mod tests;

use tilework_algebra::{Error, Operation, Rule};

use crate::layout::modes::Modes;
use crate::tensor::Tensor;
use crate::tensor::accessor::{Addressed, AddressedMut};
use blocks::{Product, Target};
use multi_mode::MultiMode;
use pack::Operand;
use place::Place;

pub use batched::batched_gemm;
pub use element::Element;
#[cfg(feature = "alloc")]
pub use matmul::Matmul;
pub use matmul::matmul;
#[cfg(feature = "rayon")]
pub use matmul::par_matmul;
pub use matrix::{BatchLayout, MatrixLayout};
#[cfg(feature = "rayon")]
pub use threads::{par_batched_gemm, par_gemm, par_gemm_in_small_tasks};

/// The matrix product `C(i,j) = alpha sum_p A(i,p) B(j,p) + beta C(i,j)` of A `(m,k)`, B `(n,k)` and C `(m,n)`
/// ([004](crate::guide::papers),
/// section 2.6.2).
///
/// Each mode may be nested. Therefore a tensor contraction is a matrix product whose modes are grouped into those of A
/// alone, those of B alone and those that are summed over (004, table 3). Strides of 0 in A and B repeat elements. If
/// beta is 0, C is not read. The order of the additions is not specified, nor whether products are rounded before they
/// are added.
///
/// The product packs panels of the operands run by run from contiguous memory. Through a swizzle or XOR strides
/// ([`Tensor::through`]), and of reversed tensors, it reads the operands and writes C element by element. If C has several blocks, each element
/// is packed several times. For computed elements ([`Tensor::map`]), [`copy`](crate::algorithm::copy()) them to memory
/// first.
///
/// # Errors
/// [`Rule::EqualExtents`] if the sizes of the modes differ. The mode is 0 for `m`, 1 for `n` and 2 for `k`.
///
/// ```
/// use tilework::{Tensor, layout, algorithm::gemm};
/// // A is row-major. B, as (n,k), is too: its columns are (1,0,0) and (1,1,1).
/// let a = Tensor::new(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0][..], layout!((2,3):row_major))?;
/// let b = Tensor::new(&[1.0, 0.0, 0.0, 1.0, 1.0, 1.0][..], layout!((2,3):row_major))?;
/// let mut c = [10.0; 4];
/// gemm(2.0, &a, &b, 1.0, &mut Tensor::new(&mut c[..], layout!((2,2):row_major))?)?;
/// assert_eq!(c, [12.0, 22.0, 18.0, 40.0]);
/// # Ok::<(), tilework::Error>(())
/// ```
///
/// ```compile_fail,E0277
/// # use tilework::{Tensor, layout, algorithm::gemm};
/// let (a, mut c) = ([1.0; 4], [0.0; 4]);
/// let a = Tensor::new(&a[..], layout!((2,2)))?;
/// let mut c = Tensor::new(&mut c[..], layout!((2,2)))?;
/// // The elements of a `Mapped<..>` are not one run in memory.
/// gemm(1.0, &a, &a.map(|x: f64| 2.0 * x), 0.0, &mut c)?;
/// # Ok::<(), tilework::Error>(())
/// ```
#[inline]
pub fn gemm<T: Element, LA: MatrixLayout, LB: MatrixLayout, LC: MatrixLayout, A, B, C>(
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
    with_product(alpha, a, b, beta, c, |product| product.compute())
}

/// The data with the row and column modes of its layout. The data may be a part of that of a tensor with the layout.
#[inline(always)]
fn with_modes<A, L: MatrixLayout>((data, layout): (A, L)) -> (A, (L::Rows, L::Columns)) {
    (data, layout.rows_and_columns())
}

/// Calls the algorithm with the operands in its form. The modes are those of the layouts of the tensors, or a part of
/// them.
///
/// # Errors
/// Those of [`gemm`].
#[inline]
fn with_product<T, A, B, C>(
    alpha: T,
    (a, (a_rows, a_columns)): (&A, (impl Modes, impl Modes)),
    (b, (b_rows, b_columns)): (&B, (impl Modes, impl Modes)),
    beta: T,
    (c, (c_rows, c_columns)): (&mut C, (impl Modes, impl Modes)),
    compute: impl FnOnce(Product<'_, T>),
) -> Result<(), Error>
where
    T: Element,
    A: Addressed<Item = T>,
    B: Addressed<Item = T>,
    C: AddressedMut<Item = T>,
{
    let addresses = (a.address(), b.address(), c.address());
    let product = Product {
        alpha,
        a: Operand {
            data: a.elements(),
            place: Place::new(&addresses.0),
            across: MultiMode::new(&a_rows),
            along: MultiMode::new(&a_columns),
        },
        b: Operand {
            data: b.elements(),
            place: Place::new(&addresses.1),
            across: MultiMode::new(&b_rows),
            along: MultiMode::new(&b_columns),
        },
        beta,
        c: Target {
            data: c.cells(),
            place: Place::new(&addresses.2),
            rows: MultiMode::new(&c_rows),
            columns: MultiMode::new(&c_columns),
        },
    };
    let Product { a, b, c, .. } = &product;
    let sizes = [
        (a.across.size, c.rows.size),
        (b.across.size, c.columns.size),
        (a.along.size, b.along.size),
    ];
    sizes.into_iter().enumerate().try_for_each(|(mode, sizes)| same_size(mode, sizes))?;
    compute(product);
    Ok(())
}

/// Checks that a mode has the same size in two operands.
fn same_size(mode: usize, (left, right): (usize, usize)) -> Result<(), Error> {
    if left == right {
        return Ok(());
    }
    let rule = Rule::EqualExtents { left: left as i64, right: right as i64 };
    Err(Error::new(Operation::Gemm, rule).at(mode))
}
