//! Composition, complement and inverse.

use super::by_mode::{by_mode, or_by_mode};
use super::inverse::{
    beginning, cosize, goes_on_as, left_inverse_of_bits, left_inverse_of_composed, longest_inverse,
    size,
};
use super::{Section, all_offsets, listed};
use crate::error::{Error, Operation, Rule};
use crate::expression::arguments::Arguments;
use crate::expression::operand::Blame;
use crate::expression::value::Inside;
use crate::expression::{Reason, Value};
use crate::layout::Layout;
use crate::layout::composed::{Composed, Outer};
use crate::layout::swizzle::Swizzle;
use crate::mode::Mode;
use crate::operation::composition::in_bits::composition_in_bits;
use crate::stride::Stride;
use crate::stride::xor::Xor;
use crate::{
    admissible, complement, complement_ceil, complement_ext, composition, domain_distribute,
    image_in_range, left_inverse, max_common_layout, max_common_vector, nullspace, right_inverse,
};

section! {
    "Composition, complement and inverse" {
        composition("F", "T") "F o T: r(c) = F(T(c)), by mode for a tiler of modes" = composed_with;
        composed("F", "n", "B") "the function F(n + B(c)), of a layout or swizzle F" = |of| {
            let (outer, offset) = (outer(of, 0)?, of.integer(1)?);
            // An offset is XORed to bit vectors.
            let xor = |inner: &Layout<Xor>| Composed::of(outer.clone(), inner.clone());
            // An offset is added to any other offset.
            let added = || match offset {
                0 => outer.clone(),
                n => Composed::new(outer.clone(), n, any_offset()).into(),
            };
            Ok(match of.value(2) {
                Value::Xor(inner) => xor(inner).with_added(offset).into(),
                Value::Composed(inner) => inner.under(added()).into(),
                Value::ComposedXor(inner) => inner.under(added()).into(),
                _ => Composed::new(outer, offset, of.layout(2)?).into(),
            })
        };
        to_xor("L") "the layout with XOR strides that has the same offsets, on its size" = |of| {
            Ok(match of.value(0) {
                Value::Composed(composed) => composed.to_layout()?.into(),
                Value::ComposedXor(composed) => composed.to_layout()?.into(),
                Value::Xor(layout) => layout.clone().into(),
                _ => Layout::<Xor>::of_integers(&of.layout(0)?)?.into(),
            })
        };
        to_integers("L") "the layout with integer strides that has the same offsets"
            = |of| match &*of.plain(0) {
                Value::Xor(layout) => Ok(layout.to_integers()?.into()),
                _ => Ok(of.layout(0)?.into()),
            };
        to_swizzle("L") "the swizzle with the function of L" = |of| {
            let swizzle = match &*of.plain(0) {
                Value::Xor(layout) => Swizzle::of_layout(layout),
                _ => Swizzle::of_layout(&Layout::<Xor>::of_integers(&of.layout(0)?)?),
            };
            swizzle.map(Value::from).ok_or_else(|| of.no(0, "a layout that is a swizzle"))
        };
        alignment("F") "how many offsets stay together: the first of a layout, the blocks of a swizzle"
            = |of| match of.value(0) {
            Value::Swizzle(swizzle) => Ok(swizzle.alignment().into()),
            Value::Composed(composed) => Ok(composed.alignment().into()),
            Value::ComposedXor(composed) => Ok(composed.alignment().into()),
            Value::Xor(layout) => Ok(layout.alignment().into()),
            _ => Ok(of.memory(0)?.alignment().into()),
        };
        admissible("A", "T") "whether the rules of divisibility hold that A o T compiles by"
            = |of| {
                let function = |value: &Value| {
                    matches!(value, Value::Composed(_) | Value::ComposedXor(_) | Value::Swizzle(_))
                };
                // The operands are functions, one after the other.
                let functions = function(of.value(1)) || matches!(of.value(1), Value::Tilers(_));
                if functions && composed_with(of).is_ok() {
                    return Ok(true.into());
                }
                let tiler = of.tiler(1)?;
                let admissible = match of.value(0) {
                    Value::Coordinates(l) => admissible(l, &tiler),
                    Value::Composed(l) => admissible(l.inner(), &tiler),
                    Value::ComposedXor(l) => admissible(l.inner(), &tiler),
                    Value::Xor(l) => admissible(l, &tiler),
                    _ => admissible(&of.layout(0)?, &tiler),
                };
                let error = match admissible {
                    Ok(()) => return Ok(true.into()),
                    Err(error) => error,
                };
                match error.rule {
                    Rule::StrideDivisibility { .. }
                    | Rule::ShapeDivisibility { .. }
                    | Rule::Segregation { .. } => Ok(false.into()),
                    _ => Err(error.into()),
                }
            };
        image_in_range("A", "B") "whether all offsets of B are coordinates of A, by mode for a tuple"
            = |of| {
                let composed = |at| {
                    matches!(of.value(at), Value::Composed(_) | Value::ComposedXor(_))
                };
                let by_mode = match of.value(1) {
                    Value::Tuple(tuple) => tuple.as_leaf().is_none(),
                    value => matches!(value, Value::Tiler(_) | Value::Incomplete(_)),
                };
                if by_mode {
                    let tiler = of.tiler(1)?;
                    match of.value(0) {
                        Value::Composed(a) => return Ok(image_in_range(a.inner(), &tiler)?.into()),
                        Value::ComposedXor(a) => return Ok(image_in_range(a.inner(), &tiler)?.into()),
                        _ => return of_layout!(of, |a| image_in_range(a, &tiler)?),
                    }
                }
                if composed(0) || composed(1) {
                    let size = of.shape(0)?.size()?;
                    return Ok(listed(of, 1, crate::Operation::ImageInRange)?.iter().all(|x| (0..size).contains(x)).into());
                }
                of_layout!(of, |a| match of.value(1) {
                    Value::Coordinates(b) => image_in_range(a, b)?,
                    Value::Xor(b) => image_in_range(a, b)?,
                    _ => image_in_range(a, &of.layout(1)?)?,
                })
            };
        complement("L", "N") "what L leaves out of 0..N, where that comes out even"
            = |of| match of.value(0) {
                Value::Composed(_) | Value::ComposedXor(_) => {
                    let n = of.size(1)?;
                    complement_of_composed(of, Operation::Complement, |l| complement(l, n), |l| complement(l, n))
                }
                Value::Coordinates(l) => Ok(complement(l, of.tuple(1)?)?.into()),
                Value::Xor(l) => Ok(complement(l, of.size(1)?)?.into()),
                _ => Ok(complement(&of.layout(0)?, of.size(1)?)?.into()),
            };
        complement_ceil("L", "N") "what L leaves out up to at least N, padded as CuTe does"
            = |of| match of.value(0) {
                Value::Composed(_) | Value::ComposedXor(_) => {
                    let n = of.size(1)?;
                    let operation = Operation::ComplementCeil;
                    complement_of_composed(of, operation, |l| complement_ceil(l, n), |l| complement_ceil(l, n))
                }
                Value::Coordinates(l) => Ok(complement_ceil(l, of.tuple(1)?)?.into()),
                Value::Xor(l) => Ok(complement_ceil(l, of.size(1)?)?.into()),
                _ => Ok(complement_ceil(&of.layout(0)?, of.size(1)?)?.into()),
            };
        complement_ext("L") "what L leaves out, without end"
            = |of| match of.value(0) {
                Value::Composed(_) | Value::ComposedXor(_) => {
                    complement_of_composed(of, Operation::ComplementExt, complement_ext, complement_ext)
                }
                _ => of_layout!(of, |l| complement_ext(l)?),
            };
        right_inverse("F") "the longest r with F(r(i)) = i"
            = |of| match of.value(0) {
                Value::Swizzle(swizzle) => Ok(swizzle.inverse().into()),
                Value::Composed(composed) => longest_inverse(of.value(0), composed.right_inverse()),
                Value::ComposedXor(composed) => longest_inverse(of.value(0), composed.right_inverse()),
                _ => of_layout!(of, |l| right_inverse(l)?),
            };
        left_inverse("F") "an r with F(r(F(i))) = F(i)"
            = |of| match of.value(0) {
                Value::Swizzle(swizzle) => Ok(swizzle.inverse().into()),
                Value::Composed(l) => left_inverse_of_composed(of.value(0), || l.left_inverse()),
                Value::ComposedXor(l) => left_inverse_of_composed(of.value(0), || l.left_inverse()),
                Value::Xor(l) => Ok(left_inverse_of_bits(l)?),
                _ => of_layout!(of, |l| left_inverse(l)?),
            };
        nullspace("L") "the coordinates along the modes of stride 0"
            = |of| match &*of.plain(0) {
                // Nothing changes along these modes, whatever the function of the offsets is.
                Value::Composed(composed) => Ok(nullspace(composed.inner()).into()),
                Value::ComposedXor(composed) => Ok(nullspace(composed.inner()).into()),
                _ => of_layout!(of, |l| nullspace(l)),
            };
        max_common_layout("A", "B") "where the offsets 0, 1, ... are at the same place in A and B"
            = |of| match (of.value(0), of.value(1)) {
                (Value::Composed(_) | Value::ComposedXor(_), _)
                | (_, Value::Composed(_) | Value::ComposedXor(_)) => {
                    Ok(common(of, Operation::MaxCommonLayout)??)
                }
                _ => plain_common(of),
            };
        max_common_vector("A", "B") "how many of them there are; of all vectors under a swizzle see alignment"
            = |of| {
                let common = match (of.value(0), of.value(1)) {
                    (Value::Composed(_) | Value::ComposedXor(_), _)
                    | (_, Value::Composed(_) | Value::ComposedXor(_)) => {
                        common(of, Operation::MaxCommonVector)?.ok()
                    }
                    (Value::Xor(a), Value::Xor(b)) => return Ok(max_common_vector(a, b)?.into()),
                    (Value::Xor(a), _) => return Ok(max_common_vector(a, &of.memory(1)?)?.into()),
                    (_, Value::Xor(b)) => return Ok(max_common_vector(&of.memory(0)?, b)?.into()),
                    _ => return Ok(max_common_vector(&of.memory(0)?, &of.memory(1)?)?.into()),
                };
                Ok(common.as_ref().map_or(Ok(0), size)?.into())
            };
        domain_distribute("S", "n") "up to n elements over the coordinates of S"
            = |of| Ok(domain_distribute(&of.tuple(0)?, of.integer(1)?)?.into());
    }
}

