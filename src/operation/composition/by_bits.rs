//! Composition with XOR strides on the right: products of matrices over F2, or integers where bits do
//! not carry.

use frunk_core::HList;
use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Mode as ValueMode, Operation, Rule};
use typenum::{B0, B1, UTerm};

use super::ComposeKind;
use super::leaf::OntoLeaf;
use crate::f2::{Extent, Fold, Linear, Runs, Sums, Vector};
use crate::layout::codomain::{self, Integers, Kind, Points, Zero};
use crate::layout::modes::{Mode, Modes, cons};
use crate::layout::{AnyLayout, ByParts, Layout, Parts};
use crate::leaf::int::{Dyn, Known, Leaf, Static};
use crate::leaf::xor::Xor;
use crate::operation::coalesce::{CoalesceModes, IntoLayout};
use crate::operation::swizzle::IntoBits;
use crate::verdict::{Advance, Bad, Place, Unless, Verdict, every, rule};

// What it is depends on the strides of the left side, too.
impl<AS, AD, B, J, K> ComposeKind<Layout<AS, AD>, B, J> for codomain::Bits
where
    AD: Kind<Out = K>,
    K: ComposeBits<Layout<AS, AD>, B, J>,
{
    type Out = K::Out;
    #[inline(always)]
    fn compose_kind(a: Layout<AS, AD>, b: B, at: usize) -> Result<K::Out, Error> {
        K::compose_bits(a, b, at)
    }
    #[inline(always)]
    fn stays_within(_: &Layout<AS, AD>, _: &B) -> bool {
        false
    }
}

/// `A o B` for a right side with XOR strides. `Self` is the kind of the strides of the left.
#[diagnostic::on_unimplemented(
    message = "composition: codomain: the strides are not of one integer-semimodule"
)]
pub trait ComposeBits<A, B, J> {
    /// The result, a layout.
    type Out: Parts;
    /// The result.
    fn compose_bits(a: A, b: B, at: usize) -> Result<Self::Out, Error>;
}
macro_rules! integers {
    ($($kind:ident)*) => {$(
        impl<A, BS, BD, J, M, D, R, V, RS, RD> ComposeBits<A, Layout<BS, BD>, J> for $kind
        where
            Layout<BS, BD>: AnyLayout<Modes = M>,
            M: Modes + Sums,
            M::Carries<UTerm, Place<A, Layout<BS, BD>, every>>: Verdict<Out = V>,
            BD: IntoIntegers<Out = D>,
            Integers: ComposeKind<A, Layout<BS, D>, J, Out = R>,
            R: Parts<Shape = RS, Stride = RD>,
            V: Unless<RS, RD>,
        {
            type Out = V::Out;
            #[inline(always)]
            fn compose_bits(a: A, b: Layout<BS, BD>, at: usize) -> Result<V::Out, Error> {
                if const { M::STATIC.is_none() } {
                    check_carries(b.modes())?;
                }
                let (shape, stride) = b.into_parts();
                let integers = Layout::sound(shape, stride.into_integers());
                Ok(V::unless(Integers::compose_kind(a, integers, at)?.by_parts()))
            }
        }
    )*};
}
integers!(Zero Integers Points);
impl<AS, AD, BS, BD, J, AM, Merged, V, RS, RD> ComposeBits<Layout<AS, AD>, Layout<BS, BD>, J>
    for codomain::Bits
where
    Layout<AS, AD>: AnyLayout<Modes = AM>,
    AM: CoalesceModes<Out = Merged>,
    Merged: Linear,
    Merged::Verdict<Place<Layout<AS, AD>, Layout<BS, BD>, every>>: Verdict<Out = V>,
    V: OntoBitsUnless<BS, BD, Merged, (Layout<AS, AD>, Layout<BS, BD>), J, Out = Layout<RS, RD>>,
    Layout<RS, RD>: Parts,
{
    type Out = Layout<RS, RD>;
    #[inline(always)]
    fn compose_bits(_: Layout<AS, AD>, b: Layout<BS, BD>, _: usize) -> Result<Self::Out, Error> {
        let (shape, stride) = b.into_parts();
        Ok(V::onto_bits_unless(shape, stride))
    }
}

