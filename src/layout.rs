//! A layout in the types: a shape and a congruent stride, and its flat modes.

use core::fmt;

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Mode as ValueMode, Operation, Rule};
use typenum::{U0, U1};

use crate::arithmetic::{Mul, Product, Reach};
use crate::injectivity::StaticModes;
use crate::int::{Index, Known, Leaf, LeafIn, Static, StrideLeaf};

/// The layout `shape:stride`: the function that maps a coordinate to the offset
/// `sum_i c_i * d_i`.
///
/// A shape is a [`Leaf`] or an hlist of shapes, the stride is congruent with it. Layouts are
/// made by [`layout!`](crate::layout) and named by [`Layout!`](crate::Layout!). One that is
/// static throughout has no size; a dynamic leaf costs what it holds.
///
/// Every value of this type is sound: extents are at least 1, and size and cosize fit the
/// integers that the layout is computed in (`usize`, or `u32` with a `Dyn<u32>` among its
/// leaves), so that evaluation on the domain never overflows.
///
/// ```
/// use tilework::{Layout, layout};
/// const TILE: Layout!((8,(2,4)):(2,(1,16))) = layout!((8,(2,4)):(2,(1,16)));
/// assert_eq!(TILE.offset((3, (1, 2))), 3 * 2 + 1 + 2 * 16);
/// assert_eq!(TILE.to_string(), "(8,(2,4)):(2,(1,16))");
/// assert_eq!(size_of_val(&TILE), 0);
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Layout<S, D> {
    shape: S,
    stride: D,
}

/// One flat mode: the leaf `shape:stride`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mode<S, D> {
    /// The extent.
    pub shape: S,
    /// The stride.
    pub stride: D,
}

#[inline(always)]
pub(crate) const fn mode<S, D>(shape: S, stride: D) -> Mode<S, D> {
    Mode { shape, stride }
}

#[inline(always)]
pub(crate) const fn cons<H, T>(head: H, tail: T) -> HCons<H, T> {
    HCons { head, tail }
}

impl<S, D> Layout<S, D> {
    /// For results of the algebra, which are sound because their operands are.
    #[inline(always)]
    pub(crate) const fn sound(shape: S, stride: D) -> Self {
        Layout { shape, stride }
    }
}

impl<S, D> Layout<S, D> {
    #[inline(always)]
    pub(crate) fn into_parts(self) -> (S, D) {
        (self.shape, self.stride)
    }
}

impl<S, ST, D, DT> Layout<HCons<S, ST>, HCons<D, DT>> {
    /// The first mode, and the layout of the others.
    #[inline(always)]
    pub(crate) fn split_first(self) -> (Layout<S, D>, Layout<ST, DT>) {
        let Layout { shape, stride } = self;
        (
            Layout { shape: shape.head, stride: stride.head },
            Layout { shape: shape.tail, stride: stride.tail },
        )
    }
}

impl<S: Copy, D: Copy> Layout<S, D> {
    /// The shape.
    #[inline(always)]
    pub const fn shape(self) -> S {
        self.shape
    }

    /// The stride.
    #[inline(always)]
    pub const fn stride(self) -> D {
        self.stride
    }
}

