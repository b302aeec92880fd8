//! The arguments of an operation, converted to the kinds that it needs.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::operand::{Blame, Operand};
use super::{Reason, Value};
use crate::error::Error;
use crate::layout::Layout;
use crate::layout::composed::{Composed, Outer};
use crate::layout::image::image_in_range;
use crate::layout::tiler::{Tiler, TilerRef};
use crate::operation::compact::identity;
use crate::operation::slice::Slicer;
use crate::stride::Stride;
use crate::stride::arithmetic_tuple::ArithmeticTuple;
use crate::stride::xor::Xor;
use crate::tuple::int_tuple::IntTuple;
use crate::tuple::profile::Profile;

/// Layouts that can be concatenated: they have strides of one kind, or they are the inner layouts of composed layouts
/// with the same function of offsets.
pub(super) enum Layouts {
    Integers(Vec<Layout>),
    Coordinates(Vec<Layout<ArithmeticTuple>>),
    Xor(Vec<Layout<Xor>>),
    Composed(Composed, Vec<Layout>),
    ComposedXor(Composed<Xor>, Vec<Layout<Xor>>),
}

/// All values converted by `read`, or the position of the first value that cannot be converted.
fn all<T>(
    values: &[&Value],
    read: impl Fn(&Value) -> Result<T, Reason>,
) -> Result<Vec<T>, (usize, Reason)> {
    let values = values.iter().enumerate();
    values.map(|(at, value)| read(value).map_err(|reason| (at, reason))).collect()
}

impl Layouts {
    /// All values as layouts with strides of one kind. A layout that is 0 everywhere is of every kind. If some are
    /// composed layouts, all of them must have the same function, and the other layouts are taken as inner layouts.
    pub fn of(values: &[&Value]) -> Result<Layouts, (usize, Reason)> {
        fn inside<D: Stride<Offset = i64>>(
            first: &Composed<D>,
            values: &[&Value],
            composed: fn(&Value) -> Option<&Composed<D>>,
            plain: fn(&Value) -> Result<Layout<D>, Reason>,
        ) -> Result<Vec<Layout<D>>, (usize, Reason)> {
            all(values, |value| match composed(value) {
                Some(other) if other.with_inner(first.inner().clone()) == *first => {
                    Ok(other.inner().clone())
                }
                Some(_) => plain(value).map_err(|_| value.no("a layout under the same function")),
                None => plain(value),
            })
        }
        let composed = values.iter().find_map(|value| match value {
            Value::Composed(first) => {
                fn composed(value: &Value) -> Option<&Composed> {
                    match value {
                        Value::Composed(composed) => Some(composed),
                        _ => None,
                    }
                }
                let inner = inside(first, values, composed, Value::to_layout);
                Some(inner.map(|inner| Layouts::Composed(first.clone(), inner)))
            }
            Value::ComposedXor(first) => {
                fn composed(value: &Value) -> Option<&Composed<Xor>> {
                    match value {
                        Value::ComposedXor(composed) => Some(composed),
                        _ => None,
                    }
                }
                let inner = inside(first, values, composed, Value::to_xor);
                Some(inner.map(|inner| Layouts::ComposedXor(first.clone(), inner)))
            }
            _ => None,
        });
        match composed {
            Some(Ok(composed)) => Ok(composed),
            // Each may be equal to a plain layout.
            Some(Err(error)) => Layouts::plain(values).map_err(|_| error),
            None => Layouts::plain(values),
        }
    }

    fn plain(values: &[&Value]) -> Result<Layouts, (usize, Reason)> {
        let any = |kind: &dyn Fn(&Value) -> bool| values.iter().any(|value| kind(value));
        if any(&|value| matches!(value, Value::Coordinates(_))) {
            return all(values, Value::to_coordinates).map(Layouts::Coordinates);
        }
        let plain_xor = |value: &Value| matches!(value.plain(), Some(Value::Xor(_)));
        if any(&|value| matches!(value, Value::Xor(_)) || plain_xor(value)) {
            return all(values, Value::to_xor).map(Layouts::Xor);
        }
        all(values, Value::to_layout).map(Layouts::Integers)
    }
}

/// The arguments of an operation, with conversions to the kinds that it needs.
pub(super) struct Arguments<'a>(pub &'a [Operand]);

