//! Expressions: the notation with operations, as the calculator reads it.
//!
//! ```text
//! program    := statement { ";" statement }       its value is that of the last statement
//! statement  := [ name "=" ] expression | fact
//! fact       := product "%" product ( "=" | "!=" ) "0"
//!             | product ( "<" | "<=" | ">" | ">=" | "!=" | "=" ) product
//! expression := sum [ "==" sum ]                  whether both are the same
//! sum        := chain { ( "+" | "-" ) chain }     of numbers
//! chain      := operand { operator operand }      from left to right
//! operator   := "o" | "∘"                         composition
//!             | "/" | "⊘"                         logical_divide
//!             | "*" | "⊗"                         logical_product
//! operand    := primary { "(" [ arguments ] ")" } [ rest { "(" [ arguments ] ")" } ]
//! rest       := ":" stride | "--" "(" [ image { "," image } ] ")" "-->" primary
//! image      := digits | "*"
//! primary    := integer | "true" | "false" | "_" | "*" | name | "#" name
//!             | integer name                      a multiple of a symbol, without blanks
//!             | "?" [ "{" [ "i32" | "i64" ] [ "div=" integer ] "}" ]
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
//! - Integers are written as in Rust without suffix: `16`, `1_024` or `0x400`. In XOR strides and multiples of basis
//!   elements they are decimal.
//! - Static integers are also read as CuTe prints and writes them: `_16`, `Int<16>` and `C<16>`, also followed by `{}`.
//!   `size<1>(L)` and similar calls apply to mode 1, and `size<1,0>(L)` to mode 0 of mode 1; `get<1>(L)` and
//!   `layout<1>(L)` are the mode itself. `upcast<2>(L)`, `recast<32,16>(L)`, `group<0,2>(L)` and `take<0,2>(L)` pass
//!   the integers as the last arguments; `select<1,0>(L)` and `permute<1,0>(L)` pass them as a list.
//! - Layouts and tuples are read as C++ types and calls, `Layout<Shape<_4,_8>,Stride<_8,_1>>` and
//!   `make_layout(make_shape(4,8))`, and as Python writes them, `Layout((4,8), stride=(8,1))`. A tensor that CuTe prints
//!   is its layout: `ptr[32b](0x7f00) o L`, `tensor<ptr<f32> o L>`, `!cute.layout<"L">`. The pointer is dropped, and a
//!   swizzle before it, which counts bytes, is converted; [`Expression::notes`] says so. `1@0` is `e0`, and `[8:1;4:1]`
//!   is the tiler `<8:1,4:1>`.
//! - Triton's encodings are read as MLIR and Gluon write them: `#ttg.blocked<{sizePerThread = [1, 4], ..}>` and
//!   `gl.BlockedLayout([1, 4], ..)` are the call `blocked(..)`, whose arguments may be in any order and left out there.
//!   An encoding is applied to the shape of a tensor, `#ttg.blocked<{..}>(64,64)`, and `tensor<64x64xf16, #ttg..>` and
//!   `!ttg.memdesc<64x64xf16, #ttg.., #smem>` are encodings with a shape. The result is a
//!   [linear layout](crate::linear_layout), which operations take as the layout `to_layout(E)`. What Triton prints of
//!   one, `- register=1 -> (0, 1)` up to `where out dims are: [..]`, is read too. A name may begin with `#`, as an alias
//!   of MLIR does, and such lines need no `;` between them.
//! - An argument may have the name of its parameter, in the order of the parameters: `bank_conflicts(L, 4, banks=64)`.
//! - An operand that begins with `*` is the leaf of a [`Profile`](crate::Profile), as in `(*,(*,*))`. After an operand,
//!   `*` is the product.
//! - `S:D` is a layout, and `S:row_major` and `S:col_major` are the compact layouts of the shape `S`.
//! - `(4,8)` is a tuple. If an operation needs a layout, the tuple is the shape of the compact column-major layout. If
//!   it needs a tiler, the tuple is `<4:1,8:1>`. If it needs a profile, the tuple stands for its own profile.
//! - `(x)` is a tuple of one mode if `x` is written as an integer, a tuple, `_` or `*`, or is the name of such a value.
//!   Around anything else, parentheses only group.
//! - A tuple with `_` is an incomplete coordinate or a tiler. A tuple with layouts is a tiler.
//! - A layout is applied to coordinates: `L(5)`, `L((1,2),3)`. A coordinate with `_` slices it: `L(2,_)` is the list of
//!   the layout of the open part and the offset, as in `slice(L, (2,_))`.
//! - `(4,8):(e0,6e1)` is a layout into coordinates, and `(4,4):(f1,f5)` is a layout with XOR strides. `e(0,1)` is a
//!   stride even if `e` is a name. Both kinds may contain the stride 0.
//! - `(2,8)--(1,0)-->(2,4)` is a [morphism](crate::morphism) of tuples. It has the positions of entries of the second
//!   tuple, counted from 1, and `0` or `*` for an entry without an image. `f o g` applies `g` first. `f / g` and
//!   `f * g` are divide and product. `f(5)` is the value of its function, and `f((1,3))` is the image of a coordinate.
//! - `Sw<B,M,S>` is a swizzle. `Sw<B,M,S> o L` is a layout with XOR strides, or a composed layout if there is no such
//!   layout. Past its size, the layout continues as layouts do, and `composed(Sw<B,M,S>, 0, L)` continues as the
//!   swizzle does. If the result of an operation on such a layout has no XOR strides, because bits carry, it is a
//!   composed layout. The same holds for a composition that has XOR strides on either side and is not a layout.
//!   Operations that need a shape, such as `append`, take a swizzle as `to_xor(Sw<B,M,S>)`, which has `2^(B + M + |S|)`
//!   offsets.
//! - In `Sw<B,M,S> o n o L`, an integer `n`, written or computed, is added to the offsets. After a composition that
//!   ends in a swizzle, `A o Sw<B,M,S> o n o L`, it is refused. After anything else, `n` is the layout `n:1`.
//!   `composed(A, n, L)` adds `n` under any layout. CuTe prints this as `A o _3 o L`, which is read with a
//!   [note](Expression::notes). `L o Sw<B,M,S>` is the first of these that exists: a layout with
//!   integer strides, a layout with XOR strides, or a composed layout. An operand after a composed layout gives a
//!   composed layout, unless the result is a layout. If the inner layout of a composed layout cannot be composed with,
//!   divided by or partitioned by the operand, the operation uses the function of its integral coordinates. A
//!   composition that ends in a swizzle after a layout does the same. Operations on the domain of a composed layout
//!   apply to its inner layout. Composed layouts with the same function can be concatenated, and layouts next to them
//!   are put under that function. Operations on offsets, such as `stride`, apply to the layout with the same function,
//!   if there is one. Inverses and locations are composed layouts if they are not layouts. Complements are those of the
//!   set of offsets, and divides by a composed layout and products with one are `A o (C, C*)` and `(A, A* o C)`.
//! - A list has integers, values that are no lists, or lists of integers: the bases `[[0,1],[8,0]]`.
//! - In tuples, extents and strides, a name without a value is a [symbol](crate::symbolic): an integer from 1. A fact says
//!   more: `N % 8 = 0`, `N >= 16`, `16 % N = 0`, `M*K <= 4096`, `2N = 3M`. The value of a fact is what is known of its
//!   symbol then. Elsewhere a name is a symbol if a fact or a value has it, and an error otherwise. [`Names::take_notes`]
//!   says which symbols have no fact. `N = 32` gives the name a value, and `N >= 0` makes the symbol a coordinate that may
//!   be 0. Of two numbers, one with symbols, `*` is the product and `/` the quotient: `N*M`, `N/8`. `N:1 / 8` divides the
//!   layout.
//! - `?` and `?{div=8}` are integers that CuTe knows only at run time. Each is a fresh symbol `d0`, `d1` and so on.
//! - An operation on symbols has the result for all values that satisfy the facts, or an answer by cases.
//! - [`OPERATIONS`] are called by name. A value cannot have the name of an operation, nor be named `o`, `_`, `true`,
//!   `false`, `row_major` or `col_major`. `e` and `f` followed by digits are reserved for strides.
//!
//! Brackets nest at most [`MAX_DEPTH`] deep. The operands of an operation have at most [`MAX_LENGTH`] leaves and
//! brackets, and lists have at most [`MAX_LIST`] integers. [`MAX_WORK`] and [`MAX_HELD`] limit the work of all
//! operations and the memory of all values. No function here recurses with the nesting of the text.
//! [`Expression::evaluate_while`] stops before a step when told to.
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
mod symbols;
mod value;
mod written;

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

