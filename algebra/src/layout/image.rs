//! The offsets of a layout.

use alloc::vec::Vec;
use core::cell::Cell;

use crate::error::{Error, Operation, Rule};
use crate::layout::tile::Tile;
use crate::layout::tiler::{TilerRef, every_mode};
use crate::layout::{Layout, Modes};
use crate::mode::Mode;
use crate::stride::Stride;

/// The largest number of offsets that [`offsets`] and [`image`] list.
const LIST_LENGTH: i64 = 1 << 24;

/// The offsets `layout(0), layout(1), ..., layout(size - 1)`, which are integers or coordinates.
///
/// # Errors
/// [`Rule::ListLength`] for a layout of more than 2^24 coordinates,
/// [`Rule::Overflow`].
///
/// ```
/// use tilework_algebra::{Layout, offsets};
/// let layout: Layout = "(2,3):(3,1)".parse()?;
/// assert_eq!(offsets(&layout)?, [0, 3, 1, 4, 2, 5]);
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn offsets<D: Stride>(layout: &Layout<D>) -> Result<Vec<D::Offset>, Error> {
    let error = |rule| Error::new(Operation::Image, rule);
    let size = layout.size();
    if size > LIST_LENGTH {
        return Err(error(Rule::ListLength { size, limit: LIST_LENGTH }));
    }
    // Leaves of extent 1 move nothing.
    let moving = layout.flat_modes().iter().filter(|mode| mode.shape > 1);
    let moving: Modes<D> = moving.cloned().collect();
    // The size is at most 2^24.
    let mut offsets = Vec::with_capacity(size as usize);
    for i in 0..size {
        let offset = D::evaluate(&moving, i, D::Sum::default());
        let offset = offset.and_then(|sum| D::offset(layout, sum));
        offsets.push(offset.ok_or(error(Rule::Overflow))?);
    }
    Ok(offsets)
}

/// The set of offsets in increasing order. Coordinates are in the order of their integral coordinates.
///
/// # Errors
/// The errors of [`offsets`].
///
/// ```
/// use tilework_algebra::{Layout, image};
/// let layout: Layout = "(2,3):(2,1)".parse()?;
/// assert_eq!(image(&layout)?, [0, 1, 2, 3, 4]);
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn image<D: Stride>(layout: &Layout<D>) -> Result<Vec<D::Offset>, Error> {
    let mut offsets = offsets(layout)?;
    offsets.sort_unstable_by(D::order);
    offsets.dedup();
    Ok(offsets)
}

/// Returns whether all offsets of `b` are coordinates of `a`. If so, `a o b` does not depend on the values of `a` past
/// its size, which [003](crate::papers) demands of compositions (definition 2.3.7.1), and composition is associative
/// ([004](crate::papers), equation 18).
/// Coordinates of `a` are integers below its size, or tuples of coordinates of the parts of `a` at their places.
///
/// `b` is a tiler, as in `a o b`; in a tuple of tilers, each is checked against its own mode. So `(8,2)` is
/// `<8:1,2:1>`, whose first tiler leaves the first mode of `(4,4):(4,1)`. It is not the layout `(8,2):(1,8)`, which has
/// the coordinates of all 16 elements.
///
/// # Errors
/// [`Rule::Undecided`] if XOR strides of `b` have extents that are cut into more than 2^16 powers of 2;
/// [`Rule::TilerRank`] and [`Rule::Depth`] as in a composition.
///
/// ```
/// use tilework_algebra::{ArithmeticTuple, Layout, Tiler, image_in_range};
/// let (a, b): (Layout, Layout) = ("(4,6):(1,5)".parse()?, "(2,3):(1,11)".parse()?);
/// assert!(image_in_range(&a, &b)?);
/// assert!(!image_in_range(&"7:11".parse::<Layout>()?, &"3:4".parse::<Layout>()?)?);
/// let columns: Layout<ArithmeticTuple> = "(4,5):(e0,e1)".parse()?;
/// assert!(image_in_range(&a, &columns)?);
/// let tiler: Tiler = "(8,2)".parse()?;
/// assert!(!image_in_range(&"(4,4):(4,1)".parse::<Layout>()?, &tiler)?);
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn image_in_range<'a, D: Stride>(
    a: &Layout<D>,
    b: impl Into<TilerRef<'a>>,
) -> Result<bool, Error> {
    let inside = Cell::new(true);
    every_mode(Operation::ImageInRange, a, b.into(), &|a, tile| {
        let is = match tile {
            None => true,
            Some(Tile::Layout(b)) => layout_in_range(a, b)?,
            Some(Tile::Coordinates(b)) => layout_in_range(a, b)?,
            Some(Tile::Xor(b)) => layout_in_range(a, b)?,
        };
        inside.set(inside.get() && is);
        Ok(a.clone())
    })?;
    Ok(inside.get())
}

