//! The messages: each rule has a trait without impls, whose `on_unimplemented` is the error.
//!
//! The words are those of the value level's `Rule`.

use core::marker::PhantomData;

use super::{Bad, HasResult, Of, Place, rule};
use crate::layout::Layout;
use crate::layout::swizzle::Swizzle;
use crate::leaf::decimal::Readable;

// A result that does not exist has parts whose types `Op` would have by a trait without impls.
macro_rules! no_parts {
    () => {
        type Shape<Q> = Op::Shape;
        type Stride<Q> = Op::Stride;
        fn layout<Q, R>(_: Layout<Q, R>) -> Layout<Op::Shape, Op::Stride> {
            Op::nothing()
        }
    };
}
macro_rules! rules {
    ($($rule:ident, $trait:ident: $message:literal $(, note $note:literal)?;)*) => {$(
        impl rule::Said for rule::$rule {
            const MESSAGE: &'static str = $message;
        }
        impl<Op, AS, AD, BS, BD, J, X, Y> HasResult<Op>
            for Bad<rule::$rule, Place<Layout<AS, AD>, Layout<BS, BD>, J>, X, Y>
        where
            AS: Readable, AD: Readable, BS: Readable, BD: Readable,
            J: Readable, X: Readable, Y: Readable,
            Op: $trait<AS::Name, AD::Name, BS::Name, BD::Name, J::Name, X::Name, Y::Name>,
        {
            no_parts!();
        }
        #[doc(hidden)]
        #[diagnostic::on_unimplemented(
            message = $message,
            label = "has no result",
            $(note = $note)?
        )]
        pub trait $trait<AS, AD, BS, BD, J, X, Y> {
            type Shape;
            type Stride;
            fn nothing() -> Layout<Self::Shape, Self::Stride>;
        }
    )*};
}
rules! {
    StrideDivisibility, StrideDivides:
        "inadmissible {AS}:{AD} {Self} {BS}:{BD}: stride divisibility, mode {J}: the remaining stride {X} and the extent {Y} do not divide each other";
    ShapeDivisibility, ShapeDivides:
        "inadmissible {AS}:{AD} {Self} {BS}:{BD}: shape divisibility, mode {J}: the remaining extent {X} is not a multiple of {Y}";
    Segregation, Segregated:
        "inadmissible {AS}:{AD} {Self} {BS}:{BD}: segregation, mode {J}: the modes of the right side carry into each other: one spans {X}, past the stride {Y} of another";
    Shift, ShiftsBits:
        "inadmissible {AS}:{AD} {Self} {BS}:{BD}: power of 2, mode {J}: the types scale XOR strides by powers of 2, not by {X}; the value level, `tilework::algebra`, has the answer";
    Complementability, SpanDivides:
        "inadmissible {AS}:{AD} {Self} {BS}:{BD}: complementability, mode {J}: the stride {X} is not a multiple of the span {Y} before it";
    Evenness, SpanDividesSize:
        "inadmissible {AS}:{AD} {Self} {BS}:{BD}: evenness, mode {J}: the size {X} is not a multiple of the span {Y}",
        note "divides and complements by `.._ceil` pad, and `predicated_tiles` and `predicated_divide` of a tensor leave out what lies outside";
    EvennessOfAll, SpanOfAllDivides:
        "inadmissible {AS}:{AD} {Self} {BS}:{BD}: evenness: the size {X} is not a multiple of the span {Y}",
        note "one layout divides all modes together, a tiler `layout!(<8,8>)` each mode; divides and complements by `.._ceil` pad, and `predicated_tiles` and `predicated_divide` of a tensor leave out what lies outside";
    Broadcast, NotBroadcast:
        "inadmissible {AS}:{AD} {Self} {BS}:{BD}: broadcast, mode {J}: a mode of stride {Y} and extent {X} has no complement";
    Codomain, OneCodomain:
        "inadmissible {AS}:{AD} {Self} {BS}:{BD}: codomain: the strides are not of one integer-semimodule";
    Profile, RanksEqual:
        "inadmissible {AS}:{AD} {Self} {BS}:{BD}: profile: the left side has {X} modes, the right side {Y}";
    KnownOrder, OrderKnown:
        "inadmissible {AS}:{AD} {Self} {BS}:{BD}: known order, mode {J}: the order of dynamic strides is not known to the types; the value level, `tilework::algebra`, has the answer";
    EqualExtents, ExtentsEqual:
        "inadmissible {AS}:{AD} {Self} {BS}:{BD}: equal extents: the tile has {X} elements, the layout {Y}";
    StaticLayout, BothStatic:
        "inadmissible {AS}:{AD} {Self} {BS}:{BD}: static layout: both are static; at run time the value level, `tilework::algebra`, has the answer";
}