pub use crate::notation::stride::AnyStride;
#[cfg(feature = "draw")]
use crate::search::copy_plan::CopyPlan;
#[cfg(feature = "draw")]
use crate::search::shared_layout::{SharedAccess, SharedLayout};
use crate::symbolic::facts::Facts;
pub use cute::spelling;
pub use failure::{Failure, Reason};
pub use operand::Operand;
#[cfg(feature = "draw")]
pub(crate) use operation::bank_access;
pub use operation::{NamedOperation, OPERATIONS, Section};
pub(crate) use parse::DYNAMIC;
pub use similar::similar;
pub use step::{Step, What};
pub use strides::Strides;
pub use symbols::{Fact, Factor, Relation};
pub use value::Value;

/// The deepest nesting of brackets in an expression.
pub const MAX_DEPTH: usize = 1 << 10;

/// The largest number of leaves and brackets that the operands of one operation have together. It prevents names from
/// growing without bound when each one consists of two copies of the one before.
pub const MAX_LENGTH: usize = 1 << 16;

/// The largest number of leaves and brackets that the operands of all operations of a program have together.
pub const MAX_WORK: usize = 1 << 22;

/// The approximate largest number of 8-byte words in all values that have a name or are operands of a pending
/// operation.
pub const MAX_HELD: usize = 1 << 24;

