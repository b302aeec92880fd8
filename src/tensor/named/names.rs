//! Names of modes as types, and lists of them: which of them a name is, and which are left without it.
//!
//! Stable Rust cannot tell that two types differ. So each name has a label, three numbers computed from its text, and
//! numbers in types are compared.

use core::fmt;
use core::marker::PhantomData;

use frunk_core::HList;
use frunk_core::hlist::{HCons, HNil};
use typenum::{UInt, UTerm, Unsigned};

use crate::layout::sealed::Seal;
use crate::layout::{AnyLayout, Shape};
use crate::leaf::int::Dyn;
use crate::leaf::number::{Number, Truth};

/// A name of a mode, as a type: [`names!`](crate::names!) declares it.
#[diagnostic::on_unimplemented(
    message = "names: `{Self}` is no name of a mode: names are declared by `names! {{ Row, Col }}`",
    label = "is no name"
)]
pub trait ModeName: Copy + 'static {
    /// The name as text.
    const NAME: &'static str;
    #[doc(hidden)]
    type Label: Label;
}

/// Labels of names, by which they are compared.
pub trait Label {
    #[doc(hidden)]
    type First: Number;
    #[doc(hidden)]
    type Second: Number;
    #[doc(hidden)]
    type Third: Number;
    #[doc(hidden)]
    type Is<M: Label>: Truth;
}
/// A label of three numbers.
pub struct Digits<A, B, C>(PhantomData<(A, B, C)>);
impl<A: Number, B: Number, C: Number> Label for Digits<A, B, C> {
    type First = A;
    type Second = B;
    type Third = C;
    type Is<M: Label> = <<<A as Number>::Equals<M::First> as Truth>::And<
        <B as Number>::Equals<M::Second>,
    > as Truth>::And<<C as Number>::Equals<M::Third>>;
}
/// Digit `k` of a name's label, below 1000.
pub const fn digit(name: &str, k: u32) -> usize {
    // FNV-1a.
    let (bytes, mut hash, mut i) = (name.as_bytes(), 0xcbf2_9ce4_8422_2325_u64, 0);
    while i < bytes.len() {
        hash = (hash ^ bytes[i] as u64).wrapping_mul(0x0100_0000_01b3);
        i += 1;
    }
    (hash / 1000_u64.pow(k) % 1000) as usize
}

/// Declares names of modes, for [`Tensor::named`](crate::Tensor::named). Each is a type without fields, and its value.
///
/// ```
/// use tilework::{names, bound::ModeName};
/// names! {
///     /// A sample of the batch.
///     pub Batch,
///     pub Row,
///     Col,
/// }
/// assert_eq!(Row::NAME, "Row");
/// ```
#[macro_export]
macro_rules! names {
    ($($(#[$doc:meta])* $vis:vis $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[doc = ::core::concat!("The mode `", ::core::stringify!($name), "`.")]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        $vis struct $name;
        impl $crate::bound::ModeName for $name {
            const NAME: &'static str = ::core::stringify!($name);
            type Label = $crate::expansion::Digits<
                $crate::typenum::U<{ $crate::expansion::digit(::core::stringify!($name), 0) }>,
                $crate::typenum::U<{ $crate::expansion::digit(::core::stringify!($name), 1) }>,
                $crate::typenum::U<{ $crate::expansion::digit(::core::stringify!($name), 2) }>,
            >;
        }
    )*};
}

/// Tuples of at most eight names. Sealed.
#[diagnostic::on_unimplemented(
    message = "names: `{Self}` is no tuple of at most eight names, such as `(Row, Col)`, of one `(Row,)`",
    label = "is no tuple of names"
)]
pub trait Names: Copy {
    #[doc(hidden)]
    const SEAL: Seal;
    /// The names as text.
    const NAMES: &'static [&'static str];
    /// The names as an hlist.
    type List: List<Tuple = Self>;
}
/// Hlists of names.
pub trait List {
    /// The names as a tuple.
    type Tuple: Names<List = Self>;
    /// The number of names.
    type Count;
}
macro_rules! tuples {
    ($($($name:ident)* = $count:ident;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($name: ModeName),*> Names for ($($name,)*) {
            const SEAL: Seal = Seal;
            const NAMES: &'static [&'static str] = &[$($name::NAME),*];
            type List = HList![$($name),*];
        }
        impl<$($name: ModeName),*> List for HList![$($name),*] {
            type Tuple = ($($name,)*);
            type Count = crate::leaf::decimal::names::$count;
        }
        #[diagnostic::do_not_recommend]
        impl<$($name: ModeName),*> OneEach<crate::leaf::decimal::names::$count> for ($($name,)*) {}
    )*};
}
tuples! {
    = _0;
    A = _1;
    A B = _2;
    A B C = _3;
    A B C D = _4;
    A B C D E = _5;
    A B C D E F = _6;
    A B C D E F G = _7;
    A B C D E F G H = _8;
}

