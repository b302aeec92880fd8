//! Verdicts: the result of an operation that breaks a rule, and the error that it prints.
//!
//! The algebra on types is total. If a rule does not hold, the result contains the type [`Bad`], which records the rule
//! and the numbers. Each public operation has one bound, [`ResultOf`] or [`HasResult`], which rejects the [`Verdict`]
//! of such a result. The bound maps the verdict to readable names. Then it requires a trait without impls, one for each
//! rule, whose message is what the user sees. A trait bound fails the same way in `cargo check`, in `cargo build` and
//! in generic code. Each further trait between the operation and that message would add a line to the error.
//!
//! The total forms of the operations are in [`bound::total`](crate::bound::total).

use core::fmt;
use core::marker::PhantomData;

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Mode, Operation};
use typenum::B1;

use crate::layout::composed::Composed;
use crate::layout::flatten::Flatten;
use crate::layout::modes::Modes;
use crate::layout::slice::kept::Kept;
use crate::layout::soundness::Soundness;
use crate::layout::swizzle::Swizzle;
use crate::layout::{Layout, Parts, Shape};
use crate::leaf::decimal::names;
use crate::leaf::int::{Dyn, Known, Leaf, Static};
use crate::leaf::integers::NoInteger;
use crate::leaf::notation::Notation;
use crate::leaf::xor::Xor;

mod as_value;
mod message;
#[allow(non_camel_case_types, missing_docs)]
pub mod operation;
pub(crate) mod readable;
pub mod rule;
mod text;

#[doc(hidden)]
pub use message::*;

pub use crate::layout::any_result::AnyResult;

/// The rule `Rule` does not hold for the numbers `X` and `Y`. `At` says where, see [`Place`].
// A function, so that it is `Send` and `Sync` as every layout is.
pub struct Bad<Rule, At, X, Y>(PhantomData<fn() -> (Rule, At, X, Y)>);

impl<R, At, X, Y> Clone for Bad<R, At, X, Y> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<R, At, X, Y> Copy for Bad<R, At, X, Y> {}

/// The place where an operation fails: its operands, and the mode of the right operand.
pub struct Place<A, B, J>(PhantomData<(A, B, J)>);

/// The place where an operation on one layout fails: the layout and its mode.
pub type Of<L, J = every> = Place<L, (), J>;

/// The first mode.
#[derive(Clone, Copy)]
pub struct First;
/// The mode after `J`.
#[derive(Clone, Copy)]
pub struct Next<J>(PhantomData<J>);
/// Mode `K` inside mode `J`. An operation by mode names `J`, not the modes inside it.
#[derive(Clone, Copy)]
pub struct Within<J, K = First>(PhantomData<(J, K)>);

/// The position of a mode. Counting it costs nothing, since only an error reads it.
pub trait Position {
    /// The position after it.
    type After: Position;
    /// The position for a failure of all modes together.
    type Whole;
    /// The position of modes that come from a complement, after those that the caller knows.
    type InComplement: Position;
    /// The rule that a size breaks at this position. For all modes together, the rule names no position.
    type Evenness: rule::OfIntegers;
}
impl Position for First {
    type After = Next<First>;
    type Whole = every;
    type InComplement = of_the_complement;
    type Evenness = rule::EvennessOfAll;
}
impl<J: Position> Position for Next<J> {
    type After = Next<Self>;
    type Whole = every;
    type InComplement = of_the_complement;
    type Evenness = rule::EvennessOfAll;
}
impl<J, K: Position> Position for Within<J, K> {
    type After = Within<J, K::After>;
    type Whole = Self;
    type InComplement = Self;
    type Evenness = rule::Evenness;
}
impl Position for of_the_complement {
    type After = Self;
    type Whole = Self;
    type InComplement = Self;
    type Evenness = rule::Evenness;
}
/// The last of the positions `B`, ..., `E - 1`, or `B` if there is none.
pub struct LastOf<B, E>(PhantomData<(B, E)>);
/// All modes together.
#[allow(non_camel_case_types)]
pub struct every;
/// A mode of a complement.
#[allow(non_camel_case_types)]
#[derive(Clone, Copy)]
pub struct of_the_complement;

