//! Pictures of expressions.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::explained::{Explained, explained};
use super::instruction::{Reader, is_instruction};
use super::scene::Scene;
use super::thread_value::By;
use super::weak_composite;
use super::window::Window;
use super::{Arrangement, banks, composite, composition, composition_algorithm, divide, layout};
use super::{
    morphism, mutual_refinement, partition, product, product_by_mode, shared, slice, swizzle,
};
use crate::error::Error;
use crate::expression::{
    Expression, Failure, Names, Operand, Reason, Value, What, bank_access, copied, copied_by_loops,
    found,
};
use crate::layout::Layout;
use crate::layout::swizzle::Swizzle;
use crate::layout::thread_value::ThreadValue;
use crate::layout::tiler::Tiler;
use crate::linear_layout::Encoding;
use crate::operation::rounding::Rounding;

/// The picture of an expression, chosen by its last operation. A composition is drawn with its operands, a divide with
/// its tiles, a product with its copies, a slice in its layout, `partition` with threads and values, `bank_conflicts`
/// with banks, a swizzle with the layout before and after, and an operation on morphisms as a diagram. For any other
/// operation, the value is drawn, if it is a layout or a morphism.
///
/// The text may also name an instruction, as in [`atom`](crate::atom): `mma.sync.m16n8k16.f16`,
/// `wgmma.m64n8k16.f16.ss`, `tcgen05.32x32b.x2`, or `ldmatrix.x4` and `stmatrix.x4`, which are short for
/// `load(ldmatrix.x4, 16)` and `store(ldmatrix.x4, 16)` with the bits of an element. It may also repeat instructions,
/// with the arguments of [`TiledMma`](crate::atom::TiledMma) and [`TiledCopy`](crate::atom::TiledCopy).
/// `TiledMma(mma.sync.m16n8k16.f16, (2,2,1))` may be followed by the tiles in `M`, `N` and `K`, as in `<32,32,_>`.
/// `TiledCopy(vector(8), (4,32):(32,1), (4,8):(8,1))` has threads and values, and
/// `TiledCopy(load(ldmatrix.x4, 16), a(TiledMma(..)))` has the elements of an operand.
///
/// # Errors
/// A [`Failure`] for an expression without a value, or with a value that cannot be drawn, for example because it is too
/// large.
///
/// ```
/// use tilework_algebra::{draw, expression::Names};
/// let (names, window) = (&mut Names::new(), draw::Window::default());
/// let picture = draw::of_expression("(4,4):(4,1) o (2,2):(1,8)", names, draw::By::Thread, &window)?;
/// assert_eq!(picture.panels()[2], "A o B = (2,2):(4,2)");
/// let picture = draw::of_expression("mma.sync.m8n8k4.f64", names, draw::By::Thread, &window)?;
/// assert_eq!(picture.panels().len(), 3);
/// let failure = draw::of_expression("size(8:1)", names, draw::By::Thread, &window).unwrap_err();
/// assert_eq!(failure.to_string(), "a layout or a morphism is wanted, not an integer at position 0");
/// # Ok::<(), tilework_algebra::expression::Failure>(())
/// ```
pub fn of_expression(
    text: &str,
    names: &mut Names,
    by: By,
    window: &Window,
) -> Result<Scene, Failure> {
    of_expression_while(text, names, by, window, &mut || true)
}

/// [`of_expression`] as long as `goes_on` returns `true`; it is called before each step.
///
/// # Errors
/// The errors of [`of_expression`]; [`Reason::Stopped`].
pub fn of_expression_while(
    text: &str,
    names: &mut Names,
    by: By,
    window: &Window,
    goes_on: &mut dyn FnMut() -> bool,
) -> Result<Scene, Failure> {
    if is_instruction(text) {
        return Reader { names, goes_on }.draw(text, by, window);
    }
    let expression: Expression = text.parse()?;
    let mut last = None;
    let value = expression.observe(names, &mut |at, what, operands| {
        match what {
            // These steps do not change the value.
            What::Assign(_) | What::Parentheses => {}
            What::Call(..) | What::Apply(_) | What::Offset(_) => {
                last = Some((at, what.clone(), operands.to_vec()));
            }
            _ => last = None,
        }
        goes_on()
    })?;
    let of_value = |at: usize| match of_value(&value, by, window) {
        Some(scene) => Ok(scene),
        None => {
            let wanted = "a layout or a morphism";
            Err(Failure { at, reason: Reason::Kind { wanted, given: value.kind() } })
        }
    };
    let Some((at, what, operands)) = last else { return of_value(0) };
    match operation(&what, &operands, by, window) {
        Some(Ok(scene)) => Ok(scene),
        // If there is no picture of the operands, there may be one of the value.
        Some(Err(error)) => {
            of_value(at).map_err(|_| Failure { at, reason: Reason::Algebra(error) })
        }
        None => of_value(at),
    }
}

