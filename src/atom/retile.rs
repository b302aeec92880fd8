//! Fragments of a thread as a copy takes them.

use frunk_core::HList;
use frunk_core::hlist::HCons;
use tilework_algebra::Error;
use typenum::U1;

use super::CopyAtom;
use super::cotiled::SizesOf;
use crate::layout::compact::{Column, Compact};
use crate::layout::{AnyLayout, Layout};
use crate::leaf::arithmetic::Mul;
use crate::leaf::int::{Known, Static};
use crate::operation::arrangement::{Pair, halves};
use crate::operation::composition::Compose;
use crate::operation::divide::SplitZipped;
use crate::operation::product::{Multiply, Repeated};
use crate::operation::recast::{Cast, Up};
use crate::operation::right_inverse::InvertRight;
use crate::operation::round::Exact;
use crate::operation::thread_value::ModeSizes;
use crate::verdict::{HasResult, Verdict, operation};

/// Fragments that a [`TiledCopy`](super::TiledCopy) takes: the bound of [`TiledCopy::retile`](super::TiledCopy::retile).
pub trait RetiledBy<A, T, V>: Retile<A, T, V> {}
impl<A, T, V, L, W> RetiledBy<A, T, V> for L
where
    L: Retile<A, T, V, Verdict = W>,
    W: HasResult<operation::retile>,
{
}
/// [`RetiledBy`] before the verdict.
pub trait Retile<A, T, V>: AnyLayout {
    /// The fragment as the copy takes it.
    type Result: AnyLayout;
    /// `HNil`, or the verdict.
    type Verdict;
    /// The fragment as the copy takes it.
    fn try_retile(self) -> Result<Self::Result, Error>;
}
impl<
    FS,
    FST,
    FD,
    FDT,
    A,
    T,
    TS,
    TD,
    VS,
    VD,
    N,
    B,
    BD,
    IS,
    ID,
    NS,
    ND,
    H,
    K,
    PS,
    PD,
    JS,
    JD,
    OS,
    OD,
    RT,
    RV,
    RD,
    AV,
    QS,
    QD,
    PB,
    XS,
    XD,
    Z,
    ZS,
    ZD,
    ZDT,
    YS,
    YD,
    W,
    TZ,
> Retile<A, T, Pair<TS, TD, VS, VD>> for Layout<HCons<FS, FST>, HCons<FD, FDT>>
where
    // The number of the element of the tile among threads and values.
    T: SizesOf<Out = TZ>,
    TZ: ModeSizes<Out = B>,
    B: Compact<Static<U1>, Column, Stride = BD>,
    Pair<TS, TD, VS, VD>: InvertRight<Result = Layout<IS, ID>>,
    Layout<IS, ID>: Compose<Layout<B, BD>, Result = Layout<NS, ND>>,
    // The repeat that has it: so many elements of all threads are one.
    FS: Compact<Static<U1>, Column, After = N>,
    TS: Compact<Static<U1>, Column, After = H>,
    H: Mul<N, Out = Static<K>>,
    Layout<NS, ND>: Cast<Up<K>, Result = Layout<PS, PD>>,
    // From the value to the coordinate in the fragment's part for a tile.
    Layout<PS, PD>: InvertRight<Result = Layout<JS, JD>>,
    Layout<N, Static<U1>>: Multiply<Layout<JS, JD>, Repeated, Result = Layout<OS, OD>>,
    A: CopyAtom<Reference = Layout<HList![RT, RV], RD>>,
    RV: Compact<Static<U1>, Column, After = AV>,
    Layout<OS, OD>: SplitZipped<AV, Exact, Result = Layout<QS, QD>>,
    Layout<QS, QD>: Known,
    PS: ModeSizes<Out = PB>,
    HCons<N, PB>: Known,
    // Nothing of the values is left.
    Self: AnyLayout
        + SplitZipped<HCons<N, PB>, Exact, Result = Pair<XS, XD, HCons<Z, ZS>, HCons<ZD, ZDT>>>,
    Pair<XS, XD, HCons<Z, ZS>, HCons<ZD, ZDT>>: AnyLayout,
    Layout<XS, XD>: Compose<Layout<QS, QD>, Result = Layout<YS, YD>>,
    Layout<YS, YD>: AnyLayout,
    HList![IS, NS, PS, JS, OS, QS, XS, ZS, YS]: Verdict<Out = W>,
    Layout<HCons<YS, ZS>, HCons<YD, ZDT>>: AnyLayout,
{
    type Result = Layout<HCons<YS, ZS>, HCons<YD, ZDT>>;
    type Verdict = W;
    #[inline(always)]
    fn try_retile(self) -> Result<Self::Result, Error> {
        let (tile, rest) = halves(self.try_split_zipped(Known::VALUE)?);
        let (_, rest) = rest.split_first();
        Ok(tile.try_compose(Known::VALUE)?.followed_by(rest))
    }
}
