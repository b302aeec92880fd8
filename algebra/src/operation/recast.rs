//! Recast: a layout for elements of another width.

use crate::error::{Error, Operation, Rule};
use crate::layout::{Layout, Modes};
use crate::mode::Mode;
use crate::operation::cast::{downcast_leaf, scale_leaf, upcast_leaf};
use crate::stride::Stride;

/// The layout for elements `n` times as wide: the leaf `i -> i d` becomes `i -> floor(i d / n)` without repetitions, or
/// `i -> -floor(i |d| / n)` if the stride is negative.
///
/// If `n` divides `d`, the leaf becomes `s:(d/n)`. If `d` divides `n`, `n / |d|` steps make one element, and the leaf
/// becomes `(s |d| / n):1`, or `:-1` backwards, or `1:0` if it lies within one element. A stride of 0 stays. The same
/// holds for XOR strides if `n` is a power of 2.
///
/// If the layout goes backwards, offsets are counted from the last part of the element at 0. The part at the offset `x`
/// is at the position `x + n - 1`, which is in the element `floor((x + n - 1) / n) = -floor(-x / n)`. This is the
/// convention of CuTe, which moves the pointer by as much. A [`Composed`](crate::Composed) layout adds it to the offset
/// ([`Composed::recast`](crate::Composed::recast)).
///
/// # Errors
/// [`Rule::Divisibility`] at a leaf if the stride and `n`, or the extent and the steps to an element, do not divide one
/// another; [`Rule::Extent`] for an `n` below 1; [`Rule::PowerOfTwo`] for XOR strides.
///
/// ```
/// use tilework_algebra::{Layout, upcast};
/// let layout: Layout = "(8,(4,2)):(1,(8,64))".parse()?;
/// assert_eq!(upcast(&layout, 4)?.to_string(), "(2,(4,2)):(1,(2,16))");
/// assert!(upcast(&layout, 3).is_err());
/// let backwards: Layout = "8:-1".parse()?;
/// assert_eq!(upcast(&backwards, 4)?.to_string(), "2:-1");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn upcast<D: Stride<Offset = i64>>(layout: &Layout<D>, n: i64) -> Result<Layout<D>, Error> {
    cast(Operation::Upcast, layout, n, |_, Mode { shape, stride }| {
        if stride % n == 0 {
            return Ok(Mode { shape, stride: stride / n });
        }
        // The stride is not 0, and its magnitude fits unless it is 2^63, which does not divide `n`.
        let Some(size) = stride.checked_abs().filter(|size| n % size == 0) else {
            return Err(Rule::Divisibility { left: stride, right: n });
        };
        let (shape, step) = upcast_leaf((shape, size), n)?;
        Ok(Mode { shape, stride: step * stride.signum() })
    })
}

/// The layout for narrower elements, `n` of which make one element of `layout`. The element at `x` becomes the elements
/// `n x .. n x + n`. The first mode of stride 1, `s:1`, along which elements are adjacent, becomes `(n s):1`; any other
/// mode `s:d` becomes `s:(n d)`.
///
/// So `r(n c_k + i at k) = n layout(c) + i` for `0 <= i < n`, where `k` is that mode. If no mode has stride 1, the
/// first mode of stride -1, `s:-1`, becomes `(n s):-1`, and `r(n c_k + i at k) = n layout(c) - i`. Offsets are then
/// counted from the last part of the element at 0, as in [`upcast`]: the part is at the position `r(..) + n - 1`, so
/// each element has its parts, the last one first. If no mode has stride 1 or -1, the result has the first part of each
/// element.
///
/// The same holds for XOR strides if `n` is a power of 2. A swizzle may turn the stride 1 into another odd stride, such
/// as `f17`, and may also make other strides odd. So a layout without the stride `f1` is refused if it has an odd
/// stride. In a composed layout the swizzle is separate, so the two cases can be told apart
/// ([`Composed::recast`](crate::Composed::recast)).
///
/// `upcast(downcast(layout, n), n) = layout`, except for the strides of modes of extent 1.
///
/// # Errors
/// [`Rule::Overflow`], [`Rule::Extent`] for an `n` below 1; [`Rule::PowerOfTwo`] and
/// [`Rule::UnitStride`] for XOR strides.
///
/// ```
/// use tilework_algebra::{Layout, downcast};
/// let layout: Layout = "(2,(4,2)):(1,(2,16))".parse()?;
/// assert_eq!(downcast(&layout, 4)?.to_string(), "(8,(4,2)):(1,(8,64))");
/// let column: Layout = "(1,8):(1,1)".parse()?;
/// assert_eq!(downcast(&column, 2)?.to_string(), "(2,8):(1,2)");
/// let backwards: Layout = "2:-1".parse()?;
/// assert_eq!(downcast(&backwards, 4)?.to_string(), "8:-1");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn downcast<D: Stride<Offset = i64>>(layout: &Layout<D>, n: i64) -> Result<Layout<D>, Error> {
    let unit = adjacent(layout, n).map(|(at, _)| at);
    let known = n == 1 || !D::BITWISE || unit.is_some();
    cast(Operation::Downcast, layout, n, |at, Mode { shape, stride }| {
        if !known && stride % 2 != 0 {
            return Err(Rule::UnitStride { stride });
        }
        if unit == Some(at) {
            let (shape, step) = downcast_leaf((shape, stride.abs()), n)?;
            return Ok(Mode { shape, stride: step * stride.signum() });
        }
        let (shape, stride) = scale_leaf((shape, stride), n)?;
        Ok(Mode { shape, stride })
    })
}

