//! Tensors reversed along a mode.

use core::fmt;
use core::ops::IndexMut;

use tilework_algebra::{Error, Operation, Rule};
use typenum::{Const, ToUInt, U};

use super::along::AlongMode;
use super::{Tensor, outside};
use crate::layout::any_result::AnyResult;
use crate::layout::backward::{BackwardAt, MODULUS};
use crate::layout::coordinate::Coordinate;
use crate::layout::modes::Modes;
use crate::layout::sealed::Seal;
use crate::layout::{AnyLayout, Layout};
use crate::plain::plain_in;
use crate::tensor::accessor::{Accessor, AccessorMut, Backward, Placed};

/// Layouts with a mode `K`, a typenum integer counted from 0, that can be reversed: the bound of [`Tensor::reversed`].
/// Sealed, because tensors rely on it.
#[diagnostic::on_unimplemented(
    message = "reversed: mode range: the layout has no such mode, or strides that are no `usize` and no static integer up to 2^32, or in generic code it is without the bound `ReverseMode<K>`",
    label = "has no such mode that can go backwards"
)]
pub trait ReverseMode<K>: AnyLayout {
    #[doc(hidden)]
    const SEAL: Seal;
    /// The layout with `2^32 - d` in place of each stride `d` of the mode.
    type Reversed: AnyLayout;
    /// The layout, and the offset of the last coordinate of the mode.
    ///
    /// # Errors
    /// [`Rule::Overflow`] if the offsets do not fit.
    #[doc(hidden)]
    fn reverse_mode(self) -> Result<(Self::Reversed, usize), Error>;
}
/// The layout `L` with mode `K` reversed.
pub type Reversed<L, K> = <L as ReverseMode<K>>::Reversed;
#[diagnostic::do_not_recommend]
impl<S, D, K, R> ReverseMode<K> for Layout<S, D>
where
    Self: AlongMode<K> + AnyLayout<Shape = S, Stride = D>,
    S: Copy,
    D: BackwardAt<K, Out = R>,
    Layout<S, R>: AnyLayout,
{
    const SEAL: Seal = Seal;
    type Reversed = Layout<S, R>;
    #[inline(always)]
    fn reverse_mode(self) -> Result<(Layout<S, R>, usize), Error> {
        let last = self.along_mode().0.modes().reach();
        let (shape, stride) = self.parts();
        let reversed = Layout::sound(shape, stride.backward_at());
        Ok((reversed.validated(Operation::Tensor)?, last))
    }
}

/// For a tensor of the accessor `A`: the layout with mode `K` reversed, the offset of the last coordinate of the mode
/// modulo `2^32`, and one more than the largest offset.
#[inline(always)]
fn reversed<A: Accessor, L: ReverseMode<K>, K>(
    layout: L,
) -> Result<(L::Reversed, u32, usize), Error> {
    // Only if all offsets are below 2^32 does the residue determine the offset.
    if !A::MODULO && layout.modes().reach() as u64 >= MODULUS {
        return Err(Error::new(Operation::Tensor, Rule::Overflow));
    }
    let (reversed, last) = layout.reverse_mode()?;
    // An empty layout has no elements.
    let length = if layout.modes().is_empty() { 0 } else { reversed.modes().past() };
    Ok((reversed, last as u32, length))
}

impl<A: Accessor, L: AnyLayout> Tensor<A, L> {
    /// The tensor with mode `K` reversed: `R(.., c, ..) = T(.., s - 1 - c, ..)`, NumPy's `a[::-1]` along any mode. It
    /// is a view: nothing is copied. A slice of it has every second element from the last one on, `a[::-2]`.
    ///
    /// Strides are natural numbers: [`Tensor::layout`] has `2^32 - d` in place of the stride `d`, and elements lie at
    /// their offset modulo `2^32`. In a nested mode each leaf is reversed. This method does not exist on targets with a
    /// 32-bit `usize`.
    ///
    /// | takes it | |
    /// |---|---|
    /// | elements, slices, tiles, windows, permutations, iterators | as of any tensor |
    /// | `sum`, `max`, `along`, `dot`, `zip_mut_with`, `copy_from`, `fill`, `to_owned` | as of any tensor |
    /// | [`matmul`](crate::Tensor::matmul), [`gemm`](crate::algorithm::gemm()), also as the result | one lookup for each element that is packed; of large matrices multiply `.to_owned()` |
    /// | a function over `&Tensor<impl Accessor<Item = T>, impl RankLayout<2>>` | `t.at((i, j))`, `t.sum()`, `t.map(f)` |
    /// | a function over `&View<T, L>`, or with the bound [`Memory`](crate::bound::Memory) | no: its elements are at addresses that strides alone do not give; pass `&t.reversed::<0>().to_owned()` |
    ///
    /// # Errors
    /// [`Rule::Overflow`] if offsets reach `2^32`, or if those of the result do not fit.
    #[inline(always)]
    pub fn try_reversed<const K: usize>(
        &self,
    ) -> Result<Tensor<Backward<A::Shared<'_>>, Reversed<L, U<K>>>, Error>
    where
        Const<K>: ToUInt,
        L: ReverseMode<U<K>>,
    {
        let (layout, first, length) = reversed::<A, L, U<K>>(self.layout)?;
        // Sound: at the coordinate `c` the offset is, modulo 2^32, that of this layout at the coordinate that has
        // `s - 1 - c` in the mode. The elements are the same, each as often. An empty one has none.
        Ok(Tensor::sound(Backward::new(self.shared(), first, length), layout))
    }

