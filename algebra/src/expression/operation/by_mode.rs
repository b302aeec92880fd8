//! Tilers by mode that contain composed layouts. The modes of the result are summed, and each keeps its own offsets.

use alloc::vec;
use alloc::vec::Vec;

use super::composition::{WITH_COMPOSED, any_offset};
use super::tiles::Arrangement;
use crate::error::{Error, Operation, Rule};
use crate::expression::arguments::Arguments;
use crate::expression::operand::{Blame, Operand};
use crate::expression::{NamedOperation, Reason, Value};
use crate::layout::Layout;
use crate::layout::composed::Composed;
use crate::operation::compact::identity;
use crate::operation::divide;
use crate::stride::Stride;
use crate::stride::xor::Xor;
use crate::{Profile, Slicer, Tiler};

/// `A o <T, ..>`, or another operation with this name, mode by mode. For a composed layout `A` the operation applies to
/// its inner layout.
pub(super) fn by_mode(
    of: &Arguments<'_>,
    tilers: &[Value],
    name: &str,
    operation: Operation,
) -> Result<Value, Blame> {
    let at = of.0[1].at;
    let modes = |plain: Value| modes_of(&plain, tilers, at, name, operation);
    // The offset and the function of `A` apply afterwards, to the sums.
    let result: Value = match of.value(0) {
        Value::Composed(a) => match modes(a.inner().clone().into())? {
            Value::Composed(sums) if a.added() == 0 => sums.under(a.outer().clone()).into(),
            Value::Composed(sums) => sums.under(a.with_inner(any_offset())).into(),
            plain => a.with_inner(plain.to_layout()?).into(),
        },
        Value::ComposedXor(a) => match modes(a.inner().clone().into())? {
            Value::Composed(sums) if a.added() == 0 => sums.under(a.outer().clone()).into(),
            Value::Composed(sums) => {
                let any = Layout::<Xor>::of_integers(&any_offset())?;
                sums.under(a.with_inner(any)).into()
            }
            plain => a.with_inner(plain.to_xor()?).into(),
        },
        Value::Coordinates(_) => {
            return Err(of.no(0, WITH_COMPOSED));
        }
        Value::Xor(_) => modes(of.value(0).clone())?,
        _ => modes(of.layout(0)?.into())?,
    };
    Ok(result.plain().unwrap_or(result))
}

/// The result for layouts, or else the result of `by` for a tiler by mode that contains XOR strides.
pub(super) fn or_by_mode(
    of: &Arguments<'_>,
    layouts: Result<Value, Blame>,
    by: impl Fn(&[Value]) -> Result<Value, Blame>,
) -> Result<Value, Blame> {
    layouts.or_else(|refused| match of.value(1) {
        Value::Tiler(Tiler::Modes(modes)) if refused.is_open() && modes.iter().any(has_bits) => {
            let tilers: Result<Vec<Value>, Error> = modes.iter().map(tiler_value).collect();
            by(&tilers?).map_err(|_| refused)
        }
        _ => Err(refused),
    })
}

fn has_bits(tiler: &Tiler) -> bool {
    match tiler {
        Tiler::Xor(_) => true,
        Tiler::Modes(modes) => modes.iter().any(has_bits),
        _ => false,
    }
}

fn tiler_value(tiler: &Tiler) -> Result<Value, Error> {
    Ok(match tiler {
        Tiler::Layout(layout) => layout.clone().into(),
        Tiler::Coordinates(layout) => layout.clone().into(),
        Tiler::Xor(layout) => layout.clone().into(),
        Tiler::Keep => Value::Incomplete(Slicer::new([None], Profile::leaf())?),
        Tiler::Modes(_) => Value::Tiler(tiler.clone()),
    })
}

fn modes_of(
    layout: &Value,
    tilers: &[Value],
    at: usize,
    name: &str,
    operation: Operation,
) -> Result<Value, Blame> {
    let modes: Vec<Value> = match layout {
        Value::Xor(layout) => layout.modes().map(Value::Xor).collect(),
        layout => layout.to_layout()?.modes().map(Value::Layout).collect(),
    };
    let of_bits = matches!(layout, Value::Xor(_));
    if tilers.len() > modes.len() {
        let rule = Rule::TilerRank { tiler: tilers.len(), layout: modes.len() };
        return Err(Error::new(operation, rule).into());
    }
    let in_mode = |mode: usize| {
        move |blame: Blame| match blame.reason {
            Reason::Algebra(error) => error.during(operation).at(mode).into(),
            _ => blame,
        }
    };
    let mut tilers = tilers.iter();
    let parts = modes.into_iter().enumerate().map(|(mode, layout)| match tilers.next() {
        None => Ok(layout),
        Some(Value::Tilers(tilers)) => {
            modes_of(&layout, tilers, at, name, operation).map_err(in_mode(mode))
        }
        Some(tiler) => {
            let operand = |value| Operand { at, value, after_swizzle: false, awaits_layout: false };
            let operands = [operand(layout), operand(tiler.clone())];
            let known = NamedOperation::named(name);
            let known = known.ok_or_else(|| NamedOperation::unknown(name))?;
            known.call(&operands).map_err(in_mode(mode))
        }
    });
    side_by_side(&parts.collect::<Result<Vec<_>, _>>()?, of_bits, operation)
}

