//! Offsets, natural coordinates, and coordinates of other shapes, as functions.

use tilework_algebra::{Error, Operation, Rule};
use typenum::U1;

use crate::layout::compact::{Column, Compact};
use crate::layout::composed::Composed;
use crate::layout::congruence::{Agrees, compatible};
use crate::layout::coordinate::{Coordinate, check_natural, offset_at};
use crate::layout::natural::Natural;
use crate::layout::offset_map::OffsetMap;
use crate::layout::{AnyLayout, Layout, Shape};
use crate::leaf::int::{Leaf, Static};

/// The offset of a layout at a coordinate, `sum_i c_i d_i`: [`Layout::offset`] for any layout
/// ([004](crate::guide::papers), sections 2.2.2 and
/// 2.4.1), and [`Composed::offset`] for a composed one.
///
/// ```
/// use tilework::{Composed, Swizzle, layout, typenum::{P1, U0, U1}, operation::crd2idx};
/// let swizzled = Composed::of(Swizzle::<U1, U0, P1>::new(), layout!(4:1));
/// assert_eq!(crd2idx(2, swizzled), 3);
/// let layout = layout!((3,(2,3)):(3,(12,1)));
/// assert_eq!([crd2idx(16, layout), crd2idx((1, 5), layout), crd2idx((1, (1, 2)), layout)], [17; 3]);
/// ```
#[inline(always)]
#[track_caller]
pub fn crd2idx<L: OffsetAt<C>, C>(coordinate: C, layout: L) -> usize {
    layout.offset_at(coordinate)
}
/// Layouts with the coordinate `C`. The trait is on `L`, since rustc looks at the coordinate first.
#[diagnostic::on_unimplemented(
    message = "crd2idx: coordinate profile: not a coordinate of the shape, first, and a layout",
    label = "has no such coordinate",
    note = "a coordinate is an integer (`usize`, `u32` or `i32`), or a tuple or array of as many coordinates as the shape has modes"
)]
pub trait OffsetAt<C> {
    /// The offset.
    fn offset_at(self, coordinate: C) -> usize;
}
#[diagnostic::do_not_recommend]
impl<L: AnyLayout, C: Coordinate<usize, L::Shape, L::Stride>> OffsetAt<C> for L {
    #[inline(always)]
    #[track_caller]
    fn offset_at(self, coordinate: C) -> usize {
        check_natural(coordinate);
        offset_at(self, coordinate)
    }
}
#[diagnostic::do_not_recommend]
impl<F: OffsetMap, N: Leaf, L: AnyLayout, C: Coordinate<usize, L::Shape, L::Stride>> OffsetAt<C>
    for Composed<F, N, L>
{
    #[inline(always)]
    fn offset_at(self, coordinate: C) -> usize {
        self.offset(coordinate)
    }
}

/// The natural coordinate of a shape at the integral coordinate `i`, an hlist tree of integers congruent with the
/// shape. It is `(i mod s_0, floor(i / s_0) mod s_1, ...)`, leaf by leaf, where the last one is unbounded
/// ([004](crate::guide::papers),
/// equation 4).
///
/// # Errors
/// [`Rule::Extent`] for an extent of 0. [`Rule::CoordinateProfile`] for an `i` other than 0 in `()`, which has no leaf
/// to take it.
///
/// ```
/// use tilework::{hlist, layout, operation::idx2crd};
/// let m = 2_usize;
/// let shape = layout!((3,(m,3))).shape();
/// assert_eq!(idx2crd(9, shape).unwrap(), hlist![0, hlist![1, 1]]);
/// assert_eq!(idx2crd(18, shape).unwrap(), hlist![0, hlist![0, 3]]);
/// ```
#[inline(always)]
pub fn idx2crd<C, S: Natural<usize, Coordinate = C>>(i: usize, shape: S) -> Result<C, Error> {
    let error = |rule| Error::new(Operation::Idx2Crd, rule);
    if let Some(at) = shape.zero(0) {
        return Err(error(Rule::Extent { extent: 0 }).at(at));
    }
    if const { S::LEAVES == 0 } && i != 0 {
        return Err(error(Rule::CoordinateProfile));
    }
    Ok(shape.extended(i))
}

/// The coordinate of the shape `to` that has the same integral coordinate as `coordinate` has in the shape `from`. One
/// of the shapes must refine the other ([004](crate::guide::papers), sections 2.2.2 and 2.4.1). A coordinate beyond a
/// mode of `from` goes on by
/// its compact stride; an extent of 1 has stride 0 only if it is static.
///
/// # Errors
/// [`Rule::Profile`] unless one shape refines the other. This is an error at run time for static shapes too;
/// [`Agrees::COMPATIBLE`] says it at compile time. [`Rule::Extent`] and [`Rule::Overflow`] of the shapes.
///
/// ```
/// use tilework::{hlist, layout, operation::coord_map};
/// let (fine, coarse) = (layout!(((2,2),(4,2))).shape(), layout!((4,8)).shape());
/// assert_eq!(coord_map(fine, coarse, 22), Ok(hlist![2, 5]));
/// assert_eq!(coord_map(coarse, fine, (2, 5)), Ok(hlist![hlist![0, 1], hlist![1, 1]]));
/// ```
#[inline(always)]
pub fn coord_map<S, T, C, D>(from: S, to: T, coordinate: C) -> Result<T::Coordinate, Error>
where
    S: Shape + Compact<Static<U1>, Column, Stride = D> + Agrees<T>,
    T: Natural<usize> + Agrees<S>,
    Layout<S, D>: AnyLayout<Shape = S, Stride = D>,
    C: Coordinate<usize, S, D>,
{
    let error = |rule| Error::new(Operation::CoordMap, rule);
    if !compatible(from, to) && !compatible(to, from) {
        return Err(error(Rule::Profile));
    }
    from.compact(Static::new())
        .and_then(|(stride, _)| Layout::try_new(from, stride))
        .and_then(|layout| idx2crd(crd2idx(coordinate, layout), to))
        .map_err(|error| error.during(Operation::CoordMap))
}