/// As many names as there are modes.
#[diagnostic::on_unimplemented(
    message = "named: `{Self}` is not one name for each of {Modes} modes, `t.named((Row, Col))`, of one mode `(Row,)`",
    label = "are not as many names as modes"
)]
pub trait OneEach<Modes>: Names {}

/// The number of modes of the layout `L`.
pub type CountOf<L> = <<L as AnyLayout>::Shape as Shape>::Modes;

/// The place of the name `M` in a list, or `Dyn` if it is not there.
pub trait Find<M> {
    /// The place.
    type At: Number;
}
impl<M> Find<M> for HNil {
    type At = Dyn<usize>;
}
impl<M: ModeName, A: ModeName, T: Find<M>> Find<M> for HCons<A, T> {
    type At = <<A::Label as Label>::Is<M::Label> as Truth>::Either<UTerm, <T::At as Number>::Next>;
}
/// Places that are there.
pub trait Present {
    /// The place.
    const PLACE: usize;
}
impl Present for UTerm {
    const PLACE: usize = 0;
}
impl<U, B> Present for UInt<U, B>
where
    Self: Unsigned,
{
    const PLACE: usize = <Self as Unsigned>::USIZE;
}
/// Places that are not there.
pub trait Missing {}
impl Missing for Dyn<usize> {}

/// Names among which `M` is. Sealed.
#[diagnostic::on_unimplemented(
    message = "names: no mode has the name `{M}`; the names are `{Self}`",
    label = "has no mode of this name"
)]
pub trait Has<M>: Names {
    #[doc(hidden)]
    const SEAL: Seal;
    /// Its place.
    const PLACE: usize;
}
#[diagnostic::do_not_recommend]
impl<N, M: ModeName> Has<M> for N
where
    N: Names<List: Find<M, At: Present>>,
{
    const SEAL: Seal = Seal;
    const PLACE: usize = <<N::List as Find<M>>::At as Present>::PLACE;
}

/// Names of which none is there twice, also not in another module. Sealed.
#[diagnostic::on_unimplemented(
    message = "names: a name is used twice in `{Self}`",
    label = "has a name twice"
)]
pub trait Distinct: Names {}
#[diagnostic::do_not_recommend]
impl<N: Names<List: AllDiffer>> Distinct for N {}
/// [`Distinct`] for hlists.
pub trait AllDiffer {}
impl AllDiffer for HNil {}
impl<A, T: AllDiffer + Find<A, At: Missing>> AllDiffer for HCons<A, T> {}

/// Names `Self` that are all among `N`.
#[diagnostic::on_unimplemented(
    message = "names: not all of `{Self}` are names of modes; the names are `{N}`",
    label = "has a name that no mode has"
)]
pub trait Among<N>: Names {}
#[diagnostic::do_not_recommend]
impl<M: Names<List: AllIn<N>>, N> Among<N> for M {}
/// [`Among`] for hlists.
pub trait AllIn<N> {}
impl<N> AllIn<N> for HNil {}
impl<A, T: AllIn<N>, N: Has<A>> AllIn<N> for HCons<A, T> {}

/// The names `N` in any order. Sealed.
#[diagnostic::on_unimplemented(
    message = "names: `{Self}` are not the names `{N}` in some order",
    label = "are other names"
)]
pub trait OrderOf<N>: Names {}
#[diagnostic::do_not_recommend]
impl<M, N> OrderOf<N> for M
where
    N: Names<List: AllIn<M>>,
    M: Names<List: AllIn<N> + AllDiffer>,
{
}

/// Names as text: `(Row, Col)`.
pub(super) struct Text(pub(super) &'static [&'static str]);
impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for (i, name) in self.0.iter().enumerate() {
            f.write_str(if i > 0 { ", " } else { "" })?;
            f.write_str(name)?;
        }
        f.write_str(if self.0.len() == 1 { ",)" } else { ")" })
    }
}