    /// The tensor with mode `K` reversed: `R(.., c, ..) = T(.., s - 1 - c, ..)`, NumPy's `a[::-1]` along any mode. It
    /// is a view: nothing is copied. A slice of it has every second element from the last one on, `a[::-2]`.
    ///
    /// Its layout has `2^32 - d` in place of the stride `d`, as [`Tensor::try_reversed`] says.
    ///
    /// # Panics
    /// If [`Tensor::try_reversed`] returns an error.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let data = [0, 1, 2, 3, 4, 5];
    /// let t = Tensor::new(&data[..], layout!((2,3):row_major))?;
    /// assert_eq!(t.reversed::<1>().to_string(), "2 1 0\n5 4 3");
    /// // A rotation by 180 degrees, and every second column from the last one on.
    /// assert_eq!(t.reversed::<0>().reversed::<1>().to_string(), "5 4 3\n2 1 0");
    /// assert_eq!(t.reversed::<1>().slice((.., (0..3).step_by(2))).to_string(), "2 0\n5 3");
    /// // Reversed twice it is the same.
    /// assert_eq!(t.reversed::<1>().reversed::<1>(), t);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias("flip", "flipud", "fliplr", "rev", "invert_axis"))]
    #[inline(always)]
    #[track_caller]
    pub fn reversed<const K: usize /* mode 0: `t.reversed::<0>()` */>(
        &self,
    ) -> Tensor<Backward<A::Shared<'_>>, Reversed<L, U<K>>>
    where
        Const<K>: ToUInt,
        L: ReverseMode<U<K>>,
    {
        plain_in(self.layout, self.try_reversed())
    }
}
impl<A: AccessorMut, L: AnyLayout> Tensor<A, L> {
    /// [`Tensor::try_reversed`] for writing.
    ///
    /// # Errors
    /// Those of [`Tensor::try_reversed`].
    #[inline(always)]
    pub fn try_reversed_mut<const K: usize>(
        &mut self,
    ) -> Result<Tensor<Backward<A::Exclusive<'_>>, Reversed<L, U<K>>>, Error>
    where
        Const<K>: ToUInt,
        L: ReverseMode<U<K>>,
    {
        let (layout, first, length) = reversed::<A, L, U<K>>(self.layout)?;
        // Sound: as above, and no two coordinates have the same element.
        Ok(Tensor::sound(Backward::new(self.exclusive(), first, length), layout))
    }

    /// [`Tensor::reversed`] for writing.
    ///
    /// # Panics
    /// If [`Tensor::try_reversed`] returns an error.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let mut data = [0; 4];
    /// let mut t = Tensor::new(&mut data[..], layout!(4:1))?;
    /// t.reversed_mut::<0>().copy_from(&Tensor::new([1, 2, 3, 4], layout!(4:1))?);
    /// t.reversed_mut::<0>()[0] += 10;
    /// assert_eq!(data, [4, 3, 2, 11]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn reversed_mut<const K: usize /* mode 0: `t.reversed_mut::<0>()` */>(
        &mut self,
    ) -> Tensor<Backward<A::Exclusive<'_>>, Reversed<L, U<K>>>
    where
        Const<K>: ToUInt,
        L: ReverseMode<U<K>>,
    {
        let layout = self.layout;
        plain_in(layout, self.try_reversed_mut())
    }
}

impl<A: Placed + AccessorMut, L: AnyLayout, C> IndexMut<C> for Tensor<Backward<A>, L>
where
    C: Coordinate<usize, L::Shape, L::Stride> + fmt::Debug,
{
    #[inline(always)]
    #[track_caller]
    fn index_mut(&mut self, coordinate: C) -> &mut A::Item {
        let layout = self.layout;
        match self.get_mut(coordinate) {
            Some(element) => element,
            None => outside(coordinate, layout),
        }
    }
}