/// The page of an expression: its picture and those of the operations before it, with the steps of
/// [`Expression::explain`]. See [`Scene::to_html`].
///
/// # Errors
/// The errors of [`of_expression`].
///
/// ```
/// use tilework_algebra::{draw, expression::Names};
/// let page = draw::page("complement(4:2, 24)", &mut Names::new(), draw::By::Thread, &draw::Window::default())?;
/// assert!(page.starts_with("<!DOCTYPE html>") && page.contains("gap 2:1"));
/// # Ok::<(), tilework_algebra::expression::Failure>(())
/// ```
pub fn page(text: &str, names: &mut Names, by: By, window: &Window) -> Result<String, Failure> {
    let mut again = names.clone();
    let last = of_expression(text, names, by, window)?;
    if is_instruction(text) {
        return Ok(super::html::page(text.trim(), "", &[last], &[]));
    }
    let Explained { value, scenes, steps } = explained(text, &mut again, by, window)?;
    // The last operation, and an operation without a picture of its own, have the picture of the expression.
    let mut shown = alloc::vec![last];
    let mut numbers = Vec::new();
    for scene in scenes {
        let own = Some(scene).filter(|scene| *scene != shown[0]);
        numbers.push(if own.is_some() { shown.len() } else { 0 });
        shown.extend(own);
    }
    let steps = steps.iter().map(|step| {
        let scene = step.scene.map_or(0, |scene| numbers[scene]);
        (scene, step.indent, &step.text[..])
    });
    let steps: Vec<(usize, usize, &str)> = steps.collect();
    Ok(super::html::page(text.trim(), &value?.to_string(), &shown, &steps))
}

/// Calls a function with the value as a layout or a composed layout, if its offsets are integers.
macro_rules! of_memory {
    ($value:expr, |$x:ident| $result:expr) => {
        match $value {
            Value::Layout($x) => Some($result),
            Value::Xor($x) => Some($result),
            Value::Composed($x) => Some($result),
            Value::ComposedXor($x) => Some($result),
            value => match value.to_layout() {
                Ok(layout) => {
                    let $x = &layout;
                    Some($result)
                }
                Err(_) => None,
            },
        }
    };
}

/// The same, also for layouts into coordinates.
macro_rules! of_data {
    ($value:expr, |$x:ident| $result:expr) => {
        match $value {
            Value::Coordinates($x) => Some($result),
            value => of_memory!(value, |$x| $result),
        }
    };
}

fn of_value(value: &Value, by: By, window: &Window) -> Option<Scene> {
    match value {
        Value::Linear(layout) | Value::Encoding(Encoding::Linear(layout)) => {
            Some(super::linear_layout(layout, by, window))
        }
        Value::Morphism(f) => Some(morphism(f, window)),
        Value::Swizzle(of) => {
            let size = 1i64 << (of.bits() + of.base() + of.shift().unsigned_abs()).min(62);
            Some(swizzle(*of, 0, &Layout::leaf(size, 1).ok()?, window))
        }
        // Single integers do not count as layouts here.
        Value::Tuple(tuple) if tuple.as_leaf().is_some() => None,
        value => of_data!(value, |x| layout(x, window)),
    }
}

