//! Failures: why an expression has no value, and at which position in the text.

use alloc::format;
use alloc::string::String;
use core::fmt;

use super::cute::spelling;
use crate::error::Error;
use crate::notation::stride::Wrong;

/// The number of characters shown on either side of the position.
const NEAR: usize = 100;

/// The reason why an expression has no value, with the position in its text.
///
/// As text it is one line. [`Failure::show`] also shows the text with a caret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The position in the text, in bytes.
    pub at: usize,
    /// The reason.
    pub reason: Reason,
}

/// The reason why an expression has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The text is not in the notation; this was expected.
    Expected(&'static str),
    /// An integer does not fit 64 bits.
    Integer,
    /// Brackets are nested deeper than this limit.
    Depth(usize),
    /// The operands have more leaves and brackets than this limit.
    Length(usize),
    /// The operands of all operations together have more leaves and brackets than this limit.
    Work(usize),
    /// The values that have a name or are operands of a pending operation take more 8-byte words than this limit.
    Held(usize),
    /// The evaluation was told to stop before it was done.
    Stopped,
    /// The name is reserved by the notation.
    Reserved(String),
    /// No value or operation has this name; `similar` is the name of an operation that is close to it, if any.
    Unknown {
        /// The name.
        name: String,
        /// The name of an operation.
        similar: Option<&'static str>,
    },
    /// The number of arguments is wrong.
    Arguments {
        /// The operation with its parameters.
        usage: String,
        /// The number of arguments.
        given: usize,
    },
    /// A value of another kind is needed.
    Kind {
        /// The kind that is needed.
        wanted: &'static str,
        /// The kind of the value.
        given: &'static str,
    },
    /// A composed layout that is not a layout.
    Composed {
        /// The kind that is needed.
        wanted: &'static str,
        /// The error that shows that it is not a layout.
        error: Error,
    },
    /// `o n o` with this `n`, after several swizzles or after a layout that follows a swizzle: `n` could be an offset or
    /// `n:1`.
    OffsetOrShape(i64),
    /// The operation belongs to this feature, which the crate was built without.
    Feature(&'static str),
    /// The search finds nothing; this is the reason.
    None(&'static str),
    /// Symbols do not have what the operation needs; this is the reason.
    Symbols(String),
    /// An operation has no result.
    Algebra(Error),
}

impl Failure {
    pub(super) fn new(at: usize, reason: Reason) -> Self {
        Failure { at, reason }
    }

    /// The reason, followed by the text on one line and a caret under the position. A long text is cut to the part near
    /// the position.
    pub fn show(&self, text: &str) -> String {
        let column = text.get(..self.at).map_or(self.at, |before| before.chars().count());
        let (from, to) = (column.saturating_sub(NEAR), column.saturating_add(NEAR));
        let near = text.chars().skip(from).take(to - from);
        let near: String = near.map(|c| if c.is_control() { ' ' } else { c }).collect();
        let before = if from > 0 { ".." } else { "" };
        let after = if text.chars().nth(to).is_some() { ".." } else { "" };
        let indent = " ".repeat(before.len() + column - from);
        format!("error: {}\n  {before}{near}{after}\n  {indent}^", self.reason)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.reason {
            Reason::Algebra(error) => write!(f, "{error}"),
            reason => write!(f, "{reason} at position {}", self.at),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Expected(expected) => write!(f, "expected {expected}"),
            Reason::Integer => f.write_str("the integer does not fit 64 bits"),
            Reason::Depth(limit) => write!(f, "nested more than {limit} deep"),
            Reason::Length(limit) => write!(f, "more than {limit} leaves and brackets"),
            Reason::Work(limit) => {
                write!(f, "more than {limit} leaves and brackets in all operations together")
            }
            Reason::Held(limit) => {
                write!(
                    f,
                    "more than {limit} words of 8 bytes in all values together, with those that have names"
                )
            }
            Reason::Stopped => f.write_str("stopped before the end"),
            Reason::Reserved(name) => {
                write!(f, "`{name}` belongs to the notation: choose another name")
            }
            Reason::Unknown { name, similar } => {
                write!(f, "nothing has the name `{name}`")?;
                match (spelling(name), similar) {
                    (Some(spelling), _) => write!(f, "; {spelling}"),
                    (None, Some(similar)) => write!(f, "; did you mean `{similar}`?"),
                    (None, None) => Ok(()),
                }
            }
            Reason::Arguments { usage, given } => {
                let s = if *given == 1 { "" } else { "s" };
                write!(f, "{given} argument{s} given to {usage}")?;
                match taken(usage) {
                    (least, None) => write!(f, ", which takes at least {least}"),
                    (least, Some(most)) if least == most => write!(f, ", which takes {least}"),
                    (least, Some(most)) => write!(f, ", which takes {least} to {most}"),
                }
            }
            Reason::Kind { wanted, given } => write!(f, "{wanted} is wanted, not {given}"),
            Reason::Composed { wanted, error } => {
                write!(f, "{wanted} is wanted, not a composed layout; {error}")
            }
            Reason::OffsetOrShape(n) => write!(
                f,
                "`o {n} o` may be an offset or a shape here: write `composed(X, {n}, Y)` or \
                 `X o {n}:1 o Y`"
            ),
            Reason::Feature(feature) => {
                write!(
                    f,
                    "this is of the feature `{feature}`: write `features = [\"{feature}\"]` in Cargo.toml"
                )
            }
            Reason::None(why) => f.write_str(why),
            Reason::Symbols(why) => f.write_str(why),
            Reason::Algebra(error) => write!(f, "{error}"),
        }
    }
}

/// The smallest and largest number of arguments, given the names of the parameters: `[..]` may be left out, and `L...`
/// may be repeated.
fn taken(usage: &str) -> (usize, Option<usize>) {
    let names = usage.split_once('(').map_or("", |(_, names)| names.trim_end_matches(')'));
    let names = || names.split(", ").filter(|name| !name.is_empty());
    let least = names().filter(|name| !name.starts_with('[')).count();
    (least, (!names().any(|name| name.ends_with("..."))).then(|| names().count()))
}

impl core::error::Error for Failure {}

impl From<Error> for Reason {
    fn from(error: Error) -> Self {
        Reason::Algebra(error)
    }
}

impl From<Wrong> for Reason {
    fn from(wrong: Wrong) -> Self {
        match wrong {
            Wrong::Expected(what) => Reason::Expected(what),
            Wrong::Integer => Reason::Integer,
            Wrong::Algebra(error) => Reason::Algebra(error),
        }
    }
}