/// [`OntoBits`] of the shape `S`, unless `Self` is a verdict on `M`. (It is known when all of `M` is: of the
/// beginning of the modes rustc would try all leaves again with each mode that follows.)
pub trait OntoBitsUnless<S, D, M, O, J> {
    /// The result, a layout.
    type Out;
    /// The result.
    fn onto_bits_unless(shape: S, stride: D) -> Self::Out;
}
impl<S: OntoBits<D, M, O, J>, D, M, O, J> OntoBitsUnless<S, D, M, O, J> for HNil {
    type Out = S::Out;
    #[inline(always)]
    fn onto_bits_unless(shape: S, stride: D) -> S::Out {
        shape.onto_bits(stride)
    }
}
impl<R, At, X, Y, S, D, M, O, J> OntoBitsUnless<S, D, M, O, J> for Bad<R, At, X, Y> {
    type Out = Layout<Self, Self>;
    fn onto_bits_unless(_: S, _: D) -> Self::Out {
        Layout::sound(Bad::new(), Bad::new())
    }
}

/// Of operands `(A, B, J)` the composition bit by bit of `A`, of XOR strides, and `B`, of integers that are
/// added without carries: where `B` is static and there is one, else the verdict, which is `W` of the
/// rules. The first leaf stands at `J`.
pub trait UnderBits<W> {
    /// A layout.
    type Out;
}
impl<A, B: AnyLayout<IsStatic = F>, J, W, F: StaticallyUnder<A, B, J, W>> UnderBits<W>
    for (A, B, J)
{
    type Out = F::Out;
}
/// [`UnderBits`], if `Self` is true.
pub trait StaticallyUnder<A, B, J, W> {
    /// A layout.
    type Out;
}
impl<A, B, J, W> StaticallyUnder<A, B, J, W> for B0 {
    type Out = Layout<W, W>;
}
impl<A, BS, BD, J, W, AM, Merged, MV, D, BM, V, RS, RD> StaticallyUnder<A, Layout<BS, BD>, J, W>
    for B1
where
    A: AnyLayout<Modes = AM>,
    AM: CoalesceModes<Out = Merged>,
    Merged: Linear,
    BD: IntoBits<Out = D>,
    Layout<BS, D>: AnyLayout<Modes = BM>,
    BM: Sums,
    Merged::Verdict<Place<A, Layout<BS, BD>, every>>: Verdict<Out = MV>,
    MV: OntoBitsUnless<BS, D, Merged, (A, Layout<BS, BD>), J, Out = Layout<RS, RD>>,
    HList![
        BM::Carries<UTerm, Place<A, Layout<BS, BD>, every>>,
        Merged::Verdict<Place<A, Layout<BS, BD>, every>>,
        RS,
    ]: Verdict<Out = V>,
    V: OrRule<W, Layout<RS, RD>>,
{
    type Out = V::Out;
}
/// The layout `L` unless `Self` is a verdict: then that one or `W`.
pub trait OrRule<W, L> {
    /// A layout.
    type Out;
}
impl<W, L> OrRule<W, L> for HNil {
    type Out = L;
}
impl<W: rule::Named, AtW, XW, YW, L, R, At, X, Y> OrRule<Bad<W, AtW, XW, YW>, L>
    for Bad<R, At, X, Y>
{
    type Out = Layout<W::OrBits<Self, Bad<W, AtW, XW, YW>>, W::OrBits<Self, Bad<W, AtW, XW, YW>>>;
}

