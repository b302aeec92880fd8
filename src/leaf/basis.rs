//! Strides that are coordinates: scaled basis elements.

use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;
use core::ops::Sub;

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::Mode;
use typenum::{B0, B1, Sub1, UInt, UTerm, Unsigned};

use crate::layout::Shape;
use crate::leaf::decimal::names;
use crate::leaf::int::{Known, Leaf, LeafIn, Static};
use crate::leaf::notation::Notation;
use crate::leaf::number::{Number, Truth};
use crate::leaf::occupied::{Occupied, Positions};
use crate::leaf::stride::{Codomain, StrideLeaf, StrideLeafIn};

/// The stride `N e_P`: `N` times the coordinate that is 1 at the place `P` and 0 elsewhere
/// ([004](crate::guide::papers), section 2.3.1).
///
/// `N` is a leaf. `P` is an hlist of typenum integers: the position of a mode, then the position in that mode, and so
/// on. `e1` is at `HList![U1]`, `e(0,1)` at `HList![U0, U1]`. The type is zero-sized if `N` is static. A multiple of 0
/// is written `0`. Positions are below 256, and places at most 64 long; others do not build.
///
/// ```
/// use tilework::{Layout, hlist, layout};
/// let n = 3;
/// let columns: Layout!((4,(2,_)):(e0,(6e1,2*e1))) = layout!((4,(2,n)):(e0,(6e1,2*e1)));
/// assert_eq!(columns.to_string(), "(4,(2,3)):(e0,(6e1,2e1))");
/// assert_eq!(columns.coordinate((3, (1, 2))), hlist![3, 6 + 2 * 2]);
/// ```
///
/// ```compile_fail,E0080
/// use tilework::{Basis, HList, Layout, Static, typenum::{U1, U256}};
/// let far = Layout::new(tilework::leaf(4), Basis::<Static<U1>, HList![U256]>::new(Static::new()));
/// far.to_value();
/// ```
#[doc(alias("ScaledBasis", "E"))]
pub struct Basis<N, P> {
    multiple: N,
    place: PhantomData<P>,
}

impl<N, P> Basis<N, P> {
    /// `multiple * e_P`
    #[inline(always)]
    pub const fn new(multiple: N) -> Self {
        Basis { multiple, place: PhantomData }
    }
}
impl<N: Copy, P> Basis<N, P> {
    /// The multiple.
    #[inline(always)]
    pub const fn multiple(self) -> N {
        self.multiple
    }
}
impl<N: Copy, P> Clone for Basis<N, P> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<N: Copy, P> Copy for Basis<N, P> {}
impl<N: PartialEq, P> PartialEq for Basis<N, P> {
    fn eq(&self, other: &Self) -> bool {
        self.multiple == other.multiple
    }
}
impl<N: Eq, P> Eq for Basis<N, P> {}
impl<N: Hash, P> Hash for Basis<N, P> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.multiple.hash(state);
    }
}
impl<N: Leaf, P: Place> fmt::Debug for Basis<N, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.multiple.get() {
            0 => return f.write_str("0"),
            1 => {}
            // `6e(0,1)` would not be valid tokens of Rust.
            multiple if P::POSITIONS.rest.is_some() => write!(f, "{multiple}*")?,
            multiple => write!(f, "{multiple}")?,
        }
        f.write_str("e")?;
        P::write(f)
    }
}
impl<N: Leaf, P: Place> Notation for Basis<N, P> {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
    fn write_rest(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}
impl<N: Known, P> Known for Basis<N, P> {
    const VALUE: Self = Basis::new(N::VALUE);
}

impl<N: Leaf, P: Place> StrideLeaf for Basis<N, P> {
    type IsZero = N::IsZero;
    type IsStatic = N::IsStatic;
    const KNOWN: Option<Self> = match N::KNOWN {
        Some(multiple) => Some(Basis::new(multiple)),
        None => None,
    };
    const STATIC: Option<u64> = N::STATIC;
    const LIMIT: u64 = N::LIMIT;
    const CODOMAIN: Codomain = Codomain::Coordinates;
    const OCCUPIED: &'static Occupied = match N::STATIC {
        // 0 is the same at each place.
        Some(0) => &Occupied::Nothing,
        _ => {
            P::POSITIONS.check();
            &Occupied::Place(P::POSITIONS)
        }
    };
    #[inline(always)]
    fn multiple(self) -> usize {
        self.multiple.get()
    }
}
impl<N: Leaf, P: Place> Shape for Basis<N, P> {
    type IsStatic = N::IsStatic;
    type Integers = N::Integers;
    type Size = typenum::U1;
    type Rank = typenum::U1;
    type Modes = names::_1;
    const KNOWN: Option<Self> = <Self as StrideLeaf>::KNOWN;
    type Head = HNil;
    type Tail = HNil;
    const BLANK: Self = Basis::new(N::BLANK);
    #[inline(always)]
    fn put<const IS_STRIDE: bool>(self, at: usize, to: &mut [Mode]) {
        self.multiple.put::<IS_STRIDE>(at, to);
    }
    #[inline(always)]
    fn fill<const IS_STRIDE: bool>(&mut self, at: usize, from: &[Mode]) {
        self.multiple.fill::<IS_STRIDE>(at, from);
    }
    const RANK: usize = 1;
    const DEPTH: usize = 0;
}

