//! Refusals: which rule does not hold, for which numbers, and where.
//!
//! A refusal is a case of a list of modes and of a result. The function that finds it gives its place among the leaves
//! that the function was called with, mostly [`First`]. Leaves before these are added on the way up, by a parameter
//! that costs nothing if there is no refusal.

use core::marker::PhantomData;

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::Mode;
use tilework_algebra::rules::Known;
use typenum::{U1, UTerm};

use super::Undecided;
use super::dynamic::FillFromNumbers;
use super::leaves::StridedLeaves;
use super::list::List;
use super::nat::Number;
use super::stride::Stride;
use super::tree::{Halves, Missing, OnLayout, Outcome, Refusal, Tree};
use crate::layout::fill_from_modes::{FillFromModes, Sound};
use crate::layout::{Layout, Shape};
use crate::leaf::int::{Dyn, Known as _, Static};
use crate::operation::composition::segregation;
use crate::operation::max_common;
use crate::operation::ordered::{self, no_order};
use crate::operation::sort;
use crate::operation::sort::{Ascending, Unsorted};
use crate::operation::{coalesce, composition};
use crate::operation::{complement, inverse};
use crate::verdict::rule::OfIntegers;
use crate::verdict::{Bad, First, Next, Place, Position, Within};

/// The rule `R` does not hold for `X` and `Y`, at the position `P` among the leaves of the call.
pub struct Refused<R, X, Y, P = First>(PhantomData<(R, X, Y, P)>);
impl<R, X, Y, P> Clone for Refused<R, X, Y, P> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<R, X, Y, P> Copy for Refused<R, X, Y, P> {}
impl<R, X, Y, P> Refused<R, X, Y, P> {
    const fn new() -> Self {
        Refused(PhantomData)
    }
}

/// The place of a refusal: a leaf, [`OfComplement`], or [`Whole`].
pub trait Somewhere {
    /// The number of the mode, if it is one, where the first leaf is 0.
    const MODE: Option<u64>;
    /// The position, if the first leaf is at `J`.
    type There<J: Position>;
    /// This place, if the leaves of the shape `S` are before it.
    type Past<S: Places>: Somewhere;
    /// This place among the leaves of the first mode of a layout, if the operands are `A` and `B`.
    type InModeOf<A, B>: Somewhere;
    /// The parts of a verdict about it: the operands, which are `A` and `B` unless it is in a mode, and the position.
    type Named<A, B, J: Position>;
}
/// A position among leaves.
pub trait Relative: Position + Somewhere {
    /// The position, if the first leaf is at `J`.
    type From<J: Position>: Position;
}
impl Relative for First {
    type From<J: Position> = J;
}
impl<K: Relative> Relative for Next<K> {
    type From<J: Position> = <K::From<J> as Position>::After;
}
impl Somewhere for First {
    const MODE: Option<u64> = Some(0);
    type There<J: Position> = J;
    type Past<S: Places> = S::Before<Self>;
    type InModeOf<A, B> = InModeOf<A, B, Self>;
    type Named<A, B, J: Position> = Place<A, B, Self::There<J>>;
}
impl<K: Relative> Somewhere for Next<K> {
    const MODE: Option<u64> = match K::MODE {
        Some(before) => Some(before + 1),
        None => None,
    };
    type There<J: Position> = <Self as Relative>::From<J>;
    type Past<S: Places> = S::Before<Self>;
    type InModeOf<A, B> = InModeOf<A, B, Self>;
    type Named<A, B, J: Position> = Place<A, B, Self::There<J>>;
}
/// The place of a refusal in a complement, whose modes the caller does not know.
pub struct OfComplement;
impl Somewhere for OfComplement {
    const MODE: Option<u64> = None;
    type There<J: Position> = J::InComplement;
    type Past<S: Places> = Self;
    type InModeOf<A, B> = InModeOf<A, B, Self>;
    type Named<A, B, J: Position> = Place<A, B, Self::There<J>>;
}
/// The place of a refusal that concerns an operand as a whole.
pub struct Whole;
impl Somewhere for Whole {
    const MODE: Option<u64> = None;
    type There<J: Position> = J::Whole;
    type Past<S: Places> = Self;
    type InModeOf<A, B> = InModeOf<A, B, Self>;
    type Named<A, B, J: Position> = Place<A, B, Self::There<J>>;
}