/// A tree of leaves of the right side (`Self`, with XOR strides `D`) under the coalesced modes `M` of the
/// left; its first leaf stands at position `J` of the operands `O`.
pub trait OntoBits<D, M, O, J> {
    /// The result, a layout.
    type Out;
    /// The result.
    fn onto_bits(self, stride: D) -> Self::Out;
}
impl<M, O, J> OntoBits<HNil, M, O, J> for HNil {
    type Out = Layout<HNil, HNil>;
    #[inline(always)]
    fn onto_bits(self, _: HNil) -> Self::Out {
        Layout::sound(HNil, HNil)
    }
}
impl<R, At, X, Y, M, O, J> OntoBits<Self, M, O, J> for Bad<R, At, X, Y> {
    type Out = Layout<Self, Self>;
    fn onto_bits(self, _: Self) -> Self::Out {
        Layout::sound(self, self)
    }
}
impl<S, ST, D, DT, M, O, J, J1, HS, HD, TS, TD> OntoBits<HCons<D, DT>, M, O, J> for HCons<S, ST>
where
    S: OntoBits<D, M, O, J, Out = Layout<HS, HD>> + Advance<J, Out = J1>,
    ST: OntoBits<DT, M, O, J1, Out = Layout<TS, TD>>,
{
    type Out = Layout<HCons<HS, TS>, HCons<HD, TD>>;
    #[inline(always)]
    fn onto_bits(self, stride: HCons<D, DT>) -> Self::Out {
        self.head.onto_bits(stride.head).followed_by(self.tail.onto_bits(stride.tail))
    }
}
impl<S: Leaf, D: OntoBit<S, M, O, J>, M, O, J> OntoBits<D, M, O, J> for S {
    type Out = D::Out;
    #[inline(always)]
    fn onto_bits(self, stride: D) -> D::Out {
        stride.onto_bit(self)
    }
}

/// The leaf of extent `S` and stride `Self` under `M`.
pub trait OntoBit<S, M, O, J> {
    /// The result, a layout.
    type Out;
    /// The result.
    fn onto_bit(self, extent: S) -> Self::Out;
}
impl<S: Leaf, M, O, J, Kept> OntoBit<S, M, O, J> for Static<UTerm>
where
    (S::IsOne, B1): OntoLeaf<S, Self, HNil, (), Out = Kept>,
    Kept: IntoLayout,
    HCons<Mode<S, Self>, HNil>: IntoLayout,
{
    type Out = Kept::Out;
    #[inline(always)]
    fn onto_bit(self, extent: S) -> Kept::Out {
        match <(S::IsOne, B1)>::onto_leaf(extent, self, HNil, ()) {
            Ok(kept) => kept.into_layout(),
            Err(_) => unreachable!("a leaf of stride 0 stays as it is"),
        }
    }
}
impl<S: Mapped<N, M, O, J>, N, M, O, J> OntoBit<S, M, O, J> for Xor<Static<N>> {
    type Out = S::Out;
    #[inline(always)]
    fn onto_bit(self, extent: S) -> S::Out {
        extent.mapped()
    }
}
impl<S, I, M, A, B, J> OntoBit<S, M, (A, B), J> for Xor<Dyn<I>> {
    type Out = Layout<Unknown<A, B, J>, Unknown<A, B, J>>;
    fn onto_bit(self, _: S) -> Self::Out {
        Layout::sound(Bad::new(), Bad::new())
    }
}
type Unknown<A, B, J> = Bad<rule::KnownBits, Place<A, B, J>, Static<UTerm>, Static<UTerm>>;

/// The leaf of extent `Self` and stride `f_N` under `M`.
pub trait Mapped<N, M, O, J> {
    /// The result, a layout.
    type Out;
    /// The result.
    fn mapped(self) -> Self::Out;
}
impl<K, N: Vector, M: Linear, A, B, J> Mapped<N, M, (A, B), J> for Static<K>
where
    Self: Extent,
    Image<Self, N, M, A, B, J>: Known,
{
    type Out = Image<Self, N, M, A, B, J>;
    #[inline(always)]
    fn mapped(self) -> Self::Out {
        Known::VALUE
    }
}
type Image<S, N, M, A, B, J> = ByParts<
    <<S as Extent>::Image<
        N,
        M,
        Bad<rule::PowerOfTwo, Place<A, B, J>, S, Static<UTerm>>,
    > as Runs>::Layout,