impl<S, D> Layout<S, D>
where
    Self: AnyLayout<Shape = S, Stride = D>,
{
    /// The layout `shape:stride`.
    ///
    /// # Errors
    /// [`Rule::Extent`] for an extent of 0, [`Rule::Overflow`] if size or cosize do not fit.
    /// That shape and stride are congruent is a rule of the types.
    ///
    /// ```
    /// use tilework::{Dyn, Layout, Static, hlist::HNil, typenum::U8};
    /// let column = Layout::try_new(Dyn(5_usize), Static::<U8>::new()).unwrap();
    /// assert_eq!(column.to_string(), "5:8");
    /// assert!(Layout::try_new(Dyn(0_usize), Static::<U8>::new()).is_err());
    /// ```
    #[inline(always)]
    pub fn try_new(shape: S, stride: D) -> Result<Self, Error> {
        Layout { shape, stride }.validated(Operation::Layout)
    }

    /// The layout `shape:stride`.
    ///
    /// # Panics
    /// Where [`Layout::try_new`] is an error.
    #[inline(always)]
    #[track_caller]
    pub fn new(shape: S, stride: D) -> Self {
        match Self::try_new(shape, stride) {
            Ok(layout) => layout,
            Err(error) => panic!("{error}"),
        }
    }

    /// `self` if it is sound; `operation` made it.
    #[inline(always)]
    pub(crate) fn validated(self, operation: Operation) -> Result<Self, Error> {
        if let Some(extents) = <Self as AnyLayout>::Modes::STATIC {
            // Decided while compiling: a static layout that is not sound does not build.
            let _ = extents;
            return Ok(self);
        }
        self.modes().validate(operation, 0)?;
        Ok(self)
    }
}

/// Any [`Layout`] with congruent shape and stride, as one bound: its parts and its flat modes.
///
/// # Errors
/// A stride that is not congruent with the shape does not compile.
pub trait AnyLayout: Copy + fmt::Debug {
    /// The shape.
    type Shape: Shape;
    /// The stride.
    type Stride: Copy + Notation;
    /// The leaves, as an hlist of [`Mode`].
    type Modes: Modes;
    /// The number of modes; 1 for a leaf.
    const RANK: usize = <Self::Shape as Shape>::RANK;
    /// The depth of nesting; 0 for a leaf.
    const DEPTH: usize = <Self::Shape as Shape>::DEPTH;
    /// Shape and stride.
    fn parts(self) -> (Self::Shape, Self::Stride);
    /// The leaves, left to right.
    fn modes(self) -> Self::Modes;
}
impl<S: Shape + Flatten<D, HNil>, D: Copy + Notation> AnyLayout for Layout<S, D>
where
    S::Out: Modes,
{
    type Shape = S;
    type Stride = D;
    type Modes = S::Out;
    #[inline(always)]
    fn parts(self) -> (S, D) {
        (self.shape, self.stride)
    }
    #[inline(always)]
    fn modes(self) -> S::Out {
        self.shape.flatten(self.stride, HNil)
    }
}

/// A shape: a leaf or an hlist of shapes.
pub trait Shape: Copy + Notation {
    /// The number of modes; 1 for a leaf.
    const RANK: usize;
    /// The depth of nesting; 0 for a leaf.
    const DEPTH: usize;
}
impl<L: Leaf> Shape for L {
    const RANK: usize = 1;
    const DEPTH: usize = 0;
}
impl Shape for HNil {
    const RANK: usize = 0;
    const DEPTH: usize = 1;
}
impl<H: Shape, T: Shape> Shape for HCons<H, T> {
    const RANK: usize = 1 + T::RANK;
    const DEPTH: usize = {
        let head = 1 + H::DEPTH;
        if head > T::DEPTH { head } else { T::DEPTH }
    };
}

/// The leaves of a shape paired with those of a congruent stride `D`, in front of `Tail`.
#[diagnostic::on_unimplemented(
    message = "layout: congruence: shape and stride do not have the same profile",
    label = "this stride is not congruent with the shape"
)]
pub trait Flatten<D, Tail>: Copy {
    /// An hlist of [`Mode`].
    type Out;
    /// The flat modes.
    fn flatten(self, stride: D, tail: Tail) -> Self::Out;
}
impl<S: Leaf, D: Leaf, Tail> Flatten<D, Tail> for S {
    type Out = HCons<Mode<S, D>, Tail>;
    #[inline(always)]
    fn flatten(self, stride: D, tail: Tail) -> Self::Out {
        cons(mode(self, stride), tail)
    }
}
impl<Tail> Flatten<HNil, Tail> for HNil {
    type Out = Tail;
    #[inline(always)]
    fn flatten(self, _: HNil, tail: Tail) -> Tail {
        tail
    }
}
impl<S, ST, D, DT, Tail> Flatten<HCons<D, DT>, Tail> for HCons<S, ST>
where
    ST: Flatten<DT, Tail>,
    S: Flatten<D, ST::Out>,
{
    type Out = S::Out;
    #[inline(always)]
    fn flatten(self, stride: HCons<D, DT>, tail: Tail) -> Self::Out {
        self.head.flatten(stride.head, self.tail.flatten(stride.tail, tail))
    }
}

