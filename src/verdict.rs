//! Verdicts: what an operation without a result becomes, and the errors that it prints.
//!
//! The algebra on types is total: where a rule does not hold, the result contains the type
//! [`Bad`], which remembers the rule and the numbers. The one bound [`HasResult`] on each public
//! operation rejects the [`Verdict`] of such a result: it maps everything to readable names first
//! and then asks for a trait without impls, one for each rule, whose message is what the user sees;
//! a trait bound fails the same way in `cargo check`, in `cargo build` and in generic code. Each
//! trait between the operation and that message would be a line more in the error.

use core::fmt;
use core::marker::PhantomData;

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::Error;

use crate::layout::coordinate::SizeIn;
use crate::layout::modes::Flatten;
use crate::layout::notation::Notation;
use crate::layout::{Layout, Shape};
use crate::leaf::decimal::Readable;
use crate::leaf::int::{Dyn, Index, Known, Leaf, Static};
use crate::operation::coalesce::{CoalesceModes, DropLastOne, IntoLayout, IntoTuple};
use crate::operation::sort::PushFront;

pub use crate::operation::append::{AppendMode, PrependMode};
pub use crate::operation::arrangement::{Flat, Tiled, Zipped};
pub use crate::operation::coalesce_profile::CoalesceRelative;
pub use crate::operation::complement::Leave;
pub use crate::operation::complement_ext::LeaveExt;
pub use crate::operation::composition::Compose;
pub use crate::operation::divide::arranged::SplitInto;
pub use crate::operation::divide::{Split, SplitZipped};
pub use crate::operation::flatten::InProfile;
pub use crate::operation::group::GroupRange;
pub use crate::operation::left_inverse::InvertLeft;
pub use crate::operation::locate::LocateOffsets;
pub use crate::operation::ordered::{Compacted, InKeyOrder};
pub use crate::operation::product::paired::{Blocked, Raked};
pub use crate::operation::product::{Gathered, Multiply, Repeated};
pub use crate::operation::recast::Cast;
pub use crate::operation::right_inverse::InvertRight;
pub use crate::operation::select::{PermuteModes, SelectModes, TakeRange};
pub use crate::operation::sorted::SortByStride;
pub use crate::operation::thread_value::{Arrange, ArrangeTiles, Distribute, Within as WithinTile};

/// The rule `Rule` does not hold for the numbers `X` and `Y`. `At` says where, see [`Place`].
pub struct Bad<Rule, At, X, Y>(PhantomData<(Rule, At, X, Y)>);

impl<R, At, X, Y> Clone for Bad<R, At, X, Y> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<R, At, X, Y> Copy for Bad<R, At, X, Y> {}

/// Where an operation fails: its operands and the mode of the right one.
pub struct Place<A, B, J>(PhantomData<(A, B, J)>);

/// Where an operation on one layout fails: the layout and its mode.
pub type Of<L, J = every> = Place<L, (), J>;

/// The first mode.
#[derive(Clone, Copy)]
pub struct First;
/// The mode after `J`.
#[derive(Clone, Copy)]
pub struct Next<J>(PhantomData<J>);
/// Mode `K` of what stands in mode `J`: an operation by mode names `J`, not the modes inside.
#[derive(Clone, Copy)]
pub struct Within<J, K = First>(PhantomData<(J, K)>);

/// The position of a mode, counted at no cost: only an error reads it.
pub trait Position {
    /// The position after it.
    type After: Position;
    /// The position of a failure of all modes together.
    type Whole;
    /// The position among the modes of the same tuple.
    type Local: Position;
}
impl Position for First {
    type After = Next<First>;
    type Whole = every;
    type Local = Self;
}
impl<J: Position> Position for Next<J> {
    type After = Next<Self>;
    type Whole = every;
    type Local = Self;
}
impl<J, K: Position> Position for Within<J, K> {
    type After = Within<J, K::After>;
    type Whole = Self;
    type Local = K;
}
/// All modes together.
#[allow(non_camel_case_types)]
pub struct every;

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

