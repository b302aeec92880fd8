//! Some of the modes at the top, or all in another order.

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation};
use typenum::{B0, B1, Diff, IsLessOrEqual, UInt, UTerm, Unsigned};

use crate::layout::any_result::{AnyResult, known_or};
use crate::layout::modes::{Mode, cons};
use crate::layout::nested::{LastOf, Missing, ModeAt, Nested, RankOf, Reaches, SplitAt};
use crate::layout::sealed::Seal;
use crate::layout::{AnyLayout, Layout};
use crate::leaf::int::Static;
use crate::leaf::into_leaf::IsStaticBehind;
use crate::operation::coalesce::IntoTuple;
use crate::verdict::{Bad, HasResult, Of, ResultOf, Verdict, operation, rule};

/// The modes `b, ..., e - 1` of a layout, as a tuple.
///
/// **Errors.** *Mode range*, while compiling, unless `b <= e <= rank(layout)`.
///
/// ```
/// use tilework::{Layout, layout};
/// let m = 5;
/// let layout = layout!((2,3,m,7):(1,2,6,30));
/// let taken: Layout!((3,_):(2,6)) = layout!(take(layout, 1, 3));
/// assert_eq!(taken.to_string(), "(3,5):(2,6)");
/// ```
#[inline(always)]
pub fn take<R: ResultOf<operation::take_of>, L: TakeRange<B, E, Result = R>, I, J, B, E>(
    layout: L,
    begin: I,
    end: J,
) -> R::Layout
where
    J: IsStaticBehind<I, B, E>,
{
    let _ = (begin, end);
    layout.take_range().layout()
}

/// Layouts with the modes `B, ..., E - 1`: the bound of [`take`].
pub trait TakeFrom<B, E>:
    AnyLayout + TakeRange<B, E, Result: ResultOf<operation::take_of, Layout: AnyLayout>>
{
}
/// The layout of the modes `B, ..., E - 1` of `L`, typenum integers.
pub type Take<L, B, E> = <<L as TakeRange<B, E>>::Result as ResultOf<operation::take_of>>::Layout;

impl<L, B, E> TakeFrom<B, E> for L
where
    L: AnyLayout + TakeRange<B, E>,
    L::Result: Verdict<Out: HasResult<operation::take_of>>
        + ResultOf<operation::take_of, Layout: AnyLayout>,
{
}

/// [`TakeFrom`] before the verdict.
#[diagnostic::on_unimplemented(
    message = "take: not a layout, or in generic code one without the bound `TakeFrom<B, E>`"
)]
pub trait TakeRange<B, E>: Copy {
    #[doc(hidden)]
    const SEAL: Seal;
    /// The layout of these modes, with a verdict in it if there are none.
    type Result;
    /// The layout.
    fn take_range(self) -> Self::Result;
}
#[diagnostic::do_not_recommend]
impl<S, D, B, E, P, Cut, RS, RD> TakeRange<B, E> for Layout<S, D>
where
    Self: AnyLayout<Shape = S, Stride = D>,
    S: Nested<D, Out = P>,
    P: CutOut<B, E, Self, Out = Cut>,
    Cut: Middle<Out = Layout<RS, RD>>,
{
    const SEAL: Seal = Seal;
    type Result = Layout<RS, RD>;
    #[inline(always)]
    fn take_range(self) -> Layout<RS, RD> {
        let (shape, stride) = self.parts();
        shape.parts(stride).cut_out().middle()
    }
}

/// The modes before `B`, the modes `B, ..., E - 1` and the others, of a list of modes of the
/// layout `L`.
pub trait CutOut<B, E, L> {
    /// A triple of lists, or the verdict.
    type Out;
    /// The lists.
    fn cut_out(self) -> Self::Out;
}
impl<P, B, E, L, F, G, Cut> CutOut<B, E, L> for P
where
    B: IsLessOrEqual<E, Output = F>,
    P: Reaches<E, Out = G>,
    (F, G): CutIf<P, B, E, L, Out = Cut>,
{
    type Out = Cut;
    #[inline(always)]
    fn cut_out(self) -> Cut {
        <(F, G)>::cut_if(self)
    }
}
/// [`CutOut`]. `Self` says whether `B <= E` and whether the list reaches to `E`.
pub trait CutIf<P, B, E, L> {
    /// A triple of lists, or the verdict.
    type Out;
    /// The lists.
    fn cut_if(modes: P) -> Self::Out;
}
impl<P, B, E, L, Front, Rest, Mid, Back> CutIf<P, B, E, L> for (B1, B1)
where
    P: SplitAt<B, Out = (Front, Rest)>,
    E: core::ops::Sub<B>,
    Rest: SplitAt<Diff<E, B>, Out = (Mid, Back)>,
{
    type Out = (Front, Mid, Back);
    #[inline(always)]
    fn cut_if(modes: P) -> Self::Out {
        let (front, rest) = modes.split_at();
        let (middle, back) = rest.split_at();
        (front, middle, back)
    }
}
macro_rules! out_of_range {
    ($($begin:ident $end:ident: $rule:ident($first:ty, $second:ty);)*) => {$(
        impl<P, B, E, L> CutIf<P, B, E, L> for ($begin, $end) {
            type Out = Bad<rule::$rule, Of<L>, $first, $second>;
            fn cut_if(_: P) -> Self::Out {
                Bad::new()
            }
        }
    )*};
}
out_of_range! {
    B0 B0: ReversedRange(Static<B>, Static<E>);
    B0 B1: ReversedRange(Static<B>, Static<E>);
    B1 B0: ModeRange(LastOf<B, E>, RankOf<P>);
}