/// Flat modes: an hlist of [`Mode`], leftmost first.
pub trait Modes: Copy + fmt::Debug {
    /// How many.
    const COUNT: usize;
    /// Size and cosize - 1, where every leaf is static. Evaluating it fails to compile where a
    /// static layout is not sound.
    const STATIC: Option<(u64, u64)>;
    /// The largest value of the integers that these modes are computed in.
    const LIMIT: u64;
    /// These modes while compiling, where every leaf is static.
    const LIST: StaticModes;
    /// Whether static modes, sorted by stride, each have a stride above all offsets before it.
    const SEGREGATED: bool = Self::LIST.segregated();
    /// The product of the extents.
    fn size(self) -> usize;
    /// The largest offset.
    fn reach(self) -> usize;
    /// Calls `f` with the position and the values of each mode, counting from `at`.
    fn for_each_mode(self, at: usize, f: &mut impl FnMut(usize, ValueMode));
    /// Size and reach if every extent is at least 1 and both fit, counting modes from `at`.
    fn validate(self, operation: Operation, at: usize) -> Result<(usize, usize), Error>;
}
impl Modes for HNil {
    const COUNT: usize = 0;
    const STATIC: Option<(u64, u64)> = Some((1, 0));
    const LIMIT: u64 = i64::MAX as u64;
    const LIST: StaticModes = StaticModes::EMPTY;
    #[inline(always)]
    fn size(self) -> usize {
        1
    }
    #[inline(always)]
    fn reach(self) -> usize {
        0
    }
    #[inline(always)]
    fn for_each_mode(self, _: usize, _: &mut impl FnMut(usize, ValueMode)) {}
    #[inline(always)]
    fn validate(self, _: Operation, _: usize) -> Result<(usize, usize), Error> {
        Ok((1, 0))
    }
}
impl<S: Leaf, D: Leaf, T: Modes> Modes for HCons<Mode<S, D>, T> {
    const COUNT: usize = 1 + T::COUNT;
    const STATIC: Option<(u64, u64)> = match (S::STATIC, D::STATIC, T::STATIC) {
        (Some(extent), Some(stride), Some((size, reach))) => {
            assert!(extent >= 1, "layout: positive extent: an extent must be at least 1, not 0");
            let size = extent as u128 * size as u128;
            let reach = (extent - 1) as u128 * stride as u128 + reach as u128;
            assert!(
                size <= i64::MAX as u128 && reach < i64::MAX as u128,
                "layout: overflow: the exact result does not fit the integers used"
            );
            Some((size as u64, reach as u64))
        }
        _ => None,
    };
    const LIMIT: u64 = {
        let head = if S::LIMIT < D::LIMIT { S::LIMIT } else { D::LIMIT };
        if head < T::LIMIT { head } else { T::LIMIT }
    };
    const LIST: StaticModes = match (S::STATIC, D::STATIC) {
        (Some(extent), Some(stride)) => T::LIST.with(extent, stride),
        _ => T::LIST,
    };
    #[inline(always)]
    fn size(self) -> usize {
        match Self::STATIC {
            Some((size, _)) => size as usize,
            None => self.head.shape.get() * self.tail.size(),
        }
    }
    #[inline(always)]
    fn reach(self) -> usize {
        match Self::STATIC {
            Some((_, reach)) => reach as usize,
            None => (self.head.shape.get() - 1) * self.head.stride.get() + self.tail.reach(),
        }
    }
    #[inline(always)]
    fn for_each_mode(self, at: usize, f: &mut impl FnMut(usize, ValueMode)) {
        let Mode { shape, stride } = self.head;
        f(at, ValueMode { shape: shape.number(), stride: stride.number() });
        self.tail.for_each_mode(at + 1, f);
    }
    #[inline(always)]
    fn validate(self, operation: Operation, at: usize) -> Result<(usize, usize), Error> {
        let (extent, stride) = (self.head.shape.get(), self.head.stride.get());
        if extent == 0 {
            return Err(Error::new(operation, Rule::Extent { extent: 0 }).at(at));
        }
        let (size, reach) = self.tail.validate(operation, at + 1)?;
        let size = extent.checked_mul(size);
        let reach = (extent - 1).checked_mul(stride).and_then(|span| span.checked_add(reach));
        match (size, reach) {
            (Some(size), Some(reach))
                if size as u64 <= Self::LIMIT && (reach as u64) < Self::LIMIT =>
            {
                Ok((size, reach))
            }
            _ => Err(Error::new(operation, Rule::Overflow).at(at)),
        }
    }
}

