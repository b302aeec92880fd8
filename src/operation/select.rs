//! Some of the modes at the top.

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation};
use typenum::Unsigned;

use crate::layout::any_result::{AnyResult, known_or};
use crate::layout::from_modes::IntoTuple;
use crate::layout::modes::{Mode, cons};
use crate::layout::nested::{Missing, ModeAt, Nested, RankOf};
use crate::layout::sealed::Seal;
use crate::layout::{AnyLayout, Layout};
use crate::leaf::int::Static;
use crate::verdict::{Bad, HasResult, Of, ResultOf, Verdict, operation, rule};

/// The modes `modes` in this order, counted from 0: mode `k` of the result is mode `modes[k]`.
///
/// `modes` is an hlist of static integers, [`modes!`](crate::modes!)`[2, 0]`. A mode may be there several times. (003, definition
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

impl<S, D> Layout<S, D>
where
    Self: AnyLayout<Shape = S, Stride = D>,
{
    /// [`select`](select()) of the modes listed.
    ///
    /// **Errors.** Those of [`select`](select()).
    ///
    /// ```
    /// use tilework::{Layout, layout, modes};
    /// let selected: Layout!(((5,7),2):((6,30),1)) = layout!((2,3,(5,7))).select(modes![2, 0]);
    /// assert_eq!(selected.to_string(), "((5,7),2):((6,30),1)");
    /// ```
    ///
    /// # Panics
    /// Where [`try_select`] is an error.
    #[inline(always)]
    #[track_caller]
    pub fn select<R: ResultOf<operation::select_of>, P>(self, modes: P) -> R::Layout
    where
        Self: SelectModes<P, Result = R>,
    {
        select(self, modes)
    }
}

/// Positions of modes, known while compiling: of [`Tensor::select`](crate::Tensor::select),
/// [`Tensor::permute`](crate::Tensor::permute), and the functions of these names. An hlist of [`Static`] integers, of literals or
/// constants.
///
/// ```
/// use tilework::{Tensor, layout, modes};
/// const LAST: usize = 2;
/// let data = [0; 24];
/// let cube = Tensor::new(&data[..], layout!((2,3,4)))?;
/// assert_eq!(cube.select(modes![LAST, 0]).layout().to_string(), "(4,2):(6,1)");
/// # Ok::<(), tilework::Error>(())
/// ```
#[macro_export]
macro_rules! modes {
    ($($position:expr),* $(,)?) => {
        $crate::hlist![$($crate::Static::<$crate::typenum::U<{ $position }>>::new()),*]
    };
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
    note = "positions are known while compiling: `t.select(modes![2, 0])`, of a layout also `layout!(select(a, [2,0]))`"
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
