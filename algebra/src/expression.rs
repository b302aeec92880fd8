//! Expressions: the notation with operations, as the calculator reads it.
//!
//! ```text
//! program    := statement { ";" statement }       its value is that of the last statement
//! statement  := [ name "=" ] expression
//! expression := chain [ "==" chain ]              whether both are the same
//! chain      := operand { operator operand }      from left to right
//! operator   := "o" | "∘"                         composition
//!             | "/" | "⊘"                         logical_divide
//!             | "*" | "⊗"                         logical_product
//! operand    := primary { "(" [ arguments ] ")" } [ rest { "(" [ arguments ] ")" } ]
//! rest       := ":" stride | "--" "(" [ image { "," image } ] ")" "-->" primary
//! image      := digits | "*"
//! primary    := integer | "true" | "false" | "_" | "*" | name
//!             | term { ( "+" | "-" ) term }       a coordinate as stride
//!             | [ integer [ "*" ] ] "f" digits    an XOR stride
//!             | ( "Sw" | "S" | "Swizzle" ) "<" integer "," integer "," integer ">"
//!             | operation [ "<" integer { "," integer } ">" ] "(" [ arguments ] ")"
//!             | "(" [ arguments ] ")"             a tuple, or an expression in parentheses
//!             | "<" [ arguments ] ">"             a tiler by mode
//!             | "[" [ arguments ] "]"             a list
//! stride     := primary | "row_major" | "col_major"
//! arguments  := expression { "," expression }
//! term       := [ integer [ "*" ] ] "e" ( digits | "(" digits { "," digits } ")" )
//! ```
//!
//! - Integers are those of Rust without suffix, `16`, `1_024` or `0x400`; in XOR strides and multiples of
//!   basis elements they are decimal.
//! - As CuTe prints and writes them, static integers are read too: `_16`, `Int<16>` and `C<16>`, also with `{}` behind.
//!   `size<1>(L)` and its like are of mode 1, `size<1,0>(L)` of mode 0 of that, and `get<1>(L)` and `layout<1>(L)` are
//!   the mode; `upcast<2>(L)`, `recast<32,16>(L)`, `group<0,2>(L)` and `take<0,2>(L)` have the integers last, and
//!   `select<1,0>(L)` and `permute<1,0>(L)` in a list.
//! - An operand that begins with `*` is the leaf of a [`Profile`](crate::Profile), as in
//!   `(*,(*,*))`; after an operand `*` is the product.
//! - `S:D` is a layout, `S:row_major` and `S:col_major` the compact ones of the shape `S`.
//! - `(4,8)` is a tuple. Where a layout is wanted it is the shape of the compact column-major
//!   layout, where a tiler is wanted `<4:1,8:1>`, where a profile is wanted its own.
//! - `(x)` is a tuple of one mode if `x` is written as an integer, a tuple, `_` or `*`, or is
//!   the name of such; around anything else parentheses only group.
//! - A tuple with `_` is an incomplete coordinate or a tiler; one with layouts is a tiler.
//! - A layout is applied to coordinates: `L(5)`, `L((1,2),3)`. With `_` in the coordinate it is
//!   sliced: `L(2,_)` is the list of the layout of what stays open and the offset, as
//!   `slice(L, (2,_))`.
//! - `(4,8):(e0,6e1)` is a layout into coordinates, `(4,4):(f1,f5)` one with XOR strides; `e(0,1)` is
//!   a stride even if `e` is a name. 0 goes with both.
//! - `(2,8)--(1,0)-->(2,4)` is a [morphism](crate::morphism) of tuples, with the numbers of entries of the
//!   second from 1 and `0` or `*` for none. `f o g` is first `g`, `f / g` and `f * g` are divide and
//!   product; `f(5)` is its function, `f((1,3))` where a coordinate goes.
//! - `Sw<B,M,S>` is a swizzle, and `Sw<B,M,S> o L` a layout with XOR strides, or a composed layout
//!   where there is none; past its size the layout goes on as layouts do, `composed(Sw<B,M,S>, 0, L)` as
//!   the swizzle does. Where the result of an operation on such a layout has no XOR strides, because bits carry, it
//!   is composed; so is a composition with XOR strides on either side that is no layout. Where a shape is asked for, as by `append`, it is `to_xor(Sw<B,M,S>)`, of
//!   `2^(B + M + |S|)` offsets. In `Sw<B,M,S> o n o L` an integer `n`, written or computed, is added
//!   to the offsets; after a composition that ends in a swizzle, `A o Sw<B,M,S> o n o L`, it is refused, and after
//!   anything else it is `n:1`. `composed(A, n, L)` adds it under any layout. `L o Sw<B,M,S>` is a layout with integer
//!   strides, with XOR strides or a composed one, the first of these that there is; anything after a composed
//!   layout is composed, where it is no layout. A composed layout after a layout that its inner one has no
//!   composition with, or a divide of it or partition, is the function of its integral coordinates after that of
//!   these; and so is a composition that ends in a swizzle after a layout.
//!   What concerns the domain of a composed layout happens to its inner one, and side by side stand composed
//!   layouts of one function, and layouts next to them, under that; what concerns offsets, such as `stride`,
//!   is that of the layout that has its function, if there is one.
//!   Inverses and locations are composed where they are no layouts; complements are those of the set of
//!   offsets, and divides by a composed layout and products with one are `A o (C, C*)` and `(A, A* o C)`.
//! - [`OPERATIONS`] are called by name. Names of values are not those of operations, and not
//!   `o`, `_`, `true`, `false`, `row_major`, `col_major`, nor `e` or `f` with digits, which are
//!   kept for strides.
//!
//! Brackets nest at most [`MAX_DEPTH`] deep, operands have at most [`MAX_LENGTH`] leaves and
//! brackets, lists at most [`MAX_LIST`] integers, and [`MAX_WORK`] and [`MAX_HELD`] bound what all operations do and
//! all values take together; nothing here recurses with the text. [`Expression::evaluate_while`] ends between
//! operations when it is told to.
//!
//! ```
//! use tilework_algebra::expression::{Names, evaluate};
//! let mut names = Names::new();
//! evaluate("A = (4,6,8):(2,3,5)", &mut names)?;
//! assert_eq!(evaluate("A o (2,12):(2,4)", &mut names)?.to_string(), "(2,(6,2)):(4,(3,5))");
//! assert_eq!(evaluate("A((1,2,3))", &mut names)?.to_string(), "23");
//!
//! let text = "size(A) / 5:";
//! let failure = evaluate(text, &mut names).unwrap_err();
//! assert_eq!(failure.show(text), "\
//! error: expected an operand
//!   size(A) / 5:
//!               ^");
//! # Ok::<(), tilework_algebra::expression::Failure>(())
//! ```

