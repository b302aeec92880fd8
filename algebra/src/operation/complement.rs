//! Complement: the layout of the offsets that another layout leaves out.

use crate::error::{Error, Rule};
use crate::int::{self, Int};
use crate::operation::rounding::Rounding;
#[cfg(feature = "alloc")]
use {
    crate::error::Operation,
    crate::layout::{Layout, Modes},
    crate::mode::Mode,
    crate::partly_known::{End, Sorted, gaps},
    crate::stride::Stride,
    smallvec::SmallVec,
};

/// The extent of the gap between the span of the modes so far and the next larger stride: `stride / span`, at least 1.
/// `span` is at least 1.
///
/// # Errors
/// [`Rule::Complementability`] if the stride is not a multiple of the span; when rounding, only if the stride is less
/// than the span.
#[inline(always)]
pub fn gap<I: Int>(rounding: Rounding, stride: I, span: I) -> Result<I, Error> {
    let fits = match rounding {
        Rounding::Exact => stride >= span && stride.rem(span) == I::ZERO,
        Rounding::Ceil => stride >= span,
    };
    if fits {
        return Ok(stride.div(span));
    }
    let rule = Rule::Complementability { stride: stride.number(), span: span.number() };
    Err(Error::new(rounding.operation(), rule))
}

/// The extent of the last mode, which covers `n` with copies of the span: `n / span`. Both `n` and `span` are at least
/// 1.
///
/// # Errors
/// [`Rule::Evenness`] if `n` is not a multiple of the span, unless rounding.
#[inline(always)]
pub fn cover<I: Int>(rounding: Rounding, n: I, span: I) -> Result<I, Error> {
    if rounding == Rounding::Ceil {
        return Ok(int::ceil_div(n, span));
    }
    if n.rem(span) == I::ZERO {
        return Ok(n.div(span));
    }
    let rule = Rule::Evenness { size: n.number(), span: span.number() };
    Err(Error::new(rounding.operation(), rule))
}

/// The complement of `layout` in `n`: the sorted, coalesced layout `r` such that `(layout, r)` is a
/// bijection onto `0..n` ([003](crate::papers), definition 2.1.6.25 and section 2.3.6;
/// [000](crate::papers), definition 2.5).
///
/// If the strides are coordinates, `n` is a shape, and each place has its own complement in the extent of that place.
/// If the strides are XOR strides, `r` has one mode for each bit that is not the leading bit of any value of `layout`,
/// and one mode for the copies of all these up to `n`. The extent of one mode may then have an odd part, if that mode
/// reaches up to `n`: `(3,2):(f4,f1)` has the complement `2:f2` in 12.
///
/// Modes of extent 1 are ignored. The others are sorted by stride. Each of them contributes the gap between the span
/// `s d` of the mode before it and its own stride, and the last mode of the complement repeats the largest span up to
/// `n`.
///
/// # Errors
/// [`Rule::Complementability`], [`Rule::Evenness`], [`Rule::Broadcast`] for a stride 0, [`Rule::NaturalStride`],
/// [`Rule::Extent`] for an `n` below 1, [`Rule::Overflow`]. Coordinates also give [`Rule::ScaledBasis`] for a stride
/// that is a sum, and [`Rule::Profile`] for a stride that leads to no leaf of `n`. XOR strides also give
/// [`Rule::PowerOfTwo`].
///
/// ```
/// use tilework_algebra::{Layout, complement};
/// let layout: Layout = "(3,7):(2,30)".parse()?;
/// assert_eq!(complement(&layout, 210)?.to_string(), "(2,5):(1,6)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[cfg(feature = "alloc")]
pub fn complement<D: Stride>(layout: &Layout<D>, n: D::Extent) -> Result<Layout<D>, Error> {
    layout.positive(Operation::Complement)?;
    D::complement(Rounding::Exact, layout, n)
}

