//! Composed layouts: functions of offsets applied after layouts, for functions that are not layouts.

use alloc::vec::Vec;
use core::fmt;

use crate::budget::{Budget, COMPOSITION};
use crate::error::{Error, Operation, Rule};
use crate::layout::Layout;
use crate::layout::coordinate::crd2idx;
use crate::layout::image::offsets;
use crate::layout::swizzle::Swizzle;
use crate::layout::tiler::TilerRef;
use crate::operation::composition::composition;
use crate::operation::recast::recast;
use crate::operation::slice::{Slicer, slice};
use crate::operation::together::Together;
use crate::stride::Stride;
use crate::stride::xor::Xor;
use crate::tuple::int_tuple::IntTuple;

mod beside;
mod image;
mod inverse;
mod natural;
mod outer;
mod recast;
mod swizzled;

pub(crate) use outer::reaching;
pub use outer::{Chain, Outer};
use recast::recast_before;

/// The largest number of coordinates of a composed layout whose offsets are listed, unless its functions have many
/// leaves.
pub(crate) const POINTS: i64 = 1 << 16;

/// The largest number of modes of functions that such a list goes through. The list must be shorter if there are many
/// functions.
const MODES: i64 = 1 << 22;

/// A composed layout `F o n o B`, the function `c -> F(n + B(c))`; CuTe calls it `ComposedLayout`.
///
/// It represents functions that no layout has, such as a swizzle after an added offset that carries into its bits. It
/// is evaluated, sliced and tiled like a layout: operations on the domain apply to `B`.
///
/// `B` has strides `D`, integers or bits, and `+` is their addition. With XOR strides `n` is XORed, so slices have the
/// same form.
///
/// ```
/// use tilework_algebra::{Composed, Layout, Swizzle};
/// let tile = Composed::new(Swizzle::new(2, 0, 3)?, 4, "(3,8):(8,1)".parse()?);
/// assert_eq!(tile.to_string(), "Sw<2,0,3> o 4 o (3,8):(8,1)");
/// assert_eq!(tile.crd2idx(&"(1,2)".parse()?)?, 15);
/// // A layout of columns after a swizzle.
/// let columns: Layout = "(8,6):(6,1)".parse()?;
/// let swizzled = Composed::of(columns.clone(), Swizzle::new(3, 0, 3)?.to_layout());
/// assert_eq!(swizzled.offset(8 * 5 + 3)?, columns.offset(8 * 5 + (3 ^ 5))?);
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Composed<D = i64> {
    outer: Outer,
    offset: i64,
    inner: Layout<D>,
}

impl Composed {
    /// `outer o offset o inner`.
    pub fn new(outer: impl Into<Outer>, offset: i64, inner: Layout) -> Self {
        Composed { outer: outer.into(), offset, inner }
    }

    /// The layout with XOR strides that has the same function, if it is found. It exists if no offset is added and the
    /// offsets of the inner layout do not carry. Past its size it continues as layouts do, with an unbounded last mode,
    /// and not as this function does.
    ///
    /// # Errors
    /// [`Rule::AddedOffset`] for an offset that is not 0; [`Rule::Carries`]; [`Rule::PowerOfTwo`].
    ///
    /// ```
    /// use tilework_algebra::{Composed, Swizzle};
    /// let tile = Composed::new(Swizzle::new(3, 0, 3)?, 0, "(8,8):(8,1)".parse()?);
    /// assert_eq!(tile.to_layout()?.to_string(), "(8,8):(f9,f1)");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    #[inline]
    pub fn to_layout(&self) -> Result<Layout<Xor>, Error> {
        let inner = Layout::<Xor>::of_integers(&self.inner)?;
        Composed { outer: self.outer.clone(), offset: self.offset, inner }.to_layout()
    }
}

impl Composed<Xor> {
    /// The layout with XOR strides that has the same function, if it is found. It exists if no offset is added and the
    /// offsets of the outer layout do not carry. Past its size it continues as layouts do, with an unbounded last mode,
    /// and not as this function does.
    ///
    /// # Errors
    /// [`Rule::AddedOffset`] for an offset that is not 0; [`Rule::Carries`]; [`Rule::PowerOfTwo`].
    ///
    /// ```
    /// use tilework_algebra::{Composed, Layout, Swizzle};
    /// let swizzle = Swizzle::new(3, 0, 3)?.to_layout();
    /// let columns: Layout = "(8,8):(8,1)".parse()?;
    /// assert_eq!(Composed::of(columns, swizzle).to_layout()?.to_string(), "(8,8):(f8,f9)");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    #[inline]
    pub fn to_layout(&self) -> Result<Layout<Xor>, Error> {
        self.to_layout_within(&Budget::new(Operation::ToXor, COMPOSITION))
    }

