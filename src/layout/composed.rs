//! Composed layouts: a function of offsets after a layout, when no layout has the combined function.

use core::fmt;

use tilework_algebra::steps::ContiguousBlock;
use tilework_algebra::{Error, Operation, Rule};
use typenum::{Integer, U0, Unsigned};

use crate::layout::any_result::AnyResult;
use crate::layout::codomain::IntegerOffsets;
use crate::layout::coordinate::{Coordinate, check_natural, offset_at};
use crate::layout::for_each::ForEach;
use crate::layout::modes::{Modes, not_coordinates};
use crate::layout::offset_map::{MOST, OffsetMap};
use crate::layout::slice::{DiceBy, Diced, SliceBy, Sliced};
use crate::layout::swizzle::{Endless, Swizzle};
use crate::layout::unroll::{Offsets, Unroll, UnrollModes};
use crate::layout::{AnyLayout, ModesOf};
use crate::leaf::int::{Dyn, Known, Leaf, Static};
use crate::leaf::stride::Codomain;
use crate::plain::plain;

/// A composed layout `F o n o B`, the function `c -> F(n + B(c))`, like CuTe's `ComposedLayout`.
///
/// It represents functions that no layout has, such as a swizzle after an offset that carries into its bits. Operations
/// on the domain act on `B`: it is sliced, composed, divided and rearranged as a layout is, by operations of the same
/// names. [`Tensor::through`](crate::Tensor::through) views data through it.
///
/// `B` has integer or XOR strides, and `+` is their addition: with XOR strides `n` is XORed. Coordinates are no offsets
/// that `F` could take. Code that is generic over `B` needs the bound [`IntegerOffsets`](crate::bound::IntegerOffsets)
/// to make a composed layout.
///
/// Results that are found by looking at all offsets exist for literals only, such as
/// `layout!(right_inverse(Sw<1,0,2> o (4,3):(3,1)))`. They are inverses (also available by [`Composed::to_value`]),
/// complements and locations, and composed layouts as the tile of a divide, the grid of a product, the tiler of a mode
/// or a thread-value layout. Literals also have composed layouts and swizzles on the right of a composition, and
/// composed layouts side by side. Elsewhere each of these is one error, which names the literal.
///
/// ```
/// use tilework::typenum::{P3, U0, U2};
/// use tilework::{Composed, Static, Swizzle, layout};
/// let swizzle = Swizzle::<U2, U0, P3>::new();
/// let tile = Composed::new(swizzle, Static::<tilework::typenum::U4>::new(), layout!((3,8):(8,1)));
/// assert_eq!(tile.to_string(), "Sw<2,0,3> o 4 o (3,8):(8,1)");
/// assert_eq!(tile.offset((1, 2)), 15);
/// assert_eq!(tile.slice((2, ..)).to_string(), "Sw<2,0,3> o 20 o 8:1");
/// ```
#[doc(alias("ComposedLayout", "make_composed_layout"))]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Composed<F, N, L> {
    outer: F,
    added: N,
    inner: L,
}

impl<F, N, L> Composed<F, N, L> {
    /// For functions, and for layouts whose offsets are among those of others.
    #[inline(always)]
    pub(crate) const fn sound(outer: F, added: N, inner: L) -> Self {
        Composed { outer, added, inner }
    }

    /// The function of offsets, the number that is added before it, and the inner layout.
    #[inline(always)]
    pub(crate) fn into_parts(self) -> (F, N, L) {
        (self.outer, self.added, self.inner)
    }

    /// The composed layout with `f` applied to the inner layout.
    #[inline(always)]
    pub(crate) fn map_inner<M>(self, f: impl FnOnce(L) -> M) -> Composed<F, N, M> {
        Composed { outer: self.outer, added: self.added, inner: f(self.inner) }
    }

