//! Operations that rearrange modes.

use alloc::vec::Vec;

use super::{Section, within_length};
use crate::error::Operation;
use crate::expression::arguments::{Arguments, Layouts};
use crate::expression::operand::Blame;
use crate::expression::value::Inside;
use crate::expression::{Reason, Value};
use crate::layout::Layout;
use crate::tuple::int_tuple::IntTuple;
use crate::tuple::profile::Profile;
use crate::{
    append, coalesce, coalesce_profile, downcast, filter, filter_zeros, flatten, group, permute,
    prepend, recast, relative_flatten, relative_modes, select, sort, squeeze, squeeze_zeros,
    substitute, take, unflatten, upcast, zip,
};

section! {
    "Rearranging" {
        concatenate("L...") "the layout (L, L', ...)"
            = |of| of_parts!(of.side_by_side()?, |parts| Layout::concatenate(parts)?);
        append("X", "Y") "X with Y as its last mode" = |of| of_pair!(of, append);
        prepend("X", "Y") "X with Y as its first mode" = |of| of_pair!(of, prepend);
        take("X", "b", "e") "the modes b, ..., e - 1" = |of| {
            let range = of.position(1)?..of.position(2)?;
            of_nested!(of, |x| take(x, range)?)
        };
        select("X", "modes") "the modes [k, k', ...]" = |of| {
            let modes = of.positions(1)?;
            within_length(modes.len() as i64, of.value(0))?;
            of_nested!(of, |x| select(x, &modes)?)
        };
        permute("X", "modes") "the modes in the order [k, k', ...]" = |of| {
            let modes = of.positions(1)?;
            of_nested!(of, |x| permute(x, &modes)?)
        };
        group("X", "b", "e") "X with the modes b, ..., e - 1 as one" = |of| {
            let range = of.position(1)?..of.position(2)?;
            of_nested!(of, |x| group(x, range)?)
        };
        zip("X", "Y") "the modes in pairs, ((x, y), (x', y'), ...)" = |of| of_pair!(of, zip);
        flatten("X") "the leaves as the modes" = |of| of_nested!(of, |x| flatten(x));
        unflatten("X", "P") "the leaves in the profile P" = |of| {
            let profile = of.profile(1)?;
            of_nested!(of, |x| unflatten(x, &profile)?)
        };
        relative_modes("X", "P") "what stands in the places of the leaves of P, as a list" = |of| {
            let profile = of.profile(1)?;
            of_nested!(of, |x| relative_modes(x, &profile)?)
        };
        relative_flatten("X", "P") "what stands in the places of the leaves of P, as the modes"
            = |of| {
                let profile = of.profile(1)?;
                of_nested!(of, |x| relative_flatten(x, &profile)?)
            };
        substitute("P", "parts") "P with the parts [X, X', ...] in place of its leaves"
            = substituted;
        coalesce("L", "[P]") "the same function in the fewest modes, for each leaf of P" = |of| {
            if of.has(1) {
                let profile = of.profile(1)?;
                return of_domain!(of, |l| coalesce_profile(l, &profile)?);
            }
            of_domain!(of, |l| coalesce(l))
        };
        filter("L") "coalesced, without the modes of stride 0"
            = |of| of_domain!(of, |l| filter(l));
        filter_zeros("L") "extent 1 for the leaves of stride 0"
            = |of| of_domain!(of, |l| filter_zeros(l));
        squeeze("L") "without the leaves of extent 1" = |of| of_domain!(of, |l| squeeze(l));
        squeeze_zeros("L") "without the leaves of stride 0"
            = |of| of_domain!(of, |l| squeeze_zeros(l));
        sort("L") "the leaves in the order of their strides" = |of| match of.value(0) {
            Value::Composed(l) => Ok(sort(l.inner()).inside(l)),
            Value::ComposedXor(l) => Ok(sort(l.inner()).inside(l)),
            Value::Xor(l) => Ok(sort(l).into()),
            _ => Ok(sort(&of.layout(0)?).into()),
        };
        upcast("F", "n") "the layout of elements n times as large"
            = |of| match recast_function(of, (1, of.integer(1)?), Operation::Upcast)? {
                Some(function) => Ok(function),
                None => match of.value(0) {
                    Value::Xor(l) => Ok(upcast(l, of.integer(1)?)?.into()),
                    _ => Ok(upcast(&of.layout(0)?, of.integer(1)?)?.into()),
                },
            };
        downcast("F", "n") "the layout of elements n times as small"
            = |of| match recast_function(of, (of.integer(1)?, 1), Operation::Downcast)? {
                Some(function) => Ok(function),
                None => match of.value(0) {
                    Value::Xor(l) => Ok(downcast(l, of.integer(1)?)?.into()),
                    _ => Ok(downcast(&of.layout(0)?, of.integer(1)?)?.into()),
                },
            };
        recast("F", "old", "new") "the layout of elements of another width"
            = |of| {
                let (old, new) = (of.integer(1)?, of.integer(2)?);
                match (recast_function(of, (old, new), Operation::Recast)?, of.value(0)) {
                    (Some(function), _) => Ok(function),
                    (None, Value::Xor(layout)) => Ok(recast(layout, old, new)?.into()),
                    (None, _) => Ok(recast(&of.layout(0)?, old, new)?.into()),
                }
            };
    }
}

/// The first argument converted from elements of `old` bits to elements of `new` bits, if it is a function of offsets.
fn recast_function(
    of: &Arguments<'_>,
    (old, new): (i64, i64),
    operation: Operation,
) -> Result<Option<Value>, Blame> {
    let function = match of.value(0) {
        Value::Swizzle(swizzle) => swizzle.recast(old, new).map(Value::from),
        Value::Composed(composed) => composed.recast(old, new).map(Value::from),
        Value::ComposedXor(composed) => composed.recast(old, new).map(Value::from),
        _ => return Ok(None),
    };
    Ok(Some(function.map_err(|error| error.during(operation))?))
}

/// The leaves of a profile replaced by the parts, which are profiles, layouts or tuples.
fn substituted(of: &Arguments<'_>) -> Result<Value, Blame> {
    let profile = of.profile(0)?;
    let parts = of.list(1)?;
    if parts.iter().any(|part| matches!(part, Value::Profile(_))) {
        let parts: Result<Vec<Profile>, Reason> = parts.iter().map(Value::to_profile).collect();
        return Ok(substitute(&profile, &parts.map_err(Blame::operand(1))?)?.into());
    }
    let is_layout = |part: &Value| part.to_tuple().is_err() && part.to_shape().is_ok();
    if parts.iter().any(is_layout) {
        let parts: Vec<&Value> = parts.iter().collect();
        let parts = Layouts::of(&parts).map_err(|(_, reason)| Blame::operand(1)(reason))?;
        return of_parts!(parts, |parts| substitute(&profile, &parts)?);
    }
    let parts: Result<Vec<IntTuple>, Reason> = parts.iter().map(Value::to_tuple).collect();
    Ok(substitute(&profile, &parts.map_err(Blame::operand(1))?)?.into())
}
