//! Location: where in a layout the offsets are that an instruction accesses.

use core::ops::BitAnd;

use frunk_core::hlist::HNil;
use tilework_algebra::{Error, Operation};
use typenum::{B0, B1, Equal, Greater, IsEqual, Less};

use crate::layout::codomain::{Bits, Integers, Kind, Points, Several, Zero};
use crate::layout::modes::{StaticReach, StaticSize};
use crate::layout::{AnyLayout, Layout, Truth, injectivity};
use crate::leaf::arithmetic::Versus;
use crate::leaf::int::Known;
use crate::operation::coalesce::CoalescedModes;
use crate::operation::kind::{Last, Leaves, Then};
use crate::operation::left_inverse::InvertLeft;
use crate::operation::max_common::ComposeUnless;
use crate::plain::plain;
use crate::verdict::{Bad, HasResult, Of, Place, ResultOf, Verdict, every, operation, rule};

/// The layout of the coordinates of `data` at which the offsets of `instruction` are:
/// `data(r(i)) = instruction(i)`, `r = l o instruction` with `l` the
/// [`left_inverse`](crate::operation::left_inverse()) of `data` (004, section 3.4.4). Both are static.
///
/// [`zipped_divide`](crate::operation::zipped_divide()) of `data` by `r` then has what the instruction accesses as
/// its tile.
///
/// **Errors.** While compiling: *coordinate range*, if an offset is none of `data`, or the left inverse
/// does not find it; *static layout*; *codomain*.
///
/// ```
/// use tilework::atom::{self, Tcgen05_32x32b};
/// use tilework::{Layout, layout, typenum::U2, operation::locate};
/// // Accumulators of 128 lanes and 256 columns of tensor memory.
/// let accumulators = layout!((128,256):(65536,1));
/// let instruction = atom::addresses(Tcgen05_32x32b::<U2>::new());
/// let place: Layout!((2,128):(128,1)) = locate(accumulators, instruction);
/// assert_eq!(place.to_string(), "(2,128):(128,1)");
/// ```
///
/// ```compile_fail
/// # use tilework::{atom, layout, typenum::U2, operation::locate};
/// // With 64 lanes it has no place.
/// locate(layout!((64,256):(65536,1)), atom::addresses(atom::Tcgen05_32x32b::<U2>::new()));
/// ```
///
/// # Panics
/// Where [`try_locate`] is an error.
#[inline(always)]
#[track_caller]
pub fn locate<R: ResultOf<operation::locate_in> + Known, L: LocateOffsets<T, Result = R>, T>(
    data: L,
    instruction: T,
) -> R::Layout {
    plain(try_locate(data, instruction))
}

/// [`locate`] with the errors of run time returned.
///
/// # Errors
/// [`Rule::Injectivity`](crate::Rule) if `data` has several coordinates for an offset, or the
/// instruction accesses one twice.
#[inline(always)]
pub fn try_locate<R: ResultOf<operation::locate_in> + Known, L: LocateOffsets<T, Result = R>, T>(
    data: L,
    instruction: T,
) -> Result<R::Layout, Error> {
    data.each_once(instruction).map_err(|error| error.during(Operation::Locate))?;
    Ok(R::VALUE.layout())
}

/// Layouts that have all offsets of `T`: the bound of [`locate`].
pub trait LocateBy<T>:
    AnyLayout + LocateOffsets<T, Result: ResultOf<operation::locate_in, Layout: AnyLayout> + Known>
{
}
/// The type of [`locate`]'s result.
pub type Locate<L, T> = <<L as LocateOffsets<T>>::Result as ResultOf<operation::locate_in>>::Layout;

impl<L, T> LocateBy<T> for L
where
    L: AnyLayout + LocateOffsets<T>,
    L::Result: Verdict<Out: HasResult<operation::locate_in>>
        + ResultOf<operation::locate_in, Layout: AnyLayout>
        + Known,
{
}