/// The layout of the middle of three lists.
pub trait Middle {
    /// The layout.
    type Out;
    /// The layout.
    fn middle(self) -> Self::Out;
}
impl<Front, Mid: IntoTuple, Back> Middle for (Front, Mid, Back) {
    type Out = Mid::Out;
    #[inline(always)]
    fn middle(self) -> Mid::Out {
        self.1.into_tuple()
    }
}
impl<R, At, X, Y> Middle for Bad<R, At, X, Y> {
    type Out = Layout<Self, Self>;
    fn middle(self) -> Self::Out {
        Layout::sound(self, self)
    }
}

/// The modes `modes` in this order, counted from 0: mode `k` of the result is mode `modes[k]`.
///
/// `modes` is an hlist of static integers. A mode may be there several times. (003, definition
/// 2.1.3.1, *restriction*, for increasing ones.)
///
/// **Errors.** *Mode range*, while compiling; of a mode that is there several times, overflow.
///
/// ```
/// use tilework::{Layout, layout};
/// let layout = layout!((2,3,(5,7)):(1,2,(6,30)));
/// let selected: Layout!(((5,7),2):((6,30),1)) = layout!(select(layout, [2,0]));
/// assert_eq!(selected.to_string(), "((5,7),2):((6,30),1)");
/// ```
///
/// # Panics
/// Where [`try_select`] is an error.
#[inline(always)]
#[track_caller]
pub fn select<R: ResultOf<operation::select_of>, L: SelectModes<P, Result = R>, P>(
    layout: L,
    modes: P,
) -> R::Layout {
    let _ = modes;
    R::known_or_panic(layout, SelectModes::try_select).layout()
}

/// [`select`] with the errors of run time returned.
///
/// # Errors
/// Overflow, where a mode is there several times.
#[inline(always)]
pub fn try_select<R: ResultOf<operation::select_of>, L: SelectModes<P, Result = R>, P>(
    layout: L,
    modes: P,
) -> Result<R::Layout, Error> {
    let _ = modes;
    known_or(|| layout.try_select()).map(R::layout)
}

/// Layouts with the modes `P`, an hlist of static integers: the bound of [`select`].
pub trait SelectBy<P>:
    AnyLayout + SelectModes<P, Result: ResultOf<operation::select_of, Layout: AnyLayout>>
{
}
/// The layout of the modes `P` of `L`: `Select<L, HList![Static<U2>, Static<U0>]>`.
pub type Select<L, P> = <<L as SelectModes<P>>::Result as ResultOf<operation::select_of>>::Layout;

impl<L, P> SelectBy<P> for L
where
    L: AnyLayout + SelectModes<P>,
    L::Result: Verdict<Out: HasResult<operation::select_of>>
        + ResultOf<operation::select_of, Layout: AnyLayout>,
{
}

/// [`SelectBy`] before the verdict.
#[diagnostic::on_unimplemented(
    message = "select: not a layout and static positions, or in generic code without the bound `SelectBy<P>`",
    note = "positions: `layout!(select(a, [2,0]))`, or an hlist of static integers, `hlist![Static::<U2>::new(), Static::<U0>::new()]`"
)]
pub trait SelectModes<P>: Copy {
    #[doc(hidden)]
    const SEAL: Seal;
    /// Whether a mode is there several times: then there may be offsets that the layout has not.
    #[doc(hidden)]
    const REPEATS: bool;
    /// The layout of these modes, with a verdict in it if there is none.
    type Result;
    /// The layout.
    fn try_select(self) -> Result<Self::Result, Error>;
}
#[diagnostic::do_not_recommend]
impl<S, D, P, Parts, Chosen, RS, RD> SelectModes<P> for Layout<S, D>
where
    Self: AnyLayout<Shape = S, Stride = D>,
    S: Nested<D, Out = Parts>,
    P: Choose<Parts, Self, Out = Chosen>,
    Parts: Copy,
    Chosen: IntoTuple<Out = Layout<RS, RD>>,
    Layout<RS, RD>: AnyLayout<Shape = RS, Stride = RD>,
{
    const SEAL: Seal = Seal;
    const REPEATS: bool = P::POSITIONS.repeated();
    type Result = Layout<RS, RD>;
    #[inline(always)]
    fn try_select(self) -> Result<Layout<RS, RD>, Error> {
        let (shape, stride) = self.parts();
        P::choose(shape.parts(stride)).into_tuple().validated(Operation::Select)
    }
}

