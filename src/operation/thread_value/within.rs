//! Checks that all values of a thread-value layout are coordinates of its tile.

use frunk_core::HList;
use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation, Rule};
use typenum::{Equal, Greater, Less, U1};

use crate::layout::codomain::{Integers, Kind, Zero};
use crate::layout::compact::{Column, Compact};
use crate::layout::modes::Modes;
use crate::layout::{AnyLayout, Layout};
use crate::leaf::int::{Dyn, Static};
use crate::operation::kind::answer::Unknown;
use crate::operation::kind::leaves::Leaves;
use crate::operation::kind::list::List;
use crate::operation::kind::nat::{Integral, Number};
use crate::verdict::{Bad, HasResult, Of, operation, rule};

/// Layouts of threads and values in tiles of the shape `T`: the bound of
/// [`ThreadValue::new`](crate::operation::ThreadValue::new).
pub trait ThreadsAndValues<T>: Within<T, Verdict: HasResult<operation::thread_value_of>> {}
impl<T, V: Within<T, Verdict: HasResult<operation::thread_value_of>>> ThreadsAndValues<T> for V {}

/// [`ThreadsAndValues`] before the verdict is checked.
#[diagnostic::on_unimplemented(
    message = "thread_value: not a layout of threads and values, or in generic code one without the bound `ThreadsAndValues<T>`",
    note = "a composed layout is one in literals: `layout!(partition((8,8), (8,4), Sw<1,0,3> o ((4,2),(2,2)):((8,1),(2,4))))`"
)]
pub trait Within<T>: AnyLayout {
    /// `HNil`, or the verdict.
    type Verdict;
    /// The check of dynamic leaves.
    fn try_within(self, tile: T) -> Result<(), Error>;
}
#[diagnostic::do_not_recommend]
impl<T, S, D, K, F, V> Within<T> for Layout<S, D>
where
    Self: AnyLayout,
    S: TwoModes<Self, Verdict = F>,
    D: Kind<Out = K>,
    K: WithinOf<T, Self, F, Verdict = V>,
{
    type Verdict = V;
    #[inline(always)]
    fn try_within(self, tile: T) -> Result<(), Error> {
        let inside =
            K::within_of(self, tile).map_err(|error| error.during(Operation::Partition))?;
        if inside {
            return Ok(());
        }
        Err(Error::new(Operation::Partition, Rule::CoordinateOutside))
    }
}

/// Tells whether the values of a layout `L` with strides of the kind `Self` are coordinates of the tile. `F` is the
/// verdict on its rank.
#[diagnostic::on_unimplemented(
    message = "thread_value: codomain: the strides are not of one integer-semimodule"
)]
pub trait WithinOf<T, L, F> {
    /// `HNil`, or the verdict.
    type Verdict;
    /// Returns whether dynamic leaves confirm it.
    fn within_of(layout: L, tile: T) -> Result<bool, Error>;
}
macro_rules! integers {
    ($($kind:ident)*) => {$(
        impl<T, L, S, D, N: Integral, R, Order, F> WithinOf<T, L, F> for $kind
        where
            L: AnyLayout<Shape = S, Stride = D>,
            S: Leaves<D>,
            T: Compact<Static<U1>, Column, After = N>,
            S::Flatten<HNil>: List<Largest = R>,
            R: Number<Compared<N::Number, Equal> = Order>,
            Order: Inside<L, R::Leaf, N, F>,
        {
            type Verdict = Order::Verdict;
            #[inline(always)]
            fn within_of(layout: L, tile: T) -> Result<bool, Error> {
                Ok(layout.modes().reach() < tile.compact(Static::new())?.1.get())
            }
        }
    )*};
}
integers!(Zero Integers);
/// Tells whether a shape has two modes; `L` is the layout that errors name.
pub trait TwoModes<L> {
    /// `HNil`, or the verdict.
    type Verdict;
}
macro_rules! two_modes {
    ($([$($g:ident)*] $shape:ty: $verdict:ty;)*) => {$(
        impl<$($g,)* L> TwoModes<L> for $shape {
            type Verdict = $verdict;
        }
    )*};
}
two_modes! {
    [A B] HList![A, B]: HNil;
    [A B C T] HCons<A, HCons<B, HCons<C, T>>>: NotTwo<L, Self>;
    [A] HList![A]: NotTwo<L, Self>;
    [] HNil: NotTwo<L, Self>;
    [N] Static<N>: NotTwo<L, Self>;
    [I] Dyn<I>: NotTwo<L, Self>;
}
type NotTwo<L, S> = Bad<rule::Profile, Of<L>, S, HNil>;

/// The verdict `F`, or the verdict on the largest coordinate `R` of the layout `L` in a tile of size `N`. `Self` says
/// how these compare.
pub trait Inside<L, R, N, F> {
    /// `HNil`, or the verdict.
    type Verdict;
}
macro_rules! inside {
    ($($inside:ident)* | $($outside:ident)*) => {
        $(impl<L, R, N, F> Inside<L, R, N, F> for $inside {
            type Verdict = F;
        })*
        $(
            impl<L, R, N> Inside<L, R, N, HNil> for $outside {
                type Verdict = Bad<rule::CoordinateRange, Of<L>, R, N>;
            }
            impl<L, R, N, F, At, X, Y> Inside<L, R, N, Bad<F, At, X, Y>> for $outside {
                type Verdict = Bad<F, At, X, Y>;
            }
        )*
    };
}
inside!(Less Unknown | Equal Greater);