    /// [`Composed::try_new`] with an inner layout whose offsets are integers because those of the operand are.
    #[inline(always)]
    pub(crate) fn checked(outer: F, added: N, inner: L) -> Result<Self, Error>
    where
        F: OffsetMap,
        N: Leaf,
        L: AnyLayout,
    {
        inner.fits_under(outer, added)?;
        Ok(Composed { outer, added, inner })
    }

    /// [`Composed::map_inner`] with a function that may fail.
    #[inline(always)]
    pub(crate) fn try_map_inner<M, E>(
        self,
        f: impl FnOnce(L) -> Result<M, E>,
    ) -> Result<Composed<F, N, M>, E> {
        Ok(Composed { outer: self.outer, added: self.added, inner: f(self.inner)? })
    }
}
impl<F: OffsetMap, L: IntegerOffsets> Composed<F, Static<U0>, L> {
    /// `outer o inner`.
    ///
    /// # Panics
    /// See [`Composed::new`].
    #[inline(always)]
    #[track_caller]
    pub fn of(outer: F, inner: L) -> Self {
        Composed::new(outer, Static::new(), inner)
    }
}
impl<F: OffsetMap, N: Leaf, L: IntegerOffsets> Composed<F, N, L> {
    /// `outer o added o inner`.
    ///
    /// # Errors
    /// [`Rule::Overflow`](crate::Rule) if the sum `added + inner(c)`, or `outer` of it, does not fit `i64`; a layout
    /// `outer` is taken past its size. Results of operations are checked too, so no offset of a coordinate overflows.
    ///
    /// ```
    /// use tilework::{Composed, Dyn, Swizzle, layout, typenum::{P3, U0, U3}};
    /// let swizzle = Swizzle::<U3, U0, P3>::new();
    /// assert!(Composed::try_new(swizzle, Dyn(i64::MAX as usize - 3), layout!(4:1)).is_ok());
    /// assert!(Composed::try_new(swizzle, Dyn(i64::MAX as usize - 2), layout!(4:1)).is_err());
    /// assert!(Composed::try_new(layout!((2,2):(1,9)), Dyn(i64::MAX as usize / 4), layout!(4:1)).is_err());
    /// ```
    #[inline(always)]
    pub fn try_new(outer: F, added: N, inner: L) -> Result<Self, Error> {
        Self::checked(outer, added, inner)
    }

    /// `outer o added o inner`.
    ///
    /// # Panics
    /// If [`Composed::try_new`] returns an error.
    #[inline(always)]
    #[track_caller]
    pub fn new(outer: F, added: N, inner: L) -> Self {
        plain(Self::try_new(outer, added, inner))
    }
}
impl<F: OffsetMap, N: Leaf, L: AnyLayout> Composed<F, N, L> {
    /// The function applied to the offsets, `F`.
    #[inline(always)]
    pub fn outer(self) -> F {
        self.outer
    }

    /// The number added to the offsets of the inner layout, `n`.
    #[inline(always)]
    pub fn added(self) -> N {
        self.added
    }

    /// The inner layout, `B`, whose domain is the domain of `self`.
    #[inline(always)]
    pub fn inner(self) -> L {
        self.inner
    }

    /// The composed layout `c -> f(n + M(c))`: the function and the added number stay, and `M` replaces the inner
    /// layout.
    ///
    /// # Panics
    /// See [`Composed::new`].
    #[inline(always)]
    #[track_caller]
    pub fn with_inner<M: IntegerOffsets>(self, inner: M) -> Composed<F, N, M> {
        Composed::new(self.outer, self.added, inner)
    }

    /// The shape, that of the inner layout.
    #[inline(always)]
    pub fn shape(self) -> L::Shape {
        self.inner.parts().0
    }

    /// Returns whether a coordinate lies in the shape.
    #[inline(always)]
    pub fn contains<C: Coordinate<usize, L::Shape, L::Stride>>(self, coordinate: C) -> bool {
        coordinate.within(self.shape())
    }