/// Positions of modes, from left to right.
pub enum Positions {
    /// No more.
    None,
    /// One, and those behind it.
    One(u64, &'static Positions),
}
impl Positions {
    /// Whether one is there several times.
    const fn repeated(&self) -> bool {
        let mut from = self;
        while let Positions::One(position, behind) = from {
            let mut others = *behind;
            while let Positions::One(other, rest) = others {
                if *other == *position {
                    return true;
                }
                others = rest;
            }
            from = behind;
        }
        false
    }
}

/// The modes at the positions `Self` of a list of modes of the layout `L`.
pub trait Choose<Parts, L> {
    /// The positions.
    const POSITIONS: Positions;
    /// The modes; the list ends in a verdict if one is missing.
    type Out;
    /// The modes.
    fn choose(parts: Parts) -> Self::Out;
}
impl<Parts, L> Choose<Parts, L> for HNil {
    const POSITIONS: Positions = Positions::None;
    type Out = HNil;
    #[inline(always)]
    fn choose(_: Parts) -> HNil {
        HNil
    }
}
#[diagnostic::do_not_recommend]
impl<Parts, L, N: Unsigned, T, M, Others> Choose<Parts, L> for HCons<Static<N>, T>
where
    Parts: ModeAt<N, Out = M> + Copy,
    T: Choose<Parts, L, Out = Others>,
    M: ChosenBefore<Others, N, Parts, L>,
{
    const POSITIONS: Positions = Positions::One(N::U64, &T::POSITIONS);
    type Out = M::Out;
    #[inline(always)]
    fn choose(parts: Parts) -> M::Out {
        parts.mode_at().chosen_before(T::choose(parts))
    }
}
/// The mode `Self` before others, or the verdict that it is missing.
pub trait ChosenBefore<Others, N, Parts, L> {
    /// The modes.
    type Out;
    /// The modes.
    fn chosen_before(self, others: Others) -> Self::Out;
}
impl<S, D, Others, N, Parts, L> ChosenBefore<Others, N, Parts, L> for Mode<S, D> {
    type Out = HCons<Self, Others>;
    #[inline(always)]
    fn chosen_before(self, others: Others) -> Self::Out {
        cons(self, others)
    }
}
impl<Others, N, Parts, L> ChosenBefore<Others, N, Parts, L> for Missing {
    type Out = Bad<rule::ModeRange, Of<L>, Static<N>, RankOf<Parts>>;
    fn chosen_before(self, _: Others) -> Self::Out {
        Bad::new()
    }
}

/// The modes in another order: mode `k` of the result is mode `order[k]`.
///
/// `order` is an hlist of static integers. (003, definitions 2.1.1.8 and 2.1.3.18.)
///
/// **Errors.** *Permutation*, while compiling, unless `order` has each mode once.
///
/// ```
/// use tilework::{Layout, layout};
/// let (m, lda) = (15, 240);
/// let layout = layout!((m,12,10):(lda,1,24));
/// let permuted: Layout!((12,10,_):(1,24,_)) = layout!(permute(layout, [1,2,0]));
/// assert_eq!(permuted.to_string(), "(12,10,15):(1,24,240)");
/// ```
#[inline(always)]
pub fn permute<R: ResultOf<operation::permute_of>, L: PermuteModes<P, Result = R>, P>(
    layout: L,
    order: P,
) -> R::Layout {
    let _ = order;
    layout.permute_modes().layout()
}

/// Layouts whose modes the hlist `P` of static integers permutes: the bound of [`permute`].
pub trait PermuteBy<P>:
    AnyLayout + PermuteModes<P, Result: ResultOf<operation::permute_of, Layout: AnyLayout>>
{
}
/// The layout `L` with its modes in the order `P`, an hlist of static integers.
pub type Permute<L, P> =
    <<L as PermuteModes<P>>::Result as ResultOf<operation::permute_of>>::Layout;

impl<L, P> PermuteBy<P> for L
where
    L: AnyLayout + PermuteModes<P>,
    L::Result: Verdict<Out: HasResult<operation::permute_of>>
        + ResultOf<operation::permute_of, Layout: AnyLayout>,
{
}

/// [`PermuteBy`] before the verdict.
#[diagnostic::on_unimplemented(
    message = "permute: not a layout and static positions, or in generic code without the bound `PermuteBy<P>`",
    note = "positions: `layout!(permute(a, [1,0]))`, or an hlist of static integers, `hlist![Static::<U1>::new(), Static::<U0>::new()]`"
)]
pub trait PermuteModes<P>: Copy {
    #[doc(hidden)]
    const SEAL: Seal;
    /// The permuted layout, or a verdict.
    type Result;
    /// The layout.
    fn permute_modes(self) -> Self::Result;
}
#[diagnostic::do_not_recommend]
impl<S, D, P, Parts, Marks, Marked, F> PermuteModes<P> for Layout<S, D>
where
    Self: AnyLayout<Shape = S, Stride = D>,
    S: Nested<D, Out = Parts>,
    Parts: Unmarked<Out = Marks>,
    P: MarkAll<Marks, Out = Marked>,
    Marked: AllMarked<Out = F>,
    F: PermuteIf<P, Parts, Self>,
{
    const SEAL: Seal = Seal;
    type Result = F::Out;
    #[inline(always)]
    fn permute_modes(self) -> F::Out {
        let (shape, stride) = self.parts();
        F::permute_if(shape.parts(stride))
    }
}