    /// [`Composed::to_layout`] within the budget of the calling operation.
    pub(crate) fn to_layout_within(&self, budget: &Budget<'_>) -> Result<Layout<Xor>, Error> {
        if self.offset != 0 {
            let rule = Rule::AddedOffset { offset: self.offset };
            return Err(Error::new(Operation::ToXor, rule));
        }
        self.outer.compose(&self.inner, budget)
    }
}

impl<D: Stride<Offset = i64>> Composed<D> {
    /// `outer o inner`.
    pub fn of(outer: impl Into<Outer>, inner: Layout<D>) -> Self {
        Composed { outer: outer.into(), offset: 0, inner }
    }

    /// The same composed layout with this offset in between.
    pub fn with_added(&self, offset: i64) -> Self {
        Composed { offset, ..self.clone() }
    }

    /// The function that is applied to the offsets, `F`.
    pub fn outer(&self) -> &Outer {
        &self.outer
    }

    /// The offset that is added to the offsets of the inner layout, `n`.
    pub fn added(&self) -> i64 {
        self.offset
    }

    /// The layout that has the same domain, `B`.
    pub fn inner(&self) -> &Layout<D> {
        &self.inner
    }

    /// The same function of the offsets after another layout: `F o n o r`. An operation that rearranges or restricts
    /// the domain is therefore applied to the inner layout.
    ///
    /// ```
    /// use tilework_algebra::{Composed, Swizzle, Tiler, zipped_divide};
    /// let tile = Composed::new(Swizzle::new(3, 0, 3)?, 8, "(8,8):(8,1)".parse()?);
    /// let tiler: Tiler = "<4,2>".parse()?;
    /// let tiles = tile.with_inner(zipped_divide(tile.inner(), &tiler)?);
    /// assert_eq!(tiles.to_string(), "Sw<3,0,3> o 8 o ((4,2),(2,4)):((8,1),(32,2))");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn with_inner(&self, inner: Layout<D>) -> Self {
        Composed { inner, ..self.clone() }
    }

    /// The offset at a coordinate of the inner layout: see [`crd2idx`](crate::crd2idx()).
    ///
    /// # Errors
    /// The errors of [`crd2idx`](crate::crd2idx()); [`Rule::CoordinateRange`] if the outer layout is given an offset
    /// below 0.
    pub fn crd2idx(&self, coordinate: &IntTuple) -> Result<i64, Error> {
        self.apply(crd2idx(coordinate, &self.inner)?)
    }

    /// The offset at the integral coordinate `i`.
    ///
    /// # Errors
    /// The errors of [`Composed::crd2idx`].
    pub fn offset(&self, i: i64) -> Result<i64, Error> {
        self.apply(self.inner.offset(i)?)
    }

    /// All offsets, in the order of the coordinates: see [`offsets`](crate::offsets()).
    ///
    /// # Errors
    /// The errors of [`offsets`](crate::offsets()) and [`Composed::crd2idx`].
    pub fn offsets(&self) -> Result<Vec<i64>, Error> {
        offsets(&self.inner)?.into_iter().map(|offset| self.apply(offset)).collect()
    }

    /// The set of offsets, in increasing order: see [`image`](crate::image()).
    ///
    /// # Errors
    /// The errors of [`Composed::offsets`].
    pub fn image(&self) -> Result<Vec<i64>, Error> {
        let mut offsets = self.offsets()?;
        offsets.sort_unstable();
        offsets.dedup();
        Ok(offsets)
    }

    /// `1 + largest offset`, less the smallest offset if that is negative, as for layouts: the number of elements that
    /// data must hold to be viewed through this layout. It counts from 0 even if 0 is not an offset, and is 0 if there
    /// are no offsets.
    ///
    /// # Errors
    /// The errors of [`Composed::offsets`]; [`Rule::Overflow`].
    ///
    /// ```
    /// use tilework_algebra::{Composed, Swizzle};
    /// let tile = Composed::new(Swizzle::new(1, 0, 1)?, 4, "4:1".parse()?);
    /// assert_eq!((tile.image()?, tile.cosize()?), (vec![4, 5, 6, 7], 8));
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn cosize(&self) -> Result<i64, Error> {
        let during = |error: Error| error.during(Operation::Cosize);
        let offsets = self.offsets().map_err(during)?;
        if offsets.is_empty() {
            return Ok(0);
        }
        let (first, last) = (offsets.into_iter())
            .fold((0, 0), |(first, last), offset| (offset.min(first), offset.max(last)));
        let span = last.checked_sub(first).and_then(|span| span.checked_add(1));
        span.ok_or(Error::new(Operation::Cosize, Rule::Overflow))
    }

    fn apply(&self, offset: i64) -> Result<i64, Error> {
        let overflow = Error::new(Operation::Crd2Idx, Rule::Overflow);
        let offset = D::add_offsets(self.offset, offset).ok_or(overflow)?;
        self.outer.apply(offset)
    }

    /// `self o tiler`: the inner layout is composed with the tiler, by mode for a tiler of modes.
    ///
    /// # Errors
    /// The errors of [`composition`](crate::composition()). If the inner layout has no composition with a layout that
    /// has integer or XOR strides, use [`Composed::of`], which takes `self` as the function of its integral
    /// coordinates.
    ///
    /// ```
    /// use tilework_algebra::{Composed, Layout, Swizzle, Xor};
    /// let tile = Composed::new(Swizzle::new(1, 0, 3)?, 0, "64:1".parse()?);
    /// let gray: Layout<Xor> = "(4,2):(f1,f5)".parse()?;
    /// assert!(tile.compose(&gray).is_err());
    /// let swizzled = Composed::of(tile, gray);
    /// assert_eq!(swizzled.to_string(), "composed(Sw<1,0,3> o 0 o 64:1, 0, (4,2):(f1,f5))");
    /// assert_eq!(swizzled.offsets()?, [0, 1, 2, 3, 5, 4, 7, 6]);
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn compose<'a>(&self, tiler: impl Into<TilerRef<'a>>) -> Result<Self, Error> {
        Ok(self.with_inner(composition(&self.inner, tiler)?))
    }

    /// The part that an incomplete coordinate leaves open, with the offset of the given part added:
    /// `r(c) = self(c' + c)` ([004](crate::papers), section 2.5.1, equation 10). Only a layout with XOR strides needs a
    /// condition for
    /// this.
    ///
    /// # Errors
    /// The errors of [`slice`](crate::slice()).
    ///
    /// ```
    /// use tilework_algebra::{Composed, Swizzle};
    /// let tile = Composed::new(Swizzle::new(3, 0, 3)?, 0, "(8,8):(8,1)".parse()?);
    /// assert_eq!(tile.slice(&"(5,_)".parse()?)?.to_string(), "Sw<3,0,3> o 40 o 8:1");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn slice(&self, slicer: &Slicer) -> Result<Self, Error> {
        let (inner, offset) = slice(&self.inner, slicer)?;
        let overflow = Error::new(Operation::Slice, Rule::Overflow);
        let offset = D::add_offsets(self.offset, offset).ok_or(overflow)?;
        Ok(Composed { outer: self.outer.clone(), offset, inner })
    }

    /// `outer o self`. Two swizzles are combined as in [`Swizzle::after`]; other functions are kept one after the
    /// other.
    ///
    /// ```
    /// use tilework_algebra::{Composed, Layout, Swizzle};
    /// let tile = Composed::new(Swizzle::new(1, 1, 3)?, 5, "(3,8):(8,1)".parse()?);
    /// let both = tile.under(Swizzle::new(1, 0, 3)?);
    /// assert_eq!(both.to_string(), "Sw<2,0,3> o 5 o (3,8):(8,1)");
    /// let columns: Layout = "(8,6):(6,1)".parse()?;
    /// let after = tile.under(columns.clone());
    /// assert_eq!(after.offset(7)?, columns.offset(tile.offset(7)?)?);
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn under(&self, outer: impl Into<Outer>) -> Self {
        let outer = outer.into();
        let outer = match (&outer, &self.outer) {
            (Outer::Swizzle(swizzle), Outer::Swizzle(first)) => {
                let both = swizzle.after(*first);
                Swizzle::of_layout(&both).map_or(Outer::Xor(both), Outer::Swizzle)
            }
            _ => outer.after(0, self.outer.clone()),
        };
        Composed { outer, ..self.clone() }
    }

    /// The same function for elements of another width, if the outer function keeps whole elements together. For
    /// elements of `1/n` the width it is `F'(n x + i) = n F(x) + i`, with `i` below `n`, and for wider elements the
    /// reverse. The inner layout is [`recast`](crate::recast()). If it goes backwards within elements, `n` becomes the
    /// position of the last part of its element, from which the offsets of such layouts are counted.
    ///
    /// # Errors
    /// The errors of [`Swizzle::recast`] and [`recast`](crate::recast()); [`Rule::Alignment`] if wider elements do not
    /// stay together or the added offset is not a multiple of them; [`Rule::PowerOfTwo`] for XOR strides.
    ///
    /// ```
    /// use tilework_algebra::{Composed, Layout};
    /// let pairs: Layout = "((2,4),3):((1,6),2)".parse()?;
    /// let tile = Composed::new(pairs, 4, "(4,2):(1,4)".parse()?);
    /// assert_eq!(tile.recast(16, 32)?.to_string(), "composed((4,3):(3,1), 2, (2,2):(1,2))");
    /// assert_eq!(tile.recast(16, 8)?.offset(2)?, 2 * tile.offset(1)?);
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    #[inline]
    pub fn recast(&self, old: i64, new: i64) -> Result<Self, Error> {
        let inner = recast(&self.inner, old, new)?;
        let outer = self.outer.recast(old, new)?;
        let offset = recast_before(self.offset, &self.inner, old, new)?;
        Ok(Composed { outer, offset, inner })
    }

    /// The number of offsets that stay together at multiples of that number: a power of 2 `v` such that, for all
    /// offsets `x` of the inner layout that are multiples of `v` and all `i` below `v`, `F(n + x + i) = F(n + x) + i`,
    /// which is a multiple of `v` for `i = 0`. It is the block of a swizzle, or the [`Layout::alignment`] of an outer
    /// layout, but no more than `n` keeps aligned. It does not depend on the inner layout. For a plain layout,
    /// [`Layout::alignment`] is the run at its beginning.
    ///
    /// ```
    /// use tilework_algebra::{Composed, Layout, Swizzle};
    /// let inner: Layout = "(32,8):(1,32)".parse()?;
    /// assert_eq!(Composed::new(Swizzle::new(3, 4, 3)?, 8, inner.clone()).alignment(), 8);
    /// let rows: Layout = "(8,32):(1,12)".parse()?;
    /// assert_eq!(Composed::of(rows, inner).alignment(), 4);
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn alignment(&self) -> i64 {
        self.together().power_of_two()
    }
}