impl Arguments<'_> {
    /// Returns whether there is an argument at this position.
    pub fn has(&self, at: usize) -> bool {
        at < self.0.len()
    }

    /// The number of arguments.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    pub fn value(&self, at: usize) -> &Value {
        &self.0[at].value
    }

    /// The value, for operations on offsets. A composed layout is replaced by the plain layout with the same function,
    /// if one is found.
    pub fn plain(&self, at: usize) -> Cow<'_, Value> {
        let value = self.value(at);
        value.plain().map_or(Cow::Borrowed(value), Cow::Owned)
    }

    pub fn layout(&self, at: usize) -> Result<Layout, Blame> {
        self.value(at).to_layout().map_err(Blame::operand(at))
    }

    /// The layout, whose offsets must be places in memory.
    pub fn memory(&self, at: usize) -> Result<Layout, Blame> {
        match self.value(at) {
            Value::Coordinates(_) => Err(self.no(at, "a layout whose offsets are integers")),
            _ => self.layout(at),
        }
    }

    /// All arguments, to be concatenated.
    pub fn side_by_side(&self) -> Result<Layouts, Blame> {
        let values: Vec<&Value> = self.0.iter().map(|operand| &operand.value).collect();
        Layouts::of(&values).map_err(|(at, reason)| Blame::operand(at)(reason))
    }

    pub fn tiler(&self, at: usize) -> Result<Tiler, Blame> {
        self.value(at).to_tiler().map_err(Blame::operand(at))
    }

    /// The first argument as a function of its integral coordinates, if it is a composed layout.
    pub fn function(&self) -> Option<Outer> {
        match self.value(0) {
            Value::Composed(composed) => Some(composed.clone().into()),
            Value::ComposedXor(composed) => Some(composed.clone().into()),
            _ => None,
        }
    }

    /// The shape whose integral coordinates the tiler takes, by mode if the tiler is a tuple. The result is `None` if
    /// the tiler leaves the modes, because integral coordinates do not continue as the modes do.
    pub fn coordinates(&self, tiler: &Tiler) -> Option<IntTuple> {
        let shape = self.value(0).to_shape().ok()?;
        match tiler {
            Tiler::Layout(_) | Tiler::Xor(_) => self.all_coordinates(tiler),
            _ => is_within(&identity(&shape).ok()?, tiler.borrow()).then_some(shape),
        }
    }

    /// The size as a shape, for a tiler that may leave the modes but is not a tuple.
    pub fn all_coordinates(&self, tiler: &Tiler) -> Option<IntTuple> {
        let whole = matches!(tiler, Tiler::Layout(_) | Tiler::Xor(_));
        let size = self.value(0).to_shape().ok()?.size().ok()?;
        whole.then(|| IntTuple::leaf(size))
    }

    pub fn tuple(&self, at: usize) -> Result<IntTuple, Blame> {
        self.value(at).to_tuple().map_err(Blame::operand(at))
    }

    /// A tuple, or the shape of a layout.
    pub fn shape(&self, at: usize) -> Result<IntTuple, Blame> {
        self.value(at).to_shape().map_err(Blame::operand(at))
    }

    pub fn integer(&self, at: usize) -> Result<i64, Blame> {
        self.value(at).to_integer().map_err(Blame::operand(at))
    }

    /// An integer, or the size of a shape.
    pub fn size(&self, at: usize) -> Result<i64, Blame> {
        let in_argument = |error: Error| Blame::operand(at)(error.into());
        self.tuple(at)?.size().map_err(in_argument)
    }

    /// The position of a mode.
    pub fn position(&self, at: usize) -> Result<usize, Blame> {
        usize::try_from(self.integer(at)?).map_err(|_| {
            let wanted = "the number of a mode, from 0,";
            Blame::operand(at)(Reason::Kind { wanted, given: "a negative integer" })
        })
    }

    /// The positions of modes.
    pub fn positions(&self, at: usize) -> Result<Vec<usize>, Blame> {
        let integers = self.value(at).to_integers().map_err(Blame::operand(at))?;
        let positions: Result<Vec<usize>, _> = integers.into_iter().map(usize::try_from).collect();
        positions.map_err(|_| {
            let wanted = "a list of numbers of modes, from 0,";
            Blame::operand(at)(Reason::Kind { wanted, given: "one with a negative integer" })
        })
    }

    pub fn integers(&self, at: usize) -> Result<Vec<i64>, Blame> {
        self.value(at).to_integers().map_err(Blame::operand(at))
    }

    pub fn profile(&self, at: usize) -> Result<Profile, Blame> {
        self.value(at).to_profile().map_err(Blame::operand(at))
    }

    pub fn slicer(&self, at: usize) -> Result<Slicer, Blame> {
        self.value(at).to_slicer().map_err(Blame::operand(at))
    }

    /// The values of a list.
    pub fn list(&self, at: usize) -> Result<Vec<Value>, Blame> {
        match self.value(at) {
            Value::Integers(list) => Ok(list.iter().copied().map(Value::from).collect()),
            Value::List(list) => Ok(list.clone()),
            _ => Err(self.no(at, "a list")),
        }
    }

    pub fn no(&self, at: usize, wanted: &'static str) -> Blame {
        Blame::operand(at)(Reason::Kind { wanted, given: self.value(at).kind() })
    }
}

/// Returns whether the tiler takes only coordinates of the layout.
pub(super) fn is_within<D: Stride>(layout: &Layout<D>, tiler: TilerRef<'_>) -> bool {
    image_in_range(layout, tiler) == Ok(true)
}