/// The complement of a composed layout. If it equals a layout with XOR strides whose copies are adjacent, it is the
/// complement of that layout. Otherwise it is the complement of its set of offsets.
fn complement_of_composed(
    of: &Arguments<'_>,
    operation: Operation,
    of_bits: impl Fn(&Layout<Xor>) -> Result<Layout<Xor>, Error>,
    of_integers: impl Fn(&Layout) -> Result<Layout, Error>,
) -> Result<Value, Blame> {
    let plain = of.value(0).plain();
    let as_plain = || match &plain {
        Some(Value::Xor(l)) => Some(of_bits(l).map(Value::from)),
        Some(Value::Layout(l)) => Some(of_integers(l).map(Value::from)),
        _ => None,
    };
    let as_set = || {
        // For an exact complement, each offset must have one coordinate.
        let distinct = operation == Operation::Complement;
        let image = match of.value(0) {
            Value::Composed(composed) => composed.sorted(distinct, operation)?,
            Value::ComposedXor(composed) => composed.sorted(distinct, operation)?,
            _ => return Err(Error::new(operation, Rule::Codomain)),
        };
        without_mode(of_integers(&image)).map(Value::from)
    };
    let whole = match &plain {
        Some(Value::Xor(l)) => l.size().count_ones() == 1,
        _ => true,
    };
    Ok(match as_plain() {
        None => as_set()?,
        Some(Ok(found)) if whole => found,
        Some(plain) => as_set().or(plain)?,
    })
}