/// `r(x, y, ..) = f(x) + g(y) + ..`; for bit vectors, the XOR.
fn side_by_side(parts: &[Value], of_bits: bool, operation: Operation) -> Result<Value, Blame> {
    let during = |error: Error| error.during(operation);
    if of_bits {
        let parts: Result<Vec<_>, _> = parts.iter().map(Value::to_xor).collect();
        if let Ok(parts) = parts {
            return Ok(Layout::concatenate(parts).map_err(during)?.into());
        }
    }
    let (mut sum, mut of_sum): (Option<Composed>, _) = (None, vec![]);
    let (mut plain, mut of_plain): (Vec<Layout>, _) = (vec![], vec![]);
    for (at, part) in parts.iter().enumerate() {
        let function = match part {
            Value::Layout(layout) if !of_bits => {
                plain.push(layout.clone());
                of_plain.push(at);
                continue;
            }
            Value::Composed(function) => function.clone(),
            // A function of its integral coordinates.
            Value::ComposedXor(function) => {
                Composed::of(function.clone(), identity(&function.inner().shape())?)
            }
            other => Composed::of(other.to_xor()?, identity(&other.to_shape()?)?),
        };
        sum = Some(match sum {
            None => function.with_inner(Layout::concatenate([function.inner().clone()])?),
            Some(sum) if of_bits => sum.xored(&function, operation)?,
            Some(sum) => sum.plus(&function, operation)?,
        });
        of_sum.push(at);
    }
    let plain = Layout::concatenate(plain).map_err(during)?;
    let Some(mut sum) = sum else { return Ok(plain.into()) };
    let mut modes: Vec<(usize, Layout)> = of_sum.into_iter().zip(sum.inner().modes()).collect();
    if !of_plain.is_empty() {
        let both = sum.beside(&plain, operation)?;
        // The first mode is that of the sum.
        let fields = both.inner().mode(1).unwrap_or(Layout::unit());
        modes.extend(of_plain.into_iter().zip(fields.modes()));
        sum = both;
    }
    modes.sort_by_key(|(at, _)| *at);
    let inner = Layout::concatenate(modes.into_iter().map(|(_, mode)| mode)).map_err(during)?;
    Ok(sum.with_inner(inner).into())
}

/// The tiles and the rests of a layout that is divided or multiplied by the tiler, arranged as the operation does.
pub(super) fn gathered(
    divided: Value,
    tilers: &[Value],
    operation: Operation,
    arrangement: Arrangement,
) -> Result<Value, Blame> {
    use Operation::{LogicalDivide, LogicalDivideCeil, LogicalProduct};
    if matches!(operation, LogicalDivide | LogicalDivideCeil | LogicalProduct) {
        return Ok(divided);
    }
    let tiler = skeleton(tilers)?;
    fn arranged<D: Stride>(
        divided: &Layout<D>,
        tiler: &Tiler,
        arrangement: Arrangement,
    ) -> Result<Layout<D>, Error> {
        let (tiles, rests) = divide::gathered(divided, tiler.borrow())?;
        arrangement.of(&Layout::concatenate([tiles, rests])?)
    }
    let during = |error: Error| error.during(operation);
    Ok(match &divided {
        Value::Composed(l) => {
            l.with_inner(arranged(l.inner(), &tiler, arrangement).map_err(during)?).into()
        }
        Value::ComposedXor(l) => {
            l.with_inner(arranged(l.inner(), &tiler, arrangement).map_err(during)?).into()
        }
        Value::Xor(l) => arranged(l, &tiler, arrangement).map_err(during)?.into(),
        other => arranged(&other.to_layout()?, &tiler, arrangement).map_err(during)?.into(),
    })
}

/// A tiler with the same modes, in which each composed layout is replaced by a layout.
fn skeleton(tilers: &[Value]) -> Result<Tiler, Blame> {
    let modes = tilers.iter().map(|tiler| match tiler {
        Value::Tilers(tilers) => skeleton(tilers),
        Value::Composed(_) | Value::ComposedXor(_) => Ok(Tiler::Layout(Layout::unit())),
        other => Ok(other.to_tiler()?),
    });
    Ok(Tiler::Modes(modes.collect::<Result<_, Blame>>()?))
}