/// A place in a coordinate: an hlist of at least one typenum integer. Sealed by its length.
pub trait Place: Send + Sync + 'static {
    /// The positions from the top down, for constants.
    const POSITIONS: &'static Positions;
    /// The positions from the top down.
    fn for_each_position(f: &mut dyn FnMut(usize));
    /// `1`, or `(0,1)`.
    fn write(f: &mut fmt::Formatter<'_>) -> fmt::Result;
    /// True if it is the place `Q`.
    #[doc(hidden)]
    type Same<Q: Place>: Truth;
    /// True if the place is `N`.
    #[doc(hidden)]
    type IsOne<N: Number>: Truth;
    /// True if the place is `N` followed by `Q`.
    #[doc(hidden)]
    type IsLonger<N: Number, Q: Place>: Truth;
}
impl<N: Unsigned + Number> Place for HCons<N, HNil> {
    type Same<Q: Place> = Q::IsOne<N>;
    type IsOne<M: Number> = N::Equals<M>;
    type IsLonger<M: Number, Q: Place> = B0;
    const POSITIONS: &'static Positions = &Positions { first: N::USIZE, rest: None };
    fn for_each_position(f: &mut dyn FnMut(usize)) {
        f(N::USIZE);
    }
    fn write(f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", N::USIZE)
    }
}
impl<N: Unsigned + Number, M, T> Place for HCons<N, HCons<M, T>>
where
    HCons<M, T>: Place,
{
    type Same<Q: Place> = Q::IsLonger<N, HCons<M, T>>;
    type IsOne<K: Number> = B0;
    type IsLonger<K: Number, Q: Place> =
        <N::Equals<K> as Truth>::And<<HCons<M, T> as Place>::Same<Q>>;
    const POSITIONS: &'static Positions =
        &Positions { first: N::USIZE, rest: Some(HCons::<M, T>::POSITIONS) };
    fn for_each_position(f: &mut dyn FnMut(usize)) {
        f(N::USIZE);
        HCons::<M, T>::for_each_position(f);
    }
    fn write(f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}", N::USIZE)?;
        let mut result = Ok(());
        HCons::<M, T>::for_each_position(&mut |position| {
            result = result.and_then(|()| write!(f, ",{position}"));
        });
        result?;
        f.write_str(")")
    }
}

impl<N: LeafIn<usize>, P: Place, H: Copy, T: Copy> StrideLeafIn<usize, HCons<H, T>> for Basis<N, P>
where
    HCons<H, T>: AddAt<P>,
{
    #[inline(always)]
    fn accumulate(self, coordinate: usize, sum: HCons<H, T>) -> HCons<H, T> {
        sum.add_at(coordinate * self.multiple.get_in())
    }
}
// 0 is the same at each place.
impl<H: Copy, T: Copy> StrideLeafIn<usize, HCons<H, T>> for Static<UTerm> {
    #[inline(always)]
    fn accumulate(self, _: usize, sum: HCons<H, T>) -> HCons<H, T> {
        sum
    }
}
impl StrideLeafIn<usize, HNil> for Static<UTerm> {
    #[inline(always)]
    fn accumulate(self, _: usize, sum: HNil) -> HNil {
        sum
    }
}

/// Coordinates that have a place `P`.
pub trait AddAt<P>: Copy {
    /// The coordinate with `n` added at that place.
    fn add_at(self, n: usize) -> Self;
}
impl<T: Copy> AddAt<HCons<UTerm, HNil>> for HCons<usize, T> {
    #[inline(always)]
    fn add_at(self, n: usize) -> Self {
        HCons { head: self.head + n, tail: self.tail }
    }
}
impl<M, R, H: AddAt<HCons<M, R>>, T: Copy> AddAt<HCons<UTerm, HCons<M, R>>> for HCons<H, T> {
    #[inline(always)]
    fn add_at(self, n: usize) -> Self {
        HCons { head: self.head.add_at(n), tail: self.tail }
    }
}
impl<U, B, R, H: Copy, T> AddAt<HCons<UInt<U, B>, R>> for HCons<H, T>
where
    UInt<U, B>: Sub<B1>,
    T: AddAt<HCons<Sub1<UInt<U, B>>, R>>,
{
    #[inline(always)]
    fn add_at(self, n: usize) -> Self {
        HCons { head: self.head, tail: self.tail.add_at(n) }
    }
}
