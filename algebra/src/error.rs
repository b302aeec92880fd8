//! The only error type: it names the operation, the rule, the mode and the numbers.

use core::fmt;

mod operation;
mod rule;

pub use operation::Operation;
pub use rule::Rule;
#[doc(hidden)]
pub use rule::from_name;

/// Why an operation has no result.
///
/// The error is `Copy` and needs no allocation. It names the operation, the rule with its numbers, and the mode. The
/// caller, who has the operands, prints them next to it. Every level of tilework uses this type.
///
/// ```
/// use tilework_algebra::{Error, Operation, Rule};
/// let error = Error::new(Operation::Composition, Rule::ShapeDivisibility { extent: 6, factor: 4 }).at(0);
/// assert_eq!(error.to_string(), "composition: shape divisibility, mode 0: \
///     the remaining extent 6 is not a multiple of 4");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Error {
    /// The operation that was asked for.
    pub operation: Operation,
    /// The broken rule, with its numbers.
    pub rule: Rule,
    /// The mode of the right operand (or of the only operand) that breaks the rule, counted from 0. It is the flat
    /// position of a leaf; for an operation by mode it is the position of the mode.
    pub mode: Option<usize>,
}

impl Error {
    /// The failure of `rule` in `operation`, at no particular mode.
    pub const fn new(operation: Operation, rule: Rule) -> Self {
        Error { operation, rule, mode: None }
    }

    /// The same error at mode `mode`.
    pub const fn at(self, mode: usize) -> Self {
        Error { mode: Some(mode), ..self }
    }

    /// Advice in words: what to write in place of an operation that must divide evenly. Empty for other errors.
    ///
    /// ```
    /// use tilework_algebra::{Layout, Tiler, logical_divide};
    /// let error = logical_divide(&Layout::leaf(10, 1)?, &Tiler::from(Layout::leaf(4, 1)?)).unwrap_err();
    /// assert!(error.instead().ends_with("`.._ceil` forms pad, and of a tensor `predicated_divide`"));
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub const fn instead(&self) -> &'static str {
        match (self.rule, self.operation) {
            (
                Rule::Evenness { .. },
                Operation::LogicalDivide
                | Operation::ZippedDivide
                | Operation::TiledDivide
                | Operation::FlatDivide,
            ) if self.mode.is_none() => {
                "one layout divides all modes together, `<8,8>` each mode; `.._ceil` forms pad, and of a tensor \
                 `predicated_divide`"
            }
            (Rule::Evenness { .. }, Operation::Tiles) if self.mode.is_none() => {
                "one layout divides all modes together, `<8,8>` each mode; `predicated_tiles` leave out what lies outside"
            }
            (Rule::Evenness { .. }, Operation::Tiles) => {
                "`predicated_tiles` leave out what lies outside"
            }
            (Rule::Evenness { .. }, Operation::LogicalDivide) => {
                "`logical_divide_ceil` pads, and of a tensor `predicated_divide`"
            }
            (Rule::Evenness { .. }, Operation::ZippedDivide) => {
                "`zipped_divide_ceil` pads, and of a tensor `predicated_divide`"
            }
            (Rule::Evenness { .. }, Operation::TiledDivide) => {
                "`tiled_divide_ceil` pads, and of a tensor `predicated_divide`"
            }
            (Rule::Evenness { .. }, Operation::FlatDivide) => {
                "`flat_divide_ceil` pads, and of a tensor `predicated_divide`"
            }
            (
                Rule::EqualExtents { .. },
                Operation::Copy | Operation::Transform | Operation::Axpby,
            ) => "`t.transposed()` exchanges two extents, and `t.slice((0..m, ..))` is a part",
            (Rule::EqualExtents { .. }, Operation::Arithmetic) => {
                "the product of matrices is `t.matmul(&u)`, and a stride of 0 repeats: `v.compose(layout!((m,n):(0,1)))` is \
                 the vector `v` in each of `m` rows, `(1,0)` in each of `n` columns"
            }
            (Rule::EqualExtents { .. }, Operation::Zip) => {
                "a stride of 0 repeats: `v.compose(layout!((m,n):(0,1)))` is the vector `v` in each of `m` rows, `(1,0)` in \
                 each of `n` columns"
            }
            (Rule::EqualExtents { .. }, Operation::Gemm) if matches!(self.mode, Some(1 | 2)) => {
                "A is (m,k), B (n,k) and C (m,n): a B of (k,n) is `b.transposed()`, or the product `a.matmul(&b)`"
            }
            (Rule::EqualExtents { .. }, Operation::Matmul) if matches!(self.mode, Some(1 | 2)) => {
                "A is (m,k), B (k,n) and C (m,n): a B of (n,k) is `b.transposed()`"
            }
            (Rule::Evenness { .. }, Operation::Complement) => "`complement_ceil` pads",
            _ => "",
        }
    }

    /// The same error in the name of `operation`, which called the operation that failed.
    pub const fn during(self, operation: Operation) -> Self {
        Error { operation, ..self }
    }
}

/// Prints the words of [`Display`](fmt::Display), because `unwrap` and a `main` that returns errors print with `Debug`.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.operation, self.rule.name())?;
        if let Some(mode) = self.mode {
            write!(f, ", mode {mode}")?;
        }
        write!(f, ": {}", self.rule)?;
        match self.instead() {
            "" => Ok(()),
            instead => write!(f, "; {instead}"),
        }
    }
}

impl core::error::Error for Error {}