/// The leaf along which elements are adjacent, and whether it goes backwards.
pub(crate) fn adjacent<D: Stride>(layout: &Layout<D>, n: i64) -> Option<(usize, bool)> {
    let first = |stride| {
        let is = |mode: &Mode<D>| mode.stride.to_elements(n) == Ok(stride);
        layout.flat_modes().iter().position(is)
    };
    first(1).map(|at| (at, false)).or_else(|| first(-1).map(|at| (at, true)))
}

/// Converts a layout of elements of `old` bits to one of elements of `new` bits: if `new / old = p / q` in lowest
/// terms, it is `upcast(downcast(layout, q), p)`.
///
/// # Errors
/// The errors of [`upcast`] and [`downcast`]; [`Rule::Extent`] for a width below 1.
///
/// ```
/// use tilework_algebra::{Layout, recast};
/// let layout: Layout = "(8,4):(1,8)".parse()?;
/// assert_eq!(recast(&layout, 16, 32)?.to_string(), "(4,4):(1,4)");
/// assert_eq!(recast(&layout, 16, 8)?.to_string(), "(16,4):(1,16)");
/// assert_eq!(recast(&layout, 16, 64)?, recast(&layout, 8, 32)?);
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn recast<D: Stride<Offset = i64>>(
    layout: &Layout<D>,
    old: i64,
    new: i64,
) -> Result<Layout<D>, Error> {
    for width in [old, new] {
        if width < 1 {
            return Err(Error::new(Operation::Recast, Rule::Extent { extent: width }));
        }
    }
    let (mut common, mut rest) = (old, new);
    while rest != 0 {
        (common, rest) = (rest, common % rest);
    }
    downcast(layout, old / common)
        .and_then(|layout| upcast(&layout, new / common))
        .map_err(|error| error.during(Operation::Recast))
}

fn cast<D: Stride>(
    operation: Operation,
    layout: &Layout<D>,
    n: i64,
    leaf: impl Fn(usize, Mode) -> Result<Mode, Rule>,
) -> Result<Layout<D>, Error> {
    if n < 1 {
        return Err(Error::new(operation, Rule::Extent { extent: n }));
    }
    layout.positive(operation)?;
    let mut modes = Modes::new();
    for (at, Mode { shape, stride }) in layout.flat_modes().iter().enumerate() {
        let error = |rule| Error::new(operation, rule).at(at);
        let integer = stride.to_elements(n).map_err(error)?;
        let Mode { shape, stride } =
            leaf(at, Mode { shape: *shape, stride: integer }).map_err(error)?;
        modes.push(Mode { shape, stride: D::of_elements(stride).ok_or(error(Rule::Overflow))? });
    }
    // This checks the size again.
    Layout::of_modes(modes, layout.profile().clone()).map_err(|error| error.during(operation))
}
