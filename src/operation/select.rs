//! Select: some of the modes at the top, in any order.

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation};

use crate::layout::any_result::{AnyResult, known_or};
use crate::layout::sealed::Seal;
use crate::layout::{AnyLayout, Layout, Parts};
use crate::leaf::int::Static;
use crate::operation::kind::leaves::Leaves;
use crate::operation::kind::nat::Number;
use crate::operation::kind::tree::{Outcome, Tree};
use crate::operation::mode::{ModeOf, mode_of};
use crate::verdict::{First, HasResult, ResultOf, Verdict, operation};

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
#[inline(always)]
#[track_caller]
pub fn select<R: ResultOf<operation::select_of>, L: SelectTotal<P, Result = R>, P>(
    layout: L,
    modes: P,
) -> R::Layout {
    let _ = modes;
    R::known_or_panic(layout, SelectTotal::try_select).layout()
}

/// Like [`select`], but returns errors at run time instead of panicking.
///
/// # Errors
/// Overflow, if a mode occurs several times.
#[inline(always)]
pub fn try_select<R: ResultOf<operation::select_of>, L: SelectTotal<P, Result = R>, P>(
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
    #[inline(always)]
    #[track_caller]
    pub fn select<R: ResultOf<operation::select_of>, P>(self, modes: P) -> R::Layout
    where
        Self: SelectTotal<P, Result = R>,
    {
        select(self, modes)
    }
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

/// Layouts with the modes `P`, an hlist of static integers: the bound of [`select`].
pub trait SelectBy<P>:
    AnyLayout + SelectTotal<P, Result: ResultOf<operation::select_of, Layout: AnyLayout>>
{
}
/// The layout of the modes `P` of `L`: `Select<L, HList![Static<U2>, Static<U0>]>`.
pub type Select<L, P> = <<L as SelectTotal<P>>::Result as ResultOf<operation::select_of>>::Layout;

impl<L, P> SelectBy<P> for L
where
    L: AnyLayout + SelectTotal<P>,
    L::Result: Verdict<Out: HasResult<operation::select_of>>
        + ResultOf<operation::select_of, Layout: AnyLayout>,
{
}

/// [`SelectBy`] before the verdict is checked.
#[diagnostic::on_unimplemented(
    message = "select: not a layout and static positions, or in generic code without the bound `SelectBy<P>`",
    note = "positions are known while compiling: `t.select(modes![2, 0])`, of a layout also `layout!(select(a, [2,0]))`"
)]
pub trait SelectTotal<P>: Copy {
    #[doc(hidden)]
    const SEAL: Seal;
    /// True if a mode occurs several times: the result may then have offsets that the layout does not have.
    #[doc(hidden)]
    const REPEATS: bool;
    /// The layout of these modes, with a verdict in it if there is none.
    type Result;
    /// The layout.
    fn try_select(self) -> Result<Self::Result, Error>;
}
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
    fn try_select(self) -> Result<Layout<RS, RD>, Error> {
        P::choose(self).or::<Self, (), First>().by_parts().validated(Operation::Select)
    }
}

/// Positions of modes, from left to right.
pub enum Positions {
    /// No more positions.
    None,
    /// A position, and those after it.
    One(u64, &'static Positions),
}
impl Positions {
    /// Returns whether a position occurs several times.
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

/// Positions of modes: an hlist of static integers.
pub trait Choose {
    /// The positions.
    const POSITIONS: Positions;
    /// The modes at these positions of the layout `S:D` as a layout, or a refusal if one is missing.
    type Chosen<S: Leaves<D>, D>: Tree;
    /// The value of these modes.
    fn choose<S: Leaves<D>, D: Copy>(layout: Layout<S, D>) -> Self::Chosen<S, D>;
}
impl Choose for HNil {
    const POSITIONS: Positions = Positions::None;
    type Chosen<S: Leaves<D>, D> = Layout<HNil, HNil>;
    #[inline(always)]
    fn choose<S: Leaves<D>, D: Copy>(_: Layout<S, D>) -> Layout<HNil, HNil> {
        Layout::sound(HNil, HNil)
    }
}
impl<N: Number, T: Choose> Choose for HCons<Static<N>, T> {
    const POSITIONS: Positions = Positions::One(position::<N>(), &T::POSITIONS);
    type Chosen<S: Leaves<D>, D> = <ModeOf<S, D, N> as Tree>::Before<T::Chosen<S, D>, HNil>;
    #[inline(always)]
    fn choose<S: Leaves<D>, D: Copy>(layout: Layout<S, D>) -> Self::Chosen<S, D> {
        mode_of::<S, D, N>(layout).before::<_, HNil>(T::choose(layout))
    }
}
const fn position<N: Number>() -> u64 {
    match N::STATIC {
        Some(position) => position,
        None => u64::MAX,
    }
}
