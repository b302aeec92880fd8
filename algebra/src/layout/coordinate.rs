//! Coordinates (integral, partial and natural) and their offsets.

use smallvec::SmallVec;

use crate::error::{Error, Operation, Rule};
use crate::layout::{Layout, positive};
use crate::mode::Mode;
use crate::stride::Stride;
use crate::tuple::congruence::refined_leaves;
use crate::tuple::int_tuple::IntTuple;

/// The offset of the layout at a coordinate: `sum c_k d_k` over the natural coordinate `c` of the given coordinate
/// ([004](crate::papers), sections 2.2.2 and 2.4.1).
///
/// A coordinate is an integer (an integral coordinate), or a tuple with one coordinate for each mode. A natural
/// coordinate has one integer for each leaf. The offset is an integer, or a coordinate if the strides are coordinates.
/// An integer in place of a tuple of extents is decomposed colexicographically, with an unbounded last mode, so its
/// value is that on the extended domain.
///
/// # Errors
/// [`Rule::CoordinateProfile`] if the coordinate is not weakly congruent to the shape,
/// [`Rule::CoordinateRange`] for a negative coordinate, [`Rule::Overflow`].
///
/// ```
/// use tilework_algebra::{Layout, crd2idx};
/// let layout: Layout = "(3,(2,3)):(3,(12,1))".parse()?;
/// for coordinate in ["16", "(1,5)", "(1,(1,2))"] {
///     assert_eq!(crd2idx(&coordinate.parse()?, &layout)?, 17);
/// }
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn crd2idx<D: Stride>(coordinate: &IntTuple, layout: &Layout<D>) -> Result<D::Offset, Error> {
    let error = |rule| Error::new(Operation::Crd2Idx, rule);
    let mut rest = layout.flat_modes();
    let mut offset = D::Sum::default();
    let mut overflow = false;
    let mut negative = None;
    let fits =
        refined_leaves(coordinate.profile().tokens(), layout.profile().tokens(), |leaf, leaves| {
            let (modes, others) = rest.split_at(leaves);
            rest = others;
            let index = coordinate.leaves()[leaf];
            if index < 0 && negative.is_none() {
                let extent = modes.iter().map(|mode| mode.shape).product();
                negative = Some((leaf, Rule::CoordinateRange { coordinate: index, extent }));
            }
            // A mode before the last that has no coordinate stops the decomposition.
            if let Err(Error { rule, .. }) =
                positive(Operation::Crd2Idx, modes.split_last().map_or(&[], |(_, others)| others))
            {
                negative = negative.take().or(Some((leaf, rule)));
                return true;
            }
            match D::evaluate(modes, index, core::mem::take(&mut offset)) {
                Some(sum) => offset = sum,
                None => overflow = true,
            }
            true
        });
    if !fits {
        return Err(error(Rule::CoordinateProfile));
    }
    if let Some((leaf, rule)) = negative {
        return Err(error(rule).at(leaf));
    }
    if overflow {
        return Err(error(Rule::Overflow));
    }
    D::offset(layout, offset).ok_or(error(Rule::Overflow))
}

/// The offset of the flat modes at an integral coordinate of at least 0. The last mode is unbounded.
#[inline]
pub(crate) fn evaluate(modes: &[Mode], index: i64) -> i128 {
    let Some((last, others)) = modes.split_last() else { return 0 };
    let mut rest = index;
    let mut offset = 0i128;
    for mode in others {
        // If the function is empty before its last mode, evaluate it as if it were not.
        let extent = mode.shape.max(1);
        offset += i128::from(rest % extent) * i128::from(mode.stride);
        rest /= extent;
    }
    // The size is at most 2^63, so the modes before reach less than 2^126, and so does this mode.
    offset + i128::from(rest) * i128::from(last.stride)
}

/// The natural coordinate of `shape` at the integral coordinate `i`:
/// `(i mod s_0, floor(i / s_0) mod s_1, ..., floor(i / (s_0 ... s_{r-2})))`, leaf by leaf, with an unbounded last leaf
/// ([004](crate::papers), equation 4).
///
/// # Errors
/// [`Rule::Extent`] for an extent below 1, [`Rule::CoordinateRange`] for a negative `i`; [`Rule::CoordinateProfile`]
/// for an `i` other than 0 in `()`, which has no leaf for it.
///
/// ```
/// use tilework_algebra::idx2crd;
/// assert_eq!(idx2crd(9, &"(3,(2,3))".parse()?)?.to_string(), "(0,(1,1))");
/// assert_eq!(idx2crd(18, &"(3,(2,3))".parse()?)?.to_string(), "(0,(0,3))");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[inline]
pub fn idx2crd(i: i64, shape: &IntTuple) -> Result<IntTuple, Error> {
    let error = |rule| Error::new(Operation::Idx2Crd, rule);
    let extents = shape.leaves();
    if let Some(at) = extents.iter().position(|&extent| extent < 1) {
        return Err(error(Rule::Extent { extent: extents[at] }).at(at));
    }
    if i < 0 {
        let extent = shape.size().unwrap_or(i64::MAX);
        return Err(error(Rule::CoordinateRange { coordinate: i, extent }));
    }
    let mut coordinate: SmallVec<[i64; 8]> = SmallVec::with_capacity(extents.len());
    let mut rest = i;
    if let Some((_, others)) = extents.split_last() {
        for &extent in others {
            coordinate.push(rest % extent);
            rest /= extent;
        }
        coordinate.push(rest);
    } else if i != 0 {
        return Err(error(Rule::CoordinateProfile));
    }
    Ok(IntTuple::of_parts(coordinate, shape.profile().clone()))
}

impl<D: Stride> Layout<D> {
    /// The offset at the integral coordinate `i`, on the extended domain: the last flat mode continues past the size
    /// ([004](crate::papers), equations 4 and 19).
    ///
    /// # Errors
    /// [`Rule::CoordinateRange`] for a negative `i`, [`Rule::Overflow`].
    ///
    /// ```
    /// use tilework_algebra::Layout;
    /// let layout: Layout = "(4,2):(1,10)".parse()?;
    /// assert_eq!(layout.offset(5)?, 11);
    /// assert_eq!(layout.offset(9)?, 21);
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    #[inline]
    pub fn offset(&self, i: i64) -> Result<D::Offset, Error> {
        let error = |rule| Error::new(Operation::Crd2Idx, rule);
        if i < 0 {
            return Err(error(Rule::CoordinateRange { coordinate: i, extent: self.size() }));
        }
        self.positive_but_last(Operation::Crd2Idx)?;
        let sum = D::evaluate(self.flat_modes(), i, D::Sum::default());
        sum.and_then(|sum| D::offset(self, sum)).ok_or(error(Rule::Overflow))
    }
}