/// The position `J` after the leaves of a shape.
pub trait Advance<J> {
    /// The position.
    type Out: Position;
    /// The number of leaves.
    const LEAVES: usize;
}
impl<L: Leaf, J: Position> Advance<J> for L {
    type Out = J::After;
    const LEAVES: usize = 1;
}
impl<J: Position> Advance<J> for HNil {
    type Out = J;
    const LEAVES: usize = 0;
}
impl<H: Advance<J>, T: Advance<H::Out>, J> Advance<J> for HCons<H, T> {
    type Out = T::Out;
    const LEAVES: usize = H::LEAVES + T::LEAVES;
}

/// The first verdict in a shape or in the shape of a layout, or `HNil` if there is none.
#[diagnostic::on_unimplemented(
    message = "the types do not decide whether this operation has a result: in generic code name its bound, such as `L: ZippedDivideBy<T>` for `zipped_divide` and `tiles`",
    label = "has a result that is not known"
)]
pub trait Verdict {
    /// `HNil` or [`Bad`].
    type Out: Or;
}
// One impl for each type: with a blanket impl, rustc would not look into the impls of `Bad`.
impl<N> Verdict for Static<N> {
    type Out = HNil;
}
impl<I> Verdict for Dyn<I> {
    type Out = HNil;
}
impl<N> Verdict for Xor<N> {
    type Out = HNil;
}
impl<B, M, S> Verdict for Swizzle<B, M, S> {
    type Out = HNil;
}
impl Verdict for HNil {
    type Out = HNil;
}
impl<H: Verdict, T: Verdict> Verdict for HCons<H, T> {
    type Out = <H::Out as Or>::Or<T>;
}
impl<R, At, X, Y> Verdict for Bad<R, At, X, Y> {
    type Out = Self;
}
impl<S: Verdict, D> Verdict for Layout<S, D> {
    type Out = S::Out;
}

// A verdict in the inner layout is the verdict of the whole.
impl<F, N, L: Verdict> Verdict for Composed<F, N, L> {
    type Out = L::Out;
}

/// A verdict, `HNil` or [`Bad`].
pub trait Or {
    /// The verdict `Self`, or the first one in the shape `T`.
    type Or<T: Verdict>: Or;
}
impl Or for HNil {
    type Or<T: Verdict> = T::Out;
}
impl<R, At, X, Y> Or for Bad<R, At, X, Y> {
    type Or<T: Verdict> = Self;
}

/// The verdict of the types on a result, for code that inspects it and continues: the rule that static numbers break,
/// with the mode and the numbers of the message. All are `None` if there is a result.
///
/// The total forms of the operations, such as [`CompositionTotal`](crate::bound::total::CompositionTotal), have results of
/// both kinds.
///
/// ```
/// use tilework::bound::total::CompositionTotal;
/// use tilework::verdict::Judged;
/// use tilework::layout;
/// fn rule<A: CompositionTotal<B, Result: Judged>, B>(_: A, _: B) -> Option<&'static str> {
///     <A as CompositionTotal<B>>::Result::RULE
/// }
/// assert_eq!(rule(layout!((4,6,8):(2,3,5)), layout!(6:12)), None);
/// assert_eq!(rule(layout!((4,6,8):(2,3,5)), layout!(6:3)), Some("stride divisibility"));
///
/// fn broken<A: CompositionTotal<B, Result: Judged>, B>(_: A, _: B) -> (Option<u64>, [Option<u64>; 2]) {
///     (<A as CompositionTotal<B>>::Result::MODE, <A as CompositionTotal<B>>::Result::NUMBERS)
/// }
/// // The remaining stride 3 and the extent 4 of the leaf at position 1.
/// let b = layout!((2,6):(0,3));
/// assert_eq!(broken(layout!((4,6,8):(2,3,5)), b), (Some(1), [Some(3), Some(4)]));
/// assert_eq!(broken(layout!(8:1), layout!(4:1)), (None, [None; 2]));
/// ```
pub trait Judged {
    /// The name of the broken rule.
    const RULE: Option<&'static str>;
    /// The position of the mode that breaks it, if it is a single mode. For an operation by mode it is the mode of the
    /// tiler.
    const MODE: Option<u64>;
    /// The numbers that break it, as far as they are static, in the order of the message. If the message has fewer
    /// numbers, the others have no meaning.
    const NUMBERS: [Option<u64>; 2];
}
impl Judged for HNil {
    const RULE: Option<&'static str> = None;
    const MODE: Option<u64> = None;
    const NUMBERS: [Option<u64>; 2] = [None; 2];
}
impl<R: rule::Named, At: as_value::At, X: as_value::Named, Y: as_value::Named> Judged
    for Bad<R, At, X, Y>
{
    const RULE: Option<&'static str> = Some(R::NAME);
    const MODE: Option<u64> = At::MODE;
    const NUMBERS: [Option<u64>; 2] = [X::NUMBER, Y::NUMBER];
}
impl<S: Verdict<Out = V>, D, V: Judged> Judged for Layout<S, D> {
    const RULE: Option<&'static str> = V::RULE;
    const MODE: Option<u64> = V::MODE;
    const NUMBERS: [Option<u64>; 2] = V::NUMBERS;
}

