//! Layouts of two modes, taken apart and put together in the types.

use frunk_core::HList;
use frunk_core::hlist::HCons;
use tilework::internal::{Layout, Pair};

/// A layout of two modes.
pub trait Halves {
    /// The first mode.
    type First;
    /// The second mode.
    type Second;
}
impl<S0, D0, S1, D1> Halves for Pair<S0, D0, S1, D1> {
    type First = Layout<S0, D0>;
    type Second = Layout<S1, D1>;
}

/// A layout that is put beside the layout `L`.
pub trait Beside<L> {
    /// The layout of both as modes.
    type Both;
}
impl<S0, D0, S1, D1> Beside<Layout<S1, D1>> for Layout<S0, D0> {
    type Both = Layout<HList![S0, S1], HList![D0, D1]>;
}
/// The layout of the modes `A` and `B`.
pub type Both<A, B> = <A as Beside<B>>::Both;

/// A layout with a first mode.
pub trait Front {
    /// The first mode.
    type Front;
}
impl<S, ST, D, DT> Front for Layout<HCons<S, ST>, HCons<D, DT>> {
    type Front = Layout<S, D>;
}
