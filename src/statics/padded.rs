//! Complements rounded as CuTe does: gaps down, the last mode up, or without end.

use core::marker::PhantomData;

use frunk_core::hlist::HNil;
use typenum::U1;

use super::Undecided;
use super::cases::Quotient;
use super::flat::{Flat, Last, Then};
use super::number::Number;

/// What padded complements ask of sorted modes.
pub trait Padded {
    /// The gaps from `Span` on, rounded down, and the last mode up to `E`. Modes of stride 0 are
    /// ignored.
    type Padded<Span: Number, E: End>: Flat;
}
impl Padded for HNil {
    type Padded<Span: Number, E: End> = E::Cover<Span>;
}
impl<S: Number, D: Number, T: Flat> Padded for Then<S, D, T> {
    type Padded<Span: Number, E: End> = <Span::Divides<D> as Quotient>::Padded<Span, S, D, T, E>;
}
impl<S: Number, D: Number> Padded for Last<S, D> {
    type Padded<Span: Number, E: End> = <Then<S, D, HNil> as Padded>::Padded<Span, E>;
}
impl Padded for Undecided {
    type Padded<Span: Number, E: End> = Undecided;
}

/// Where a complement ends.
pub trait End {
    /// The last mode, of stride `Span`.
    type Cover<Span: Number>: Flat;
}
/// Up to at least `N`.
pub struct UpTo<N>(PhantomData<N>);
impl<N: Number> End for UpTo<N> {
    type Cover<Span: Number> = <Span::Divides<N> as Quotient>::CoverUp<Span, N>;
}
/// Without end.
pub struct Unbounded;
impl End for Unbounded {
    type Cover<Span: Number> = Last<U1, Span>;
}