/// The verdict of an operation `Op` that has a result.
///
/// There is nothing to implement. `HNil` implements the trait. A [`Bad`] type implements it under a condition that
/// never holds and whose message says what is wrong.
pub trait HasResult<Op> {
    /// `S`, the shape of the result. If there is no result it is no type, so that the compiler reports nothing more
    /// about uses of the result.
    type Shape<S>;
    /// `D`, the stride of the result.
    type Stride<D>;
    /// `layout`
    fn layout<S, D>(layout: Layout<S, D>) -> Layout<Self::Shape<S>, Self::Stride<D>>;
}
impl<Op> HasResult<Op> for HNil {
    type Shape<S> = S;
    type Stride<D> = D;
    #[inline(always)]
    fn layout<S, D>(layout: Layout<S, D>) -> Layout<S, D> {
        layout
    }
}

/// [`HasResult`] for functions whose verdict is separate from the result. The only impl covers all types, so that rustc
/// does not recommend the impls of [`HasResult`].
pub trait Permits<Op> {}
impl<Op, V: HasResult<Op>> Permits<Op> for V {}

/// A result of the operation `Op`: a layout without a verdict in it, or a composed layout of such a layout.
///
/// Operations require this of their results and not of their operands, since rustc computes a result again for each
/// clause that names it through the operation.
pub trait ResultOf<Op>: AnyResult {
    /// The layout, `Self`. If the result is refused, this type does not exist.
    type Layout;
    /// `self`
    fn layout(self) -> Self::Layout;
}
// The verdict has two bounds. The first does not name `V`, since rustc would infer `V` again for each bound of a
// function and show it in errors. The second names it and comes later, so that rustc looks at the first one first.
impl<Op, L, V> ResultOf<Op> for L
where
    Op: operation::Words,
    Op: operation::Judges<L, Verdict: HasResult<Op::Name>> + operation::Judges<L, Verdict = V>,
    L: AnyResult + ByVerdict,
{
    type Layout = L::Result<Op::Name, V>;
    #[inline(always)]
    fn layout(self) -> Self::Layout {
        self.result::<Op::Name, V>()
    }
}

