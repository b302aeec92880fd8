//! The numbers of leaves: typenum's integers, and [`Dyn`](crate::Dyn) for a dynamic one. They are kinds, as truths and
//! orders are, which operations compute with.

use crate::leaf::int::Leaf;
pub use crate::operation::kind::{
    Division, Floor, Leaves, Number, Order, Places, Reach, Truth, Undecided,
};

/// The number of the leaf `L`.
pub type NumberOf<L> = <L as Leaf>::Number;
/// The product of the leaves `A` and `B`.
pub type Product<A, B> = <<NumberOf<A> as Number>::Times<NumberOf<B>> as Number>::Leaf;
/// The comparison of the leaves `A` and `B`.
pub type Versus<A, B> = <NumberOf<A> as Number>::Compared<NumberOf<B>, typenum::Equal>;
/// The number `N` divided by `M`: a number, or [`Undecided`] if there is no exact quotient.
pub type ExactQuotient<N, M> = <M as Number>::Divides<N>;
