//! CuTe C++: types, and expressions that make values of these types.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{LayoutRef, Target, export, nested};
use crate::error::{Error, Operation, Rule};
use crate::layout::Layout;
use crate::layout::composed::Outer;
use crate::stride::Stride;
use crate::stride::arithmetic_tuple::ArithmeticTuple;

const NAME: &str = "CuTe C++";

/// The type of an integer; an alias if every version of CuTe has it.
fn integer(n: i64) -> String {
    match n {
        0..=10 => format!("_{n}"),
        16..=0x80000 if n & (n - 1) == 0 => format!("_{n}"),
        _ if i32::try_from(n).is_ok() => format!("Int<{n}>"),
        // `Int` takes an `int`.
        _ => format!("C<{n}>"),
    }
}

/// A value of the type of an integer.
fn value(n: i64) -> String {
    match i32::try_from(n) {
        Ok(n) => format!("Int<{n}>{{}}"),
        Err(_) => format!("C<{n}>{{}}"),
    }
}

/// The integers of a layout. C++ has literals for all of them except one.
fn integers(layout: &Layout) -> Result<(Vec<i64>, Vec<i64>), Error> {
    let smallest = layout.flat_modes().iter().position(|mode| mode.stride == i64::MIN);
    if let Some(at) = smallest {
        return Err(Error::new(Operation::Export, Rule::Overflow).at(at));
    }
    Ok(layout.flat_modes().iter().map(|mode| (mode.shape, mode.stride)).unzip())
}

/// The strides of a layout into coordinates. `basis` writes a factor and a place.
fn scaled_bases(
    layout: &Layout<ArithmeticTuple>,
    zero: &str,
    basis: impl Fn(i64, String) -> String,
) -> Result<Vec<String>, Error> {
    let strides = layout.flat_modes().iter().enumerate().map(|(at, mode)| {
        let error = |rule| Error::new(Operation::Export, rule).at(at);
        match mode.stride.as_scaled_basis() {
            Some((_, i64::MIN)) => Err(error(Rule::Overflow)),
            Some((place, multiple)) => {
                let place: Vec<String> = place.iter().map(ToString::to_string).collect();
                Ok(basis(multiple, place.join(",")))
            }
            None if mode.stride.is_zero() => Ok(zero.to_string()),
            None => Err(error(Rule::ScaledBasis)),
        }
    });
    strides.collect()
}

struct CuteType;

impl CuteType {
    fn of(
        layout: &Layout<impl Stride>,
        shape: impl IntoIterator<Item = i64>,
        stride: impl IntoIterator<Item = String>,
    ) -> String {
        let profile = layout.profile();
        let shape = nested(profile, shape.into_iter().map(integer), "Shape<", ",", |_| ">");
        let stride = nested(profile, stride, "Stride<", ",", |_| ">");
        format!("Layout<{shape},{stride}>")
    }
}

impl Target for CuteType {
    const NAME: &'static str = NAME;

    fn layout(layout: &Layout) -> Result<String, Error> {
        let (shape, stride) = integers(layout)?;
        Ok(CuteType::of(layout, shape, stride.into_iter().map(integer)))
    }

    fn coordinates(layout: &Layout<ArithmeticTuple>) -> Result<String, Error> {
        let basis = |multiple, place| match multiple {
            1 => format!("E<{place}>"),
            _ => format!("ScaledBasis<{},{place}>", integer(multiple)),
        };
        let stride = scaled_bases(layout, "_0", basis)?;
        Ok(CuteType::of(layout, layout.flat_modes().iter().map(|mode| mode.shape), stride))
    }

    fn swizzle(bits: u32, base: u32, shift: i32) -> String {
        format!("Swizzle<{bits},{base},{shift}>")
    }

    fn composed(_: &Outer, added: i64, [outer, inner]: [&str; 2]) -> Result<String, Error> {
        Ok(format!("ComposedLayout<{outer},{},{inner}>", integer(added)))
    }
}

struct CuteExpression;

impl CuteExpression {
    fn of(
        layout: &Layout<impl Stride>,
        shape: impl IntoIterator<Item = i64>,
        stride: impl IntoIterator<Item = String>,
    ) -> String {
        let profile = layout.profile();
        let shape = nested(profile, shape.into_iter().map(value), "make_shape(", ", ", |_| ")");
        let stride = nested(profile, stride, "make_stride(", ", ", |_| ")");
        format!("make_layout({shape}, {stride})")
    }
}

