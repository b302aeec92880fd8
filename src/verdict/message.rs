//! The messages: each rule has a trait without impls, whose `on_unimplemented` is the error.
//!
//! The messages that the value level says too are in `table_of_rules` of `tilework-algebra`. Those written here are of the
//! types alone, or the value level says them with other words.

use core::marker::PhantomData;

use tilework_algebra::error::from_name;
use tilework_algebra::table_of_rules;

use super::rule::Named as _;
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
macro_rules! of_two {
    ($($rule:ident, $trait:ident: $message:literal $(, note $note:literal)?;)*) => {$(
        impl rule::Said for rule::$rule {
            const MESSAGE: &'static str = from_name($message, Self::NAME);
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
of_two! {
    Shift, ShiftsBits:
        "inadmissible {AS}:{AD} {Self} {BS}:{BD}: power of 2, mode {J}: the types scale XOR strides by powers of 2, not by {X}; the value level, `tilework::algebra`, has the answer";
    Profile, RanksEqual:
        "inadmissible {AS}:{AD} {Self} {BS}:{BD}: profile: the left side has {X} modes, the right side {Y}";
    KnownOrder, OrderKnown:
        "inadmissible {AS}:{AD} {Self} {BS}:{BD}: known order, mode {J}: the order of dynamic strides is not known to the types; the value level, `tilework::algebra`, has the answer";
    EqualExtents, ExtentsEqual:
        "inadmissible {AS}:{AD} {Self} {BS}:{BD}: equal extents: the tile has {X} elements, the layout {Y}";
    StaticLayout, BothStatic:
        "inadmissible {AS}:{AD} {Self} {BS}:{BD}: static layout: both are static; at run time the value level, `tilework::algebra`, has the answer";
}

macro_rules! of_one {
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
/// Rules that functions of kinds refuse too.
macro_rules! of_one_and_kinds {
    ($($rule:ident, $trait:ident: $message:literal;)*) => {
        $(
            impl rule::Said for rule::$rule {
                const MESSAGE: &'static str = from_name($message, Self::NAME);
            }
        )*
        of_one! { $($rule, $trait: $message;)* }
    };
}
of_one_and_kinds! {
    Digits, BelowStride:
        "inadmissible {Self} {S}:{D}: digits: the modes before the stride {X} reach the offset {Y}; other digits are looked for at the value level, `tilework::algebra`";
    Divisibility, StrideBeforeDivides:
        "inadmissible {Self} {S}:{D}: divisibility: the stride {X} is not a multiple of the stride {Y} before it; other digits are looked for at the value level, `tilework::algebra`";
    Extent, FactorPositive:
        "inadmissible {Self} {S}:{D}: positive extent: a factor or width must be at least 1, not {X}";
    NoElements, PlacesInMemory:
        "inadmissible {Self} {S}:{D}: codomain: the offsets are coordinates, and no places in memory";
}
of_one! {
    Permutation, EachModeOnce:
        "inadmissible {Self} {S}:{D}: permutation: not each mode is taken once by {X}";
    KnownOrder, OrderOfOneKnown:
        "inadmissible {Self} {S}:{D}: known order, mode {J}: the order of dynamic strides is not known to the types; the value level, `tilework::algebra`, has the answer";
    Profile, ProfileFits:
        "inadmissible {Self} {S}:{D}: profile: the profile of {X} does not fit";
    OrderProfile, OrderFits:
        "inadmissible {Self} the shape {S}: profile: the order {D} does not fit";
    CoordinateRange, CoordinateInside:
        "inadmissible {Self} {S}:{D}: coordinate range: it reaches {X} in a tile of {Y} elements";
    NoOrder, HasOrder:
        "inadmissible {Self} {S}:{D}: codomain: coordinates have no order";
    Torn, BlocksWhole:
        "inadmissible {Self} F o {S}:{D}: alignment: {X} offsets of F stay together, not {Y}";
    Added, WholeAdded:
        "inadmissible {Self} F o {X} o {S}:{D}: alignment: the offset {X} that is added is no multiple of {Y}, as many elements as become one";
}

macro_rules! of_swizzle {
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

macro_rules! of_tiler {
    ($rule:ident, $trait:ident: $message:literal;) => {
        impl rule::Said for rule::$rule {
            const MESSAGE: &'static str = from_name($message, Self::NAME);
        }
        impl<Op, X: Readable, Y: Readable> HasResult<Op> for Bad<rule::$rule, (), X, Y>
        where
            Op: $trait<X::Name, Y::Name>,
        {
            no_parts!();
        }
        #[doc(hidden)]
        #[diagnostic::on_unimplemented(message = $message, label = "has no result")]
        pub trait $trait<X, Y> {
            type Shape;
            type Stride;
            fn nothing() -> Layout<Self::Shape, Self::Stride>;
        }
    };
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

macro_rules! of_operands {
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
of_operands! {
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
macro_rules! to_shape {
    ($rule:ident, $trait:ident: $message:literal;) => {
        impl<Op, AS, AD, S, J, X, Y> HasResult<Op>
            for Bad<rule::$rule, Place<Layout<AS, AD>, ToShape<S>, J>, X, Y>
        where
            AS: Readable,
            AD: Readable,
            S: Readable,
            J: Readable,
            X: Readable,
            Y: Readable,
            Op: $trait<AS::Name, AD::Name, S::Name, J::Name, X::Name, Y::Name>,
        {
            no_parts!();
        }
        #[doc(hidden)]
        #[diagnostic::on_unimplemented(message = $message, label = "has no result")]
        pub trait $trait<AS, AD, S, J, X, Y> {
            type Shape;
            type Stride;
            fn nothing() -> Layout<Self::Shape, Self::Stride>;
        }
    };
}

macro_rules! of_both_levels {
    (
        said {$(
            $name:literal, $value:ident $fields:tt $numbers:tt, types $types:tt {
                $($operands:ident $rule:ident $trait:ident: $message:literal $(, note $note:literal)?;)+
            }
        )*}
        named $named:tt
    ) => { $($($operands! { $rule, $trait: $message $(, note $note)?; })+)* };
}
table_of_rules!(of_both_levels);