/// The picture of an operation with its operands, if it has one of its own.
pub(super) fn operation(
    what: &What,
    operands: &[Operand],
    by: By,
    window: &Window,
) -> Option<Result<Scene, Error>> {
    let values: Vec<&Value> = operands.iter().map(|operand| &operand.value).collect();
    let name = match what {
        What::Apply(_) => return applied(&values, window),
        What::Call(operation, _) | What::Offset(operation) => operation.name,
        _ => return None,
    };
    if let ("composition", [left, right]) = (name, &values[..])
        && let Some(scene) = swizzled(&operands[0], left, right, window)
    {
        return Some(Ok(scene));
    }
    if let [Value::Morphism(f), Value::Morphism(g)] = values[..] {
        return match name {
            "composition" => Some(composite(g, f, window)),
            "compose" => Some(composite(f, g, window)),
            "weak_composite" => Some(weak_composite(f, g, window)),
            _ => None,
        };
    }
    if name == "shared" {
        let (accesses, found) = found(operands)?;
        // The call has a value, so these are a shape and an integer.
        let (tile, element) = (values[0].to_shape().ok()?, values[1].to_integer().ok()?);
        return Some(shared(&tile, element, &accesses, &found, window));
    }
    #[cfg(feature = "distribution")]
    if name == "redistribute" {
        let plan = crate::expression::redistributed(operands)?;
        return Some(super::redistribution(&plan, window));
    }
    if name == "copy_loops" {
        return Some(super::copy_loops(&copied_by_loops(operands)?, window));
    }
    if name.starts_with("copy_plan") {
        return Some(super::copy_plan(&copied(operands)?, by, window));
    }
    match (name, &values[..]) {
        ("mutual_refinement", [Value::Tuple(t), Value::Tuple(u)]) => {
            Some(mutual_refinement(t, u, window))
        }
        ("compose_tractable_layouts", [a, b]) => {
            let (a, b) = (a.to_layout().ok()?, b.to_layout().ok()?);
            Some(composition_algorithm(&b, &a, window))
        }
        ("slice", [of, at]) => {
            let (of, at) = if is_layout(at) { (at, of) } else { (of, at) };
            let slicer = at.to_slicer().ok()?;
            of_data!(*of, |of| slice(of, &slicer, window))
        }
        ("composition", [a, b]) => {
            let tiler = b.to_tiler().ok()?;
            of_data!(*a, |a| composition(a, &tiler, window))
        }
        ("partition", [data, tile, tv]) => {
            let tile = tile.to_tuple().ok()?;
            match tv {
                Value::Coordinates(tv) => {
                    let tv = ThreadValue::new(&tile, tv.clone()).ok()?;
                    of_data!(*data, |data| partition(data, &tv, by, window))
                }
                Value::Xor(tv) => {
                    let tv = ThreadValue::new(&tile, tv.clone()).ok()?;
                    of_data!(*data, |data| partition(data, &tv, by, window))
                }
                tv => {
                    let tv = ThreadValue::new(&tile, tv.to_layout().ok()?).ok()?;
                    of_data!(*data, |data| partition(data, &tv, by, window))
                }
            }
        }
        ("bank_conflicts", [of, _, ..]) => {
            let access = bank_access(&values).ok()?;
            of_memory!(*of, |of| Ok(banks(of, &access, window)))
        }
        ("blocked_product" | "raked_product", [a, b]) => {
            let blocked = name == "blocked_product";
            let arrangement =
                if blocked { Arrangement::InBlocks } else { Arrangement::Interleaved };
            multiplied(a, &b.to_tiler().ok()?, arrangement, window)
        }
        (name, [a, b]) if name.contains("divide") && name != "left_divide" => {
            let ceil = name.ends_with("_ceil");
            let rounding = if ceil { Rounding::Ceil } else { Rounding::Exact };
            let tiler = b.to_tiler().ok()?;
            of_data!(*a, |a| divide(a, &tiler, rounding, window))
        }
        (name, [a, b]) if name.ends_with("_product") && name != "inner_product" => {
            multiplied(a, &b.to_tiler().ok()?, Arrangement::Logical, window)
        }
        _ => None,
    }
}

fn multiplied(
    a: &Value,
    tiler: &Tiler,
    arrangement: Arrangement,
    window: &Window,
) -> Option<Result<Scene, Error>> {
    let by_mode = arrangement == Arrangement::Logical;
    match (a, tiler) {
        (Value::Coordinates(a), Tiler::Layout(b)) => Some(product(a, b, arrangement, window)),
        (Value::Xor(a), Tiler::Layout(b)) => Some(product(a, b, arrangement, window)),
        (a, Tiler::Layout(b)) => Some(product(&a.to_layout().ok()?, b, arrangement, window)),
        // Only logical products have pictures by mode. In the other products a tuple means a layout.
        (a, Tiler::Modes(_)) if by_mode => {
            Some(product_by_mode(&a.to_layout().ok()?, tiler, window))
        }
        _ => None,
    }
}

/// A swizzle of a layout, with the offset that is added between them.
fn swizzled(operand: &Operand, left: &Value, right: &Value, window: &Window) -> Option<Scene> {
    let (function, added) = match left {
        Value::Swizzle(function) => (*function, 0),
        Value::Composed(composed) if operand.awaits_layout() => {
            (as_swizzle(composed.outer())?, composed.added())
        }
        _ => return None,
    };
    match right {
        Value::Xor(inner) => Some(swizzle(function, added, inner, window)),
        Value::Layout(_) | Value::Tuple(_) => {
            Some(swizzle(function, added, &right.to_layout().ok()?, window))
        }
        _ => None,
    }
}

fn as_swizzle(outer: &crate::Outer) -> Option<Swizzle> {
    match outer {
        crate::Outer::Swizzle(swizzle) => Some(*swizzle),
        _ => None,
    }
}

fn is_layout(value: &Value) -> bool {
    !matches!(value, Value::Tuple(_) | Value::Incomplete(_))
}

fn sliced(of: &Value, at: &Value, window: &Window) -> Option<Result<Scene, Error>> {
    match at {
        Value::Incomplete(slicer) => of_data!(of, |of| slice(of, slicer, window)),
        _ => None,
    }
}

/// A layout with a coordinate that has open parts.
fn applied(values: &[&Value], window: &Window) -> Option<Result<Scene, Error>> {
    match values {
        [of, at] => sliced(of, at, window),
        [of, several @ ..] => {
            let tuple = Value::tuple(several).ok()?;
            sliced(of, &tuple, window)
        }
        [] => None,
    }
}