    /// The number of coordinates.
    #[inline(always)]
    pub fn size(self) -> usize {
        self.inner.size()
    }

    /// The number of modes; 1 for a leaf.
    #[inline(always)]
    pub const fn rank(self) -> usize {
        L::RANK
    }

    /// The depth of nesting; 0 for a leaf.
    #[inline(always)]
    pub const fn depth(self) -> usize {
        L::DEPTH
    }

    /// One more than the largest offset on the domain: `1 + max F(n + B(c))`, over all coordinates.
    ///
    /// ```
    /// use tilework::{Composed, Swizzle, layout, typenum::{P3, U0, U2}};
    /// let tile = Composed::of(Swizzle::<U2, U0, P3>::new(), layout!((3,4):(8,1)));
    /// assert_eq!((tile.size(), tile.rank(), tile.depth(), tile.cosize()), (12, 2, 1, 20));
    /// assert!(tile.contains((2, 3)) && !tile.contains((3, 0)));
    /// ```
    pub fn cosize(self) -> usize
    where
        ModesOf<L>: ForEach<usize>,
    {
        let mut largest = 0;
        self.for_each(|offset| largest = largest.max(offset));
        largest + 1
    }

    /// Calls `f` with the offset of each coordinate, leftmost mode fastest.
    ///
    /// ```
    /// use tilework::{Composed, Swizzle, layout, typenum::{P1, U0, U1}};
    /// let mut offsets = Vec::new();
    /// Composed::of(Swizzle::<U1, U0, P1>::new(), layout!(4:1)).for_each(|x| offsets.push(x));
    /// assert_eq!(offsets, [0, 1, 3, 2]);
    /// ```
    #[inline(always)]
    pub fn for_each(self, mut f: impl FnMut(usize))
    where
        ModesOf<L>: ForEach<usize>,
    {
        const { not_coordinates(<ModesOf<L> as Modes>::CODOMAIN) }
        let first = self.added.get();
        self.inner.modes().fold_from(first, (), &mut |(), offset| f(self.outer.apply(offset)));
    }

    /// Calls `f(i, F(n + B(i)))` for all integral coordinates `i` in order, unrolled like
    /// [`Layout::unroll`](crate::Layout::unroll).
    ///
    /// ```
    /// use tilework::{Composed, Swizzle, layout, typenum::{P1, U0, U1}};
    /// let mut offsets = Vec::new();
    /// Composed::of(Swizzle::<U1, U0, P1>::new(), layout!(4:1)).unroll(|i, x| offsets.push((i, x)));
    /// assert_eq!(offsets, [(0, 0), (1, 1), (2, 3), (3, 2)]);
    /// ```
    #[inline(always)]
    pub fn unroll(self, mut f: impl FnMut(usize, usize))
    where
        L: Unroll,
    {
        const { not_coordinates(<ModesOf<L> as Modes>::CODOMAIN) }
        let mut each = Offsets(|i, offset: usize| f(i, self.outer.apply(offset)));
        self.inner.modes().unrolled(1, self.added.get(), &mut each);
    }

    /// The offset of a coordinate: `F(n + B(c))`. The type of the coordinate decides in which integers `B(c)` is
    /// computed, as in [`Layout::offset`](crate::Layout::offset).
    #[inline(always)]
    pub fn offset<C: Coordinate<usize, L::Shape, L::Stride>>(self, coordinate: C) -> usize {
        const { not_coordinates(<ModesOf<L> as Modes>::CODOMAIN) }
        check_natural(coordinate);
        let offset = offset_at(self.inner, coordinate);
        self.outer.apply(match const { <ModesOf<L> as Modes>::CODOMAIN } {
            Codomain::Bits => self.added.get() ^ offset,
            _ => self.added.get() + offset,
        })
    }