/// The function of a verdict on a result. If there is a verdict, the result is a `Layout` whose shape and stride are
/// no types, instead of no type at all. While the type of a plain integer is not inferred yet, there is no verdict,
/// but the result must have methods.
pub trait ByVerdict {
    /// The result.
    type Result<Op, V: HasResult<Op>>;
    /// `self`
    fn result<Op, V: HasResult<Op>>(self) -> Self::Result<Op, V>;
}
impl<S, D> ByVerdict for Layout<S, D> {
    type Result<Op, V: HasResult<Op>> = Layout<V::Shape<S>, V::Stride<D>>;
    #[inline(always)]
    fn result<Op, V: HasResult<Op>>(self) -> Self::Result<Op, V> {
        V::layout(self)
    }
}
macro_rules! itself {
    ($([$($g:ident)*] $result:ty;)*) => {$(
        impl<$($g),*> ByVerdict for $result {
            type Result<Op, V: HasResult<Op>> = Self;
            #[inline(always)]
            fn result<Op, V: HasResult<Op>>(self) -> Self {
                self
            }
        }
    )*};
}
itself! {
    [F N L] Composed<F, N, L>;
    [B M S] Swizzle<B, M, S>;
}

// A verdict in place of modes, a shape or a stride is the verdict of the whole.
impl<R, At, X, Y> Bad<R, At, X, Y> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Bad(PhantomData)
    }
}
impl<R, At, X, Y> Known for Bad<R, At, X, Y> {
    const VALUE: Self = Bad(PhantomData);
}
impl<R, At, X, Y> Shape for Bad<R, At, X, Y> {
    type IsStatic = typenum::B0;
    type Integers = NoInteger;
    type Size = typenum::U1;
    type Rank = typenum::U0;
    type Modes = names::_0;
    const KNOWN: Option<Self> = None;
    type Head = HNil;
    type Tail = HNil;
    const IS_REFUSED: bool = true;
    const BLANK: Self = Bad(PhantomData);
    fn put<const IS_STRIDE: bool>(self, _: usize, _: &mut [Mode]) {}
    fn fill<const IS_STRIDE: bool>(&mut self, _: usize, _: &[Mode]) {}
    const RANK: usize = 0;
    const DEPTH: usize = 0;
}
impl<R, At, X, Y> Notation for Bad<R, At, X, Y> {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Bad")
    }
    fn write_rest(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}
impl<R, At, X, Y> Flatten<Self> for Bad<R, At, X, Y> {
    type IsCongruent = B1;
    type Before<T: Modes> = T;
    #[inline(always)]
    fn flatten<T: Modes>(self, _: Self, tail: T) -> T {
        tail
    }
    #[inline(always)]
    fn soundness(self, _: Self, behind: Soundness, _: Operation, _: usize) -> Soundness {
        behind
    }
}
impl<J: Position, R, At, X, Y> Advance<J> for Bad<R, At, X, Y> {
    type Out = J;
    const LEAVES: usize = 0;
}
impl<R, At, X, Y> Kept for Bad<R, At, X, Y> {
    type Shapes = Self;
    type Strides = Self;
    fn tuple(self) -> Layout<Self, Self> {
        Layout::sound(self, self)
    }
    type WithShape<S> = Self;
    type WithStride<D> = Self;
    fn with<S, D>(self, _: crate::layout::modes::Mode<S, D>) -> Layout<Self, Self> {
        self.tuple()
    }
    type Then<L: Kept> = Self;
    fn then<L: Kept>(self, _: L) -> Self {
        self
    }
    type Grouped = Self;
    fn grouped(self) -> Self {
        self
    }
    type Layout<O> = Layout<Self, Self>;
    fn layout<O>(self, _: O) -> Layout<Self, Self> {
        self.tuple()
    }
}

/// A layout, unless `Self` is a verdict.
pub trait Unless<S, D> {
    /// The layout, or the verdict.
    type Out: Parts;
    /// The layout.
    fn unless(layout: Layout<S, D>) -> Self::Out;
}
impl<S, D> Unless<S, D> for HNil {
    type Out = Layout<S, D>;
    #[inline(always)]
    fn unless(layout: Layout<S, D>) -> Layout<S, D> {
        layout
    }
}
impl<S, D, R, At, X, Y> Unless<S, D> for Bad<R, At, X, Y> {
    type Out = Layout<Self, Self>;
    fn unless(_: Layout<S, D>) -> Layout<Self, Self> {
        Layout::sound(Bad::new(), Bad::new())
    }
}
