//! The matrix product in mathematical notation, with B `(k,n)`.

#[cfg(feature = "alloc")]
use alloc::{vec, vec::Vec};
use core::marker::PhantomData;

use tilework_algebra::{Error, Operation};

use super::Element;
use super::batched::{Batch, batched};
use super::blocks::Product;
#[cfg(feature = "alloc")]
use super::matrix::Compact;
use super::matrix::{BatchLayout, MatrixLayout};
use crate::layout::AnyLayout;
#[cfg(feature = "alloc")]
use crate::layout::modes::Modes;
use crate::layout::same_extents::TopModes;
use crate::layout::shape::Shape;
use crate::leaf::text::Text;
#[cfg(feature = "alloc")]
use crate::plain::plain_of_two;
use crate::tensor::Tensor;
#[cfg(feature = "alloc")]
use crate::tensor::accessor::Accessor;
use crate::tensor::accessor::{Addressed, AddressedMut};

/// The matrix product `C = A B`, `C(i,j) = sum_p A(i,p) B(p,j)`, of A `(m,k)`, B `(k,n)` and C `(m,n)` with any
/// strides. With a third mode for several matrices it is `C(i,j,l) = sum_p A(i,p,l) B(p,j,l)`, and an A or B of two
/// modes is used for all.
///
/// It is [`gemm`](crate::algorithm::gemm()), which has CuTe's convention B `(n,k)`, with the transposed B. Elements are
/// those of an [`Element`]. [`Tensor::matmul`] allocates C.
///
/// # Errors
/// [`Rule::EqualExtents`](crate::Rule) if sizes of modes differ. The mode is 0 for `m`, 1 for `n`, 2 for `k`, and 3 for
/// the numbers of matrices. Different static `k` fail to build.
///
/// ```
/// use tilework::{Tensor, layout, algorithm::matmul};
/// let a = Tensor::new([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], layout!((2,3):row_major))?;
/// let b = Tensor::new([1.0, 0.0, 0.0, 1.0, 1.0, 1.0], layout!((3,2):row_major))?;
/// let mut c = Tensor::new([0.0; 4], layout!((2,2):row_major))?;
/// matmul(&a, &b, &mut c)?;
/// assert_eq!(c.data(), [1.0 + 3.0, 2.0 + 3.0, 4.0 + 6.0, 5.0 + 6.0]);
/// # Ok::<(), tilework::Error>(())
/// ```
#[inline]
pub fn matmul<T: Element, LA: BatchLayout, LB: BatchLayout, LC: BatchLayout, A, B, C>(
    a: &Tensor<A, LA>,
    b: &Tensor<B, LB>,
    c: &mut Tensor<C, LC>,
) -> Result<(), Error>
where
    A: Addressed<Item = T>,
    B: Addressed<Item = T>,
    C: AddressedMut<Item = T>,
{
    let () = SameDepth::<LA, LB>::KNOWN;
    matmul_by(a, b, c, |batch| batch.products().for_each(Product::compute))
}

/// [`matmul`](crate::algorithm::matmul()) on the threads of rayon's current pool: bit by bit the same result, whatever
/// their number. See [`par_gemm`](crate::algorithm::par_gemm()) and
/// [`par_batched_gemm`](crate::algorithm::par_batched_gemm()).
///
/// # Errors
/// Those of [`matmul`](crate::algorithm::matmul()).
///
/// ```
/// use tilework::{Tensor, layout, algorithm::par_matmul};
/// let a = Tensor::new(vec![1.0; 200 * 300], layout!((200,300):row_major))?;
/// let b = Tensor::new(vec![2.0; 300 * 100], layout!((300,100):row_major))?;
/// let mut c = Tensor::new(vec![0.0; 200 * 100], layout!((200,100):row_major))?;
/// par_matmul(&a, &b, &mut c)?;
/// assert!(c.iter().all(|x| *x == 600.0));
/// # Ok::<(), tilework::Error>(())
/// ```
#[cfg(feature = "rayon")]
#[inline]
pub fn par_matmul<T: Element, LA: BatchLayout, LB: BatchLayout, LC: BatchLayout, A, B, C>(
    a: &Tensor<A, LA>,
    b: &Tensor<B, LB>,
    c: &mut Tensor<C, LC>,
) -> Result<(), Error>
where
    A: Addressed<Item = T>,
    B: Addressed<Item = T>,
    C: AddressedMut<Item = T>,
{
    let () = SameDepth::<LA, LB>::KNOWN;
    matmul_by(a, b, c, super::threads::compute_all)
}