mod arguments;
mod carrying;
mod cute;
mod evaluate;
#[cfg(feature = "explain")]
mod explain;
mod failure;
mod limits;
mod operand;
mod operation;
mod parse;
mod similar;
mod step;
mod strides;
mod value;
mod written;

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::str::FromStr;

#[cfg(feature = "draw")]
use crate::copy_plan::CopyPlan;
pub use crate::notation::stride::AnyStride;
#[cfg(feature = "draw")]
use crate::shared_layout::{SharedAccess, SharedLayout};
pub use cute::spelling;
pub use failure::{Failure, Reason};
pub use operand::Operand;
pub use operation::{NamedOperation, OPERATIONS, Section};
pub use similar::similar;
pub use step::{Step, What};
pub use strides::Strides;
pub use value::Value;

/// The deepest nesting of brackets in an expression.
pub const MAX_DEPTH: usize = 1 << 10;

/// The most leaves and brackets that the operands of one operation have together. It keeps names
/// from growing without bound where each is made of two copies of the one before.
pub const MAX_LENGTH: usize = 1 << 16;

/// The most leaves and brackets that the operands of all operations of a program have together.
pub const MAX_WORK: usize = 1 << 22;

/// The most words of 8 bytes that the values have together that wait for their operation and those that have
/// names, about.
pub const MAX_HELD: usize = 1 << 24;

/// The longest list of offsets, and the most that are listed to answer what concerns offsets.
pub const MAX_LIST: usize = 1 << 22;

/// Values by name.
#[derive(Clone, Debug, Default)]
pub struct Names {
    named: BTreeMap<String, Named>,
    /// The words that the values take.
    words: usize,
}

#[derive(Clone, Debug)]
struct Named {
    value: Value,
    /// Whether it is a composition that ends in a swizzle.
    after_swizzle: bool,
}

impl Names {
    /// No names.
    pub fn new() -> Self {
        Names::default()
    }

    /// The value with this name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.named.get(name).map(|named| &named.value)
    }

    fn insert(&mut self, name: String, named: Named) {
        self.words += limits::words(&named.value);
        if let Some(before) = self.named.insert(name, named) {
            self.words -= limits::words(&before.value);
        }
    }

    /// The names and their values, in alphabetical order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.named.iter().map(|(name, named)| (name.as_str(), &named.value))
    }
}

/// A program that has been read: see the grammar [above](self).
#[derive(Clone, Debug)]
pub struct Expression {
    /// What to do, operands before what takes them.
    code: Vec<Step>,
}

impl FromStr for Expression {
    type Err = Failure;

    fn from_str(text: &str) -> Result<Self, Failure> {
        parse::parse(text, false).map(|code| Expression { code })
    }
}

impl Expression {
    /// Reads a text in which `{0}`, `{1}` and so on stand for what is of another language, as a name
    /// of Rust in the macros is: alone, in tuples, or with an element as a stride, `{0}*e1+e0`.
    ///
    /// # Errors
    /// [`Failure`], if the text is not in the notation.
    pub fn with_foreign(text: &str) -> Result<Self, Failure> {
        parse::parse(text, true).map(|code| Expression { code })
    }