/// [`image_in_range`] for a layout.
pub(crate) fn layout_in_range<D: Stride, E: Stride>(
    a: &Layout<D>,
    b: &Layout<E>,
) -> Result<bool, Error> {
    if b.is_empty() {
        return Ok(true);
    }
    E::in_range(a, b)
}

/// [`image_in_range`] for layouts with integer strides.
pub(crate) fn integers_in_range<D: Stride>(a: &Layout<D>, b: &Layout) -> bool {
    let mut moving = b.flat_modes().iter().filter(|mode| mode.shape > 1);
    // A negative stride leads below 0 when all other coordinates are 0.
    let largest = moving.try_fold(0i128, |sum, &Mode { shape, stride }| {
        (stride >= 0).then(|| sum + i128::from(shape - 1) * i128::from(stride))
    });
    largest.is_some_and(|largest| largest < i128::from(a.size()))
}

/// Returns whether no two coordinates have the same offset.
///
/// # Errors
/// [`Rule::Undecided`] as in [`injectivity::collision`](crate::injectivity::collision), but not for XOR strides;
/// [`Rule::Overflow`] for strides that are coordinates.
///
/// ```
/// use tilework_algebra::{Layout, is_injective};
/// let (a, b): (Layout, Layout) = ("(4,4):(3,4)".parse()?, "(4,4):(3,2)".parse()?);
/// assert!(is_injective(&a)? && !is_injective(&b)?);
/// let swizzled: Layout<tilework_algebra::Xor> = "(4,4):(f5,f1)".parse()?;
/// assert!(is_injective(&swizzled)?);
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn is_injective<D: Stride>(layout: &Layout<D>) -> Result<bool, Error> {
    let collision = layout.collision();
    Ok(collision.map_err(|error| error.during(Operation::IsInjective))?.is_none())
}

/// Returns whether every integer from the smallest to the largest offset is an offset. If no stride is negative, the
/// layout is then surjective onto `0..cosize`.
///
/// The strides are sorted by magnitude. Each stride must exceed the reach of the strides before it by at most 1. The
/// first stride that is larger skips the integer after that reach; otherwise each mode extends an interval.
///
/// ```
/// use tilework_algebra::is_surjective;
/// assert!(is_surjective(&"(2,(3,2)):(3,(1,4))".parse()?));
/// assert!(!is_surjective(&"(2,2):(1,3)".parse()?));
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[inline]
pub fn is_surjective(layout: &Layout) -> bool {
    if layout.is_empty() {
        return true;
    }
    let mut strides: smallvec::SmallVec<[(u64, i64); 8]> = layout
        .flat_modes()
        .iter()
        .filter(|mode| mode.shape > 1)
        .map(|mode| (mode.stride.unsigned_abs(), mode.shape))
        .collect();
    strides.sort_unstable();
    let mut reach = 0i128;
    strides.into_iter().all(|(stride, shape)| {
        let adjoins = i128::from(stride) <= reach + 1;
        reach += i128::from(shape - 1) * i128::from(stride);
        adjoins
    })
}

/// Returns whether the layout is a bijection onto `0..size`: sorted by stride, each stride is the product of the
/// extents before it ([003](crate::papers), definitions 2.1.5.1 and 2.3.5.1).
///
/// ```
/// use tilework_algebra::is_compact;
/// assert!(is_compact(&"((2,2),(2,2)):((1,4),(2,8))".parse()?));
/// assert!(!is_compact(&"(3,2):(1,0)".parse()?));
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[inline]
pub fn is_compact(layout: &Layout) -> bool {
    if layout.is_empty() {
        return true;
    }
    let mut modes: smallvec::SmallVec<[Mode; 8]> =
        layout.flat_modes().iter().copied().filter(|mode| mode.shape > 1).collect();
    modes.sort_unstable_by_key(|mode| mode.stride);
    let mut span = 1;
    modes.into_iter().all(|mode| {
        let adjoins = mode.stride == span;
        // This is at most the size.
        span *= mode.shape;
        adjoins
    })
}