macro_rules! rules_of_one {
    ($($rule:ident, $trait:ident: $message:literal;)*) => {$(
        impl<Op, S, D, J, X, Y> HasResult<Op> for Bad<rule::$rule, Of<Layout<S, D>, J>, X, Y>
        where
            S: Readable, D: Readable, J: Readable, X: Readable, Y: Readable,
            Op: $trait<S::Name, D::Name, J::Name, X::Name, Y::Name>,
        {
            no_parts!();
        }
        #[doc(hidden)]
        #[diagnostic::on_unimplemented(message = $message, label = "has no result")]
        pub trait $trait<S, D, J, X, Y> {
            type Shape;
            type Stride;
            fn nothing() -> Layout<Self::Shape, Self::Stride>;
        }
    )*};
}
/// The rules that functions of kinds refuse too.
macro_rules! rules_of_kinds {
    ($($rule:ident, $trait:ident: $message:literal;)*) => {
        $(
            impl rule::Said for rule::$rule {
                const MESSAGE: &'static str = $message;
            }
        )*
        rules_of_one! { $($rule, $trait: $message;)* }
    };
}
rules_of_kinds! {
    ModeRange, ModeThere:
        "inadmissible {Self} {S}:{D}: mode range: there is no mode {X} among {Y}";
    Overlap, NotOverlapping:
        "inadmissible {Self} {S}:{D}: overlap, mode {J}: the stride {X} is below the span {Y} of the modes before it; the value level, `tilework::algebra`, has the answer";
    Digits, BelowStride:
        "inadmissible {Self} {S}:{D}: digits: the modes before the stride {X} reach the offset {Y}; other digits are looked for at the value level, `tilework::algebra`";
    Divisibility, StrideBeforeDivides:
        "inadmissible {Self} {S}:{D}: divisibility: the stride {X} is not a multiple of the stride {Y} before it; other digits are looked for at the value level, `tilework::algebra`";
}
rules_of_one! {
    ReversedRange, RangeForward:
        "inadmissible {Self} {S}:{D}: mode range: the range of modes begins at {X}, behind its end {Y}";
    Permutation, EachModeOnce:
        "inadmissible {Self} {S}:{D}: permutation: not each mode is taken once by {X}";
    Codomain, OneCodomainOfOne:
        "inadmissible {Self} {S}:{D}: codomain: the strides are not of one integer-semimodule";
    KnownOrder, OrderOfOneKnown:
        "inadmissible {Self} {S}:{D}: known order, mode {J}: the order of dynamic strides is not known to the types; the value level, `tilework::algebra`, has the answer";
    Complementability, SpanOfOneDivides:
        "inadmissible {Self} {S}:{D}: complementability, mode {J}: the stride {X} is not a multiple of the span {Y} before it";
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
    NoOrder, HasOrder:
        "inadmissible {Self} {S}:{D}: codomain: coordinates have no order";
    NoElements, PlacesInMemory:
        "inadmissible {Self} {S}:{D}: codomain: the offsets are coordinates, and no places in memory";
    Alignment, StayTogether:
        "inadmissible {Self} {S}:{D}: alignment: {X} offsets stay together, not {Y}";
    Torn, BlocksWhole:
        "inadmissible {Self} F o {S}:{D}: alignment: {X} offsets of F stay together, not {Y}";
    WholeElements, ElementsWhole:
        "inadmissible {Self} {S}:{D}: whole elements: the instruction keeps {X} bits together, and tears elements of {Y}: those of a divisor of {X} stay whole";
    Added, WholeAdded:
        "inadmissible {Self} F o {X} o {S}:{D}: alignment: the offset {X} that is added is no multiple of {Y}, as many elements as become one";
    Overflow, ResultFits:
        "inadmissible operands of {Self}: overflow: the exact result does not fit the integers used: {S}:{D} has a size or cosize of 2^63 or more";
    Misaligned, AllAligned:
        "inadmissible {Self} {S}:{D}: alignment, mode {J}: {X} offsets stay together, not {Y}";
}

