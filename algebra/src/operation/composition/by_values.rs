//! Composition by values: decides, coordinate by coordinate, the cases that the rules leave open.
//!
//! The proof is in docs/rules/composition.md, "Strides beyond integers".

use alloc::vec;
use alloc::vec::Vec;

use smallvec::SmallVec;

use crate::budget::Budget;
use crate::error::{Error, Operation, Rule};
use crate::layout::{Layout, Modes};
use crate::mode::Mode;
use crate::operation::coalesce::coalesced;
use crate::operation::compact::identity;
use crate::stride::arithmetic_tuple::ArithmeticTuple;
use crate::stride::xor::Xor;
use crate::stride::{Stride, codomain::Codomain as _};
use crate::tuple::profile::Profile;

use super::by_coordinates::places;

/// `a o b` for integral coordinates of `a`, if there is such a layout.
pub(crate) fn of_integral<D: Stride, E: Stride<Offset = i64>>(
    a: &[Mode<D>],
    b: &Layout<E>,
    budget: &Budget<'_>,
) -> Result<Option<Layout<D>>, Error> {
    by_values(b, a.len(), budget, |c| value(a, offset(b, c)?))
}

/// `f o b` for a function of offsets with `length` leaves, if there is such a layout.
pub(crate) fn of_function<D: Stride, E: Stride<Offset = i64>>(
    b: &Layout<E>,
    (length, f): (usize, impl Fn(i64) -> Option<D>),
    budget: &Budget<'_>,
) -> Result<Option<Layout<D>>, Error> {
    by_values(b, length, budget, |c| f(offset(b, c)?))
}

/// `a o b` for coordinates of `a`, if there is such a layout.
pub(crate) fn of_coordinates<D: Stride>(
    a: &Layout<D>,
    b: &Layout<ArithmeticTuple>,
    budget: &Budget<'_>,
) -> Result<Option<Layout<D>>, Error> {
    let places = places(a, b)?;
    let parts = places.iter().map(|at| at.part.flat_modes().len() + at.moving.len());
    by_values(b, parts.sum(), budget, |c| {
        places.iter().try_fold(D::zero(), |sum, at| {
            let moved: SmallVec<[i64; 8]> = at.moving.iter().map(|&mode| c[mode]).collect();
            let here = offset(&at.right, &moved)?;
            sum.plus(&value(at.part.flat_modes(), here)?)
        })
    })
}

/// `a o b` with XOR strides, for an `a` with integer strides, if there is such a layout.
pub(crate) fn in_bits<E: Stride<Offset = i64>>(
    a: &Layout,
    b: &Layout<E>,
    budget: &Budget<'_>,
) -> Result<Option<Layout<Xor>>, Error> {
    by_values(b, a.flat_modes().len(), budget, |c| bits(a, offset(b, c)?))
}

/// The value of the layout at an integral coordinate, as a vector of bits.
#[inline]
pub(crate) fn bits(a: &Layout, i: i64) -> Option<Xor> {
    Xor::of_elements(value(a.flat_modes(), i)?)
}

/// The data at the integral coordinates `tile(tv(t, v)) + rest(r)` as a layout of `(t, (v, r))`, if there is such a
/// layout. The thread-value layout has two modes.
pub(crate) fn of_tiles<D: Stride, E: Stride<Offset = i64>>(
    (length, data): (usize, impl Fn(i64) -> Option<D>),
    tv: &Layout<E>,
    [tile, rest]: [&Layout; 2],
    budget: &Budget<'_>,
) -> Result<Option<Layout<D>>, Error> {
    let part = |at| tv.mode(at).map_or(Ok(Layout::unit()), |part| identity(&part.shape()));
    let values = Layout::concatenate([part(1)?, rest.clone()])?;
    let domain = Layout::concatenate([part(0)?, values])?;
    let leaves = tv.flat_modes().len();
    by_values(&domain, length + tile.flat_modes().len(), budget, |c| {
        let in_tile = tile.offset(offset(tv, &c[..leaves])?).ok()?;
        data(in_tile.checked_add(offset(rest, &c[leaves..])?)?)
    })
}

/// The offset at a coordinate that is given leaf by leaf.
fn offset<E: Stride<Offset = i64>>(layout: &Layout<E>, c: &[i64]) -> Option<i64> {
    let modes = layout.flat_modes().iter().zip(c);
    let sum = modes.into_iter().try_fold(E::Sum::default(), |sum, (mode, &c)| {
        // The stride of an extent of 1 does not count, whatever its sign.
        if c == 0 { Some(sum) } else { mode.stride.accumulate(c, sum) }
    })?;
    E::offset(layout, sum)
}

/// The value of the modes at an integral coordinate, as a stride.
pub(crate) fn value<D: Stride>(modes: &[Mode<D>], i: i64) -> Option<D> {
    D::of_sum(D::evaluate(modes, (i >= 0).then_some(i)?, D::Sum::default())?)
}

/// The layout `r` with `r(c) = value(c)` for all coordinates `c` of `domain`, given leaf by leaf; the shape of `r`
/// refines that of `domain`. The result is `None` if there is no such layout. A value costs one step for each leaf of
/// the domain, plus `length` steps for the leaves of the function that it goes through. Values stay the same along
/// modes of the domain that have stride 0.
fn by_values<D: Stride, E: Stride>(
    domain: &Layout<E>,
    length: usize,
    budget: &Budget<'_>,
    value: impl Fn(&[i64]) -> Option<D>,
) -> Result<Option<Layout<D>>, Error> {
    let moving = |leaf: &Mode<E>| leaf.shape > 1 && !leaf.stride.is_zero();
    let leaf = |leaf: &Mode<E>| Leaf { extent: leaf.shape, moving: moving(leaf) };
    let leaves: Vec<Leaf> = domain.flat_modes().iter().map(leaf).collect();
    let each = (leaves.len() + length) as u64;
    let value = |c: &[i64]| {
        budget.spend(each)?;
        value(c).ok_or(Error::new(Operation::Composition, Rule::Overflow))
    };
    search(&leaves, domain.profile(), &value)
}

