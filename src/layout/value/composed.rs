//! Conversion of composed layouts of the types to the value level.

use tilework_algebra as algebra;
use typenum::{Integer, Unsigned};

use super::strides::ToStrides;
use super::{ToIntTuple, ValueKind};
use crate::layout::codomain::Kind;
use crate::layout::composed::Composed;
use crate::layout::swizzle::Swizzle;
use crate::layout::{AnyLayout, Layout};
use crate::leaf::int::Leaf;

/// Functions of offsets that convert to values.
pub trait ToOuter {
    /// The function of offsets as a value of the algebra.
    fn to_outer(self) -> algebra::Outer;
}
impl<B: Unsigned, M: Unsigned, W: Integer> ToOuter for Swizzle<B, M, W> {
    fn to_outer(self) -> algebra::Outer {
        self.to_value().into()
    }
}
impl<S, D, K, V> ToOuter for Layout<S, D>
where
    Self: AnyLayout<Shape = S, Stride = D>,
    S: ToIntTuple,
    D: Kind<Out = K> + ToStrides<V>,
    K: ValueKind<Stride = V>,
    V: algebra::Stride,
    algebra::Outer: From<algebra::Layout<V>>,
{
    fn to_outer(self) -> algebra::Outer {
        self.to_value().into()
    }
}
impl<F, N, S, D, K, V> ToOuter for Composed<F, N, Layout<S, D>>
where
    F: ToOuter,
    N: Leaf,
    Layout<S, D>: AnyLayout<Shape = S, Stride = D>,
    S: ToIntTuple,
    D: Kind<Out = K> + ToStrides<V>,
    K: ValueKind<Stride = V>,
    V: algebra::Stride<Offset = i64>,
    algebra::Outer: From<algebra::Layout<V>>,
{
    fn to_outer(self) -> algebra::Outer {
        self.to_value().into()
    }
}
impl<F: ToOuter, N: Leaf, B, M, W> ToOuter for Composed<F, N, Swizzle<B, M, W>>
where
    B: Unsigned,
    M: Unsigned,
    W: Integer,
{
    fn to_outer(self) -> algebra::Outer {
        // Nothing is added to the offsets of a swizzle.
        let (outer, _, first) = self.into_parts();
        outer.to_outer().after(0, first.to_value().into())
    }
}

impl<F, N, S, D, K, V> Composed<F, N, Layout<S, D>>
where
    F: ToOuter,
    N: Leaf,
    Layout<S, D>: AnyLayout<Shape = S, Stride = D>,
    S: ToIntTuple,
    D: Kind<Out = K> + ToStrides<V>,
    K: ValueKind<Stride = V>,
    V: algebra::Stride<Offset = i64>,
{
    /// The composed layout `c -> f(n + B(c))` as a value of the algebra.
    ///
    /// ```
    /// use tilework::{Composed, Dyn, Swizzle, algebra, layout, typenum::{P3, U0, U2}};
    /// let tile = Composed::new(Swizzle::<U2, U0, P3>::new(), Dyn(4_usize), layout!((3,8):(8,1)));
    /// let value: algebra::Composed = tile.to_value();
    /// assert_eq!(value.to_string(), "Sw<2,0,3> o 4 o (3,8):(8,1)");
    /// ```
    pub fn to_value(self) -> algebra::Composed<V> {
        let (outer, added, inner) = self.into_parts();
        algebra::Composed::of(outer.to_outer(), inner.to_value()).with_added(added.number())
    }
}