macro_rules! rules_of_swizzles {
    ($($rule:ident, $trait:ident: $message:literal;)*) => {$(
        impl<Op, B, M, S, X, Y> HasResult<Op> for Bad<rule::$rule, Of<Swizzle<B, M, S>>, X, Y>
        where
            Swizzle<B, M, S>: Readable, X: Readable, Y: Readable,
            Op: $trait<<Swizzle<B, M, S> as Readable>::Name, X::Name, Y::Name>,
        {
            no_parts!();
        }
        #[doc(hidden)]
        #[diagnostic::on_unimplemented(message = $message, label = "has no result")]
        pub trait $trait<F, X, Y> {
            type Shape;
            type Stride;
            fn nothing() -> Layout<Self::Shape, Self::Stride>;
        }
    )*};
}
rules_of_swizzles! {
    FactorPowerOfTwo, FactorOfSwizzleIsPower:
        "inadmissible {Self} {F}: power of 2: the extent {X} is not a power of 2, as bits of coordinates are taken";
    Alignment, StayTogetherUnder:
        "inadmissible {Self} {F}: alignment: {X} offsets stay together, not {Y}";
}

impl<Op, X: Readable, Y: Readable> HasResult<Op> for Bad<rule::TilerRank, (), X, Y>
where
    Op: TilerFits<X::Name, Y::Name>,
{
    no_parts!();
}
impl rule::Said for rule::TilerRank {
    const MESSAGE: &'static str = "{S}:{D}: tiler rank: the tiler has {X} modes, the layout {Y}";
}
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "inadmissible operands of {Self}: tiler rank: the tiler has {X} modes, the layout {Y}",
    label = "has no result"
)]
pub trait TilerFits<X, Y> {
    type Shape;
    type Stride;
    fn nothing() -> Layout<Self::Shape, Self::Stride>;
}

impl<Op: LeavesOfOneInteger> HasResult<Op> for Bad<rule::OneInteger, (), (), ()> {
    no_parts!();
}
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "inadmissible operands of {Self}: one integer type: some dynamic leaves are `u32`, others `usize`",
    label = "has no result"
)]
pub trait LeavesOfOneInteger {
    type Shape;
    type Stride;
    fn nothing() -> Layout<Self::Shape, Self::Stride>;
}

impl<Op: NothingPlain> HasResult<Op> for Bad<rule::Plain, (), (), ()> {
    no_parts!();
}
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "inadmissible operands of {Self}: leaf: plain integers, tuples and arrays are none: write `leaf(n)`, `hlist![..]`, or in `layout!` `n:1`, `(n,8)`; a tiler of several modes is `layout!(<8,8>)`, of dynamic integers `layout!(<m:1,n:1>)`",
    label = "has no result"
)]
pub trait NothingPlain {
    type Shape;
    type Stride;
    fn nothing() -> Layout<Self::Shape, Self::Stride>;
}

