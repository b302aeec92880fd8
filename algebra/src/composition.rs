//! Composition (work in progress): the step shared with the type level.

use crate::error::{Error, Operation, Rule};
use crate::int::Int;

/// What one mode of the left side takes of a leaf of the right side, and what it leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken<I> {
    /// The extent that the mode takes; 1 where it takes nothing.
    pub extent: I,
    /// The stride of what is taken, in units of the mode's own stride.
    pub stride: I,
    /// The leaf that is left for the modes that follow; extent 1 where none is.
    pub rest: (I, I),
}

/// One step of `A o s:d`: the leaf `(s, d)` meets a mode of `A` of extent `extent` that is not
/// the last. `reach` is the largest value of the whole right side, in units of that mode.
///
/// # Errors
/// [`Rule::StrideDivisibility`], [`Rule::ShapeDivisibility`]
#[inline(always)]
pub fn take<I: Int>(extent: I, (s, d): (I, I), reach: I) -> Result<Taken<I>, Error> {
    let (one, zero) = (I::ONE, I::ZERO);
    let whole = Taken { extent: s, stride: d, rest: (one, zero) };
    if s == one {
        return Ok(Taken { extent: one, stride: zero, rest: (one, zero) });
    }
    if d == zero {
        return Ok(whole);
    }
    let stride_divisibility = Error::new(
        Operation::Composition,
        Rule::StrideDivisibility { stride: d.number(), extent: extent.number() },
    );
    if extent <= d {
        // The leaf steps over the mode.
        if d.rem(extent) != zero {
            return Err(stride_divisibility);
        }
        return Ok(Taken { extent: one, stride: zero, rest: (s, d.div(extent)) });
    }
    if extent.rem(d) != zero {
        // Right only if nothing on the right side leaves the mode.
        return if reach < extent { Ok(whole) } else { Err(stride_divisibility) };
    }
    let offered = extent.div(d);
    if s <= offered {
        return Ok(whole);
    }
    if s.rem(offered) != zero {
        return Err(Error::new(
            Operation::Composition,
            Rule::ShapeDivisibility { extent: s.number(), factor: offered.number() },
        ));
    }
    Ok(Taken { extent: offered, stride: d, rest: (s.div(offered), one) })
}
