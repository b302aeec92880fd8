//! Select: some of the modes at the top, in any order.

use core::marker::PhantomData;

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation};
use typenum::B0;

use crate::layout::any_result::{AnyResult, Is};
use crate::layout::sealed::Seal;
use crate::layout::{AnyLayout, Layout, Parts};
use crate::leaf::int::Static;
use crate::operation::face::operation;
use crate::operation::kind::answer::Truth;
use crate::operation::kind::leaves::Leaves;
use crate::operation::kind::nat::Number;
use crate::operation::kind::tree::{Outcome, Tree};
use crate::operation::mode::ModeOf;
use crate::operation::rearranged::{From, Positions, Rearranged, position, rearranged};
use crate::verdict::{First, ResultOf, operation};

operation! {
    /// The modes `modes` in this order, counted from 0: mode `k` of the result is mode `modes[k]`.
    ///
    /// `modes` is an hlist of static integers, [`modes!`](crate::modes!)`[2, 0]`. A mode may occur several times.
    /// ([003](crate::guide::papers),
    /// definition 2.1.3.1, *restriction*, for increasing ones.)
    ///
    /// **Errors.** *Mode range*, at compile time. Overflow, if a mode occurs several times.
    ///
    /// ```
    /// use tilework::{Layout, layout};
    /// let layout = layout!((2,3,(5,7)):(1,2,(6,30)));
    /// let selected: Layout!(((5,7),2):((6,30),1)) = layout!(select(layout, [2,0]));
    /// assert_eq!(selected.to_string(), "((5,7),2):((6,30),1)");
    /// ```
    ///
    /// # Panics
    /// If [`try_select`] returns an error.
    fn select[R: ResultOf<operation::select_of>, L: SelectTotal<P, Result = R>, P]
        (layout: L; modes: P) = Selecting<P>;
    /// Like [`select`], but returns errors at run time instead of panicking.
    ///
    /// # Errors
    /// Overflow, if a mode occurs several times.
    or try_select;

    /// The modes `modes`, counted from 0: mode `k` of the result is mode `modes[k]`. See [`select`](select()).
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
    /// If [`try_select`] returns an error.
    #[track_caller]
    method select[R: ResultOf<operation::select_of>, P](modes: P)
        where [Self: SelectTotal<P, Result = R>] = select;
}

/// Static positions of modes, for [`Tensor::select`](crate::Tensor::select),
/// [`Tensor::permute`](crate::Tensor::permute), and the functions of these names. The result is an hlist of [`Static`]
/// integers, made from literals or constants.
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

operation! {
    /// Layouts with the modes `P`, an hlist of static integers: the bound of [`select`].
    trait SelectBy[P]: AnyLayout = SelectTotal[P], operation::select_of, Layout: AnyLayout;
    /// The layout of the modes `P` of `L`: `Select<L, HList![Static<U2>, Static<U0>]>`.
    type Select[L, P] = SelectTotal[P], operation::select_of;

    /// [`SelectBy`] before the verdict is checked.
    #[diagnostic::on_unimplemented(
        message = "select: not a layout and static positions, or in generic code without the bound `SelectBy<P>`",
        note = "positions are known while compiling: `t.select(modes![2, 0])`, of a layout also `layout!(select(a, [2,0]))`"
    )]
    trait SelectTotal[P]: Copy {
        #[doc(hidden)] const SEAL: Seal;
        #[doc(hidden)] const REPEATS: bool;
    } fn try_select() for Selecting<P>;
}
/// The selection of the modes at `P` as an operation.
pub struct Selecting<P>(PhantomData<P>);

#[diagnostic::do_not_recommend]
impl<S: Leaves<D>, D: Copy, P: Choose, RS, RD> SelectTotal<P> for Layout<S, D>
where
    Self: AnyLayout,
    P::Chosen<S, D>: Outcome<Or<Self, (), First>: Parts<Shape = RS, Stride = RD>>,
    Layout<RS, RD>: AnyLayout,
{
    const SEAL: Seal = Seal;
    const REPEATS: bool = P::POSITIONS.repeated();
    type Result = Layout<RS, RD>;
    #[inline(always)]
    fn try_select<O: AnyResult>(self) -> Result<O, Error>
    where
        Self::Result: Is<O>,
    {
        rearranged::<FromModes<S, D, P>, _, _, P::Chosen<S, D>>(self)
            .or::<Self, (), First>()
            .by_parts()
            .itself()
            .validated(Operation::Select)
    }
}
/// The modes of `S:D` at the positions `P`.
pub struct FromModes<S, D, P>(PhantomData<(S, D, P)>);
impl<S: Leaves<D>, D, P: Choose> Rearranged for FromModes<S, D, P> {
    const FROM: From = From::modes(&P::POSITIONS, S::MODES);
}

/// Positions of modes: an hlist of static integers.
pub trait Choose {
    /// The positions.
    const POSITIONS: Positions;
    /// The modes at these positions of the layout `S:D` as a layout, or a refusal if one is missing.
    type Chosen<S: Leaves<D>, D>: Tree;
    /// True if `K` is one of them.
    type Has<K: Number>: Truth;
    /// True if the positions `P` have one number from `K` on and below `N` for each of these.
    type Counts<P: Choose, K: Number, N: Number>: Truth;
}
impl Choose for HNil {
    const POSITIONS: Positions = Positions::None;
    type Chosen<S: Leaves<D>, D> = Layout<HNil, HNil>;
    type Has<K: Number> = B0;
    type Counts<P: Choose, K: Number, N: Number> = K::Equals<N>;
}
impl<N: Number, T: Choose> Choose for HCons<Static<N>, T> {
    const POSITIONS: Positions = Positions::One(position::<N>(), &T::POSITIONS);
    type Chosen<S: Leaves<D>, D> = <ModeOf<S, D, N> as Tree>::Before<T::Chosen<S, D>, HNil>;
    type Has<K: Number> = <N::Equals<K> as Truth>::Or<T::Has<K>>;
    type Counts<P: Choose, K: Number, M: Number> =
        <P::Has<K> as Truth>::And<T::Counts<P, K::Next, M>>;
}