/// [`LocateBy`] before the verdict.
#[diagnostic::on_unimplemented(
    message = "locate: not two layouts, or in generic code one without the bound `LocateBy<T>`"
)]
pub trait LocateOffsets<T>: Copy {
    /// The layout of the coordinates, with a verdict in it if there is none.
    type Result;
    /// That no offset is there twice.
    #[doc(hidden)]
    fn each_once(self, instruction: T) -> Result<(), Error>;
}
#[diagnostic::do_not_recommend]
impl<S, D, T, A, B, RS, RD> LocateOffsets<T> for Layout<S, D>
where
    Self: AnyLayout<IsStatic = A>,
    T: AnyLayout<IsStatic = B>,
    A: Truth,
    B: Truth,
    A::And<B>: LocateIf<Self, T, Out = Layout<RS, RD>>,
{
    type Result = Layout<RS, RD>;
    fn each_once(self, instruction: T) -> Result<(), Error> {
        injectivity::check(self.modes())?;
        injectivity::check(instruction.modes())
    }
}
/// Where the offsets of `T` are in `L`. `Self` says whether both are static.
pub trait LocateIf<L, T> {
    /// The layout of the coordinates, or the verdict.
    type Out;
}
impl<L, T> LocateIf<L, T> for B0 {
    type Out = Layout<OfRunTime<L, T>, OfRunTime<L, T>>;
}
type OfRunTime<L, T> = Bad<rule::StaticLayout, Place<L, T, every>, HNil, HNil>;
impl<L, T, LD, TD, K, J, R> LocateIf<L, T> for B1
where
    L: AnyLayout<Stride = LD>,
    T: AnyLayout<Stride = TD>,
    LD: Kind<Out = K>,
    TD: Kind<Out = J>,
    K: LocateKinds<J, L, T, Out = R>,
{
    type Out = R;
}
/// Where the offsets of `T` are in `L`, whose strides are of the kind `Self` and those of `T` of the kind `J`.
pub trait LocateKinds<J, L, T> {
    /// The layout of the coordinates, or the verdict.
    type Out;
}
macro_rules! kinds {
    ($($kind:ident $other:ident;)*) => {$(
        impl<L, T, IS, ID, V, RS, RD, U, W, XS, XD, Y, S, D> LocateKinds<$other, L, T> for $kind
        where
            L: AnyLayout + InvertLeft<Result = Layout<IS, ID>>,
            IS: Verdict<Out = V>,
            V: ComposeUnless<Layout<IS, ID>, T, Out = Layout<RS, RD>>,
            RS: Verdict<Out = U>,
            // Outside there may be no composition, and it would not matter.
            U: InsideUnless<L, T, Layout<RS, RD>, Out = W>,
            W: ComposeUnless<L, Layout<RS, RD>, Out = Layout<XS, XD>>,
            XS: Verdict<Out = Y>,
            Y: ThereUnless<L, T, Layout<RS, RD>, Layout<XS, XD>, Out = Layout<S, D>>,
        {
            type Out = Layout<S, D>;
        }
    )*};
}
kinds! {
    Zero Zero;
    Zero Integers;
    Integers Zero;
    Integers Integers;
}
macro_rules! refused {
    ($($kind:ident $($other:ident)*: $verdict:ty;)*) => {$($(
        impl<L, T> LocateKinds<$other, L, T> for $kind {
            type Out = Layout<$verdict, $verdict>;
        }
    )*)*};
}
refused! {
    Points Zero Integers Bits Points Several: NoOffsets<L>;
    Zero Points: NoOffsets<T>;
    Integers Points: NoOffsets<T>;
    Bits Points: NoOffsets<T>;
    Several Zero Integers Bits Points Several: NoCodomain<L, T>;
    Zero Several: NoCodomain<L, T>;
    Integers Several: NoCodomain<L, T>;
    Bits Several: NoCodomain<L, T>;
}
type NoOffsets<L> = Bad<rule::NoElements, Of<L>, HNil, HNil>;
type NoCodomain<L, T> = Bad<rule::Codomain, Place<L, T, every>, HNil, HNil>;