/// Drops the mode from an error: a mode of the image is not a mode of the composed layout.
fn without_mode(result: Result<Layout, Error>) -> Result<Layout, Error> {
    result.map_err(|error| Error { mode: None, ..error })
}

/// The identity on all offsets, for a function of offsets without a layout under it.
pub(in crate::expression) fn any_offset() -> Layout {
    let mode = Mode { shape: 1 << 62, stride: 1 };
    Layout::of_flat([mode].into_iter().collect())
}

/// The composition of layouts, swizzles and tilers. A layout under a swizzle gets XOR strides if the result is a
/// layout, and is composed otherwise. The same holds for a layout after a swizzle, or under layouts that end in one.
fn composed_with(of: &Arguments<'_>) -> Result<Value, Blame> {
    if let Value::Tilers(tilers) = of.value(1) {
        return by_mode(of, tilers, "composition", Operation::Composition);
    }
    if let (Value::Coordinates(_), Value::Composed(_) | Value::ComposedXor(_)) =
        (of.value(0), &*of.plain(1))
    {
        return Err(of.no(0, WITH_COMPOSED));
    }
    let after = |refused: &Blame| -> Result<Value, Blame> {
        Ok(match of.value(1) {
            Value::Composed(first) => first.under(outer(of, 0)?).into(),
            Value::ComposedXor(first) => first.under(outer(of, 0)?).into(),
            Value::Swizzle(first) => Composed::of(outer(of, 0)?, first.to_layout()).into(),
            // The result is what the swizzle at the end of the left side would give.
            Value::Layout(_) | Value::Tuple(_) if of.0[0].after_swizzle && refused.is_open() => {
                Composed::of(outer(of, 0)?, of.layout(1)?).into()
            }
            Value::Xor(first) if of.0[0].after_swizzle && refused.is_open() => {
                Composed::of(outer(of, 0)?, first.clone()).into()
            }
            // Try XOR strides if integer strides give no result.
            Value::Xor(_) | Value::Tiler(_) => {
                composition_in_bits(&of.layout(0)?, of.tiler(1)?.borrow())?.into()
            }
            _ => return Err(of.no(1, "a composed layout")),
        })
    };
    // A composition that is not a layout stays a chain of functions.
    let composed = layout_composed_with(of).or_else(|error| match after(&error) {
        Ok(value) => Ok(value),
        Err(other) => Err(error.unless_undecided(other)),
    });
    or_by_mode(of, composed, |tilers| by_mode(of, tilers, "composition", Operation::Composition))
}

