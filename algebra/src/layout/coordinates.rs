//! All coordinates of a shape, their order, and maps between shapes.

use core::cmp::Ordering;

use crate::error::{Error, Operation, Rule};
use crate::layout::Layout;
use crate::layout::coordinate::{crd2idx, idx2crd};
use crate::operation::compact::compact_col_major;
use crate::tuple::congruence::compatible;
use crate::tuple::int_tuple::IntTuple;

/// The coordinate of the shape `to` that has the same integral coordinate as `coordinate` has in the shape `from`. One
/// of the shapes must refine the other ([004](crate::papers), sections 2.2.2 and 2.4.1).
///
/// The result is congruent to `to`: it is integral if `to` is an integer, and natural for the shape itself. The maps in
/// both directions are inverse to each other on natural coordinates within the shapes.
///
/// # Errors
/// [`Rule::Profile`] unless one shape refines the other; the errors of [`crd2idx`] and [`idx2crd`].
///
/// ```
/// use tilework_algebra::coord_map;
/// let (fine, coarse) = ("((2,2),(4,2))".parse()?, "(4,8)".parse()?);
/// assert_eq!(coord_map(&fine, &coarse, &22.into())?.to_string(), "(2,5)");
/// assert_eq!(coord_map(&coarse, &fine, &"(2,5)".parse()?)?.to_string(), "((0,1),(1,1))");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[inline]
pub fn coord_map(from: &IntTuple, to: &IntTuple, coordinate: &IntTuple) -> Result<IntTuple, Error> {
    if !compatible(from, to) && !compatible(to, from) {
        return Err(Error::new(Operation::CoordMap, Rule::Profile));
    }
    let index =
        |shape: &IntTuple| crd2idx(coordinate, &Layout::new(shape, &compact_col_major(shape)?)?);
    index(from).and_then(|i| idx2crd(i, to)).map_err(|error| error.during(Operation::CoordMap))
}

/// The natural coordinates of `shape` in the order of their integral coordinates
/// `0, 1, ..., size - 1` ([003](crate::papers), definition 2.1.2.18).
///
/// # Errors
/// [`Rule::Extent`] for an extent below 1, [`Rule::Overflow`] if the size does not fit.
///
/// ```
/// use tilework_algebra::coordinates;
/// let all = coordinates(&"(2,(1,2))".parse()?)?.map(|c| c.to_string()).collect::<Vec<_>>();
/// assert_eq!(all, ["(0,(0,0))", "(1,(0,0))", "(0,(0,1))", "(1,(0,1))"]);
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[inline]
pub fn coordinates(shape: &IntTuple) -> Result<Coordinates, Error> {
    // This performs the checks of a layout.
    let size = Layout::new(shape, shape)?.size();
    let zeros = shape.leaves().iter().map(|_| 0).collect();
    let next = IntTuple::of_parts(zeros, shape.profile().clone());
    Ok(Coordinates { shape: shape.clone(), next, left: size })
}

/// The iterator of [`coordinates`].
#[derive(Clone, Debug)]
pub struct Coordinates {
    shape: IntTuple,
    next: IntTuple,
    left: i64,
}

impl Iterator for Coordinates {
    type Item = IntTuple;

    #[inline]
    fn next(&mut self) -> Option<IntTuple> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        let current = self.next.clone();
        for (coordinate, &extent) in self.next.leaves_mut().iter_mut().zip(self.shape.leaves()) {
            *coordinate += 1;
            if *coordinate < extent {
                break;
            }
            *coordinate = 0;
        }
        Some(current)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::try_from(self.left);
        (left.unwrap_or(usize::MAX), left.ok())
    }
}

/// The colexicographic order, which compares the last leaf in which `a` and `b` differ. For coordinates of one shape it
/// is the order of the integral coordinates ([003](crate::papers), definition 2.1.2.18).
///
/// # Errors
/// [`Rule::Profile`] unless `a` and `b` are congruent.
///
/// ```
/// use core::cmp::Ordering;
/// use tilework_algebra::colexicographic;
/// assert_eq!(colexicographic(&"(3,(0,1))".parse()?, &"(0,(1,1))".parse()?)?, Ordering::Less);
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[inline]
pub fn colexicographic(a: &IntTuple, b: &IntTuple) -> Result<Ordering, Error> {
    if a.profile() != b.profile() {
        return Err(Error::new(Operation::Colexicographic, Rule::Profile));
    }
    Ok(a.leaves().iter().rev().cmp(b.leaves().iter().rev()))
}
