//! The kinds of results: layouts, divided layouts, or no result. Refusals are in `refusal.rs`.

use core::fmt;

use frunk_core::HList;
use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Mode, Operation};
use typenum::{B0, B1, U0, U1, UTerm};

use super::Undecided;
use super::answer::Truth;
use super::dynamic::FillFromNumbers;
use super::leaves::{Choice, IntegerLeaves, Leaves, OnLeaf, Profile, StridedLeaves};
use super::list::List;
use super::nat::Number;
use super::refusal::{Places, Relative, no_numbers};
use crate::generic::IntegerLayout;
use crate::layout::codomain::{IntegerStride, Kind, Places as Axes, ToIntegers, Zero};
use crate::layout::fill_from_modes::{FillFromModes, Sound};
use crate::layout::flatten::Flatten;
use crate::layout::modes::Modes;
use crate::layout::soundness::Soundness;
use crate::layout::still::Still;
use crate::layout::{Layout, Parts, Shape};
use crate::leaf::decimal::names;
use crate::leaf::int::{Known, Static};
use crate::leaf::integers::{Integers, NoInteger};
use crate::leaf::notation::Notation;
use crate::operation::arrangement::TileAndRest;
use crate::operation::product::paired::{Copied, Copies, Pair};
use crate::operation::tiler::{Gather, Tiler, Tilers};
use crate::verdict::{Bad, Position, Verdict, rule};

impl FillFromModes for Undecided {
    no_numbers!();
}
impl FillFromNumbers for Undecided {
    const COUNT: usize = 0;
    const IS_REFUSED: bool = true;
    #[inline(always)]
    fn fill_from_numbers(_: &[Mode], _: usize, _: Sound) -> Undecided {
        Undecided
    }
}

/// A result, a [`Refused`](super::refusal::Refused) one, or [`Undecided`].
pub trait Outcome: FillFromModes {
    /// True if there is a result.
    const IS_RESULT: bool;
    /// The reason why there is no result, if a rule says it.
    const REFUSAL: Option<Refusal> = None;
    /// The one value of a static result.
    const KNOWN: Option<Self>;
    /// `Self`, or a layout that is the verdict on the operands `A` and `B`, whose first leaf is at `J`.
    type Or<A, B, J: Position>: Parts;
    /// The value of the result or of the verdict.
    fn or<A, B, J: Position>(self) -> Self::Or<A, B, J>;
    /// This as the result in the first mode of a layout, if the operands are `A` and `B`: a refusal then names these.
    type InMode<A, B>: Outcome;
    /// This as one mode.
    type AsTree: Tree;
    /// The tile; a layout that is not divided is its own tile.
    type Tile: Tree;
    /// The layout over the tiles; `1:0` if nothing is divided.
    type Rest: Tree;
    /// The layout. It has no meaning if there is no result, or a result whose strides are no integers.
    type Layout: IntegerLayout;
    /// The value of the layout.
    fn layout(self) -> Self::Layout;
}
impl<S: StridedLeaves<D>, D: Shape> Outcome for Layout<S, D> {
    const IS_RESULT: bool = true;
    const KNOWN: Option<Self> = match (S::KNOWN, D::KNOWN) {
        (Some(shape), Some(stride)) => Some(Layout::sound(shape, stride)),
        _ => None,
    };
    type Or<A, B, J: Position> = Self;
    #[inline(always)]
    fn or<A, B, J: Position>(self) -> Self {
        self
    }
    type InMode<A, B> = Self;
    type AsTree = Self;
    type Tile = Self;
    type Rest = Layout<Static<U1>, Static<U0>>;
    type Layout = OfIntegers<S, D>;
    #[inline(always)]
    fn layout(self) -> Self::Layout {
        in_integers(self)
    }
}
impl<S: StridedLeaves<D>, D: Shape, RS: StridedLeaves<RD>, RD: Shape> Outcome
    for TileAndRest<Layout<S, D>, Layout<RS, RD>>
{
    const IS_RESULT: bool = true;
    const KNOWN: Option<Self> = match (Layout::<S, D>::KNOWN, Layout::<RS, RD>::KNOWN) {
        (Some(tile), Some(rest)) => Some(TileAndRest { tile, rest }),
        _ => None,
    };
    type Or<A, B, J: Position> = Self;
    #[inline(always)]
    fn or<A, B, J: Position>(self) -> Self {
        self
    }
    type InMode<A, B> = Self;
    type AsTree = Layout<HList![S, RS], HList![D, RD]>;
    type Tile = Layout<S, D>;
    type Rest = Layout<RS, RD>;
    type Layout = Layout<
        HList![S::IntegerShape, RS::IntegerShape],
        HList![S::IntegerStride, RS::IntegerStride],
    >;
    #[inline(always)]
    fn layout(self) -> Self::Layout {
        let rest = in_integers(self.rest).followed_by(Layout::sound(HNil, HNil));
        in_integers(self.tile).followed_by(rest)
    }
}
impl Outcome for Undecided {
    const IS_RESULT: bool = false;
    const KNOWN: Option<Self> = Some(Undecided);
    type Or<A, B, J: Position> = Layout<NoResult, NoResult>;
    #[inline(always)]
    fn or<A, B, J: Position>(self) -> Layout<NoResult, NoResult> {
        Layout::sound(Bad::new(), Bad::new())
    }
    type InMode<A, B> = Undecided;
    type AsTree = Undecided;
    type Tile = Undecided;
    type Rest = Undecided;
    type Layout = Layout<Missing, Missing>;
    #[inline(always)]
    fn layout(self) -> Self::Layout {
        Layout::sound(Missing, Missing)
    }
}