/// A mark for each mode of a list, `B0`.
pub trait Unmarked {
    /// An hlist of marks.
    type Out;
}
impl Unmarked for HNil {
    type Out = HNil;
}
impl<H, T: Unmarked> Unmarked for HCons<H, T> {
    type Out = HCons<B0, T::Out>;
}
impl<R, At, X, Y> Unmarked for Bad<R, At, X, Y> {
    type Out = Self;
}

/// Marks the modes at the positions `Self`.
pub trait MarkAll<Marks> {
    /// The marks, or [`Missing`] where one is marked already or is not there.
    type Out;
}
impl<Marks> MarkAll<Marks> for HNil {
    type Out = Marks;
}
#[diagnostic::do_not_recommend]
impl<Marks, N, T, Marked> MarkAll<Marks> for HCons<Static<N>, T>
where
    Marks: Mark<N, Out = Marked>,
    T: MarkAll<Marked>,
{
    type Out = T::Out;
}
/// Marks mode `N`.
pub trait Mark<N> {
    /// The marks, or [`Missing`].
    type Out;
}
impl<T> Mark<UTerm> for HCons<B0, T> {
    type Out = HCons<B1, T>;
}
impl<T> Mark<UTerm> for HCons<B1, T> {
    type Out = Missing;
}
impl<H, T, U, B, N, Marked> Mark<UInt<U, B>> for HCons<H, T>
where
    UInt<U, B>: core::ops::Sub<B1, Output = N>,
    T: Mark<N, Out = Marked>,
    Marked: After<H>,
{
    type Out = Marked::Out;
}
impl<N> Mark<N> for HNil {
    type Out = Missing;
}
impl<N> Mark<N> for Missing {
    type Out = Missing;
}
impl<N, R, At, X, Y> Mark<N> for Bad<R, At, X, Y> {
    type Out = Self;
}
/// A list of marks with `H` before it.
pub trait After<H> {
    /// The list, or [`Missing`].
    type Out;
}
impl<H> After<H> for HNil {
    type Out = HCons<H, HNil>;
}
impl<H, M, T> After<H> for HCons<M, T> {
    type Out = HCons<H, Self>;
}
impl<H> After<H> for Missing {
    type Out = Missing;
}
/// Whether all modes are marked.
pub trait AllMarked {
    /// `B1` or `B0`.
    type Out;
}
impl AllMarked for HNil {
    type Out = B1;
}
impl<T: AllMarked> AllMarked for HCons<B1, T> {
    type Out = T::Out;
}
impl<T> AllMarked for HCons<B0, T> {
    type Out = B0;
}
impl AllMarked for Missing {
    type Out = B0;
}
impl<R, At, X, Y> AllMarked for Bad<R, At, X, Y> {
    type Out = B1;
}
/// The modes at the positions `P`. `Self` says whether these are all modes, once.
pub trait PermuteIf<P, Parts, L> {
    /// The layout, or the verdict.
    type Out;
    /// The layout.
    fn permute_if(parts: Parts) -> Self::Out;
}
impl<P, Parts, L, Chosen> PermuteIf<P, Parts, L> for B1
where
    P: Choose<Parts, L, Out = Chosen>,
    Chosen: IntoTuple,
{
    type Out = Chosen::Out;
    #[inline(always)]
    fn permute_if(parts: Parts) -> Chosen::Out {
        P::choose(parts).into_tuple()
    }
}
impl<P, Parts, L> PermuteIf<P, Parts, L> for B0 {
    type Out = Layout<NoPermutation<P, L>, NoPermutation<P, L>>;
    fn permute_if(_: Parts) -> Self::Out {
        Layout::sound(Bad::new(), Bad::new())
    }
}
type NoPermutation<P, L> = Bad<rule::Permutation, Of<L>, P, HNil>;