/// Whether the coordinates `R` are in the layout `L`, unless `Self` is a verdict.
pub trait InsideUnless<L, T, R> {
    /// `HNil`, or the verdict.
    type Out;
}
impl<L, T, R, M, N, RM, RR, F> InsideUnless<L, T, R> for HNil
where
    L: AnyLayout<Modes = M>,
    M: StaticSize<Size = N>,
    R: AnyLayout<Modes = RM>,
    RM: StaticReach<Reach = RR>,
    RR: Versus<N, Out = F>,
    F: InsideIf<L, T>,
{
    type Out = F::Out;
}
impl<L, T, R, Rule, At, A, B> InsideUnless<L, T, R> for Bad<Rule, At, A, B> {
    type Out = Self;
}
/// The verdict on offsets `T` in the layout `L`. `Self` is how their largest coordinate compares with
/// the size of it.
pub trait InsideIf<L, T> {
    /// `HNil`, or the verdict.
    type Out;
}
impl<L, T> InsideIf<L, T> for Less {
    type Out = HNil;
}
impl<L, T> InsideIf<L, T> for Equal {
    type Out = NotThere<L, T>;
}
impl<L, T> InsideIf<L, T> for Greater {
    type Out = NotThere<L, T>;
}
type NotThere<L, T> = Bad<rule::Contained, Place<L, T, every>, HNil, HNil>;

/// The coordinates `R`, if `X`, the offsets of the layout `L` there, are those of `T`, unless `Self`
/// is a verdict.
pub trait ThereUnless<L, T, R, X> {
    /// A layout.
    type Out;
}
impl<L, TS, TD, R, XS, XD, Same> ThereUnless<L, Layout<TS, TD>, R, Layout<XS, XD>> for HNil
where
    // There is one coalesced layout of a function.
    XS: Leaves<XD>,
    TS: Leaves<TD>,
    CoalescedOf<XS, XD>: SameModes<CoalescedOf<TS, TD>, Out = Same>,
    Same: ThereIf<L, Layout<TS, TD>, R>,
{
    type Out = Same::Out;
}
type CoalescedOf<S, D> = CoalescedModes<S, D>;
// The coordinates are outside, or carry from one mode into another.
impl<L, T, R, X, Rule, At, A, B> ThereUnless<L, T, R, X> for Bad<Rule, At, A, B> {
    type Out = Layout<NotThere<L, T>, NotThere<L, T>>;
}
/// The coordinates `R`. `Self` says whether their offsets in `L` are those of `T`.
pub trait ThereIf<L, T, R> {
    /// A layout.
    type Out;
}
impl<L, T, R> ThereIf<L, T, R> for B1 {
    type Out = R;
}
impl<L, T, R> ThereIf<L, T, R> for B0 {
    type Out = Layout<NotThere<L, T>, NotThere<L, T>>;
}

/// Whether two lists of static modes are the same, as `B1` or `B0`.
pub trait SameModes<T> {
    /// The answer.
    type Out;
}
impl SameModes<HNil> for HNil {
    type Out = B1;
}
impl<S, D, S1, D1, E, F> SameModes<Last<S1, D1>> for Last<S, D>
where
    S: IsEqual<S1, Output = E>,
    D: IsEqual<D1, Output = F>,
    E: BitAnd<F>,
{
    type Out = E::Output;
}
impl<S, D, T, S1, D1, T1, E, F, G, EF> SameModes<Then<S1, D1, T1>> for Then<S, D, T>
where
    S: IsEqual<S1, Output = E>,
    D: IsEqual<D1, Output = F>,
    T: SameModes<T1, Out = G>,
    E: BitAnd<F, Output = EF>,
    EF: BitAnd<G>,
{
    type Out = EF::Output;
}
macro_rules! other_rank {
    ($([$($g:ident)*] $left:ty, $right:ty;)*) => {$(
        impl<$($g),*> SameModes<$right> for $left {
            type Out = B0;
        }
    )*};
}
other_rank! {
    [S D] HNil, Last<S, D>;
    [S D] Last<S, D>, HNil;
    [S D T] HNil, Then<S, D, T>;
    [S D T] Then<S, D, T>, HNil;
    [S D S1 D1 T] Last<S, D>, Then<S1, D1, T>;
    [S D T S1 D1] Then<S, D, T>, Last<S1, D1>;
}
