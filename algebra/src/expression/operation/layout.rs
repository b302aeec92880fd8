//! Layouts and their offsets.

use alloc::vec::Vec;

use super::{Section, listed, within_length, within_list};
use crate::error::{Error, Operation};
use crate::expression::arguments::Arguments;
use crate::expression::operand::Blame;
use crate::expression::value::Inside;
use crate::expression::{AnyStride, Strides, Value};
use crate::layout::Layout;
use crate::stride::arithmetic_tuple::ArithmeticTuple;
use crate::tuple::int_tuple::IntTuple;
use crate::{
    dice, function_to_layout, function_to_xor, identity, image, is_compact, is_injective,
    is_sorted, is_surjective, make_identity_layout, make_layout_like, make_ordered_layout, offsets,
    slice,
};

section! {
    "Layouts" {
        shape("L") "the shape" = |of| of_domain!(of, |l| l.shape());
        stride("L") "the stride" = |of| match &*of.plain(0) {
            Value::Coordinates(l) => Ok(Value::Strides(Strides::of(l, AnyStride::Coordinate))),
            Value::Xor(l) => Ok(Value::Strides(Strides::of(l, AnyStride::Xor))),
            _ => Ok(of.layout(0)?.stride().into()),
        };
        cosize("L") "1 + the largest offset; less the smallest where that is negative"
            = |of| match of.value(0) {
                Value::Composed(l) => {
                    within_list(of.value(0), Operation::Cosize).map_err(Blame::operand(0))?;
                    Ok(l.cosize()?.into())
                }
                Value::ComposedXor(l) => {
                    within_list(of.value(0), Operation::Cosize).map_err(Blame::operand(0))?;
                    Ok(l.cosize()?.into())
                }
                Value::Xor(l) => Ok(l.cosize()?.into()),
                _ => Ok(of.layout(0)?.cosize()?.into()),
            };
        offsets("L") "all offsets, in the order of the coordinates"
            = |of| match of.value(0) {
                Value::Coordinates(l) => listed_coordinates(of, l, offsets),
                _ => Ok(listed(of, 0, Operation::Image)?.into()),
            };
        image("L") "the set of offsets, in increasing order"
            = |of| match image_of_composed(of, Operation::Image)? {
                Some(image) => Ok(image.into()),
                None => match of.value(0) {
                    Value::Coordinates(l) => listed_coordinates(of, l, image),
                    _ => {
                        let mut offsets = listed(of, 0, Operation::Image)?;
                        offsets.sort_unstable();
                        offsets.dedup();
                        Ok(offsets.into())
                    }
                },
            };
        is_compact("L") "whether L is a bijection onto 0..size(L)"
            = |of| match image_of_composed(of, Operation::IsCompact)? {
                Some(image) => {
                    let size = of.shape(0)?.size()?;
                    Ok(image.iter().copied().eq(0..size).into())
                }
                None => match of.value(0) {
                    Value::Xor(l) => Ok(l.is_compact()?.into()),
                    _ => Ok(is_compact(&of.layout(0)?).into()),
                },
            };
        is_injective("L") "whether no two coordinates have the same offset"
            = |of| match image_of_composed(of, Operation::IsInjective)? {
                Some(image) => Ok((image.len() as i64 == of.shape(0)?.size()?).into()),
                None => of_layout!(of, |l| is_injective(l)?),
            };
        is_surjective("L") "whether the offsets have no gaps"
            = |of| match image_of_composed(of, Operation::IsSurjective)? {
                Some(image) => Ok(image.windows(2).all(|pair| pair[0] + 1 == pair[1]).into()),
                None => match of.value(0) {
                    Value::Xor(l) => Ok(l.is_surjective()?.into()),
                    _ => Ok(is_surjective(&of.layout(0)?).into()),
                },
            };
        is_sorted("L") "whether the modes are in the order of their strides"
            = |of| match of.value(0) {
                Value::Xor(l) => Ok(is_sorted(l).into()),
                Value::Composed(l) => Ok(is_sorted(l.inner()).into()),
                Value::ComposedXor(l) => Ok(is_sorted(l.inner()).into()),
                _ => Ok(is_sorted(&of.layout(0)?).into()),
            };
        slice("L", "C") "[layout, offset]: what `_` leaves open, and L at C"
            = |of| sliced!(of, slice, |composed, slicer| composed.slice(slicer)?);
        dice("L", "C") "[layout, offset]: what C gives, and L at C"
            = |of| sliced!(of, dice, |composed, slicer| {
                composed.with_inner(dice(composed.inner(), slicer)?.0)
            });
        identity("S") "the compact column-major layout"
            = |of| Ok(identity(&of.shape(0)?)?.into());
        make_identity_layout("S") "the identity on the coordinates of S, as (4,8):(e0,e1)"
            = |of| {
                let shape = of.shape(0)?;
                if shape.profile().is_leaf() {
                    let integers = identity(&shape);
                    return Ok(integers.map_err(|e| e.during(Operation::MakeIdentityLayout))?.into());
                }
                Ok(make_identity_layout(&shape)?.into())
            };
        make_ordered_layout("S", "order") "the compact layout, leaves with smaller numbers faster"
            = |of| Ok(make_ordered_layout(&of.tuple(0)?, &of.tuple(1)?)?.into());
        make_layout_like("L") "the compact layout with strides in the order of those of L"
            = |of| match of.value(0) {
                Value::Composed(l) => Ok(make_layout_like(l.inner()).into()),
                Value::ComposedXor(l) => Ok(make_layout_like(l.inner()).into()),
                Value::Xor(l) => Ok(make_layout_like(l).into()),
                _ => Ok(make_layout_like(&of.layout(0)?).into()),
            };
        function_to_xor("values") "the layout with XOR strides whose offsets are [v, v', ...]"
            = |of| Ok(function_to_xor(&of.integers(0)?)?.into());
        function_to_layout("values") "the layout whose offsets are [v, v', ...]"
            = |of| {
                let values = of.integers(0)?;
                // Try XOR strides if integer strides give no result.
                let refused = match function_to_layout(&values) {
                    Ok(layout) => return Ok(layout.into()),
                    Err(refused) => refused,
                };
                Ok(function_to_xor(&values).map_err(|_| refused)?.into())
            };
    }
}

/// A list of coordinates that are offsets of a layout.
fn listed_coordinates(
    of: &Arguments<'_>,
    layout: &Layout<ArithmeticTuple>,
    list: fn(&Layout<ArithmeticTuple>) -> Result<Vec<IntTuple>, Error>,
) -> Result<Value, Blame> {
    within_list(of.value(0), Operation::Image).map_err(Blame::operand(0))?;
    within_length(layout.size(), &Value::Profile(layout.codomain()))?;
    Ok(list(layout)?.into())
}

/// The set of offsets of a composed layout, which has no strides that show order and gaps.
fn image_of_composed(of: &Arguments<'_>, operation: Operation) -> Result<Option<Vec<i64>>, Blame> {
    if !matches!(of.value(0), Value::Composed(_) | Value::ComposedXor(_)) {
        return Ok(None);
    }
    within_list(of.value(0), operation).map_err(Blame::operand(0))?;
    let image = match of.value(0) {
        Value::Composed(composed) => composed.image(),
        Value::ComposedXor(composed) => composed.image(),
        _ => return Ok(None),
    };
    image.map(Some).map_err(|error| Blame::operand(0)(error.during(operation).into()))
}
