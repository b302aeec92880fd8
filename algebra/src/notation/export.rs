//! Layouts as source text for CuTe C++, CuTe DSL, PyCuTe, Triton and C.
//!
//! | | `((2,3),4):((1,2),6)` |
//! |---|---|
//! | [`cute_type`] | `Layout<Shape<Shape<_2,_3>,_4>,Stride<Stride<_1,_2>,_6>>` |
//! | [`cute_expression`] | `make_layout(make_shape(make_shape(Int<2>{},Int<3>{}),Int<4>{}),make_stride(..))` |
//! | [`cute_dsl`] | `cute.make_layout(((2, 3), 4), stride=((1, 2), 6))` |
//! | [`pycute`] | `Layout(((2, 3), 4), ((1, 2), 6))` |
//! | [`triton`], [`gluon`] | a [linear layout](crate::linear_layout) as `#ttg.linear<{..}>` and `DistributedLinearLayout(..)` |
//! | [`c_function`] | a function of C and CUDA from coordinates to the offset |
//! | [`Form::write`] | any of these, by name |
//!
//! The functions take a [`LayoutRef`]: a layout with strides of any kind, or a composed layout. A swizzle is written if
//! the target has swizzles, and so is a layout with XOR strides that is a swizzle after integer strides. Otherwise the
//! error names the part that the target has no form for. [Expressions](crate::expression) read
//! all of these forms except C.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use core::fmt::Display;

use crate::error::{Error, Operation, Rule};
use crate::layout::Layout;
use crate::layout::composed::{Composed, Outer};
use crate::linear_layout::LinearLayout;
use crate::stride::arithmetic_tuple::ArithmeticTuple;
use crate::stride::xor::Xor;
use crate::tuple::profile::{Profile, Token};

mod c;
mod cute;
mod cute_dsl;
mod form;
mod pycute;
mod triton;

pub use c::c_function;
pub use cute::{cute_expression, cute_type};
pub use cute_dsl::cute_dsl;
pub use form::Form;
pub use pycute::pycute;
pub use triton::{gluon, triton};

/// A borrowed layout of any kind, converted from a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayoutRef<'a> {
    /// A layout with integer strides.
    Layout(&'a Layout),
    /// A layout into coordinates.
    Coordinates(&'a Layout<ArithmeticTuple>),
    /// A layout with XOR strides.
    Xor(&'a Layout<Xor>),
    /// A composed layout.
    Composed(&'a Composed),
    /// A composed layout whose inner layout has XOR strides.
    ComposedXor(&'a Composed<Xor>),
    /// A linear layout.
    Linear(&'a LinearLayout),
}

macro_rules! from {
    ($($variant:ident: $layout:ty;)*) => {$(
        impl<'a> From<&'a $layout> for LayoutRef<'a> {
            fn from(layout: &'a $layout) -> Self {
                LayoutRef::$variant(layout)
            }
        }
    )*};
}
from! {
    Layout: Layout;
    Coordinates: Layout<ArithmeticTuple>;
    Xor: Layout<Xor>;
    Composed: Composed;
    ComposedXor: Composed<Xor>;
    Linear: LinearLayout;
}

/// The error that `target` has no form for `what`.
fn no_form(target: &'static str, what: &'static str) -> Error {
    Error::new(Operation::Export, Rule::Form { target, what })
}

/// A target, which writes layouts in its own form.
trait Target {
    /// Its name in errors.
    const NAME: &'static str;

    /// A layout with integer strides.
    fn layout(layout: &Layout) -> Result<String, Error>;

    /// A layout into coordinates.
    fn coordinates(_: &Layout<ArithmeticTuple>) -> Result<String, Error> {
        Err(no_form(Self::NAME, "strides that are coordinates"))
    }

    /// A swizzle `Sw<B,M,S>`.
    fn swizzle(bits: u32, base: u32, shift: i32) -> String;

    /// `outer o added o inner`, given the texts of both.
    fn composed(outer: &Outer, added: i64, texts: [&str; 2]) -> Result<String, Error>;
}

/// The text of a layout for a target.
fn export<T: Target>(layout: LayoutRef<'_>) -> Result<String, Error> {
    match layout {
        LayoutRef::Layout(layout) => T::layout(layout),
        LayoutRef::Coordinates(layout) => T::coordinates(layout),
        LayoutRef::Xor(layout) => match Composed::of_swizzled(layout) {
            Some(swizzled) => composed::<T>(&swizzled),
            None => match layout.to_integers() {
                Ok(layout) => T::layout(&layout),
                Err(_) => Err(no_form(T::NAME, "XOR strides that no swizzle makes of integers")),
            },
        },
        LayoutRef::Composed(layout) => composed::<T>(layout),
        LayoutRef::ComposedXor(_) => {
            Err(no_form(T::NAME, "a composed layout whose inner layout has XOR strides"))
        }
        LayoutRef::Linear(linear) => export::<T>((&linear.to_layout()?).into()),
    }
}

fn composed<T: Target>(layout: &Composed) -> Result<String, Error> {
    let outer = match layout.outer() {
        Outer::Swizzle(swizzle) => T::swizzle(swizzle.bits(), swizzle.base(), swizzle.shift()),
        Outer::Layout(outer) => T::layout(outer)?,
        Outer::Xor(_) => return Err(no_form(T::NAME, "a function of offsets with XOR strides")),
        Outer::Chain(_) => {
            return Err(no_form(T::NAME, "several functions of offsets after one another"));
        }
    };
    T::composed(layout.outer(), layout.added(), [&outer, &T::layout(layout.inner())?])
}

/// The leaves in the brackets of `profile`. Each tuple begins with `open` and ends with the text that `close` returns
/// for its number of modes.
fn nested<D: Display>(
    profile: &Profile,
    leaves: impl IntoIterator<Item = D>,
    open: &str,
    separator: &str,
    close: fn(usize) -> &'static str,
) -> String {
    let mut text = String::new();
    let mut leaves = leaves.into_iter();
    // The number of modes written so far in each open tuple.
    let mut written = vec![0];
    for token in profile.tokens() {
        if *token != Token::Close
            && let Some(modes) = written.last_mut()
        {
            if *modes > 0 {
                text += separator;
            }
            *modes += 1;
        }
        match token {
            Token::Open => {
                text += open;
                written.push(0);
            }
            Token::Leaf => text.extend(leaves.next().map(|leaf| format!("{leaf}"))),
            Token::Close => text += close(written.pop().unwrap_or(0)),
        }
    }
    text
}

/// The leaves as Python tuples; a tuple of one mode is `(4,)`.
fn python_tuple<D: Display>(profile: &Profile, leaves: impl IntoIterator<Item = D>) -> String {
    nested(profile, leaves, "(", ", ", |modes| if modes == 1 { ",)" } else { ")" })
}

/// The extents and the strides of a layout as Python tuples.
fn python_tuples(layout: &Layout) -> [String; 2] {
    let modes = || layout.flat_modes().iter();
    let profile = layout.profile();
    [
        python_tuple(profile, modes().map(|mode| mode.shape)),
        python_tuple(profile, modes().map(|mode| mode.stride)),
    ]
}
