//! The rules that types can break.

use super::{Bad, Or, Verdict};
use crate::sorts::{Generally, Generic};

/// A rule by its name.
pub trait Named {
    /// Its name, as in the value level's errors.
    const NAME: &'static str;
    /// What is said where bits have the verdict `B`: that, if only they could have a result, else `V`, which
    /// is of this rule.
    type OrBits<B, V>;
}
/// A rule that does not hold.
pub trait Broken<At, X, Y> {
    /// The verdict that says so.
    type Verdict: Or;
}
impl<R: Named, At, X, Y> Broken<At, X, Y> for R {
    type Verdict = Bad<R, At, X, Y>;
}
// The general way refuses what the static one does, and says why.
impl<F, A, B, J, O, V> Broken<Generic<F, A, B, J>, (), ()> for Unnamed
where
    F: Generally<A, B, J, Out = O>,
    O: Verdict<Out = V>,
    V: Or + IsBad,
{
    type Verdict = V;
}
/// A verdict that refuses.
pub trait IsBad {}
impl<R, At, X, Y> IsBad for Bad<R, At, X, Y> {}

macro_rules! named {
    ($($rule:ident: $name:literal, $or_bits:ident;)*) => {$(
        impl Named for $rule {
            const NAME: &'static str = $name;
            type OrBits<B, V> = $or_bits;
        }
    )*};
}
named! {
    StrideDivisibility: "stride divisibility", V;
    ShapeDivisibility: "shape divisibility", V;
    Segregation: "segregation", V;
    Complementability: "complementability", V;
    Evenness: "evenness", V;
    EvennessOfAll: "evenness", V;
    Broadcast: "broadcast", V;
    KnownOrder: "known order", V;
    KnownBits: "known bits", V;
    OneInteger: "one integer type", V;
    Plain: "leaf", V;
    ComposedTiler: "tiler", V;
    ComposedInverse: "inverse", V;
    ComposedComplement: "complement", V;
    ComposedLocation: "location", V;
    ComposedOfPoints: "codomain", V;
    Added: "alignment", V;
    Borrowed: "reference", V;
    PowerOfTwo: "power of 2", V;
    FactorPowerOfTwo: "power of 2", V;
    Carries: "carries", V;
    Shift: "power of 2", B;
    TilerRank: "tiler rank", V;
    ModeRange: "mode range", V;
    ReversedRange: "mode range", V;
    Permutation: "permutation", V;
    Overlap: "overlap", V;
    Digits: "digits", V;
    Divisibility: "divisibility", V;
    Profile: "profile", V;
    OrderProfile: "profile", V;
    EitherDivides: "divisibility", V;
    Extent: "positive extent", V;
    Elements: "positive extent", V;
    Codomain: "codomain", V;
    ScaledBasis: "scaled basis", V;
    SumInverted: "scaled basis", V;
    CoordinateRange: "coordinate range", V;
    EqualExtents: "equal extents", V;
    Compactness: "compactness", V;
    Alignment: "alignment", V;
    Misaligned: "alignment", V;
    Torn: "alignment", V;
    UnitStride: "unit stride", V;
    Contained: "coordinate range", V;
    StaticLayout: "static layout", V;
    NoOrder: "codomain", V;
    NoElements: "codomain", V;
    NoPlace: "coordinate profile", V;
    Swizzle: "swizzle", V;
    Overflow: "overflow", V;
}

/// One of the others: which one is asked of the general way when the verdict is.
pub struct Unnamed;
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
/// See [`Rule::Evenness`](tilework_algebra::Rule): that of all modes together.
pub struct EvennessOfAll;
/// See [`Rule::Broadcast`](tilework_algebra::Rule).
pub struct Broadcast;
/// A complement needs the order of the strides, which dynamic ones do not have.
pub struct KnownOrder;
/// Plain integers, tuples and arrays are no operands, `Dyn` and hlists are.
pub struct Plain;
/// Tiles, grids and tilers of modes are layouts.
pub struct ComposedTiler;
/// The types have no inverses of composed layouts.
pub struct ComposedInverse;
/// The types have no complements of composed layouts.
pub struct ComposedComplement;
/// The types have no locations with composed layouts.
pub struct ComposedLocation;
/// Coordinates have no composed form.
pub struct ComposedOfPoints;
/// What is added to offsets is a multiple of larger elements.
pub struct Added;
/// Operands are given by value.
pub struct Borrowed;
/// The leaves of run time of all operands are `usize`, or all are `u32`.
pub struct OneInteger;
/// What has XOR strides needs their bits and those of the extents, which dynamic leaves do not have.
pub struct KnownBits;
/// See [`Rule::PowerOfTwo`](tilework_algebra::Rule).
pub struct PowerOfTwo;
/// See [`Rule::PowerOfTwo`](tilework_algebra::Rule): that of a factor, of no mode.
pub struct FactorPowerOfTwo;
/// See [`Rule::PowerOfTwo`](tilework_algebra::Rule): the types scale bits by shifting them.
pub struct Shift;
/// See [`Rule::Carries`](tilework_algebra::Rule).
pub struct Carries;
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
/// See [`Rule::Profile`](tilework_algebra::Rule): that of an order and a shape.
pub struct OrderProfile;
/// See [`Rule::Divisibility`](tilework_algebra::Rule).
pub struct EitherDivides;
/// See [`Rule::Extent`](tilework_algebra::Rule).
pub struct Extent;
/// See [`Rule::Extent`](tilework_algebra::Rule): of elements that are distributed.
pub struct Elements;
/// See [`Rule::Codomain`](tilework_algebra::Rule).
pub struct Codomain;
/// See [`Rule::ScaledBasis`](tilework_algebra::Rule).
pub struct ScaledBasis;
/// See [`Rule::ScaledBasis`](tilework_algebra::Rule): the types have no left inverses of sums.
pub struct SumInverted;
/// See [`Rule::CoordinateOutside`](tilework_algebra::Rule).
pub struct CoordinateRange;
/// See [`Rule::EqualExtents`](tilework_algebra::Rule).
pub struct EqualExtents;
/// See [`Rule::Compactness`](tilework_algebra::Rule).
pub struct Compactness;
/// See [`Rule::Alignment`](tilework_algebra::Rule).
pub struct Alignment;
/// See [`Rule::Alignment`](tilework_algebra::Rule): because of the stride of one mode.
pub struct Misaligned;
/// See [`Rule::Alignment`](tilework_algebra::Rule): of what moves the elements.
pub struct Torn;
/// See [`Rule::UnitStride`](tilework_algebra::Rule).
pub struct UnitStride;
/// See [`Rule::CoordinateOutside`](tilework_algebra::Rule): of offsets that are looked for.
pub struct Contained;
/// What is decided while compiling throughout takes static layouts.
pub struct StaticLayout;
/// See [`Rule::Codomain`](tilework_algebra::Rule): strides of which none comes before another.
pub struct NoOrder;
/// See [`Rule::Codomain`](tilework_algebra::Rule): offsets that are no places in memory.
pub struct NoElements;
/// See [`Rule::Swizzle`](tilework_algebra::Rule): a function that is none.
pub struct Swizzle;
/// See [`Rule::CoordinateProfile`](tilework_algebra::Rule): a place that the left side does not have.
pub struct NoPlace;
/// See [`Rule::Overflow`](tilework_algebra::Rule).
pub struct Overflow;