/// Flat modes evaluated in the integers `I`.
pub trait Evaluate<I: Index>: Modes {
    /// The size in `I`.
    fn size_in(self) -> I;
    /// `base` plus the offset of the integral coordinate `i`, colexicographically; the last mode
    /// takes what is left (the extended domain).
    fn evaluate(self, base: I, i: I) -> I;
}
impl<I: Index> Evaluate<I> for HNil {
    #[inline(always)]
    fn size_in(self) -> I {
        I::ONE
    }
    #[inline(always)]
    fn evaluate(self, base: I, _: I) -> I {
        base
    }
}
impl<I: Index, S: LeafIn<I>, D: Leaf + StrideLeaf<I, Offset = I>> Evaluate<I>
    for HCons<Mode<S, D>, HNil>
{
    #[inline(always)]
    fn size_in(self) -> I {
        self.head.shape.get_in()
    }
    #[inline(always)]
    fn evaluate(self, base: I, i: I) -> I {
        base.plus(self.head.stride.scale(i))
    }
}
impl<I: Index, S: LeafIn<I>, D: Leaf + StrideLeaf<I, Offset = I>, M, T> Evaluate<I>
    for HCons<Mode<S, D>, HCons<M, T>>
where
    HCons<M, T>: Evaluate<I>,
{
    #[inline(always)]
    fn size_in(self) -> I {
        self.head.shape.get_in().times(self.tail.size_in())
    }
    #[inline(always)]
    fn evaluate(self, base: I, i: I) -> I {
        let extent = self.head.shape.get_in();
        let base = base.plus(self.head.stride.scale(i.rem(extent)));
        self.tail.evaluate(base, i.div(extent))
    }
}

/// The type of the product of extents.
pub trait StaticSize: Modes {
    /// A leaf.
    type Size: Leaf;
    /// Its value.
    fn size_leaf(self) -> Self::Size;
}
impl StaticSize for HNil {
    type Size = Static<U1>;
    #[inline(always)]
    fn size_leaf(self) -> Self::Size {
        Static::new()
    }
}
impl<S: Leaf, D: Leaf> StaticSize for HCons<Mode<S, D>, HNil> {
    type Size = S;
    #[inline(always)]
    fn size_leaf(self) -> S {
        self.head.shape
    }
}
impl<S, D, M, T> StaticSize for HCons<Mode<S, D>, HCons<M, T>>
where
    Self: Modes,
    HCons<M, T>: StaticSize,
    S: Mul<<HCons<M, T> as StaticSize>::Size>,
{
    type Size = Product<S, <HCons<M, T> as StaticSize>::Size>;
    #[inline(always)]
    fn size_leaf(self) -> Self::Size {
        // A sound layout's size fits.
        match self.head.shape.checked_mul(self.tail.size_leaf()) {
            Some(size) => size,
            None => unreachable!("the size of a layout fits"),
        }
    }
}

