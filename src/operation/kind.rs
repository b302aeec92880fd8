//! What the operations compute with: kinds.
//!
//! A kind is a trait whose members are types: numbers, answers (a truth, an order, a quotient), strides, lists of modes,
//! shapes with their strides, and layouts. Its functions are associated types with parameters, which say what the types know of
//! a result. The cases of a function are the impls of its kind, and what it
//! calls is bound by a kind: nothing is left to be proved, and rustc computes each step once, where it computes an impl
//! with `where` clauses again at every level of a recursion. The functions of an algorithm stand in its file; the kinds
//! have them as supertraits. A leaf of run time is one more case of a number, whose comparisons are unknown.
//!
//! The numbers of run time of a result come from one function for each algorithm, `partly_known` of the algebra, which is
//! compiled once: `numbers.rs` is what puts the leaves of operands into slices for it and takes those of the result out.
//! What only takes leaves from one place to another, as the modes of a tiler, has a method beside its type.
//!
//! The functions are total: where a rule does not hold, the result is a refusal, with the rule, the numbers and the place
//! (`refusal.rs`), which [`Statically::judged`] makes the verdict of the operands.
//! An operation is [`Applied`] to a layout; generic code has it by [`IntegerLayout`](crate::generic::IntegerLayout).

pub(super) mod answer;
pub(super) mod applied;
pub(super) mod floor;
pub(super) mod leaves;
pub(super) mod list;
pub(super) mod number;
pub(super) mod numbers;
pub(super) mod range;
pub(super) mod refusal;
pub(super) mod stride;
pub(super) mod tree;

pub use self::answer::Truth;
pub use self::applied::{Applied, Statically};
pub use self::floor::{Division, Floor};
pub use self::leaves::IntegerLeaves;
pub use self::number::{Integral, Number};
pub use self::range::InRange;
pub use self::refusal::Given;
pub use self::tree::{Outcome, Refusal, TwoIntegers};
pub use crate::verdict::Position;

/// No result: the operands are none of integers, or the tiler has more modes than the layout.
#[derive(Clone, Copy)]
pub struct Undecided;