/// The value as a function of offsets.
pub(in crate::expression) fn outer(of: &Arguments<'_>, at: usize) -> Result<Outer, Blame> {
    Ok(match of.value(at) {
        Value::Swizzle(swizzle) => (*swizzle).into(),
        Value::Xor(layout) => layout.clone().into(),
        Value::Composed(composed) => composed.clone().into(),
        Value::ComposedXor(composed) => composed.clone().into(),
        Value::Coordinates(_) => return Err(of.no(at, WITH_COMPOSED)),
        _ => of.layout(at)?.into(),
    })
}

/// The operand that may follow a composed layout; its offsets are integers.
pub(super) const WITH_COMPOSED: &str =
    "with a composed layout, a layout with integer or XOR strides";

/// The composition if it is a layout, or the inner layout of a composed result.
fn layout_composed_with(of: &Arguments<'_>) -> Result<Value, Blame> {
    match (of.value(0), &*of.plain(1)) {
        (Value::Swizzle(swizzle), Value::Swizzle(first)) => {
            let both = swizzle.after(*first);
            Ok(Swizzle::of_layout(&both).map_or_else(|| both.into(), Value::Swizzle))
        }
        (Value::Swizzle(swizzle), Value::Xor(layout)) => {
            let composed = Composed::of(*swizzle, layout.clone());
            Ok(composed.to_layout().map_or(Value::ComposedXor(composed), Value::from))
        }
        (Value::Swizzle(swizzle), _) => {
            let composed = Composed::new(*swizzle, 0, of.layout(1)?);
            Ok(composed.to_layout().map_or(Value::Composed(composed), Value::from))
        }
        (Value::Composed(composed), Value::Layout(_) | Value::Tuple(_))
            if of.0[0].awaits_layout =>
        {
            Ok(composed.with_inner(of.layout(1)?).into())
        }
        (Value::Composed(_) | Value::ComposedXor(_), _) => {
            let tiler = of.tiler(1)?;
            let inner = || -> Result<Value, Blame> { of_domain!(of, |l| composition(l, &tiler)?) };
            or_of_coordinates!(inner(), of, of.coordinates(&tiler), |l| composition(l, &tiler)?)
        }
        (Value::Layout(_) | Value::Tuple(_), Value::Swizzle(swizzle)) => {
            let (layout, swizzle) = (of.layout(0)?, swizzle.to_layout());
            let composed = Composed::of(layout.clone(), swizzle.clone());
            Ok(match composition(&layout, &swizzle) {
                Ok(layout) => layout.into(),
                Err(_) => composed.to_layout().map_or(composed.into(), Value::from),
            })
        }
        _ => {
            let tiler = of.tiler(1)?;
            of_layout!(of, |l| composition(l, &tiler)?)
        }
    }
}