/// The layout `S:D` with integer strides.
type OfIntegers<S, D> =
    Layout<<S as StridedLeaves<D>>::IntegerShape, <S as StridedLeaves<D>>::IntegerStride>;
#[inline(always)]
fn in_integers<S: StridedLeaves<D>, D>(layout: Layout<S, D>) -> OfIntegers<S, D> {
    let (shape, stride) = layout.into_parts();
    let (shape, stride) = shape.in_integers(stride);
    Layout::sound(shape, stride)
}

/// The content of a refusal.
pub struct Refusal {
    /// The message of the rule, from its name on.
    pub message: &'static str,
    /// The mode, if it is known.
    pub mode: Option<u64>,
    /// The numbers, if they are static.
    pub numbers: [Option<u64>; 2],
}

/// The verdict on a layout that does not exist if no rule is named.
type NoResult = Bad<rule::NoResult, (), (), ()>;

/// The verdict on dynamic leaves of two integer types.
pub type TwoIntegers = Bad<rule::OneInteger, (), (), ()>;

/// A divided layout, a refusal, or [`Undecided`].
pub trait Halves: Outcome {}
impl<S: StridedLeaves<D>, D: Shape, RS: StridedLeaves<RD>, RD: Shape> Halves
    for TileAndRest<Layout<S, D>, Layout<RS, RD>>
{
}
impl Halves for Undecided {}

/// A function of a layout.
pub trait OnLayout {
    /// The result for the layout `S:D`.
    type Of<S: StridedLeaves<D>, D: Shape>: Tree;
}

/// A layout, a refusal, or [`Undecided`].
pub trait Tree: Outcome + Copy {
    /// The flat modes.
    type Modes: List;
    /// The function `F` of this layout.
    type Then<F: OnLayout>: Tree;
    /// This as a result for the operands `A` and `B`, which a refusal then names.
    type Named<A, B>: Tree;
    /// This tree with the mode `S:D` in front, which replaces the leaves of `P`.
    type Cons<S: StridedLeaves<D>, D: Shape, P: Places>: Tree;
    /// The modes of `T` with this tree as the mode in front, which replaces the leaves of `P`.
    type Before<T: Tree, P: Places>: Tree;
    /// This tree as the tile, and the rest `R`.
    type Pair<R: Tree>: Halves;
    /// The tile `S:D`, and this tree as the rest.
    type PushRest<S: StridedLeaves<D>, D: Shape>: Halves;
    /// This tree if it comes from a complement: a refusal then names no mode, because the caller knows none of those.
    type InComplement: Tree;
    /// `T`, unless this is no layout.
    type If<T: Tree>: Tree;
}
impl<S: StridedLeaves<D>, D: Shape> Tree for Layout<S, D> {
    type Modes = S::Flatten<HNil>;
    type Then<F: OnLayout> = F::Of<S, D>;
    type Named<A, B> = Self;
    type Cons<S0: StridedLeaves<D0>, D0: Shape, P: Places> = Layout<HCons<S0, S>, HCons<D0, D>>;
    type Before<T: Tree, P: Places> = T::Cons<S, D, P>;
    type Pair<R: Tree> = R::PushRest<S, D>;
    type PushRest<S0: StridedLeaves<D0>, D0: Shape> = TileAndRest<Layout<S0, D0>, Self>;
    type InComplement = Self;
    type If<T: Tree> = T;
}
impl Tree for Undecided {
    type Modes = Undecided;
    type Then<F: OnLayout> = Undecided;
    type Named<A, B> = Undecided;
    type Cons<S: StridedLeaves<D>, D: Shape, P: Places> = Undecided;
    type Before<T: Tree, P: Places> = Undecided;
    type Pair<R: Tree> = Undecided;
    type PushRest<S: StridedLeaves<D>, D: Shape> = Undecided;
    type InComplement = Undecided;
    type If<T: Tree> = Undecided;
}