/// A leaf of a domain.
struct Leaf {
    extent: i64,
    /// True if the values differ along this leaf.
    moving: bool,
}

/// The core of [`by_values`]. It is compiled only once for each kind of result because it calls `value` through a
/// pointer; there are many such functions.
fn search<D: Stride>(
    leaves: &[Leaf],
    profile: &Profile,
    value: &dyn Fn(&[i64]) -> Result<D, Error>,
) -> Result<Option<Layout<D>>, Error> {
    // The modes of each leaf, with the weights of their coordinates in the coordinate of the leaf.
    let mut modes: SmallVec<[(usize, i64, Mode<D>); 8]> = SmallVec::new();
    let mut c: SmallVec<[i64; 8]> = SmallVec::from_elem(0, leaves.len());
    for (at, leaf) in leaves.iter().enumerate().filter(|(_, leaf)| leaf.moving) {
        let found = modes_of(leaf.extent, |i| {
            c[at] = i;
            value(&c)
        })?;
        c[at] = 0;
        let Some(found) = found else { return Ok(None) };
        let mut weight = 1;
        for mode in found {
            let extent = mode.shape;
            modes.push((at, weight, mode));
            weight *= extent;
        }
    }
    // Check one step in each of two modes first: most sums that are wrong anywhere are wrong there.
    for (k, (at, weight, mode)) in modes.iter().enumerate() {
        for (other_at, other_weight, other) in &modes[..k] {
            c[*at] += weight;
            c[*other_at] += other_weight;
            if Some(value(&c)?) != mode.stride.plus(&other.stride) {
                return Ok(None);
            }
            (c[*at], c[*other_at]) = (0, 0);
        }
    }
    let mut digits: SmallVec<[i64; 8]> = SmallVec::from_elem(0, modes.len());
    loop {
        // The next coordinate: reset all digits that are at their end.
        let next =
            modes.iter().zip(&digits).position(|((.., mode), &digit)| digit + 1 < mode.shape);
        let Some(next) = next else { break };
        digits[..next].fill(0);
        digits[next] += 1;
        c.fill(0);
        let mut sum = Some(D::zero());
        for ((at, weight, mode), &digit) in modes.iter().zip(&digits) {
            c[*at] += weight * digit;
            sum = sum.and_then(|sum| sum.plus(&mode.stride.times(digit)?));
        }
        if Some(value(&c)?) != sum {
            return Ok(None);
        }
    }
    let mut flat = Modes::new();
    let profile = profile.widened(|at| {
        let here = modes.iter().filter(|(leaf, ..)| *leaf == at).map(|(.., mode)| mode.clone());
        let mut here = coalesced(&here.collect::<Modes<D>>());
        if here.is_empty() {
            here.push(Mode { shape: leaves[at].extent, stride: D::zero() });
        }
        let width = here.len();
        flat.extend(here);
        Ok::<_, Error>(width)
    })?;
    Layout::of_modes(flat, profile).map(Some).map_err(|error| error.during(Operation::Composition))
}

/// The modes of the layout with these values. The function looks at only some of the values; if the values belong to a
/// layout at all, it is this one. The result is `None` if there cannot be one.
fn modes_of<D: Stride>(
    extent: i64,
    mut value: impl FnMut(i64) -> Result<D, Error>,
) -> Result<Option<Modes<D>>, Error> {
    let mut modes = Modes::new();
    let (mut weight, mut rest) = (1, extent);
    while rest > 1 {
        let stride = value(weight)?;
        let shape = if D::BITWISE && rest.unsigned_abs().is_power_of_two() {
            // The modes of any layout of this size can be split into modes of extent 2.
            2
        } else {
            match first_extent(rest, &stride, |i| value(i * weight))? {
                Some(shape) => shape,
                None => return Ok(None),
            }
        };
        modes.push(Mode { shape, stride });
        (weight, rest) = (weight * shape, rest / shape);
    }
    Ok(Some(modes))
}

/// The extent of the first mode, which has this stride, of a layout of `size`.
fn first_extent<D: Stride>(
    size: i64,
    stride: &D,
    mut value: impl FnMut(i64) -> Result<D, Error>,
) -> Result<Option<i64>, Error> {
    // The position at which the values leave the line.
    let mut end = 2;
    while end < size && Some(value(end)?) == stride.times(end) {
        end += 1;
    }
    let mut candidates = vec![end];
    if D::BITWISE {
        // If the lowest bit of the extent is `2^k`, the line may seem to continue for `2^k` values after it.
        candidates.extend((0..end.trailing_zeros()).map(|k| end - (1 << k)).filter(|&n| n > 1));
    }
    for n in candidates {
        if size % n != 0 {
            continue;
        }
        if n == size {
            return Ok(Some(n));
        }
        let next = value(n)?;
        let mut again = true;
        for i in 1..n {
            again = again && Some(value(n + i)?) == next.plus(&value(i)?);
        }
        if again {
            return Ok(Some(n));
        }
    }
    Ok(None)
}