    /// What to do, one step after the other, operands before what takes them.
    pub fn steps(&self) -> &[Step] {
        &self.code
    }

    /// The value. Assignments go to `names`; those before a failure stay.
    ///
    /// # Errors
    /// [`Failure`], of the first operation that has no result.
    pub fn evaluate(&self, names: &mut Names) -> Result<Value, Failure> {
        self.evaluate_while(names, &mut || true)
    }

    /// The value, if between all operations `goes_on` says so.
    ///
    /// # Errors
    /// As [`Expression::evaluate`]; [`Reason::Stopped`].
    ///
    /// ```
    /// use tilework_algebra::expression::{Expression, Names, Reason};
    /// let expression: Expression = "8:1 o 4:2 o 2:1".parse()?;
    /// let mut operations = 0;
    /// let mut goes_on = || {
    ///     operations += 1;
    ///     operations < 4
    /// };
    /// let stopped = expression.evaluate_while(&mut Names::new(), &mut goes_on).unwrap_err();
    /// assert_eq!(stopped.reason, Reason::Stopped);
    /// # Ok::<(), tilework_algebra::expression::Failure>(())
    /// ```
    pub fn evaluate_while(
        &self,
        names: &mut Names,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Value, Failure> {
        evaluate::evaluate(&self.code, names, None, &mut |_, _| goes_on())
    }

    /// The value, where each step is shown before it is done, with its place in the text and its operands, and goes on if
    /// `observer` says so.
    #[cfg(feature = "draw")]
    pub(crate) fn observe(
        &self,
        names: &mut Names,
        observer: &mut dyn FnMut(usize, &What, &[Operand]) -> bool,
    ) -> Result<Value, Failure> {
        evaluate::evaluate(&self.code, names, None, &mut |step, operands| {
            observer(step.at, &step.what, operands)
        })
    }

    /// The value, and how each of the operations came to its result, one step a line: for an
    /// operation without one, which rule fails where. Past 4 MiB of text nothing more is explained.
    ///
    /// ```
    /// use tilework_algebra::expression::{Expression, Names};
    /// let expression: Expression = "complement(4:2, 24)".parse()?;
    /// let (text, value) = expression.explain(&mut Names::new());
    /// assert_eq!(text, "\
    /// complement(4:2, 24)
    ///   modes of extent above 1 by stride: 4:2
    ///   the span 1 goes 2 times into the stride 2: gap 2:1; the span is now 4 * 2 = 8
    ///   the span 8 goes 3 times into 24: 3:8
    ///   = (2,3):(1,8)
    /// ");
    /// assert_eq!(value?.to_string(), "(2,3):(1,8)");
    /// # Ok::<(), tilework_algebra::expression::Failure>(())
    /// ```
    #[cfg(feature = "explain")]
    pub fn explain(&self, names: &mut Names) -> (String, Result<Value, Failure>) {
        self.explain_while(names, &mut || true)
    }

    /// [`Expression::explain`], if between all operations `goes_on` says so.
    #[cfg(feature = "explain")]
    pub fn explain_while(
        &self,
        names: &mut Names,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> (String, Result<Value, Failure>) {
        let mut text = String::new();
        let value = evaluate::evaluate(&self.code, names, Some(&mut text), &mut |_, _| goes_on());
        (text, value)
    }
}

/// The value of the program `text`.
///
/// # Errors
/// [`Failure`], with its place in the text.
pub fn evaluate(text: &str, names: &mut Names) -> Result<Value, Failure> {
    text.parse::<Expression>()?.evaluate(names)
}

/// The plan of a call of `redistribute` with these operands, if there is one.
#[cfg(all(feature = "draw", feature = "distribution"))]
pub(crate) fn redistributed(operands: &[Operand]) -> Option<crate::redistribute::Plan> {
    operation::devices::plan(&arguments::Arguments(operands)).ok()
}

/// The plan of a call of `copy_plan` with these operands, if there is one.
#[cfg(feature = "draw")]
pub(crate) fn copied(operands: &[Operand]) -> Option<CopyPlan> {
    operation::copy::plan(&arguments::Arguments(operands)).ok()
}

/// The loops of a call of `copy_loops` with these operands, if there are some.
#[cfg(feature = "draw")]
pub(crate) fn copied_by_loops(operands: &[Operand]) -> Option<crate::copy_plan::CopyLoops> {
    operation::copy::loops(&arguments::Arguments(operands)).ok()
}

/// The accesses and the layout of a call of `shared` with these operands, if there is one.
#[cfg(feature = "draw")]
pub(crate) fn found(operands: &[Operand]) -> Option<(Vec<SharedAccess>, SharedLayout)> {
    operation::shared::found(&arguments::Arguments(operands)).ok()
}