/// The type of the largest offset, as a leaf.
pub trait StaticReach {
    /// A leaf.
    type Reach;
}
impl StaticReach for HNil {
    type Reach = Static<U0>;
}
impl<S, D, T: StaticReach> StaticReach for HCons<Mode<S, D>, T>
where
    S: Reach<D, T::Reach>,
{
    type Reach = S::Out;
}

/// The flat modes of a layout.
pub type ModesOf<L> = <L as AnyLayout>::Modes;
/// The size of a layout as a leaf: `Static<N>` where every extent is static.
pub type Size<L> = <ModesOf<L> as StaticSize>::Size;

/// The length of a static layout's image counted from 0, as typenum integer: the length of an
/// array that the layout indexes.
pub trait HasCosize {
    /// `1 + sum (s - 1) d`
    type Cosize;
}
impl<L: AnyLayout, N> HasCosize for L
where
    ModesOf<L>: StaticReach<Reach = Static<N>>,
    N: core::ops::Add<typenum::B1>,
{
    type Cosize = typenum::Add1<N>;
}
/// The cosize of a static layout as a typenum integer, the length of an array that the layout
/// indexes: `GenericArray<T, Cosize<L>>`.
pub type Cosize<L> = <L as HasCosize>::Cosize;

impl<S, D> Layout<S, D>
where
    Self: AnyLayout<Shape = S, Stride = D>,
{
    /// The number of coordinates: the product of the extents.
    ///
    /// ```
    /// assert_eq!(tilework::layout!(((2,3),4):((1,2),6)).size(), 24);
    /// ```
    #[inline(always)]
    pub fn size(self) -> usize {
        self.modes().size()
    }

    /// One more than the largest offset on the domain: `1 + sum (s_i - 1) d_i`.
    ///
    /// ```
    /// assert_eq!(tilework::layout!((4,8):(1,10)).cosize(), 74);
    /// ```
    #[inline(always)]
    pub fn cosize(self) -> usize {
        self.modes().reach() + 1
    }

    /// The number of modes; 1 for a leaf.
    #[inline(always)]
    pub const fn rank(self) -> usize {
        <Self as AnyLayout>::RANK
    }

    /// The depth of nesting; 0 for a leaf.
    #[inline(always)]
    pub const fn depth(self) -> usize {
        <Self as AnyLayout>::DEPTH
    }
}

impl<S: Known, D: Known> Known for Layout<S, D>
where
    Self: AnyLayout,
{
    const VALUE: Self = {
        assert!(<ModesOf<Self> as Modes>::STATIC.is_some(), "a static layout has static leaves");
        Layout { shape: S::VALUE, stride: D::VALUE }
    };
}
impl Known for HNil {
    const VALUE: Self = HNil;
}
impl<H: Known, T: Known> Known for HCons<H, T> {
    const VALUE: Self = HCons { head: H::VALUE, tail: T::VALUE };
}

/// CuTe notation, `((2,3),4):((1,2),6)`.
impl<S: Notation, D: Notation> fmt::Display for Layout<S, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.shape.write(f)?;
        f.write_str(":")?;
        self.stride.write(f)
    }
}
/// CuTe notation, as [`Display`](fmt::Display).
impl<S: Notation, D: Notation> fmt::Debug for Layout<S, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Writes shapes and strides in CuTe notation.
pub trait Notation {
    /// `self`, with the parentheses of a tuple.
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    /// `self` as what follows in a tuple.
    fn write_rest(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}
impl<L: Leaf> Notation for L {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
    fn write_rest(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}
impl Notation for HNil {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("()")
    }
    fn write_rest(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(")")
    }
}
impl<H: Notation, T: Notation> Notation for HCons<H, T> {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        self.head.write(f)?;
        self.tail.write_rest(f)
    }
    fn write_rest(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(",")?;
        self.head.write(f)?;
        self.tail.write_rest(f)
    }
}