/// The place `P` in the mode `K` of a layout, if the operands are `A` and `B`.
pub struct InModeOf<A, B, P, K = First>(PhantomData<(A, B, P, K)>);
impl<A, B, P: Somewhere, K: Relative> Somewhere for InModeOf<A, B, P, K> {
    const MODE: Option<u64> = K::MODE;
    type There<J: Position> = P::There<Within<K::From<J>>>;
    type Past<S: Places> = InModeOf<A, B, P, S::Before<K>>;
    type InModeOf<X, Y> = InModeOf<A, B, P>;
    type Named<X, Y, J: Position> = Place<A, B, Self::There<J>>;
}
/// The place of a refusal that names no operands.
pub struct Nowhere;
impl Somewhere for Nowhere {
    const MODE: Option<u64> = None;
    type There<J: Position> = J::Whole;
    type Past<S: Places> = Self;
    type InModeOf<A, B> = Self;
    type Named<A, B, J: Position> = ();
}

/// The leaves of a shape, which precede a refusal.
pub trait Places {
    /// The position `P` after them.
    type Before<P: Relative>: Relative;
}
impl Places for HNil {
    type Before<P: Relative> = P;
}
impl<H: Places, T: Places> Places for HCons<H, T> {
    type Before<P: Relative> = H::Before<T::Before<P>>;
}
impl<N> Places for Static<N> {
    type Before<P: Relative> = Next<P>;
}
impl<I> Places for Dyn<I> {
    type Before<P: Relative> = Next<P>;
}
impl<R, At, X, Y> Places for Bad<R, At, X, Y> {
    type Before<P: Relative> = P;
}

/// The name of an operand in a verdict.
pub trait NamedOperand {
    /// A layout, or `()` if there is no operand.
    type Name;
}
impl<S, D> NamedOperand for Layout<S, D> {
    type Name = Self;
}
impl<N> NamedOperand for Static<N> {
    type Name = Layout<Self, Static<U1>>;
}
impl<I> NamedOperand for Dyn<I> {
    type Name = Layout<Self, Static<U1>>;
}
impl NamedOperand for () {
    type Name = ();
}

impl<R: OfIntegers, X: Number, Y: Number, P: Somewhere> List for Refused<R, X, Y, P> {
    const COUNT: usize = 0;
    const KNOWN: Known = Known::None;
    const IS_STATIC: bool = true;
    const LIMIT: i64 = i64::MAX;
    type Cons<S: Number, D: Stride> = Self;
    type Size = U1;
    type Largest = UTerm;
    type IntoLayout = Self;
    type IntoTuple = Self;
}
impl<R: OfIntegers, X: Number, Y: Number, P: Somewhere> coalesce::OnList for Refused<R, X, Y, P> {
    type Coalesced = Self;
    type CoalescedAll = Self;
    type Push<S: Number, D: Stride> = Self;
    type PushOn<S: Number, D: Stride> = Self;
    type Widen<S: Number, D: Stride> = Self;
}
impl<R: OfIntegers, X: Number, Y: Number, P: Somewhere> sort::OnList for Refused<R, X, Y, P> {
    type Sorted<K: Relative> = Unsorted<K>;
    type InOrder<K: Relative> = Unsorted<K>;
}
// Without a complement there is no product, whatever the grid is.
impl<R: OfIntegers, X: Number, Y: Number, P: Somewhere> segregation::OnList
    for Refused<R, X, Y, P>
{
    type Distributes<B: Ascending, W: List> = Self;
    type Holds<W: List, V: segregation::Gate> = Self;
}
impl<R: OfIntegers, X: Number, Y: Number, P: Somewhere> segregation::Gate for Refused<R, X, Y, P> {
    type If<T: Tree> = Self;
}
impl<R: OfIntegers, X: Number, Y: Number, P: Somewhere> composition::OnList
    for Refused<R, X, Y, P>
{
    type Compose<S: Number, D: Number, L: composition::Walk> = Self;
    type Pair<T: Tree, A: List, W: List> = Self;
    type OntoTuple<A: List, W: List> = Self;
}
impl<R: OfIntegers, X: Number, Y: Number, P: Somewhere> complement::OnList for Refused<R, X, Y, P> {
    type After<S: Number, D: Number> = Self;
    type FirstZero<K: Relative, V: List> = Self;
}
impl<R: OfIntegers, X: Number, Y: Number, P: Somewhere> inverse::OnList for Refused<R, X, Y, P> {
    type Right = Self;
    type Left = Self;
    type Moving<K: Relative, W: Number> = HNil;
    type MovingAfter<K: Relative, S: Number, W: Number> = HNil;
    type Static = Self;
    type Reach = UTerm;
    type Link<S: Number, W: Number> = Self;
}
impl<R: OfIntegers, X: Number, Y: Number, P: Somewhere> max_common::OnList for Refused<R, X, Y, P> {
    type Begin<I: List> = Self;
}
impl<R: OfIntegers, X: Number, Y: Number, P: Somewhere> ordered::OnList for Refused<R, X, Y, P> {
    no_order!();
}