impl Target for CuteExpression {
    const NAME: &'static str = NAME;

    fn layout(layout: &Layout) -> Result<String, Error> {
        let (shape, stride) = integers(layout)?;
        Ok(CuteExpression::of(layout, shape, stride.into_iter().map(value)))
    }

    fn coordinates(layout: &Layout<ArithmeticTuple>) -> Result<String, Error> {
        let basis = |multiple, place| match multiple {
            1 => format!("E<{place}>{{}}"),
            _ => format!("{} * E<{place}>{{}}", value(multiple)),
        };
        let stride = scaled_bases(layout, "Int<0>{}", basis)?;
        Ok(CuteExpression::of(layout, layout.flat_modes().iter().map(|mode| mode.shape), stride))
    }

    fn swizzle(bits: u32, base: u32, shift: i32) -> String {
        format!("Swizzle<{bits},{base},{shift}>{{}}")
    }

    fn composed(outer: &Outer, added: i64, texts: [&str; 2]) -> Result<String, Error> {
        let [function, inner] = texts;
        let added = value(added);
        Ok(match outer {
            // `composition` drops a swizzle that moves nothing, and its type is then that of the layout.
            Outer::Swizzle(swizzle) if swizzle.bits() > 0 && added == value(0) => {
                format!("composition({function}, {inner})")
            }
            _ => format!("make_composed_layout({function}, {added}, {inner})"),
        })
    }
}

/// The type of the layout in CuTe C++, after `using namespace cute`. All integers are static.
///
/// An integer is written as its alias, `_8`, if every version of CuTe has it, otherwise as `Int<12>`, or beyond 32 bits
/// as `C<..>`. All these forms name the same type.
///
/// # Errors
/// [`Rule::Form`] for XOR strides that are not a swizzle of integer strides, and for chains of several functions of
/// offsets; [`Rule::ScaledBasis`] for a stride that is a sum of several basis elements; [`Rule::Overflow`] for -2^63,
/// which C++ has no literal for.
///
/// ```
/// use tilework_algebra::{ArithmeticTuple, Composed, Layout, export::cute_type};
/// let layout: Layout = "(2,3):(1,2)".parse()?;
/// assert_eq!(cute_type(&layout)?, "Layout<Shape<_2,_3>,Stride<_1,_2>>");
/// let tiles: Layout<ArithmeticTuple> = "(4,12):(e0,2*e1)".parse()?;
/// assert_eq!(cute_type(&tiles)?, "Layout<Shape<_4,Int<12>>,Stride<E<0>,ScaledBasis<_2,1>>>");
/// let tile: Composed = "Sw<3,3,3> o 0 o 64:1".parse()?;
/// assert_eq!(cute_type(&tile)?, "ComposedLayout<Swizzle<3,3,3>,_0,Layout<_64,_1>>");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn cute_type<'a>(layout: impl Into<LayoutRef<'a>>) -> Result<String, Error> {
    export::<CuteType>(layout.into())
}

/// The layout as an expression of CuTe C++, after `using namespace cute`. Its type is [`cute_type`].
///
/// # Errors
/// The errors of [`cute_type`].
///
/// ```
/// use tilework_algebra::{Layout, Xor, export::cute_expression};
/// let layout: Layout = "(2,3):(1,2)".parse()?;
/// assert_eq!(
///     cute_expression(&layout)?,
///     "make_layout(make_shape(Int<2>{}, Int<3>{}), make_stride(Int<1>{}, Int<2>{}))",
/// );
/// // `Sw<3,0,3> o (8,8):(8,1)` as XOR strides.
/// let swizzled: Layout<Xor> = "(8,8):(f9,f1)".parse()?;
/// assert_eq!(
///     cute_expression(&swizzled)?,
///     "composition(Swizzle<3,0,3>{}, \
///         make_layout(make_shape(Int<8>{}, Int<8>{}), make_stride(Int<8>{}, Int<1>{})))",
/// );
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn cute_expression<'a>(layout: impl Into<LayoutRef<'a>>) -> Result<String, Error> {
    export::<CuteExpression>(layout.into())
}