impl<D: Stride<Offset = i64>> Composed<D> {
    /// Returns whether `F(n + x + i) = F(n + x) + i`, and a multiple of `v` for `i = 0`, for the multiples `x` of `v`
    /// that are offsets of the inner layout and all `i` below `v`. It tries all of them, up to 2^16 offsets and 2^22
    /// values in all.
    pub(crate) fn keeps_vectors(&self, v: i64) -> bool {
        let whole = |x: &i64| {
            let first = self.apply(*x).ok().filter(|first| first % v == 0);
            first.is_some_and(|first| (1..v).all(|i| self.apply(*x + i) == Ok(first + i)))
        };
        let size = self.inner.size();
        let few = size <= POINTS && size.saturating_mul(v) <= POINTS << 6;
        let listed = if few { offsets(&self.inner).ok() } else { None };
        listed.is_some_and(|offsets| offsets.iter().filter(|&x| x % v == 0).all(whole))
    }
}

impl<D: Stride> Composed<D> {
    /// Checks that there are few enough coordinates to list the offsets of all.
    ///
    /// # Errors
    /// [`Rule::UndecidedSize`]
    fn check_size(&self, operation: Operation) -> Result<(), Error> {
        let (size, limit) = (self.inner.size(), POINTS.min(MODES / self.outer.length()));
        if size > limit {
            return Err(Error::new(operation, Rule::UndecidedSize { size, limit }));
        }
        Ok(())
    }
}

impl<D> Composed<D> {
    /// The number of offsets that stay together: `F(n + x + i) = F(n + x) + i`.
    pub(crate) fn together(&self) -> Together {
        self.outer.together().and(Together::divisors_of(self.offset))
    }
}

impl<D: Stride> fmt::Display for Composed<D> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Composed { outer, offset, inner } = self;
        match outer {
            // When this text is read again, the integer after a swizzle is the offset that is added.
            Outer::Swizzle(swizzle) if !D::BITWISE => write!(f, "{swizzle} o {offset} o {inner}"),
            outer => write!(f, "composed({outer}, {offset}, {inner})"),
        }
    }
}

impl<D: Stride> fmt::Debug for Composed<D> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
