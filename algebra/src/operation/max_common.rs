//! The elements on which two layouts are contiguous together.

use crate::budget::{Budget, RIGHT_INVERSE};
use crate::error::{Error, Operation, Rule};
use crate::layout::{Layout, Modes};
use crate::mode::Mode;
use crate::operation::coalesce::coalesced;
use crate::operation::composition::compose_tile;
use crate::operation::right_inverse::right_inverse_within;
use crate::stride::Stride;

/// The longest beginning `r` of the right inverse of `b` with `a(r(k)) = b(r(k)) = k`: the coordinates of the elements
/// `0, 1, ...` that have the same offset in both layouts ([004](crate::papers), section 3.4.2, equation 25). `a` is
/// taken on its
/// extended domain. Either layout may have XOR strides, as data that is copied to swizzled memory does; strides that
/// are coordinates are not places in memory.
///
/// # Errors
/// The errors of [`right_inverse`](crate::right_inverse()) of `b`; [`Rule::Undecided`] after 2^23 steps, including
/// those of the inverse.
///
/// ```
/// use tilework_algebra::{Layout, max_common_layout};
/// let (a, b): (Layout, Layout) = ("(2,4,2):(8,1,4)".parse()?, "(2,4,2):(8,1,16)".parse()?);
/// assert_eq!(max_common_layout(&a, &b)?.to_string(), "4:2");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn max_common_layout<A: Stride<Offset = i64>, B: Stride<Offset = i64>>(
    a: &Layout<A>,
    b: &Layout<B>,
) -> Result<Layout<B::Inverse>, Error> {
    common(Operation::MaxCommonLayout, a, b)
}

/// The number of elements `0, 1, ...` that have the same offset in both layouts, which is the size of
/// [`max_common_layout`]: that many elements may be copied at once. With XOR strides, this holds only for the first
/// elements. Vectors anywhere in such a layout are limited by the base of its swizzle; see [`Layout::alignment`].
///
/// # Errors
/// The errors of [`max_common_layout`].
///
/// ```
/// use tilework_algebra::{Layout, max_common_vector};
/// let (a, b): (Layout, Layout) = ("(4,8):(1,4)".parse()?, "(4,8):(1,5)".parse()?);
/// assert_eq!(max_common_vector(&a, &b)?, 4);
/// // Rows of 8 elements, all but the first of them swizzled.
/// let swizzled: Layout<tilework_algebra::Xor> = "(8,4):(f1,f12)".parse()?;
/// assert_eq!(max_common_vector(&"(8,4):(1,8)".parse::<Layout>()?, &swizzled)?, 8);
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn max_common_vector<A: Stride<Offset = i64>, B: Stride<Offset = i64>>(
    a: &Layout<A>,
    b: &Layout<B>,
) -> Result<i64, Error> {
    Ok(common(Operation::MaxCommonVector, a, b)?.size())
}

fn common<A: Stride, B: Stride>(
    operation: Operation,
    a: &Layout<A>,
    b: &Layout<B>,
) -> Result<Layout<B::Inverse>, Error> {
    for empty in [a.positive(operation), b.positive(operation)] {
        empty?;
    }
    let budget = Budget::new(operation, RIGHT_INVERSE);
    let inverse = right_inverse_within(b, &budget).map_err(|error| error.during(operation))?;
    let mut chain: Modes<B::Inverse> = Modes::new();
    for &Mode { shape, ref stride } in inverse.flat_modes() {
        // If `shape` steps work, fewer steps work too.
        let (mut goes, mut fails) = (1, shape.saturating_add(1));
        let mut next = shape;
        while fails - goes > 1 {
            chain.push(Mode { shape: next, stride: stride.clone() });
            let identity = is_identity(operation, a, &chain, &budget)?;
            chain.pop();
            if identity {
                goes = next
            } else {
                fails = next
            }
            next = goes + (fails - goes) / 2;
        }
        if goes > 1 {
            chain.push(Mode { shape: goes, stride: stride.clone() });
        }
        if goes < shape {
            break;
        }
    }
    Ok(Layout::of_flat(coalesced(&chain)))
}

/// Returns whether `a` maps the values of the chain to `0, 1, 2, ...`
fn is_identity<A: Stride, R: Stride>(
    operation: Operation,
    a: &Layout<A>,
    chain: &Modes<R>,
    budget: &Budget<'_>,
) -> Result<bool, Error> {
    match compose_tile(a, R::tile(&Layout::of_flat(chain.clone())), budget) {
        Ok(r) => Ok(match &coalesced(r.flat_modes())[..] {
            [Mode { stride, .. }] => Some(stride) == A::of_elements(1).as_ref(),
            _ => false,
        }),
        Err(error) if matches!(error.rule, Rule::Undecided { .. }) => Err(error.during(operation)),
        Err(_) => Ok(false),
    }
}
