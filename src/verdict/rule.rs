//! The rules that types can break.

use super::Position;

/// A rule by its name.
pub trait Named {
    /// Its name, as in the value level's errors.
    const NAME: &'static str;
}
/// A rule with its message, in which `{J}` is the mode and `{X}` and `{Y}` are the numbers.
pub trait Said {
    /// The message from the name of the rule on.
    const MESSAGE: &'static str;
}
/// A rule that integers break.
pub trait OfIntegers: Named + Said {
    /// The rule, if operands whose first leaf is at `J` break it.
    type At<J: Position>: OfIntegers;
}
macro_rules! of_integers {
    ($($rule:ident)*) => {$(
        impl OfIntegers for $rule {
            type At<J: Position> = Self;
        }
    )*};
}
of_integers! {
    StrideDivisibility ShapeDivisibility Segregation Complementability Broadcast KnownOrder Evenness
    Overlap Digits Divisibility EitherDivides Shift ModeRange TilerRank Extent NoElements
}
impl OfIntegers for EvennessOfAll {
    type At<J: Position> = J::Evenness;
}

macro_rules! named {
    ($($rule:ident: $name:literal;)*) => {$(
        impl Named for $rule {
            const NAME: &'static str = $name;
        }
    )*};
}
macro_rules! named_in_table {
    (
        said {$($name:literal, $value:ident $fields:tt $numbers:tt, types [$($rule:ident)+] $messages:tt)*}
        named {$($other_name:literal, values $values:tt, types [$($other:ident)+];)*}
    ) => {
        $(named! { $($rule: $name;)+ })*
        $(named! { $($other: $other_name;)+ })*
    };
}
tilework_algebra::table_of_rules!(named_in_table);
// The value level has no such rules.
named! {
    KnownOrder: "known order";
    OneInteger: "one integer type";
    Plain: "leaf";
    ComposedTiler: "tiler";
    ComposedInverse: "inverse";
    ComposedComplement: "complement";
    Borrowed: "reference";
    OfBits: "XOR strides";
    OfFunctions: "function";
    BeforeFunction: "function";
    BesideFunction: "function";
    StaticLayout: "static layout";
}

/// Names no rule: the mode does not exist, or what is missing was refused before.
pub struct NoResult;
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
/// See [`Rule::Evenness`](tilework_algebra::Rule): the rule of all modes together.
pub struct EvennessOfAll;
/// See [`Rule::Broadcast`](tilework_algebra::Rule).
pub struct Broadcast;
/// A complement needs the order of the strides, which dynamic ones do not have.
pub struct KnownOrder;
/// Plain integers, tuples and arrays are no operands; `Dyn` and hlists are.
pub struct Plain;
/// Tiles, grids and tilers of modes must be layouts.
pub struct ComposedTiler;
/// The types have no inverses of composed layouts.
pub struct ComposedInverse;
/// The types have no complements of composed layouts.
pub struct ComposedComplement;
/// The types have XOR strides only where data is read, sliced and divided.
pub struct OfBits;
/// The types have no complements and inverses of layouts into coordinates, nor operations that need them.
pub struct OfPoints;
/// Under functions of offsets, the types recast only swizzles.
pub struct OfFunctions;
/// The types have functions of offsets, swizzles and composed layouts, on the left only.
pub struct BeforeFunction;
/// The types have no composed layouts side by side.
pub struct BesideFunction;
/// Coordinates have no composed form.
pub struct ComposedOfPoints;
/// The number that is added to offsets must be a multiple of the larger elements.
pub struct Added;
/// Operands are passed by value.
pub struct Borrowed;
/// The dynamic leaves of all operands must be all `usize` or all `u32`.
pub struct OneInteger;
/// See [`Rule::PowerOfTwo`](tilework_algebra::Rule): the rule of a factor, not of a mode.
pub struct FactorPowerOfTwo;
/// See [`Rule::PowerOfTwo`](tilework_algebra::Rule): the types scale bits by shifting them.
pub struct Shift;
/// See [`Rule::TilerRank`](tilework_algebra::Rule).
pub struct TilerRank;
/// See [`Rule::ModeRange`](tilework_algebra::Rule).
pub struct ModeRange;
/// See [`Rule::ReversedRange`](tilework_algebra::Rule).
pub struct ReversedRange;
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
/// See [`Rule::Profile`](tilework_algebra::Rule): the rule of an order and a shape.
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
/// See [`Rule::Alignment`](tilework_algebra::Rule): the stride of one mode breaks it.
pub struct Misaligned;
/// See [`Rule::Alignment`](tilework_algebra::Rule): the rule of what moves the elements.
pub struct Torn;
/// See [`Rule::WholeElements`](tilework_algebra::Rule).
pub struct WholeElements;
/// Functions that decide everything at compile time take static layouts.
pub struct StaticLayout;
/// See [`Rule::Codomain`](tilework_algebra::Rule): the strides have no order.
pub struct NoOrder;
/// See [`Rule::Codomain`](tilework_algebra::Rule): the offsets are no places in memory.
pub struct NoElements;
/// See [`Rule::Overflow`](tilework_algebra::Rule).
pub struct Overflow;
