//! Kinds: what the operations compute with.
//!
//! A kind is a trait whose members are types: numbers, answers (a truth, an order, a quotient), strides, lists of
//! modes, shapes with their strides, and layouts. The functions of a kind are associated types with parameters; they
//! say what the types know of a result. The cases of a function are the impls of its kind, and everything that it calls
//! is bound by a kind. Nothing is left to prove, and rustc computes each step once. With `where` clauses it would
//! compute an impl again at every level of a recursion. The functions of an algorithm are in its file, and the kinds
//! have them as supertraits. In their documentation, "`Self`: ..." says which question `Self` answers. A dynamic leaf
//! is one more case of a number, whose comparisons are unknown.
//!
//! The dynamic numbers of a result come from one function for each algorithm, in `rules` of the algebra, which
//! is compiled once. `dynamic.rs` puts the leaves of operands into slices for it and takes those of the result out. An
//! operation that only moves leaves, such as the modes of a tiler, has a method beside its type.
//!
//! The functions are total. If a rule does not hold, the result is a refusal with the rule, the numbers and the place
//! (`refusal.rs`), and [`Statically::judged`] turns it into the verdict of the operands. An operation is [`Applied`] to
//! a layout; generic code reaches it by [`IntegerLayout`](crate::generic::IntegerLayout).

pub(super) mod answer;
pub(super) mod applied;
pub(super) mod dynamic;
pub(super) mod floor;
pub(super) mod leaves;
pub(super) mod list;
pub(super) mod nat;
pub(super) mod range;
pub(super) mod refusal;
pub(super) mod stride;
pub(super) mod tree;

pub use self::answer::{Order, Truth};
pub use self::applied::{Applied, Statically};
pub use self::floor::{Division, Floor};
pub use self::leaves::{IntegerLeaves, Leaves, Reach};
pub use self::nat::{Integral, Number};
pub use self::range::InRange;
pub use self::refusal::{GivenVerdict, Places};
pub use self::tree::{Outcome, Refusal, TwoIntegers};
pub use crate::verdict::Position;

/// No result: the operands are no integers, or the tiler has more modes than the layout.
#[derive(Clone, Copy)]
pub struct Undecided;