/// [`matmul`] by a function that computes all products.
#[inline]
fn matmul_by<T: Element, LA: BatchLayout, LB: BatchLayout, LC: BatchLayout, A, B, C>(
    a: &Tensor<A, LA>,
    b: &Tensor<B, LB>,
    c: &mut Tensor<C, LC>,
    compute: impl FnOnce(Batch<'_, T>),
) -> Result<(), Error>
where
    A: Addressed<Item = T>,
    B: Addressed<Item = T>,
    C: AddressedMut<Item = T>,
{
    let (matrix, batch) = b.layout().matrix_and_batch();
    let (k, n) = matrix.rows_and_columns();
    let b = ((b.parts().0, (n, k)), batch, LB::IS_MATRIX);
    let (one, zero) = (T::from(1), T::default());
    batched(one, a, b, zero, c, compute).map_err(|error| error.during(Operation::Matmul))
}

/// Checks that A has as many columns as B has rows, if both numbers are static. Each public function evaluates it, so
/// that an error shows the line that calls the function.
struct SameDepth<L, M>(PhantomData<(L, M)>);
impl<L: AnyLayout, M: AnyLayout> SameDepth<L, M> {
    const KNOWN: () = {
        if let Some(text) = Self::refusal() {
            panic!("{}", text.as_str())
        }
    };

    const fn refusal() -> Option<Text> {
        let (a, b) = (<L::Shape as Shape>::TOP, <M::Shape as Shape>::TOP);
        if let TopModes::Mode { others: TopModes::Mode { size: Some(columns), .. }, .. } = a
            && let TopModes::Mode { size: Some(rows), .. } = b
            && *columns != *rows
        {
            let text =
                Text::new("matmul: equal extents: A has ").count(*columns as usize, "column");
            let text = text.then(", and B ").count(*rows as usize, "row");
            return Some(text.then("; A is (m,k) and B (k,n): one of (n,k) is `b.transposed()`"));
        }
        None
    }
}

/// The layout of [`Tensor::matmul`]: `(m,n):(1,m)`, or `(m,n,l):(1,m,m n)` if one of the factors has a third mode.
#[cfg(feature = "alloc")]
pub type Matmul<LA, LB> = <LA as BatchLayout>::With<<LB as BatchLayout>::Own>;

// The bounds are on the methods, so that an error has the messages of these bounds.
#[cfg(feature = "alloc")]
impl<A: Accessor, LA: AnyLayout> Tensor<A, LA> {
    /// The matrix product `A B`, `C(i,j) = sum_p A(i,p) B(p,j)`, of A `(m,k)` and B `(k,n)`, as an owned tensor:
    /// [`matmul`](crate::algorithm::matmul()). Matrices along a third mode are multiplied one by one. A factor of two
    /// modes is used for all.
    ///
    /// # Errors
    /// Those of [`matmul`](crate::algorithm::matmul()), and [`Rule::Overflow`](crate::Rule) if the product is too
    /// large.
    #[inline]
    pub fn try_matmul<B: Addressed<Item = A::Item>, LB: BatchLayout>(
        &self,
        b: &Tensor<B, LB>,
    ) -> Result<Tensor<Vec<A::Item>, Matmul<LA, LB>>, Error>
    where
        A: Addressed<Item: Element>,
        LA: BatchLayout,
    {
        let () = SameDepth::<LA, LB>::KNOWN;
        let mut c = self.zeros_of_matmul(b)?;
        matmul(self, b, &mut c)?;
        Ok(c)
    }

    /// The owned tensor for a product.
    fn zeros_of_matmul<B: Addressed<Item = A::Item>, LB: BatchLayout>(
        &self,
        b: &Tensor<B, LB>,
    ) -> Result<Tensor<Vec<A::Item>, Matmul<LA, LB>>, Error>
    where
        A: Addressed<Item: Element>,
        LA: BatchLayout,
    {
        let (m, n) = (AnyLayout::extent::<0>(self.layout()), AnyLayout::extent::<1>(b.layout()));
        let batch = match LA::IS_MATRIX {
            false => self.layout().matrix_and_batch().1.size(),
            true => b.layout().matrix_and_batch().1.size(),
        };
        let layout = <Matmul<LA, LB>>::compact(m, n, batch)
            .map_err(|error| error.during(Operation::Matmul))?;
        Tensor::new(vec![A::Item::default(); layout.modes().size()], layout)
    }

    /// The matrix product `A B`, `C(i,j) = sum_p A(i,p) B(p,j)`, of A `(m,k)` and B `(k,n)`, as an owned tensor:
    /// [`matmul`](crate::algorithm::matmul()). Matrices along a third mode are multiplied one by one. A factor of two
    /// modes is used for all.
    ///
    /// # Panics
    /// If [`Tensor::try_matmul`] returns an error. Different static `k` fail to build:
    ///
    /// ```compile_fail,E0080
    /// # use tilework::{Tensor, layout};
    /// let a = Tensor::new([1.0; 12], layout!((4,3):row_major))?;
    /// let b = Tensor::new([1.0; 15], layout!((5,3):row_major))?; // B is (n,k): `b.transposed()` fits.
    /// let c = a.matmul(&b);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let a = Tensor::new(vec![1.0, 2.0, 3.0, 4.0], layout!((2,2):row_major))?;
    /// let turn = Tensor::new([0.0, 1.0, -1.0, 0.0], layout!((2,2):row_major))?;
    /// let turned = a.matmul(&turn);
    /// assert_eq!((turned[(0, 0)], turned[(0, 1)]), (-2.0, 1.0));
    /// // Rotates many vectors, each in a column, by one matrix.
    /// let vectors = Tensor::new(vec![1.0; 2 * 5 * 3], layout!((2,5,3)))?;
    /// assert_eq!(turn.matmul(&vectors).extents(), (2, 5, 3));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn matmul<B: Addressed<Item = A::Item>, LB: BatchLayout>(
        &self,
        b: &Tensor<B, LB>,
    ) -> Tensor<Vec<A::Item>, Matmul<LA, LB>>
    where
        A: Addressed<Item: Element>,
        LA: BatchLayout,
    {
        let () = SameDepth::<LA, LB>::KNOWN;
        plain_of_two(self.layout(), b.layout(), self.try_matmul(b))
    }

    /// [`Tensor::try_matmul`] on the threads of rayon's current pool:
    /// [`par_matmul`](crate::algorithm::par_matmul()).
    ///
    /// # Errors
    /// Those of [`Tensor::try_matmul`].
    #[cfg(feature = "rayon")]
    #[inline]
    pub fn try_par_matmul<B: Addressed<Item = A::Item>, LB: BatchLayout>(
        &self,
        b: &Tensor<B, LB>,
    ) -> Result<Tensor<Vec<A::Item>, Matmul<LA, LB>>, Error>
    where
        A: Addressed<Item: Element>,
        LA: BatchLayout,
    {
        let () = SameDepth::<LA, LB>::KNOWN;
        let mut c = self.zeros_of_matmul(b)?;
        par_matmul(self, b, &mut c)?;
        Ok(c)
    }

    /// [`Tensor::matmul`] on the threads of rayon's current pool: bit by bit the same result, whatever their number.
    ///
    /// # Panics
    /// If [`Tensor::try_par_matmul`] returns an error. Different static `k` fail to build.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let a = Tensor::new(vec![1.0; 200 * 300], layout!((200,300):row_major))?;
    /// let b = Tensor::new(vec![2.0; 300 * 100], layout!((300,100):row_major))?;
    /// assert_eq!(a.par_matmul(&b).data(), a.matmul(&b).data());
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[cfg(feature = "rayon")]
    #[inline]
    #[track_caller]
    pub fn par_matmul<B: Addressed<Item = A::Item>, LB: BatchLayout>(
        &self,
        b: &Tensor<B, LB>,
    ) -> Tensor<Vec<A::Item>, Matmul<LA, LB>>
    where
        A: Addressed<Item: Element>,
        LA: BatchLayout,
    {
        let () = SameDepth::<LA, LB>::KNOWN;
        plain_of_two(self.layout(), b.layout(), self.try_par_matmul(b))
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use std::string::String;

    use super::SameDepth;
    use crate::{AnyLayout, layout};

    /// The message for a program that fails to build.
    fn told<L: AnyLayout, M: AnyLayout>(_: L, _: M) -> Option<String> {
        SameDepth::<L, M>::refusal().map(|text| text.as_str().into())
    }

    #[test]
    fn columns_of_a_are_rows_of_b() {
        let n = 4;
        let refused = "matmul: equal extents: A has 3 columns, and B 5 rows; A is (m,k) and B (k,n): one of (n,k) is \
                       `b.transposed()`";
        assert_eq!(told(layout!((4, 3)), layout!((5, 3))), Some(refused.into()));
        assert_eq!(told(layout!((n, 3, n)), layout!((5, n))), Some(refused.into()));
        assert_eq!(told(layout!((5, 3)), layout!(((1, 3), 5))), None);
        assert_eq!(told(layout!((3, n)), layout!((5, 3))), None);
        assert_eq!(told(layout!((3, 5)), layout!((n, 3))), None);
    }
}