/// Names of the operations as the errors print them, between the operands.
///
/// rustc prints a name without its path only if no other type or module bears it, so they are
/// not quite the names of the functions.
#[allow(non_camel_case_types, missing_docs)]
pub mod operation {
    use tilework_algebra::Operation;

    /// An operation by its name.
    pub trait Named {
        /// Its value.
        const OPERATION: Operation;
    }
    macro_rules! named {
        ($($name:ident $operation:ident;)*) => {$(
            #[derive(Clone, Copy, Debug)]
            pub struct $name;
            impl Named for $name {
                const OPERATION: Operation = Operation::$operation;
            }
        )*};
    }
    named! {
        o Composition;
        complement_in Complement;
        complement_ceil_in ComplementCeil;
        logical_divide_by LogicalDivide;
        logical_divide_ceil_by LogicalDivideCeil;
        zipped_divide_by ZippedDivide;
        zipped_divide_ceil_by ZippedDivideCeil;
        tiled_divide_by TiledDivide;
        tiled_divide_ceil_by TiledDivideCeil;
        flat_divide_by FlatDivide;
        flat_divide_ceil_by FlatDivideCeil;
        take_of Take;
        select_of Select;
        permute_of Permute;
        group_of Group;
        right_inverse_of RightInverse;
        max_common_layout_with MaxCommonLayout;
        left_inverse_of LeftInverse;
        complement_ext_of ComplementExt;
        logical_product_by LogicalProduct;
        zipped_product_by ZippedProduct;
        tiled_product_by TiledProduct;
        flat_product_by FlatProduct;
        blocked_product_by BlockedProduct;
        raked_product_by RakedProduct;
        sort_of Sort;
        coalesce_profile_of CoalesceProfile;
        unflatten_of Unflatten;
        upcast_of Upcast;
        downcast_of Downcast;
        recast_of Recast;
        make_ordered_layout_of MakeOrderedLayout;
        with_last Append;
        with_first Prepend;
        tile_to_shape_of TileToShape;
        make_layout_like_of MakeLayoutLike;
        thread_value_of Partition;
        partition_by Partition;
        partition_a_by Partition;
        partition_b_by Partition;
        partition_c_by Partition;
        tiled_mma_of Partition;
        tiled_copy_of Partition;
        partition_s_by Partition;
        partition_d_by Partition;
        retile_by Partition;
        locate_in Locate;
    }
}

/// The rules that types can break.
pub mod rule {
    /// A rule by its name.
    pub trait Named {
        /// Its name, as in the value level's errors.
        const NAME: &'static str;
    }
    macro_rules! named {
        ($($rule:ident: $name:literal;)*) => {$(
            impl Named for $rule {
                const NAME: &'static str = $name;
            }
        )*};
    }
    named! {
        StrideDivisibility: "stride divisibility";
        ShapeDivisibility: "shape divisibility";
        Segregation: "segregation";
        Complementability: "complementability";
        Evenness: "evenness";
        Broadcast: "broadcast";
        KnownOrder: "known order";
        TilerRank: "tiler rank";
        ModeRange: "mode range";
        Permutation: "permutation";
        Overlap: "overlap";
        Digits: "digits";
        Divisibility: "divisibility";
        Profile: "profile";
        OrderProfile: "profile";
        EitherDivides: "divisibility";
        Extent: "positive extent";
        Codomain: "codomain";
        CoordinateRange: "coordinate range";
        EqualExtents: "equal extents";
        Compactness: "compactness";
        Alignment: "alignment";
        Contained: "coordinate range";
    }