    /// The modes kept by `..`, with the offset of the given coordinates added: `r(c) = self(c' + c)`
    /// ([004](crate::guide::papers), section
    /// 2.5.1, equation 10).
    ///
    /// # Panics
    /// See [`Composed::new`], if the given coordinates lie outside of the shape.
    #[inline(always)]
    #[track_caller]
    pub fn slice<C>(self, coordinate: C) -> Composed<F, Dyn, Sliced<L, C>>
    where
        L: SliceBy<C>,
    {
        let (inner, offset) = self.inner.slice_by(coordinate);
        let overflow = Error::new(Operation::Composed, Rule::Overflow);
        let added = checked_sum::<L>(self.added.get(), offset).ok_or(overflow);
        plain(added.and_then(|added| Composed::checked(self.outer, Dyn(added), inner)))
    }

    /// The modes for which the coordinate has integers: those that a slice by it drops.
    #[inline(always)]
    pub fn dice<C>(self, coordinate: C) -> Composed<F, N, Diced<L, C>>
    where
        L: DiceBy<C>,
    {
        self.map_inner(|inner| inner.dice_by(coordinate).0)
    }
}

/// The sum of two offsets of the layout `L`, if it fits; for bits their XOR.
#[inline(always)]
fn checked_sum<L: AnyLayout>(left: usize, right: usize) -> Option<usize> {
    match const { <ModesOf<L> as Modes>::CODOMAIN } {
        Codomain::Bits => Some(left ^ right),
        _ => left.checked_add(right),
    }
}

impl<F: OffsetMap, N: Leaf, L> Composed<F, N, L> {
    /// The number of offsets that stay together: a power of 2, `v`. For multiples `x` of `v` and `i` below `v`,
    /// `F(n + x + i) = F(n + x) + i`, and this is a multiple of `v` for `i = 0`. It holds at the offsets of the inner
    /// layout that are multiples of `v`, whatever the inner layout is. `v` is the
    /// [`alignment`](crate::Swizzle::alignment) of a swizzle `F`, or the
    /// [`Layout::alignment`](crate::Layout::alignment) of a layout `F`, but no more than `n` leaves aligned. For a
    /// plain layout, [`Layout::alignment`](crate::Layout::alignment) is the run at its beginning.
    ///
    /// ```
    /// use tilework::{Composed, layout};
    /// assert_eq!(Composed::of(layout!((8,32):(1,12)), layout!((32,8):(1,32))).alignment(), 4);
    /// ```
    #[inline(always)]
    pub fn alignment(self) -> usize {
        let together =
            self.outer.together().and(ContiguousBlock::divisors_of(self.added.get() as i64));
        (together.power_of_two() as u64).min(1 << MOST.ilog2()) as usize
    }
}

impl<F: Known, N: Known, L: Known> Known for Composed<F, N, L> {
    const VALUE: Self = Composed { outer: F::VALUE, added: N::VALUE, inner: L::VALUE };
}
/// `Sw<B,M,S> o n o L`, or `composed(F, n, L)`: the calculator reads both.
impl<F: OffsetMap, N: Leaf, L: AnyLayout> fmt::Display for Composed<F, N, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Composed { outer, added, inner } = self;
        match L::Modes::CODOMAIN {
            Codomain::Any | Codomain::Integers if F::IS_SWIZZLE => {
                write!(f, "{outer} o {} o {inner}", added.get())
            }
            _ => write!(f, "composed({outer}, {}, {inner})", added.get()),
        }
    }
}
/// The swizzle is written as the layout of size `2^62` that has its function.
impl<F: OffsetMap, N: Leaf, B: Unsigned, M: Unsigned, W: Integer> fmt::Display
    for Composed<F, N, Swizzle<B, M, W>>
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "composed({}, {}, {})", self.outer, self.added.get(), Endless(self.inner))
    }
}
impl<F: OffsetMap, N: Leaf, L> fmt::Debug for Composed<F, N, L>
where
    Self: fmt::Display,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