/// The shape and the stride of a result that does not exist. In generic code an operation has a result whatever the
/// layouts are, so this one is a mode like any other, without a verdict. Whoever takes it is stopped before: the build
/// fails where the operation is applied.
#[derive(Clone, Copy, Debug)]
pub struct Missing;

impl Known for Missing {
    const VALUE: Self = Missing;
}
impl Verdict for Missing {
    type Out = HNil;
}
impl Places for Missing {
    type Before<P: Relative> = P;
}
impl Kind for Missing {
    type Out = Zero;
    type Among<P: Axes> = P;
}
impl ToIntegers for Missing {}
impl IntegerStride for Missing {}
impl Notation for Missing {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Missing")
    }
    fn write_rest(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}
impl Shape for Missing {
    type IsStatic = B0;
    type Integers = NoInteger;
    type Size = U1;
    type Rank = U0;
    type Modes = names::_0;
    const KNOWN: Option<Self> = None;
    type Head = HNil;
    type Tail = HNil;
    const IS_REFUSED: bool = true;
    const BLANK: Self = Missing;
    fn put<const IS_STRIDE: bool>(self, _: usize, _: &mut [Mode]) {}
    fn fill<const IS_STRIDE: bool>(&mut self, _: usize, _: &[Mode]) {}
    const RANK: usize = 0;
    const DEPTH: usize = 0;
}
impl Flatten<Self> for Missing {
    type IsCongruent = B1;
    type Before<T: Modes> = T;
    #[inline(always)]
    fn flatten<T: Modes>(self, _: Self, tail: T) -> T {
        tail
    }
    #[inline(always)]
    fn soundness(self, _: Self, behind: Soundness, _: Operation, _: usize) -> Soundness {
        behind
    }
}
impl Leaves<Self> for Missing {
    const LEAVES: usize = 1;
    type Among<I: Integers> = I;
    type Running<I: Integers> = I;
    type Flatten<T: List> = Undecided;
    #[inline(always)]
    fn put(self, _: Self, _: usize, _: &mut [Mode]) {}
    #[inline(always)]
    fn put_term(self, _: Self, _: usize, _: usize, _: &mut [Mode]) {}
    type Onto<A: List, W: List> = Undecided;
    type Each<F: OnLeaf> = Undecided;
    type Next<F: OnLeaf> = F;
    type Chosen<F: Choice, T: Tree> = Undecided;
    type Copies<A: List, W: List> = Undecided;
    type IntoTree = Layout<Self, Self>;
    type Paired<G: Copied, F: Pair> = Undecided;
    type Modes = Copies<Self::IntoTree, HNil>;
    type Rank = UTerm;
    type Mode<K: Number, O: Tree> = Undecided;
    type Between<B: Number, E: Number, T: Tree, O: Tree> = Undecided;
    type OrReported<T: Truth> = B1;
    type EachMode<F: Gather, B: Tiler, T: Tilers, O: Outcome> = Undecided;
    #[inline(always)]
    fn each_mode<F: Gather, B: Tiler, T: Tilers, R: FillFromModes>(
        self,
        _: Self,
        _: B,
        _: T,
        _: usize,
    ) -> Result<R, Error> {
        Ok(R::fill_from_numbers(&[], 0, Sound::YES))
    }
    type IfTuple<O: Tree> = Undecided;
    type ByProfiles<P: Profile, T: Profile, O: Tree> = Undecided;
    type ByComposed<V: Known> = V;
}
impl Still for Missing {
    type Strides = Self;
    const STRIDES: Self = Missing;
}
impl StridedLeaves<Self> for Missing {
    type Then<T: Tree> = Undecided;
    type Reversed<T: Tree> = Undecided;
    type IntegerShape = Self;
    type IntegerStride = Self;
    #[inline(always)]
    fn in_integers(self, _: Self) -> (Self, Self) {
        (self, self)
    }
}
impl IntegerLeaves<Self> for Missing {
    const IS_MISSING: bool = true;
}
