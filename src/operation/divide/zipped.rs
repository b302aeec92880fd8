//! Divides by a tiler, the tiles gathered, and the rests.
//!
//! ```text
//! zipped_divide(l, t) = match t {
//!     layout => logical_divide(l, t),
//!     n      => logical_divide(l, n:1),
//!     ()     => ((), l),
//!     (h, ..t) => match l {
//!         (g, ..r) => ((tile, ..tiles), (rest, ..rests)),
//!             (tile, rest) = zipped_divide(g, h), (tiles, rests) = zipped_divide(r, t),
//!         else     => none,
//!     },
//! }
//! ```
//! A mode that the tiler keeps is a tile with the rest `1:0`. (papers: 004, section 3.5.2.)

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation};
use typenum::{U0, U1};

use crate::layout::Layout;
use crate::leaf::int::{Dyn, Index, Static, positive_extent};
use crate::leaf::integers::Integers;
use crate::operation::arrangement::Zipping;
use crate::operation::divide::{self, Divided, Logical};
use crate::operation::kind::applied::Applied;
use crate::operation::kind::leaves::{Among, Leaves};
use crate::operation::kind::number::{Integral, Number};
use crate::operation::kind::tree::{Halves, Tree};
use crate::operation::round::Round;
use crate::operation::tiler::Keep;
use crate::verdict::operation::Named as _;

/// A tiler of layouts of integers: a layout, an integer, an hlist of tilers, or [`Keep`](crate::Keep).
pub trait Tiler: Copy {
    /// The integers of run time among its leaves, and `I`.
    type Among<I: Integers>: Integers;
    /// The layout `S:D` divided, rounded as `R`.
    type Divide<S: Leaves<D>, D, R: Round>: Halves;
    /// The divided layout, a value. An error names the mode, counting from `at`.
    fn divide<S: Leaves<D>, D: Copy, R: Round>(
        self,
        layout: Layout<S, D>,
        at: usize,
    ) -> Result<Self::Divide<S, D, R>, Error>;
}
impl<BS: Leaves<BD>, BD: Copy> Tiler for Layout<BS, BD> {
    type Among<I: Integers> = BS::Among<I>;
    type Divide<S: Leaves<D>, D, R: Round> = Divided<S, D, BS, BD, R>;
    #[inline(always)]
    fn divide<S: Leaves<D>, D: Copy, R: Round>(
        self,
        layout: Layout<S, D>,
        at: usize,
    ) -> Result<Self::Divide<S, D, R>, Error> {
        divide::divide::<_, _, _, _, R>(layout, self, at)
    }
}
macro_rules! integers {
    ($([$($g:tt)*] $leaf:ty;)*) => {$(
        impl<$($g)*> Tiler for $leaf {
            type Among<T: Integers> = <Self as Integral>::Among<T>;
            type Divide<S: Leaves<D>, D, R: Round> =
                Divided<S, D, Self, Static<U1>, R>;
            #[inline(always)]
            fn divide<S: Leaves<D>, D: Copy, R: Round>(
                self,
                layout: Layout<S, D>,
                at: usize,
            ) -> Result<Self::Divide<S, D, R>, Error> {
                positive_extent(self)
                    .map_err(|rule| Error::new(Operation::LogicalDivide, rule).at(at))?;
                divide::divide::<_, _, _, _, R>(layout, Layout::sound(self, Static::new()), at)
            }
        }
    )*};
}
integers! {
    [N: Number] Static<N>;
    [I: Index] Dyn<I>;
}
type Unit = Layout<Static<U1>, Static<U0>>;
const UNIT: Unit = Layout::sound(Static::new(), Static::new());
impl Tiler for Keep {
    type Among<I: Integers> = I;
    type Divide<S: Leaves<D>, D, R: Round> = <S::IntoTree as Tree>::Beside<Unit>;
    #[inline(always)]
    fn divide<S: Leaves<D>, D: Copy, R: Round>(
        self,
        layout: Layout<S, D>,
        _: usize,
    ) -> Result<Self::Divide<S, D, R>, Error> {
        Ok(layout.shape().into_tree(layout.stride()).beside(UNIT))
    }
}
impl Tiler for HNil {
    type Among<I: Integers> = I;
    type Divide<S: Leaves<D>, D, R: Round> = <Layout<HNil, HNil> as Tree>::Beside<S::IntoTree>;
    #[inline(always)]
    fn divide<S: Leaves<D>, D: Copy, R: Round>(
        self,
        layout: Layout<S, D>,
        _: usize,
    ) -> Result<Self::Divide<S, D, R>, Error> {
        Ok(Layout::sound(HNil, HNil).beside(layout.shape().into_tree(layout.stride())))
    }
}
impl<B: Tiler, BT: Tiler> Tiler for HCons<B, BT> {
    type Among<I: Integers> = B::Among<BT::Among<I>>;
    type Divide<S: Leaves<D>, D, R: Round> = S::DivideModes<B, BT, R>;
    #[inline(always)]
    fn divide<S: Leaves<D>, D: Copy, R: Round>(
        self,
        layout: Layout<S, D>,
        at: usize,
    ) -> Result<Self::Divide<S, D, R>, Error> {
        let (shape, stride) = layout.into_parts();
        shape.divide_modes(stride, self.head, self.tail, at)
    }
}

impl<T: Tiler, R: Round> Applied<T> for Zipping<Logical<R>> {
    const OPERATION: Operation = R::ZippedDivide::OPERATION;
    type Operands<S: Leaves<D>, D> = T::Among<Among<S, D>>;
    type Of<S: Leaves<D>, D> = T::Divide<S, D, R>;
    #[inline(always)]
    fn of<S: Leaves<D>, D: Copy>(
        layout: Layout<S, D>,
        tiler: T,
        at: usize,
    ) -> Result<Self::Of<S, D>, Error> {
        tiler.divide(layout, at).map_err(|error| error.during(R::ZippedDivide::OPERATION))
    }
    #[inline(always)]
    fn stays_within<S: Leaves<D>, D: Copy>(_: &Layout<S, D>, _: &T) -> bool {
        R::IS_EXACT
    }
}

/// What a mode and the modes behind it become.
pub type Gathered<A, T> = InFront<<A as Halves>::InMode, T>;
type InFront<A, T> =
    <<<A as Halves>::Tile as Tree>::Before<<T as Halves>::Tile, OneLeaf> as Tree>::Beside<
        <<A as Halves>::Rest as Tree>::Before<<T as Halves>::Rest, OneLeaf>,
    >;
/// In place of a mode, which counts as one.
type OneLeaf = Static<U1>;
/// What a mode and the modes behind it become, as values.
#[inline(always)]
pub fn gathered<A: Halves, T: Halves>(first: A, others: T) -> Gathered<A, T> {
    let ((tile, rest), (tiles, rests)) = (first.in_mode().halves(), others.halves());
    tile.before::<_, OneLeaf>(tiles).beside(rest.before::<_, OneLeaf>(rests))
}