>;
impl<I, N, M: Alone<Self, N, O, J>, O, J> Mapped<N, M, O, J> for Dyn<I> {
    type Out = M::Out;
    #[inline(always)]
    fn mapped(self) -> M::Out {
        M::alone(self)
    }
}
/// A leaf of dynamic extent `S` and stride `f_N` under the modes `Self`: it stays a leaf where there is
/// one of them.
pub trait Alone<S, N, O, J> {
    /// The result, a layout.
    type Out;
    /// The result.
    fn alone(extent: S) -> Self::Out;
}
impl<AS, K: Vector, S, N: Vector, O, J> Alone<S, N, O, J>
    for HCons<Mode<AS, Xor<Static<K>>>, HNil>
{
    type Out = Layout<S, <N::Times<K> as Vector>::Stride>;
    #[inline(always)]
    fn alone(extent: S) -> Self::Out {
        Layout::sound(extent, Known::VALUE)
    }
}
impl<AS, I, S, N, A, B, J> Alone<S, N, (A, B), J> for HCons<Mode<AS, Xor<Dyn<I>>>, HNil> {
    type Out = Layout<Unknown<A, B, J>, Unknown<A, B, J>>;
    fn alone(_: S) -> Self::Out {
        Layout::sound(Bad::new(), Bad::new())
    }
}
impl<C, F, T, S, N, A, B, J> Alone<S, N, (A, B), J> for Fold<C, F, T> {
    type Out = Layout<Unknown<A, B, J>, Unknown<A, B, J>>;
    fn alone(_: S) -> Self::Out {
        Layout::sound(Bad::new(), Bad::new())
    }
}
impl<M0, M1, T, S, N, A, B, J> Alone<S, N, (A, B), J> for HCons<M0, HCons<M1, T>> {
    type Out = Layout<Unknown<A, B, J>, Unknown<A, B, J>>;
    fn alone(_: S) -> Self::Out {
        Layout::sound(Bad::new(), Bad::new())
    }
}

/// XOR strides as the integers that they are.
pub trait IntoIntegers {
    /// The strides.
    type Out;
    /// The strides.
    fn into_integers(self) -> Self::Out;
}
impl IntoIntegers for Static<UTerm> {
    type Out = Self;
    #[inline(always)]
    fn into_integers(self) -> Self {
        self
    }
}
impl<N> IntoIntegers for Xor<N> {
    type Out = N;
    #[inline(always)]
    fn into_integers(self) -> N {
        self.0
    }
}
impl IntoIntegers for HNil {
    type Out = HNil;
    #[inline(always)]
    fn into_integers(self) -> HNil {
        HNil
    }
}
impl<R, At, X, Y> IntoIntegers for Bad<R, At, X, Y> {
    type Out = Self;
    fn into_integers(self) -> Self {
        self
    }
}
impl<H: IntoIntegers, T: IntoIntegers> IntoIntegers for HCons<H, T> {
    type Out = HCons<H::Out, T::Out>;
    #[inline(always)]
    fn into_integers(self) -> Self::Out {
        cons(self.head.into_integers(), self.tail.into_integers())
    }
}

/// That no bits overlap, of values that are added up: of one coordinate only those that it can have
/// together.
fn check_carries<M: Modes>(modes: M) -> Result<(), Error> {
    let mut checked = Ok(());
    let bits = |mode: ValueMode| {
        let places = (0..63).take_while(move |&place| 1 << place < mode.shape);
        places.map(move |place| (1 << place, (mode.stride as u128) << place))
    };
    modes.for_each_mode(0, &mut |i, mode| {
        modes.for_each_mode(0, &mut |j, other| {
            for (bit, right) in bits(mode) {
                let before = bits(other).take_while(|&(first, _)| j < i || first < bit);
                for (first, left) in before.filter(|_| j <= i) {
                    let together: bool = j < i || first + bit < mode.shape;
                    if together && left & right != 0 && checked.is_ok() {
                        let number = |n| i64::try_from(n).unwrap_or(i64::MAX);
                        let rule = Rule::Carries { left: number(left), right: number(right) };
                        checked = Err(Error::new(Operation::Composition, rule));
                    }
                }
            }
        });
    });
    checked
}