    /// See [`Rule::StrideDivisibility`](tilework_algebra::Rule).
    pub struct StrideDivisibility;
    /// See [`Rule::ShapeDivisibility`](tilework_algebra::Rule).
    pub struct ShapeDivisibility;
    /// See [`Rule::Segregation`](tilework_algebra::Rule).
    pub struct Segregation;
    /// See [`Rule::Complementability`](tilework_algebra::Rule).
    pub struct Complementability;
    /// See [`Rule::Evenness`](tilework_algebra::Rule).
    pub struct Evenness;
    /// See [`Rule::Broadcast`](tilework_algebra::Rule).
    pub struct Broadcast;
    /// A complement needs the order of the strides, which dynamic ones do not have.
    pub struct KnownOrder;
    /// See [`Rule::TilerRank`](tilework_algebra::Rule).
    pub struct TilerRank;
    /// See [`Rule::ModeRange`](tilework_algebra::Rule).
    pub struct ModeRange;
    /// See [`Rule::Permutation`](tilework_algebra::Rule).
    pub struct Permutation;
    /// See [`Rule::Overlap`](tilework_algebra::Rule).
    pub struct Overlap;
    /// See [`Rule::Digits`](tilework_algebra::Rule).
    pub struct Digits;
    /// See [`Rule::Divisibility`](tilework_algebra::Rule).
    pub struct Divisibility;
    /// See [`Rule::Profile`](tilework_algebra::Rule).
    pub struct Profile;
    /// See [`Rule::Profile`](tilework_algebra::Rule): that of an order and a shape.
    pub struct OrderProfile;
    /// See [`Rule::Divisibility`](tilework_algebra::Rule).
    pub struct EitherDivides;
    /// See [`Rule::Extent`](tilework_algebra::Rule).
    pub struct Extent;
    /// See [`Rule::Codomain`](tilework_algebra::Rule).
    pub struct Codomain;
    /// See [`Rule::CoordinateOutside`](tilework_algebra::Rule).
    pub struct CoordinateRange;
    /// See [`Rule::EqualExtents`](tilework_algebra::Rule).
    pub struct EqualExtents;
    /// See [`Rule::Compactness`](tilework_algebra::Rule).
    pub struct Compactness;
    /// See [`Rule::Alignment`](tilework_algebra::Rule).
    pub struct Alignment;
    /// See [`Rule::CoordinateOutside`](tilework_algebra::Rule): of offsets that are looked for.
    pub struct Contained;
}