/// The complement of `layout` up to at least `n`, padded as in CuTe. It is [`complement`] with gaps rounded down, the
/// last mode rounded up, and modes of stride 0 ignored ([004](crate::papers), section 3.5, equations 27 to 29, for a
/// `layout` without
/// such modes).
///
/// `r` is increasing, and copies of the values of `layout` at different offsets of `r` are disjoint. They reach `n` in
/// steps of the largest span: `r(size(r) - 1) + s d >= n`. If a gap was rounded down, they need not cover all of
/// `0..n`.
///
/// # Errors
/// [`Rule::Complementability`] if modes overlap, [`Rule::NaturalStride`], [`Rule::Extent`] for an `n` below 1,
/// [`Rule::Overflow`].
///
/// ```
/// use tilework_algebra::{Layout, complement_ceil};
/// let layout: Layout = "4:2".parse()?;
/// assert_eq!(complement_ceil(&layout, 19)?.to_string(), "(2,3):(1,8)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[cfg(feature = "alloc")]
pub fn complement_ceil<D: Stride>(layout: &Layout<D>, n: D::Extent) -> Result<Layout<D>, Error> {
    layout.positive(Operation::ComplementCeil)?;
    D::complement(Rounding::Ceil, layout, n)
}

/// The complement of `layout` without end: [`complement_ceil`] with a last mode `1:d` for the largest span `d`
/// ([004](crate::papers),
/// section 3.5, equations 27 to 29).
///
/// If the strides are coordinates, each place has such a mode (004, table 7).
///
/// The result is a layout like any other. Its last mode is unbounded on the extended domain, so `r` is increasing on
/// all integers, and copies of the values of `layout` at different offsets of `r` are disjoint.
/// [`composition`](crate::composition()) keeps that last mode of its left side; [`coalesce`](crate::coalesce()) and
/// `size` see a mode of extent 1.
///
/// # Errors
/// [`Rule::Complementability`] if modes overlap, [`Rule::NaturalStride`], [`Rule::Overflow`].
///
/// ```
/// use tilework_algebra::{Layout, complement_ext};
/// let layout: Layout = "(4,8):(1,8)".parse()?;
/// assert_eq!(complement_ext(&layout)?.to_string(), "(2,1):(4,64)");
/// let layout: Layout<tilework_algebra::ArithmeticTuple> = "(4,8):(e0,e1)".parse()?;
/// assert_eq!(complement_ext(&layout)?.to_string(), "(1,1):(4e0,8e1)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[cfg(feature = "alloc")]
pub fn complement_ext<D: Stride>(layout: &Layout<D>) -> Result<Layout<D>, Error> {
    layout.positive(Operation::ComplementExt)?;
    D::complement_ext(layout)
}

/// [`complement_ext`] of a layout with integer strides.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn integer_complement_ext(layout: &Layout) -> Result<Layout, Error> {
    up_to(Rounding::Ceil, layout, End::Never)
        .map_err(|error| error.during(Operation::ComplementExt))
}

/// [`complement`] or [`complement_ceil`] of a layout with integer strides.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn integer_complement(
    rounding: Rounding,
    layout: &Layout,
    n: i64,
) -> Result<Layout, Error> {
    if n < 0 {
        return Err(Error::new(rounding.operation(), Rule::Extent { extent: n }));
    }
    up_to(rounding, layout, End::UpTo { n, is_known: true })
}

/// The gaps between the modes sorted by stride, and the last mode. They are coalesced: a gap ends at the stride `d` of
/// a mode `s:d`, and the next gap begins further on, at `s d`.
#[cfg(feature = "alloc")]
#[inline]
fn up_to(rounding: Rounding, layout: &Layout, end: End) -> Result<Layout, Error> {
    let mut sorted: SmallVec<[(usize, Mode); 6]> = SmallVec::new();
    for (at, &mode) in layout.flat_modes().iter().enumerate() {
        let Mode { shape, stride } = mode;
        if shape == 1 || stride == 0 && rounding == Rounding::Ceil {
            continue;
        }
        if stride < 0 {
            return Err(Error::new(rounding.operation(), Rule::NaturalStride { stride }).at(at));
        }
        sorted.push((at, mode));
        if stride == 0 {
            // This mode comes first and is refused, whatever follows it.
            break;
        }
    }
    let by_stride = |&(at, mode): &(usize, Mode)| (mode.stride, at);
    // Most layouts are sorted already, and checking that costs less than sorting.
    if !sorted.is_sorted_by_key(by_stride) {
        sorted.sort_unstable_by_key(by_stride);
    }
    let mut modes = Modes::new();
    let known = sorted.iter().map(|&(at, mode)| Sorted { mode, known: [true; 2], at });
    gaps(rounding, known, end, i64::MAX, |mode| modes.push(mode))?;
    // Each gap ends where a span begins, so the product of the extents is at most `n`, rounded up.
    Ok(Layout::of_flat(modes))
}
