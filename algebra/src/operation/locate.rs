//! Location: the coordinates in a layout of the offsets that an instruction accesses.

use alloc::vec::Vec;

use crate::budget::{Budget, LEFT_INVERSE, LOCATE};
use crate::error::{Error, Operation, Rule};
use crate::layout::Layout;
use crate::layout::image::layout_in_range;
use crate::mode::Mode;
use crate::operation::composition::{by_values, compose_tile};
use crate::operation::left_inverse::left_inverse_within;
use crate::stride::{Stride, codomain::Codomain as _};
use crate::{coalesce, function_to_layout, offsets};

/// The largest number of coordinates of a layout whose offsets are looked at one by one.
const POINTS: i64 = 1 << 16;

/// The layout of the coordinates of `data` that have the offsets of `instruction`: `data(r(i)) = instruction(i)`,
/// `r = l o instruction` with the [`left_inverse`](crate::left_inverse()) `l` of `data` ([004](crate::papers), section
/// 3.4.4). The
/// coordinates are all different and lie inside `data`. Either operand may have XOR strides, as swizzled memory does.
///
/// # Errors
/// [`Rule::CoordinateOutside`] if an offset is not an offset of `data`; [`Rule::Injectivity`] if `data` has several
/// coordinates for an offset, or the instruction accesses one twice; the errors of [`function_to_layout`] if the
/// coordinates have no layout. For more than 2^16 coordinates, the function may not decide whether they have a layout.
/// Then the errors are those of [`left_inverse`](crate::left_inverse()) and [`composition`](crate::composition()).
///
/// ```
/// use tilework_algebra::{Layout, locate};
/// // Accumulators of 128 lanes and 256 columns of tensor memory, and `tcgen05.ld.32x32b.x2`.
/// let data: Layout = "(128,256):(65536,1)".parse()?;
/// let instruction: Layout = "(2,128):(1,65536)".parse()?;
/// assert_eq!(locate(&data, &instruction)?.to_string(), "(2,128):(128,1)");
/// // With 64 lanes there is no such layout.
/// let data: Layout = "(64,256):(65536,1)".parse()?;
/// assert!(locate(&data, &instruction).is_err());
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn locate<D: Stride<Offset = i64, Inverse: Stride<Offset = i64>>, E: Stride<Offset = i64>>(
    data: &Layout<D>,
    instruction: &Layout<E>,
) -> Result<Layout<D::Inverse>, Error> {
    let error = |rule| Error::new(Operation::Locate, rule);
    let during = |error: Error| error.during(Operation::Locate);
    data.positive(Operation::Locate)?;
    instruction.positive(Operation::Locate)?;
    let budget = Budget::new(Operation::Locate, LOCATE);
    for collision in [data.collision_within(&budget), instruction.collision_within(&budget)] {
        if let Some((first, second)) = collision.map_err(during)? {
            return Err(error(Rule::Injectivity { first, second }));
        }
    }
    let refused = match by_inverse(data, instruction, &budget.part(Operation::Locate, LEFT_INVERSE))
    {
        Ok(Some(located)) => return Ok(located),
        Ok(None) => error(Rule::CoordinateOutside),
        Err(error) => during(error),
    };
    // An inverse may leave the coordinates for the extended domain, or may not compose with the instruction.
    by_offsets(data, instruction, &budget)?.ok_or(refused)
}

/// `l o instruction` with a left inverse `l`, if that is the result.
fn by_inverse<D, E>(
    data: &Layout<D>,
    instruction: &Layout<E>,
    budget: &Budget<'_>,
) -> Result<Option<Layout<D::Inverse>>, Error>
where
    D: Stride<Offset = i64, Inverse: Stride<Offset = i64>>,
    E: Stride<Offset = i64>,
{
    let located = compose_tile(&left_inverse_within(data, budget)?, E::tile(instruction), budget)?;
    // If so, no two of these coordinates are the same, because no two offsets are.
    let right = layout_in_range(data, &located)? && is_there(data, &located, instruction, budget)?;
    Ok(right.then_some(located))
}

/// The layout of the coordinates, one for each offset, if there is such a layout and there are no more than 2^16
/// coordinates.
///
/// # Errors
/// [`Rule::CoordinateOutside`]; the errors of [`function_to_layout`] for coordinates that have no layout.
fn by_offsets<D, E>(
    data: &Layout<D>,
    instruction: &Layout<E>,
    budget: &Budget<'_>,
) -> Result<Option<Layout<D::Inverse>>, Error>
where
    D: Stride<Offset = i64>,
    E: Stride<Offset = i64>,
{
    if data.size().max(instruction.size()) > POINTS {
        return Ok(None);
    }
    let during = |error: Error| error.during(Operation::Locate);
    let mut places: Vec<(i64, i64)> = offsets(data).map_err(during)?.into_iter().zip(0..).collect();
    places.sort_unstable();
    let place = |offset: i64| {
        let at = places.binary_search_by_key(&offset, |&(offset, _)| offset).ok()?;
        Some(places[at].1)
    };
    let coordinates = offsets(instruction).map_err(during)?.into_iter().map(place);
    let coordinates: Option<Vec<i64>> = coordinates.collect();
    let coordinates = coordinates.ok_or(Error::new(Operation::Locate, Rule::CoordinateOutside))?;
    let stride = |offset| D::Inverse::of_elements(place(offset)?);
    if let Ok(Some(located)) = by_values::of_function(instruction, (1, stride), budget) {
        return Ok(Some(located));
    }
    // The reason why the coordinates, in the order of the instruction, have no layout.
    function_to_layout(&coordinates).map(|_| None).map_err(during)
}

/// Returns whether `data(located(i)) = instruction(i)`.
fn is_there<D, E>(
    data: &Layout<D>,
    located: &Layout<D::Inverse>,
    instruction: &Layout<E>,
    budget: &Budget<'_>,
) -> Result<bool, Error>
where
    D: Stride<Offset = i64, Inverse: Stride<Offset = i64>>,
    E: Stride<Offset = i64>,
{
    if !D::BITWISE && !E::BITWISE {
        let there = compose_tile(data, D::Inverse::tile(located), budget)?;
        // A function has only one coalesced layout.
        let (there, instruction) = (coalesce(&there), coalesce(instruction));
        let same = |(there, mode): (&Mode<D>, &Mode<E>)| {
            there.shape == mode.shape && there.stride.to_elements(1) == mode.stride.to_elements(1)
        };
        let (there, modes) = (there.flat_modes(), instruction.flat_modes());
        return Ok(there.len() == modes.len() && there.iter().zip(modes).all(same));
    }
    let size = instruction.size();
    if size > POINTS {
        let rule = Rule::UndecidedSize { size, limit: POINTS };
        return Err(Error::new(Operation::Locate, rule));
    }
    for i in 0..size {
        if data.offset(located.offset(i)?)? != instruction.offset(i)? {
            return Ok(false);
        }
    }
    Ok(true)
}