/// The first verdict in a shape, or in the shape of a layout, `HNil` if there is none.
pub trait Verdict {
    /// `HNil` or [`Bad`].
    type Out: Or;
}
// One impl for each type: with a blanket one rustc would not look into the impls of `Bad`.
impl<N> Verdict for Static<N> {
    type Out = HNil;
}
impl<I> Verdict for Dyn<I> {
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

/// What the types say of a result, for code that asks and goes on: the name of the rule that
/// static numbers break, `None` where there is a result.
///
/// The total forms of the operations, [`Compose`], [`Leave`], [`Split`], [`InvertRight`] and others,
/// have results of either kind.
///
/// ```
/// use tilework::verdict::{Compose, Judged};
/// use tilework::layout;
/// fn rule<A: Compose<B, Result: Judged>, B>(_: A, _: B) -> Option<&'static str> {
///     <A as Compose<B>>::Result::RULE
/// }
/// assert_eq!(rule(layout!((4,6,8):(2,3,5)), layout!(6:12)), None);
/// assert_eq!(rule(layout!((4,6,8):(2,3,5)), layout!(6:3)), Some("stride divisibility"));
/// ```
pub trait Judged {
    /// The name of the broken rule.
    const RULE: Option<&'static str>;
}
impl Judged for HNil {
    const RULE: Option<&'static str> = None;
}
impl<R: rule::Named, At, X, Y> Judged for Bad<R, At, X, Y> {
    const RULE: Option<&'static str> = Some(R::NAME);
}
impl<S: Verdict<Out = V>, D, V: Judged> Judged for Layout<S, D> {
    const RULE: Option<&'static str> = V::RULE;
}

/// The verdict of an operation `Op` that has a result.
///
/// There is nothing to implement: `HNil` has it, and a [`Bad`] one has it on a condition that
/// never holds and that says what is wrong.
pub trait HasResult<Op> {}
impl<Op> HasResult<Op> for HNil {}

macro_rules! rules {
    ($($rule:ident, $trait:ident: $message:literal;)*) => {$(
        impl<Op, AS, AD, BS, BD, J, X, Y> HasResult<Op>
            for Bad<rule::$rule, Place<Layout<AS, AD>, Layout<BS, BD>, J>, X, Y>
        where
            AS: Readable, AD: Readable, BS: Readable, BD: Readable,
            J: Readable, X: Readable, Y: Readable,
            Op: $trait<AS::Name, AD::Name, BS::Name, BD::Name, J::Name, X::Name, Y::Name>,
        {}
        #[doc(hidden)]
        #[diagnostic::on_unimplemented(message = $message, label = "has no result")]
        pub trait $trait<AS, AD, BS, BD, J, X, Y> {}
    )*};
}
rules! {
    StrideDivisibility, StrideDivides:
        "inadmissible {AS}:{AD} {Self} {BS}:{BD}: stride divisibility, mode {J}: the remaining stride {X} and the extent {Y} do not divide each other";
    ShapeDivisibility, ShapeDivides:
        "inadmissible {AS}:{AD} {Self} {BS}:{BD}: shape divisibility, mode {J}: the remaining extent {X} is not a multiple of {Y}";
    Segregation, Segregated:
        "inadmissible {AS}:{AD} {Self} {BS}:{BD}: segregation, mode {J}: the modes of the right side carry into each other: one spans {X}, past the stride {Y} of another";
    Complementability, SpanDivides:
        "inadmissible {AS}:{AD} {Self} {BS}:{BD}: complementability, mode {J}: the stride {X} is not a multiple of the span {Y} before it";
    Evenness, SpanDividesSize:
        "inadmissible {AS}:{AD} {Self} {BS}:{BD}: evenness, mode {J}: the size {X} is not a multiple of the span {Y}";
    Broadcast, NotBroadcast:
        "inadmissible {AS}:{AD} {Self} {BS}:{BD}: broadcast, mode {J}: a mode of stride {Y} and extent {X} has no complement";
    Codomain, OneCodomain:
        "inadmissible {AS}:{AD} {Self} {BS}:{BD}: codomain: the strides are not of one integer-semimodule";
    KnownOrder, OrderKnown:
        "inadmissible {AS}:{AD} {Self} {BS}:{BD}: known order, mode {J}: the order of dynamic strides is not known to the types; the value level, `tilework::algebra`, has the answer";
    EqualExtents, ExtentsEqual:
        "inadmissible {AS}:{AD} {Self} {BS}:{BD}: equal extents: the tile has {X} elements, the layout {Y}";
    Contained, OffsetsThere:
        "inadmissible {AS}:{AD} {Self} {BS}:{BD}: coordinate range: not all of these offsets are found in the layout";
}

macro_rules! rules_of_one {
    ($($rule:ident, $trait:ident: $message:literal;)*) => {$(
        impl<Op, S, D, J, X, Y> HasResult<Op> for Bad<rule::$rule, Of<Layout<S, D>, J>, X, Y>
        where
            S: Readable, D: Readable, J: Readable, X: Readable, Y: Readable,
            Op: $trait<S::Name, D::Name, J::Name, X::Name, Y::Name>,
        {}
        #[doc(hidden)]
        #[diagnostic::on_unimplemented(message = $message, label = "has no result")]
        pub trait $trait<S, D, J, X, Y> {}
    )*};
}
rules_of_one! {
    ModeRange, ModeThere:
        "inadmissible {Self} {S}:{D}: mode range: there is no mode {X} among {Y}";
    Permutation, EachModeOnce:
        "inadmissible {Self} {S}:{D}: permutation: not each mode is taken once by {X}";
    KnownOrder, OrderOfOneKnown:
        "inadmissible {Self} {S}:{D}: known order, mode {J}: the order of dynamic strides is not known to the types; the value level, `tilework::algebra`, has the answer";
    Complementability, SpanOfOneDivides:
        "inadmissible {Self} {S}:{D}: complementability, mode {J}: the stride {X} is not a multiple of the span {Y} before it";
    Overlap, NotOverlapping:
        "inadmissible {Self} {S}:{D}: overlap, mode {J}: the stride {X} is below the span {Y} of the modes before it; the value level, `tilework::algebra`, has the answer";
    Digits, BelowStride:
        "inadmissible {Self} {S}:{D}: digits, mode {J}: the modes before the stride {X} reach the offset {Y}; other digits are looked for at the value level, `tilework::algebra`";
    Divisibility, StrideBeforeDivides:
        "inadmissible {Self} {S}:{D}: divisibility, mode {J}: the stride {X} is not a multiple of the stride {Y} before it; other digits are looked for at the value level, `tilework::algebra`";
    Profile, ProfileFits:
        "inadmissible {Self} {S}:{D}: profile: the profile of {X} does not fit";
    OrderProfile, OrderFits:
        "inadmissible {Self} the shape {S}: profile: the order {D} does not fit";
    EitherDivides, OneDivides:
        "inadmissible {Self} {S}:{D}: divisibility, mode {J}: {X} and {Y} do not divide each other";
    Extent, FactorPositive:
        "inadmissible {Self} {S}:{D}: positive extent: a factor or width must be at least 1, not {X}";
    CoordinateRange, CoordinateInside:
        "inadmissible {Self} {S}:{D}: coordinate range: it reaches {X} in a tile of {Y} elements";
    Compactness, OffsetsEachOnce:
        "inadmissible {Self} {S}:{D}: compactness: the offsets are not 0..{X}, each once";
    Alignment, StayTogether:
        "inadmissible {Self} {S}:{D}: alignment: {X} offsets stay together, not {Y}";
}

/// The tiler has more modes, `T`, than the `J` of the layout.
pub struct Extra<T, J>(PhantomData<(T, J)>);

impl<Op, T, J> HasResult<Op> for Bad<rule::TilerRank, (), Extra<T, J>, J>
where
    Extra<T, J>: Readable,
    J: Readable,
    Op: TilerFits<<Extra<T, J> as Readable>::Name, J::Name>,
{
}
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "inadmissible operands of {Self}: tiler rank: the tiler has {X} modes, the layout {Y}",
    label = "has no result"
)]
pub trait TilerFits<X, Y> {}