macro_rules! rules_of_operands {
    ($($rule:ident, $trait:ident: $message:literal;)*) => {$(
        impl<Op: $trait> HasResult<Op> for Bad<rule::$rule, (), (), ()> {
            no_parts!();
        }
        #[doc(hidden)]
        #[diagnostic::on_unimplemented(message = $message, label = "has no result")]
        pub trait $trait {
            type Shape;
            type Stride;
            fn nothing() -> Layout<Self::Shape, Self::Stride>;
        }
    )*};
}
rules_of_operands! {
    ComposedTiler, NotByComposed:
        "inadmissible operands of {Self}: tiler: a composed layout is a tile, a grid or the tiler of a mode in literals only: `layout!(zipped_divide((8,8), <Sw<1,0,2> o (4,2):(2,1), _>))`";
    ComposedOfPoints, PointsPlain:
        "inadmissible operands of {Self}: codomain: coordinates have no composed form: with a layout into them goes no composed layout, in literals neither";
    ComposedInverse, NotOfComposed:
        "inadmissible operands of {Self}: inverse: a composed layout has one in literals, `layout!(right_inverse(Sw<1,0,2> o (4,3):(3,1)))`, and at the value level, `to_value().right_inverse()`";
    ComposedComplement, NoneOfComposed:
        "inadmissible operands of {Self}: complement: a composed layout has one in literals: `layout!(complement(Sw<1,0,2> o 0 o (4,2):(2,1), 64))`";
    OfBits, NotOfBits:
        "inadmissible operands of {Self}: XOR strides: values and literals in the macros have this; in the types data with XOR strides is read, sliced and divided by layouts with integer strides; `Composed::of(a, b)` is `a o b`";
    OfPoints, NotOfPoints:
        "inadmissible operands of {Self}: codomain: values and literals in the macros have this of coordinates, as `layout!(right_inverse((4,8):(e0,e1)))`; in the types a tile for each mode is `layout!(<4,8>)`";
    OfFunctions, NotOfFunctions:
        "inadmissible operands of {Self}: function: values and literals in the macros have this; in the types elements have another width under swizzles only";
    BeforeFunction, NotBeforeFunction:
        "inadmissible operands of {Self}: function: values and literals in the macros have a swizzle or a composed layout on the right; in the types a swizzle stands on the left: `swizzle o layout`";
    BesideFunction, NotBesideFunction:
        "inadmissible operands of {Self}: function: values and literals in the macros have composed layouts side by side; in the types modes are put together first: `Composed::of(f, append(a, b))`";
}

impl<Op: ByValue> HasResult<Op> for Bad<rule::Borrowed, (), (), ()> {
    no_parts!();
}
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "inadmissible operands of {Self}: reference: layouts and tilers are `Copy`: give the value",
    label = "has no result"
)]
pub trait ByValue {
    type Shape;
    type Stride;
    fn nothing() -> Layout<Self::Shape, Self::Stride>;
}

/// The shape `S` that a tile fills.
pub struct ToShape<S>(PhantomData<S>);
impl<Op, AS, AD, S, J, X, Y> HasResult<Op>
    for Bad<rule::Evenness, Place<Layout<AS, AD>, ToShape<S>, J>, X, Y>
where
    AS: Readable,
    AD: Readable,
    S: Readable,
    J: Readable,
    X: Readable,
    Y: Readable,
    Op: TilesFill<AS::Name, AD::Name, S::Name, J::Name, X::Name, Y::Name>,
{
    no_parts!();
}
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "inadmissible {AS}:{AD} {Self} {S}: evenness, mode {J}: the size {X} is not a multiple of the span {Y}",
    label = "has no result"
)]
pub trait TilesFill<AS, AD, S, J, X, Y> {
    type Shape;
    type Stride;
    fn nothing() -> Layout<Self::Shape, Self::Stride>;
}
