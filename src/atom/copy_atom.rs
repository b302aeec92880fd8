//! Copies as atoms: what one instruction reads and writes.

use core::marker::PhantomData;

use frunk_core::HList;
use typenum::{U0, U1};

use super::Load;
use crate::layout::{AnyLayout, Layout};
use crate::leaf::int::{Known, Leaf, Static};
use crate::operation::recast::{Cast, Up};
use crate::verdict::{ResultOf, operation};

/// What an instruction copies: from thread and value to the number of the element, as it is read, as
/// it is written, and as threads and values of a [`TiledCopy`](super::TiledCopy) count it. CuTe's `Copy_Atom`.
pub trait CopyAtom: Copy {
    /// From thread and value to the element that is read.
    type Source: AnyLayout + Known;
    /// From thread and value to the element that is written.
    type Destination: AnyLayout + Known;
    /// From thread and value to the element, as a [`TiledCopy`](super::TiledCopy) counts them.
    type Reference: AnyLayout + Known;
    /// How many consecutive elements of memory a thread reads at once.
    type Reads: Leaf + Known;
    /// How many consecutive elements of memory a thread writes at once.
    type Writes: Leaf + Known;
}

/// One thread copies `N` elements at once. CuTe's `UniversalCopy`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Vector<N>(PhantomData<N>);
impl<N> Vector<N> {
    /// The atom.
    pub const fn new() -> Self {
        Vector(PhantomData)
    }
}
type OfVector<N> = Layout<HList![Static<U1>, Static<N>], HList![Static<U0>, Static<U1>]>;
impl<N: Copy> CopyAtom for Vector<N>
where
    Static<N>: Leaf,
    OfVector<N>: AnyLayout + Known,
{
    type Source = OfVector<N>;
    type Destination = OfVector<N>;
    type Reference = OfVector<N>;
    type Reads = Static<N>;
    type Writes = Static<N>;
}

/// The load `L` of elements of `Bits` bits, counted as they are written, to registers.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoadOf<L, Bits>(PhantomData<(L, Bits)>);
impl<L, Bits> LoadOf<L, Bits> {
    /// The atom.
    pub const fn new() -> Self {
        LoadOf(PhantomData)
    }
}
impl<L: Load, Bits: Copy, S, S1, D1, D> CopyAtom for LoadOf<L, Bits>
where
    L::From: Cast<Up<Bits>, Result = S>,
    L::To: Cast<Up<Bits>, Result = D>,
    S: ResultOf<operation::upcast_of> + AnyLayout<Shape = HList![S1, D1]> + Known,
    D: ResultOf<operation::upcast_of> + AnyLayout + Known,
    D1: Leaf + Known,
{
    type Source = S;
    type Destination = D;
    type Reference = D;
    type Reads = D1;
    type Writes = Static<U1>;
}