// A verdict in place of modes, of a shape or of a stride is the verdict of the whole.
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
    const KNOWN: Option<Self> = None;
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
    type Before<T> = T;
    #[inline(always)]
    fn flatten<T>(self, _: Self, tail: T) -> T {
        tail
    }
}
impl<R, At, X, Y> CoalesceModes for Bad<R, At, X, Y> {
    type Out = Self;
    #[inline(always)]
    fn coalesce_modes(self) -> Self {
        self
    }
}
impl<R, At, X, Y> DropLastOne for Bad<R, At, X, Y> {
    type Out = Self;
    #[inline(always)]
    fn drop_last_one(self) -> Self {
        self
    }
}
impl<I: Index, R, At, X, Y> SizeIn<I> for Bad<R, At, X, Y> {
    fn size_in(self) -> I {
        I::ONE
    }
}
impl<M, R, At, X, Y> PushFront<M> for Bad<R, At, X, Y> {
    type Out = Self;
    #[inline(always)]
    fn push_front(self, _: M) -> Self {
        self
    }
}
impl<J: Position, R, At, X, Y> Advance<J> for Bad<R, At, X, Y> {
    type Out = J;
    const LEAVES: usize = 0;
}
impl<R, At, X, Y> IntoLayout for Bad<R, At, X, Y> {
    type Out = Layout<Self, Self>;
    #[inline(always)]
    fn into_layout(self) -> Self::Out {
        Layout::sound(self, self)
    }
}
impl<M, R, At, X, Y> IntoLayout for HCons<M, Bad<R, At, X, Y>> {
    type Out = Layout<Bad<R, At, X, Y>, Bad<R, At, X, Y>>;
    #[inline(always)]
    fn into_layout(self) -> Self::Out {
        self.tail.into_layout()
    }
}
impl<R, At, X, Y> IntoTuple for Bad<R, At, X, Y> {
    type Out = Layout<Self, Self>;
    #[inline(always)]
    fn into_tuple(self) -> Self::Out {
        Layout::sound(self, self)
    }
}

/// A layout unless `Self` is a verdict.
pub trait Unless<S, D> {
    /// The layout, or the verdict.
    type Out;
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

/// What run time says where a verdict is reached without its bound: the same error.
#[cold]
pub(crate) fn failed<T>(error: Error) -> Result<T, Error> {
    Err(error)
}