/// The parts of something that is no layout, which do not exist.
macro_rules! no_numbers {
    () => {
        type First = Self;
        type Others = Self;
        #[inline(always)]
        fn followed(first: Self, _: Self, _: Sound) -> Self {
            first
        }
        type Tile = Self;
        type Rest = Self;
        #[inline(always)]
        fn tile_and_rest(tile: Self, _: Self, _: Sound) -> Self {
            tile
        }
    };
}
pub(super) use no_numbers;
macro_rules! no_layout {
    () => {
        type Layout = Layout<Missing, Missing>;
        #[inline(always)]
        fn layout(self) -> Self::Layout {
            Layout::sound(Missing, Missing)
        }
    };
}
macro_rules! before_nothing {
    () => {
        type Modes = Undecided;
        type Then<F: OnLayout> = Self;
        type Before<T: Tree, Q: Places> = Self;
        type Pair<T: Tree> = Self;
        type PushRest<S: StridedLeaves<D>, D: Shape> = Self;
        type If<T: Tree> = Self;
    };
}
impl<R, X, Y, P> FillFromModes for Refused<R, X, Y, P> {
    no_numbers!();
}
impl<R, X, Y, P> FillFromNumbers for Refused<R, X, Y, P> {
    const COUNT: usize = 0;
    const IS_REFUSED: bool = true;
    #[inline(always)]
    fn fill_from_numbers(_: &[Mode], _: usize, _: Sound) -> Self {
        Self::new()
    }
}
/// The verdict on the operands `A` and `B`, whose first leaf is at `J`.
type Verdict<R, X, Y, P, A, B, J> = Bad<
    <R as OfIntegers>::At<J>,
    <P as Somewhere>::Named<A, B, J>,
    <X as Number>::Leaf,
    <Y as Number>::Leaf,
>;
impl<R: OfIntegers, X: Number, Y: Number, P: Somewhere> Outcome for Refused<R, X, Y, P> {
    const IS_RESULT: bool = false;
    const KNOWN: Option<Self> = Some(Self::new());
    const REFUSAL: Option<Refusal> =
        Some(Refusal { message: R::MESSAGE, mode: P::MODE, numbers: [X::STATIC, Y::STATIC] });
    type Or<A, B, J: Position> = Layout<Verdict<R, X, Y, P, A, B, J>, Verdict<R, X, Y, P, A, B, J>>;
    #[inline(always)]
    fn or<A, B, J: Position>(self) -> Self::Or<A, B, J> {
        Layout::sound(Bad::VALUE, Bad::VALUE)
    }
    type InMode<A, B> = Refused<R::At<Within<First>>, X, Y, P::InModeOf<A, B>>;
    type AsTree = Self;
    type Tile = Self;
    type Rest = Self;
    no_layout!();
}
impl<R: OfIntegers, X: Number, Y: Number, P: Somewhere> Halves for Refused<R, X, Y, P> {}
impl<R: OfIntegers, X: Number, Y: Number, P: Somewhere> Tree for Refused<R, X, Y, P> {
    type Cons<S: StridedLeaves<D>, D: Shape, Q: Places> = Refused<R, X, Y, P::Past<Q>>;
    type InComplement = Refused<R, X, Y, OfComplement>;
    type Named<A, B> = GivenVerdict<Verdict<R, X, Y, P, A, B, First>>;
    before_nothing!();
}

/// The verdict `V` in place of a result, for every operation.
pub struct GivenVerdict<V>(PhantomData<V>);
impl<V> Clone for GivenVerdict<V> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<V> Copy for GivenVerdict<V> {}
impl<V> GivenVerdict<V> {
    /// The one value.
    pub(crate) const fn new() -> Self {
        GivenVerdict(PhantomData)
    }
}
impl<V> FillFromNumbers for GivenVerdict<V> {
    const COUNT: usize = 0;
    const IS_REFUSED: bool = true;
    #[inline(always)]
    fn fill_from_numbers(_: &[Mode], _: usize, _: Sound) -> Self {
        Self::new()
    }
}
impl<V> FillFromModes for GivenVerdict<V> {
    no_numbers!();
}
impl<V: crate::leaf::int::Known> Outcome for GivenVerdict<V> {
    const IS_RESULT: bool = false;
    const KNOWN: Option<Self> = Some(Self::new());
    type Or<A, B, J: Position> = Layout<V, V>;
    #[inline(always)]
    fn or<A, B, J: Position>(self) -> Layout<V, V> {
        Layout::sound(V::VALUE, V::VALUE)
    }
    type InMode<A, B> = Self;
    type AsTree = Self;
    type Tile = Self;
    type Rest = Self;
    no_layout!();
}
impl<V: crate::leaf::int::Known> Halves for GivenVerdict<V> {}
impl<V: crate::leaf::int::Known> Tree for GivenVerdict<V> {
    type Cons<S: StridedLeaves<D>, D: Shape, Q: Places> = Self;
    type InComplement = Self;
    type Named<A, B> = Self;
    before_nothing!();
}
