//! The forms of source text by name.

use alloc::format;
use alloc::string::{String, ToString};

use super::{LayoutRef, c_function, cute_dsl, cute_expression, cute_type, gluon, pycute, triton};
use crate::error::Error;

/// A form of source text.
///
/// ```
/// use tilework_algebra::Layout;
/// use tilework_algebra::export::Form;
/// let rows: Layout = "(4,8):(8,1)".parse()?;
/// let texts: Vec<String> = Form::ALL[..6].iter().map(|form| form.write(&rows)).collect::<Result<_, _>>()?;
/// assert_eq!(texts[1], "Layout<Shape<_4,_8>,Stride<_8,_1>>");
/// assert_eq!(Form::named("dsl"), Some(Form::Dsl));
/// assert_eq!(Form::Dsl.write(&rows)?, "cute.make_layout((4, 8), stride=(8, 1))");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// An expression of CuTe C++: [`cute_expression`]
    Cute,
    /// A type of CuTe C++: [`cute_type`]
    Type,
    /// CuTe DSL: [`cute_dsl`]
    Dsl,
    /// PyCuTe: [`pycute`]
    Pycute,
    /// An attribute of Triton's MLIR: [`triton`]
    Triton,
    /// A layout of Triton's Gluon: [`gluon`]
    Gluon,
    /// A function of C and CUDA: [`c_function`]
    C,
    /// The macro `layout!` of Rust
    Rust,
}

impl Form {
    /// All forms.
    pub const ALL: [Form; 8] = [
        Form::Cute,
        Form::Type,
        Form::Dsl,
        Form::Pycute,
        Form::C,
        Form::Rust,
        Form::Triton,
        Form::Gluon,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Form::Cute => "cute",
            Form::Type => "type",
            Form::Dsl => "dsl",
            Form::Pycute => "pycute",
            Form::C => "c",
            Form::Triton => "triton",
            Form::Gluon => "gluon",
            Form::Rust => "rust",
        }
    }

    /// The form with this name.
    pub fn named(name: &str) -> Option<Form> {
        Form::ALL.into_iter().find(|form| form.name() == name)
    }

    /// The layout in this form.
    ///
    /// # Errors
    /// [`Rule::Form`](crate::Rule::Form) if the form has no words for a part of the layout.
    pub fn write<'a>(self, layout: impl Into<LayoutRef<'a>>) -> Result<String, Error> {
        let layout = layout.into();
        match self {
            Form::Cute => cute_expression(layout),
            Form::Type => cute_type(layout),
            Form::Dsl => cute_dsl(layout),
            Form::Pycute => pycute(layout),
            Form::C => c_function("offset", layout),
            Form::Triton => triton(layout),
            Form::Gluon => gluon(layout),
            Form::Rust => {
                let text = match layout {
                    LayoutRef::Layout(layout) => layout.to_string(),
                    LayoutRef::Coordinates(layout) => layout.to_string(),
                    LayoutRef::Xor(layout) => layout.to_string(),
                    LayoutRef::Composed(layout) => layout.to_string(),
                    LayoutRef::ComposedXor(layout) => layout.to_string(),
                    LayoutRef::Linear(layout) => match layout.to_layout()? {
                        bits if bits.to_integers().is_err() => bits.to_string(),
                        bits => bits.to_integers()?.to_string(),
                    },
                };
                Ok(format!("layout!({text})"))
            }
        }
    }
}