/// The length of the longest list of offsets, and the largest number of offsets that an operation on offsets may list.
pub const MAX_LIST: usize = 1 << 22;

/// Named values.
#[derive(Clone, Debug, Default)]
pub struct Names {
    named: BTreeMap<String, Named>,
    /// The number of words that the values take.
    words: usize,
    /// What is known of symbols.
    facts: Facts,
    /// The notes on symbols that have not been taken.
    notes: Vec<Note>,
}

#[derive(Clone, Debug)]
struct Named {
    value: Value,
    /// True if the value is a composition that ends in a swizzle.
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

/// A program that has been parsed: see the grammar [above](self).
#[derive(Clone, Debug)]
pub struct Expression {
    /// The steps to evaluate; operands come before the operation that takes them.
    code: Vec<Step>,
    /// What was dropped or converted.
    notes: Vec<Note>,
}

/// What the reader of a printout dropped or converted, such as a pointer, with its position in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The position in the text, in bytes.
    pub at: usize,
    /// The note, in one line.
    pub text: String,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Expression {
    type Err = Failure;

    fn from_str(text: &str) -> Result<Self, Failure> {
        parse::parse(text, false).map(|(code, notes)| Expression { code, notes })
    }
}

impl Expression {
    /// Parses a text in which `{0}`, `{1}` and so on stand for values of another language, such as names of Rust
    /// variables in the macros. They may stand alone, in tuples, or as the factor of a stride: `{0}*e1+e0`.
    ///
    /// # Errors
    /// [`Failure`], if the text is not in the notation.
    pub fn with_foreign(text: &str) -> Result<Self, Failure> {
        parse::parse(text, true).map(|(code, notes)| Expression { code, notes })
    }

    /// What the reader dropped or converted, in the order of the text.
    ///
    /// ```
    /// use tilework_algebra::expression::Expression;
    /// let tile: Expression = "Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)".parse()?;
    /// let notes: Vec<String> = tile.notes().iter().map(|note| note.to_string()).collect();
    /// assert_eq!(notes, [
    ///     "the pointer `smem_ptr[16b](unset)` is dropped",
    ///     "`Sw<3,4,3>` counts bytes: with elements of 16 bits it is `Sw<3,3,3>`",
    /// ]);
    /// # Ok::<(), tilework_algebra::expression::Failure>(())
    /// ```
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// The steps to evaluate, in order; operands come before the operation that takes them.
    pub fn steps(&self) -> &[Step] {
        &self.code
    }

    /// Evaluates the program. Assignments are stored in `names`; those before a failure stay.
    ///
    /// # Errors
    /// The [`Failure`] of the first operation that has no result.
    pub fn evaluate(&self, names: &mut Names) -> Result<Value, Failure> {
        self.evaluate_while(names, &mut || true)
    }

    /// Evaluates the program as long as `goes_on` returns `true`; it is called before each step.
    ///
    /// # Errors
    /// The errors of [`Expression::evaluate`]; [`Reason::Stopped`].
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

    /// Evaluates the program and passes each step to `observer` before it is done, with its place in the text and its
    /// operands. The evaluation continues as long as `observer` says so.
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

    /// Evaluates the program and explains how each operation came to its result, one step per line. For an operation
    /// without a result, the text says which rule fails and where. After 4 MiB of text no further steps are explained.
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

    /// [`Expression::explain`] as long as `goes_on` returns `true`; it is called before each step.
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

/// Evaluates the program `text`.
///
/// # Errors
/// A [`Failure`] with its place in the text.
pub fn evaluate(text: &str, names: &mut Names) -> Result<Value, Failure> {
    text.parse::<Expression>()?.evaluate(names)
}

/// The plan of a call of `redistribute` with these operands, if there is one.
#[cfg(all(feature = "draw", feature = "distribution"))]
pub(crate) fn redistributed(
    operands: &[Operand],
) -> Option<crate::distribution::redistribute::Plan> {
    operation::devices::plan(&arguments::Arguments(operands)).ok()
}

/// The plan of a call of `copy_plan` with these operands, if there is one.
#[cfg(feature = "draw")]
pub(crate) fn copied(operands: &[Operand]) -> Option<CopyPlan> {
    operation::copy::plan(&arguments::Arguments(operands)).ok()
}

/// The loops of a call of `copy_loops` with these operands, if there are any.
#[cfg(feature = "draw")]
pub(crate) fn copied_by_loops(operands: &[Operand]) -> Option<crate::search::copy_plan::CopyLoops> {
    operation::copy::loops(&arguments::Arguments(operands)).ok()
}

/// The accesses and the layout of a call of `shared` with these operands, if there is one.
#[cfg(feature = "draw")]
pub(crate) fn found(operands: &[Operand]) -> Option<(Vec<SharedAccess>, SharedLayout)> {
    operation::shared::found(&arguments::Arguments(operands)).ok()
}
