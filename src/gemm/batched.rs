//! Batches of matrix products.

use tilework_algebra::Error;

use super::blocks::Product;
use super::matrix::BatchLayout;
use super::multi_mode::MultiMode;
use super::{Element, same_size, with_modes, with_product};
use crate::layout::modes::Modes;
use crate::tensor::Tensor;
use crate::tensor::accessor::{Addressed, AddressedMut};

/// The matrix products `C(i,j,l) = alpha sum_p A(i,p,l) B(j,p,l) + beta C(i,j,l)` of A `(m,k,l)`, B `(n,k,l)`
/// and C `(m,n,l)`: [`gemm`](crate::algorithm::gemm()) for each `l` ([004](crate::guide::papers), section 1.2,
/// equation 2).
///
/// A matrix A `(m,k)` or B `(n,k)` without a third mode is used for all products. The products are computed one after
/// another; [`par_batched_gemm`](crate::algorithm) computes them by several threads. For matrices up to 7 by 7 this takes several times as long as loops with constant extents. The guide's
/// chapter [`loops`](crate::guide::loops) has such loops, also for a batch whose elements are interleaved.
///
/// # Errors
/// Those of [`gemm`](crate::algorithm::gemm()), and [`Rule::EqualExtents`](crate::Rule) at mode 3 if the numbers of
/// matrices differ.
///
/// ```
/// use tilework::{Tensor, layout, algorithm::batched_gemm};
/// // Two matrices (1,2) times the same (2,1).
/// let a = Tensor::new(&[1.0, 2.0, 3.0, 4.0][..], layout!((1,2,2)))?;
/// let b = Tensor::new(&[1.0, 10.0][..], layout!((1,2)))?;
/// let mut c = [0.0; 2];
/// batched_gemm(1.0, &a, &b, 0.0, &mut Tensor::new(&mut c[..], layout!((1,1,2)))?)?;
/// assert_eq!(c, [21.0, 43.0]);
/// # Ok::<(), tilework::Error>(())
/// ```
#[inline]
pub fn batched_gemm<T: Element, LA: BatchLayout, LB: BatchLayout, LC: BatchLayout, A, B, C>(
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
    batched(alpha, a, of_batch(b), beta, c, |batch| batch.products().for_each(Product::compute))
}

/// The modes of a B in the form that [`batched`] takes.
#[inline(always)]
pub(super) fn of_batch<B: Addressed, LB: BatchLayout>(
    b: &Tensor<B, LB>,
) -> ((&B, (impl Modes, impl Modes)), impl Modes, bool) {
    let (matrix, batch) = b.layout().matrix_and_batch();
    (with_modes((b.parts().0, matrix)), batch, LB::IS_MATRIX)
}

/// The products of a batch.
pub(super) struct Batch<'a, T> {
    /// The product whose factors and result begin where those of all do.
    all: Product<'a, T>,
    /// The offsets of each A, B and C.
    offsets: [MultiMode<'a>; 3],
}

impl<T: Element> Batch<'_, T> {
    pub(super) fn len(&self) -> usize {
        let is_empty = self.all.c.rows.size == 0 || self.all.c.columns.size == 0;
        if is_empty { 0 } else { self.offsets[2].size }
    }

    /// The product with the given number.
    pub(super) fn product(&self, number: usize) -> Option<Product<'_, T>> {
        let Product { alpha, a, b, beta, c } = &self.all;
        // Empty matrices have no data to move in.
        let factor =
            |mode: MultiMode<'_>| if a.along.size == 0 { 0 } else { mode.run(number).offset };
        (number < self.len()).then(|| Product {
            alpha: *alpha,
            a: a.moved(factor(self.offsets[0])),
            b: b.moved(factor(self.offsets[1])),
            beta: *beta,
            c: c.moved(self.offsets[2].run(number).offset),
        })
    }

    pub(super) fn products(&self) -> impl Iterator<Item = Product<'_, T>> {
        (0..self.len()).filter_map(|number| self.product(number))
    }
}

/// [`batched_gemm`] by a function that computes all products, with a B that is given as its data, its modes `n` and `k`,
/// the mode of the batch, and whether it is a single matrix.
#[inline]
pub(super) fn batched<T: Element, LA: BatchLayout, LC: BatchLayout, A, B, C>(
    alpha: T,
    a: &Tensor<A, LA>,
    (b, b_batch, b_is_matrix): ((&B, (impl Modes, impl Modes)), impl Modes, bool),
    beta: T,
    c: &mut Tensor<C, LC>,
    compute: impl FnOnce(Batch<'_, T>),
) -> Result<(), Error>
where
    A: Addressed<Item = T>,
    B: Addressed<Item = T>,
    C: AddressedMut<Item = T>,
{
    let (a_matrix, a_batch) = a.layout().matrix_and_batch();
    let (c_matrix, c_batch) = c.layout().matrix_and_batch();
    let batches = [MultiMode::new(&a_batch), MultiMode::new(&b_batch), MultiMode::new(&c_batch)];
    let [of_a, of_b, of_c] = batches;
    let of_one = |is_matrix: bool, size: usize| match is_matrix {
        true => Ok(()),
        false => same_size(3, (size, of_c.size)),
    };
    let sizes = of_one(LA::IS_MATRIX, of_a.size).and(of_one(b_is_matrix, of_b.size));
    let (a, c) = (with_modes((a.parts().0, a_matrix)), with_modes((c.parts_mut().0, c_matrix)));
    let mut result = Ok(());
    with_product(alpha, a, b, beta, c, |all| {
        result = sizes;
        if sizes.is_ok() {
            compute(Batch { all, offsets: batches });
        }
    })?;
    result
}
