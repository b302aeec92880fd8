//! The values that types can hold.

use tilework_algebra::expression::Value;
use tilework_algebra::{
    self as algebra, ArithmeticTuple, Layout, Mode, Operation, Outer, Rule, Xor,
};

/// Checks that the extents of a layout are at least 1 and its offsets fit, as the types do where the layout is used.
/// Operands that are evaluated here may be larger, if the result is not.
pub fn fits(value: &Value) -> Result<(), algebra::Error> {
    let overflow = algebra::Error::new(Operation::Layout, Rule::Overflow);
    if is_empty(value) {
        return Err(algebra::Error::new(Operation::Layout, Rule::Extent { extent: 0 }));
    }
    let reach = match value {
        Value::Layout(layout) => return layout.cosize().map(drop).map_err(|_| overflow),
        Value::Xor(layout) => all_bits(layout),
        Value::Coordinates(layout) => all_multiples(layout),
        _ => return Ok(()),
    };
    if reach < i64::MAX as u128 { Ok(()) } else { Err(overflow) }
}

/// The message that a static extent cannot be this one.
pub fn static_extent(extent: i64) -> String {
    format!("a static extent must be at least 1, not {extent}")
}

/// Returns whether an extent is 0, which types allow only for dynamic extents.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Layout(layout) => layout.is_empty(),
        Value::Xor(layout) => layout.is_empty(),
        Value::Coordinates(layout) => layout.is_empty(),
        Value::Composed(composed) => composed.inner().is_empty(),
        Value::ComposedXor(composed) => composed.inner().is_empty(),
        _ => false,
    }
}

/// All bits that occur in the offsets.
fn all_bits(layout: &algebra::Layout<Xor>) -> u128 {
    let places = |mode: &Mode<Xor>| 0..i64::BITS - (mode.shape - 1).leading_zeros();
    let modes = layout.flat_modes().iter();
    let bits = modes.flat_map(|mode| places(mode).map(|n| (mode.stride.bits() as u128) << n));
    bits.fold(0, |all, bits| all | bits)
}

/// The total of what is added to the places of a coordinate.
fn all_multiples(layout: &algebra::Layout<ArithmeticTuple>) -> u128 {
    let total = |mode: &Mode<ArithmeticTuple>| {
        let multiples = mode.stride.terms().map(|(_, n)| u128::from(n.unsigned_abs()));
        multiples.sum::<u128>().saturating_mul(mode.shape as u128 - 1)
    };
    layout.flat_modes().iter().map(total).fold(0, u128::saturating_add)
}

/// Returns whether no stride is negative.
fn natural(layout: &Layout) -> bool {
    layout.flat_modes().iter().all(|mode| mode.stride >= 0)
}

/// Returns whether no stride of a function of offsets is negative.
fn natural_outer(outer: &Outer) -> bool {
    match outer {
        Outer::Layout(layout) => natural(layout),
        Outer::Swizzle(_) | Outer::Xor(_) => true,
        Outer::Chain(chain) => {
            let mut functions = chain.functions().iter();
            functions.all(|(function, added)| natural_outer(function) && *added >= 0)
        }
    }
}

/// Returns whether it is a layout, a tiler or a function of offsets.
pub fn is_layout(value: &Value) -> bool {
    matches!(
        value,
        Value::Layout(_)
            | Value::Coordinates(_)
            | Value::Xor(_)
            | Value::Swizzle(_)
            | Value::Composed(_)
            | Value::ComposedXor(_)
            | Value::Tiler(_)
            | Value::Tilers(_)
    )
}

/// The known layout, if the types support its strides. An inverse of a composed layout, which subtracts something, is
/// rewritten if possible. The error says why it is not supported.
pub fn in_types(value: Value) -> Result<Value, String> {
    let value = match value {
        Value::Composed(composed) => Value::Composed(composed.natural().unwrap_or(composed)),
        Value::ComposedXor(composed) => Value::ComposedXor(composed.natural().unwrap_or(composed)),
        other => other,
    };
    if is_empty(&value) {
        return Err(static_extent(0));
    }
    let in_types = match &value {
        Value::Layout(layout) => natural(layout),
        Value::Xor(_) | Value::Swizzle(_) => true,
        Value::Composed(composed) => {
            natural_outer(composed.outer()) && natural(composed.inner()) && composed.added() >= 0
        }
        Value::ComposedXor(composed) => natural_outer(composed.outer()) && composed.added() >= 0,
        Value::Coordinates(layout) => {
            layout.flat_modes().iter().all(|mode| mode.stride.terms().all(|(_, n)| n > 0))
        }
        other => {
            return Err(format!("the expression is {}, not a layout", other.kind()));
        }
    };
    if in_types {
        return Ok(value);
    }
    Err(format!(
        "strides in the types are natural numbers, sums of multiples of basis elements, or bits; \
         {value} is at the value level"
    ))
}
