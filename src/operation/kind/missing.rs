//! What takes the place of a result that does not exist, in generic code.

use core::fmt;

use frunk_core::hlist::HNil;
use tilework_algebra::{Error, Mode, Operation};
use typenum::{B0, B1, U0, U1, UTerm};

use super::Undecided;
use super::answer::Truth;
use super::leaves::{Choice, IntegerLeaves, Leaves, OnLeaf, Profile, StridedLeaves};
use super::list::List;
use super::nat::Number;
use super::refusal::{Places, Relative};
use super::tree::{Outcome, Tree};
use crate::layout::codomain::{IntegerStride, Kind, Places as Axes, ToIntegers, Zero};
use crate::layout::fill_from_modes::{FillFromModes, Sound};
use crate::layout::flatten::Flatten;
use crate::layout::modes::Modes;
use crate::layout::soundness::Soundness;
use crate::layout::still::Still;
use crate::layout::{Layout, Shape};
use crate::leaf::decimal::names;
use crate::leaf::int::Known;
use crate::leaf::integers::{Integers, NoInteger};
use crate::leaf::notation::Notation;
use crate::operation::product::paired::{Copied, Copies, Pair};
use crate::operation::tiler::{Gather, Tiler, Tilers};
use crate::verdict::Verdict;

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