/// The elements `0, 1, ...` that have the same offset in two layouts; composed layouts are taken as the plain layouts
/// that they equal.
fn plain_common(of: &Arguments<'_>) -> Result<Value, Blame> {
    Ok(match (&*of.plain(0), &*of.plain(1)) {
        (Value::Xor(a), Value::Xor(b)) => max_common_layout(a, b)?.into(),
        (Value::Xor(a), _) => max_common_layout(a, &of.memory(1)?)?.into(),
        (_, Value::Xor(b)) => max_common_layout(&of.memory(0)?, b)?.into(),
        _ => max_common_layout(&of.memory(0)?, &of.memory(1)?)?.into(),
    })
}

/// Returns whether the part that is common to a plain layout is also common to the composed layout that equals it on
/// its size.
fn is_plain_common(a: &Value, common: &Value) -> bool {
    match (a.plain(), cosize(common)) {
        (Some(plain), Some(end)) => goes_on_as(a, &plain, end),
        (plain, _) => plain.is_none(),
    }
}

/// The elements `0, 1, ...` that have the same offset in two layouts, one of which is composed. The inner error says
/// why there is no element 0.
fn common(of: &Arguments<'_>, operation: Operation) -> Result<Result<Value, Reason>, Blame> {
    let during = |error: Error| error.during(operation);
    let inverse = match of.value(1) {
        Value::Composed(b) => longest_inverse(of.value(1), b.right_inverse()),
        Value::ComposedXor(b) => longest_inverse(of.value(1), b.right_inverse()),
        Value::Xor(b) => right_inverse(b).map(Value::from).map_err(Blame::from),
        _ => right_inverse(&of.memory(1)?).map(Value::from).map_err(Blame::from),
    };
    let inverse = match inverse {
        Err(Blame { reason: Reason::Algebra(error), .. }) => match error.rule {
            Rule::AddedOffset { .. } => return Ok(Err(during(error).into())),
            _ => return Err(during(error).into()),
        },
        inverse => inverse?,
    };
    let a = outer(of, 0)?;
    let same = |(i, &coordinate): (i64, &i64)| a.apply(coordinate) == Ok(i);
    let (first, too_long) = match all_offsets(&inverse, operation) {
        Ok(first) => (first, None),
        Err(refused) => {
            // The plain layouts that the composed ones equal may have a longer common part, as far as both continue
            // alike.
            let common = plain_common(of).ok();
            if let Some(common) = common.filter(|common| is_plain_common(of.value(0), common)) {
                return Ok(Ok(common));
            }
            (beginning(&inverse), Some(Blame::operand(1)(refused)))
        }
    };
    let length = (0..).zip(&first).take_while(|&pair| same(pair)).count() as i64;
    if let Some(refused) = too_long.filter(|_| length == first.len() as i64) {
        return Err(refused);
    }
    if length == 0 {
        let offset = a.apply(0).map_err(during)?;
        return Ok(Err(match first.first() {
            Some(0) => Error::new(operation, Rule::AddedOffset { offset }).into(),
            _ => Reason::None("the offset 0 is not at the same place in both layouts"),
        }));
    }
    // The beginning of an inverse. A layout up to whole modes and part of the next mode is a layout.
    let beginning = Layout::leaf(length, 1).map_err(during)?;
    let common = match &inverse {
        Value::Composed(r) => r.with_inner(beginning).into(),
        Value::Xor(r) if whole_modes(r, length) == length => {
            composition(r, &beginning).map_err(during)?.into()
        }
        Value::Xor(r) => Composed::of(r.clone(), beginning).into(),
        _ => {
            let r = inverse.to_layout()?;
            match whole_modes(&r, length) == length {
                true => composition(&r, &beginning).map_err(during)?.into(),
                false => Composed::of(r, beginning).into(),
            }
        }
    };
    Ok(Ok(common))
}

/// The largest number of coordinates, at most `length`, that consists of whole modes and part of the next mode.
fn whole_modes<D: Stride>(layout: &Layout<D>, length: i64) -> i64 {
    let mut whole = 1;
    for mode in layout.flat_modes() {
        if length / whole < mode.shape {
            break;
        }
        whole *= mode.shape;
    }
    length / whole * whole
}
