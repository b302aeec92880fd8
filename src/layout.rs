//! A layout in the types: a shape and a congruent stride.

pub(crate) mod any_result;
#[cfg(target_pointer_width = "64")]
pub(crate) mod backward;
pub(crate) mod bits;
pub(crate) mod codomain;
pub(crate) mod compact;
pub(crate) mod composed;
pub(crate) mod congruence;
mod contiguous;
pub(crate) mod coordinate;
pub(crate) mod crd2idx;
mod display;
pub(crate) mod dynamic_leaves;
pub(crate) mod fill_from_modes;
pub(crate) mod flatten;
pub(crate) mod for_each;
pub(crate) mod injectivity;
mod known;
pub(crate) mod literal;
pub(crate) mod lockstep;
pub(crate) mod loop_order;
pub(crate) mod modes;
pub(crate) mod natural;
pub(crate) mod offset_map;
pub(crate) mod part_at;
mod parts;
pub(crate) mod plain_tuple;
pub(crate) mod rank;
pub(crate) mod row;
pub(crate) mod same;
pub(crate) mod same_extents;
pub(crate) mod shape;
pub(crate) mod shape_div;
mod shape_index;
pub(crate) mod size;
pub(crate) mod slice;
pub(crate) mod small_shape;
pub(crate) mod soundness;
pub(crate) mod still;
pub(crate) mod swizzle;
pub(crate) mod unroll;
#[cfg(feature = "alloc")]
pub(crate) mod value;
pub(crate) mod window;

use core::fmt;

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation};

use crate::layout::any_result::AnyResult;
use crate::layout::codomain::{OfKind, WithLargest};
use crate::layout::fill_from_modes::Sound;
use crate::layout::flatten::{Flat, Flatten};
use crate::layout::modes::{Modes, not_coordinates};
pub use crate::layout::parts::{ByParts, Parts};
use crate::layout::plain_tuple::Numbers;
use crate::layout::rank::{HasExtent, HasRank};
pub use crate::layout::shape::{IsTrue, Shape, Staticness};
pub use crate::layout::size::{Cosize, HasCosize, HasKnownSize, HasSize, KnownSize, Size, size};
use crate::layout::soundness::Soundness;
use crate::leaf::stride::Codomain;
use crate::leaf::text::Text;
use crate::plain::plain;

/// The layout `shape:stride`: the function that maps a coordinate to the offset
/// `sum_i c_i * d_i`.
///
/// A shape is a [`Leaf`](crate::Leaf) or an hlist of shapes, and the stride is congruent with it.
/// [`layout!`](crate::layout) makes layouts, and [`Layout!`](crate::Layout!) names their types. A static layout is
/// zero-sized; a dynamic leaf takes the size of its integer.
///
/// Every value of this type is sound. Static extents are at least 1. Strides, size and cosize fit `i64` and the
/// integers that the layout is computed in: `usize`, or `u32` if a leaf is a `Dyn<u32>`. For this rule a dynamic extent
/// of 0 counts as 1. Evaluation on the domain therefore never overflows.
///
/// ```
/// use tilework::{Layout, layout};
/// const TILE: Layout!((8,(2,4)):(2,(1,16))) = layout!((8,(2,4)):(2,(1,16)));
/// assert_eq!(TILE.offset((3, (1, 2))), 3 * 2 + 1 + 2 * 16);
/// assert_eq!(TILE.to_string(), "(8,(2,4)):(2,(1,16))");
/// assert_eq!(size_of_val(&TILE), 0);
/// ```
///
/// A static layout that is not sound fails to build:
///
/// ```compile_fail
/// use tilework::{layout, operation::composition};
/// // A stride of 2^80.
/// composition(layout!(4:1099511627776), layout!(2:1099511627776)).cosize();
/// ```
///
/// All strides of a layout must be of one integer-semimodule ([004](crate::guide::papers), section 2.3.1), since no
/// coordinate has both a leaf
/// and a tuple in one place. Another layout, static or not, fails to build:
///
/// ```compile_fail
/// use tilework::{Basis, Dyn, HList, Layout, hlist, typenum::{U0, U1}};
/// let n = Dyn(2_usize);
/// let (rows, parts) = (Basis::<_, HList![U0]>::new(n), Basis::<_, HList![U0, U1]>::new(n));
/// Layout::new(hlist![n, n], hlist![rows, parts]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Layout<S, D> {
    shape: S,
    stride: D,
}

impl<S, D> Layout<S, D> {
    /// For results of the algebra. They are sound because their operands are.
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

impl<S, D> Layout<S, D> {
    /// `self` as the first mode, before those of `others`.
    #[inline(always)]
    pub(crate) fn followed_by<ST, DT>(
        self,
        others: Layout<ST, DT>,
    ) -> Layout<HCons<S, ST>, HCons<D, DT>> {
        Layout {
            shape: HCons { head: self.shape, tail: others.shape },
            stride: HCons { head: self.stride, tail: others.stride },
        }
    }
}

impl<S, ST, D, DT> Layout<HCons<S, ST>, HCons<D, DT>> {
    /// The first mode, and the layout of the other modes.
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

impl<S, D> Layout<S, D> {
    /// The layout `shape:stride`.
    ///
    /// # Errors
    /// [`Rule::Extent`](crate::Rule) for a static extent of 0, and [`Rule::Overflow`](crate::Rule) if the size or the
    /// cosize does not fit. For strides that are coordinates, `1 + sum (s_i - 1) n_i` over the multiples `n_i` in all
    /// places must fit; the value level checks each place separately. The types ensure that shape and stride are
    /// congruent. The build checks that the strides are of one integer-semimodule.
    ///
    /// ```
    /// use tilework::{Dyn, Layout, Static, typenum::U8};
    /// let column = Layout::try_new(Dyn(5_usize), Static::<U8>::new()).unwrap();
    /// assert_eq!(column.to_string(), "5:8");
    /// assert!(Layout::try_new(Dyn(0_usize), Static::<U8>::new()).unwrap().is_empty());
    /// ```
    #[inline(always)]
    pub fn try_new<T: StrideFor<S, Self>>(shape: S, stride: T) -> Result<Self, Error> {
        stride.try_layout(shape)
    }

    /// The layout `shape:stride`.
    ///
    /// # Panics
    /// If [`Layout::try_new`] returns an error.
    #[doc(alias = "make_layout")]
    #[inline(always)]
    #[track_caller]
    pub fn new<T: StrideFor<S, Self>>(shape: S, stride: T) -> Self {
        plain(Self::try_new(shape, stride))
    }
}

/// The stride of the layout `L` of the shape `S`. The trait is on the second argument, so that rustc reports an error
/// once, after it has inferred both arguments.
#[diagnostic::on_unimplemented(
    message = "layout: congruence: not a layout with shape and stride of the same profile, whose leaves are static, `usize` or `u32`, or in generic code without the bound `Layout<S, D>: AnyLayout`"
)]
pub trait StrideFor<S, L> {
    /// The layout, if it is static.
    const KNOWN: Option<L>;
    /// The layout.
    fn try_layout(self, shape: S) -> Result<L, Error>;
}
#[diagnostic::do_not_recommend]
impl<S, D> StrideFor<S, Layout<S, D>> for D
where
    Layout<S, D>: AnyLayout,
{
    const KNOWN: Option<Layout<S, D>> = <Layout<S, D> as AnyLayout>::KNOWN;
    #[inline(always)]
    fn try_layout(self, shape: S) -> Result<Layout<S, D>, Error> {
        Layout { shape, stride: self }.validated(Operation::Layout)
    }
}

pub(crate) mod sealed {
    pub trait Sealed {}
    impl<S, D> Sealed for super::Layout<S, D> {}
    /// An item of each trait whose result tensors rely on. Nobody outside can name it, so nobody outside can implement
    /// the trait.
    pub struct Seal;
}

/// Any [`Layout`] with congruent shape and stride, as one bound: its parts and its flat modes. Sealed, because tensors
/// rely on it.
///
/// This trait has everything that generic code can do with any layout. Add other bounds as needed:
///
/// - for an operation, its own bound
/// - for the layout as a value, `Into<algebra::Layout>`
/// - for `==`, `PartialEq`
/// - for a tensor, [`IntegerStrides`](crate::bound::IntegerStrides)
/// - for arrays, [`HasCosize`] and [`HasKnownSize`]
/// - for unrolled loops, [`Unroll`](crate::bound::Unroll)
///
/// ```
/// use tilework::{AnyLayout, algebra, layout, bound::ZippedDivideBy, operation::zipped_divide};
/// fn tiles<A: ZippedDivideBy<T>, T>(a: A, tiler: T) -> impl AnyLayout {
///     zipped_divide(a, tiler)
/// }
/// fn value(layout: impl AnyLayout + Into<algebra::Layout>) -> algebra::Layout {
///     layout.into()
/// }
/// let m = 6;
/// let tiles = tiles(layout!((m,8)), layout!(<3,4>));
/// assert_eq!((tiles.size(), tiles.rank(), tiles.offset(1)), (48, 2, 1));
/// assert_eq!(tiles.to_string(), "((3,4),(2,2)):((1,6),(3,24))");
/// assert_eq!(value(layout!((m,8))), "(6,8)".parse().unwrap());
/// ```
///
/// # Errors
/// A stride that is not congruent with the shape does not compile.
#[diagnostic::on_unimplemented(
    message = "layout: congruence: not a layout with shape and stride of the same profile, whose leaves are static, `usize` or `u32`"
)]
pub trait AnyLayout: Copy + fmt::Debug + fmt::Display + Send + Sync + sealed::Sealed {
    /// The shape.
    type Shape: Shape;
    /// The stride.
    type Stride: Shape;
    /// The leaves, as an hlist of [`Mode`](crate::result::Mode).
    type Modes: Modes;
    /// The number of modes; 1 for a leaf.
    const RANK: usize = <Self::Shape as Shape>::RANK;
    /// The depth of nesting; 0 for a leaf.
    const DEPTH: usize = <Self::Shape as Shape>::DEPTH;
    /// The number of leaves.
    const LENGTH: usize = <Self::Modes as Modes>::COUNT;
    /// The number of coordinates of a static layout, for constants: `[0.0; Tile::SIZE]`. It fails to build for a layout
    /// with dynamic leaves.
    ///
    /// ```
    /// use tilework::{AnyLayout, Layout};
    /// type Tile = Layout!((4,8):(1,10));
    /// static BUFFER: [f32; Tile::COSIZE] = [0.0; Tile::COSIZE];
    /// assert_eq!((Tile::SIZE, BUFFER.len()), (32, 74));
    /// ```
    const SIZE: usize = static_size(<Self::Modes as Modes>::STATIC).0;
    /// One more than the largest offset of a static layout, for constants. It fails to build for a layout with dynamic
    /// leaves.
    const COSIZE: usize = {
        not_coordinates(<Self::Modes as Modes>::CODOMAIN);
        static_size(<Self::Modes as Modes>::STATIC).1 + 1
    };
    /// True if all leaves are static. Then the type determines the layout, and the value is zero-sized.
    const IS_STATIC: bool = <Self::IsStatic as Staticness>::IS_STATIC;
    /// [`AnyLayout::IS_STATIC`] as a type.
    #[doc(hidden)]
    type IsStatic: Staticness;
    /// The only value of the type, if it is static and sound.
    #[doc(hidden)]
    const KNOWN: Option<Self>;
    /// Shape and stride.
    fn parts(self) -> (Self::Shape, Self::Stride);
    /// The leaves, left to right.
    fn modes(self) -> Self::Modes;
    /// The layout of these parts.
    #[doc(hidden)]
    fn of_parts(parts: Layout<Self::Shape, Self::Stride>, _: Sound) -> Self;
    /// The size and the reach of the leaves, if the layout is sound. `operation` is the operation that made it.
    #[doc(hidden)]
    fn soundness(self, operation: Operation) -> Soundness;
    /// The shape.
    #[inline(always)]
    fn shape(self) -> Self::Shape {
        self.parts().0
    }
    /// The stride.
    #[inline(always)]
    fn stride(self) -> Self::Stride {
        self.parts().1
    }
    /// The number of modes, [`AnyLayout::RANK`].
    #[inline(always)]
    fn rank(self) -> usize {
        Self::RANK
    }
    /// The depth of nesting, [`AnyLayout::DEPTH`].
    #[inline(always)]
    fn depth(self) -> usize {
        Self::DEPTH
    }
    /// The number of leaves, [`AnyLayout::LENGTH`].
    #[inline(always)]
    fn length(self) -> usize {
        Self::LENGTH
    }
    /// The number of coordinates, the product of the extents, as [`Layout::size`].
    #[inline(always)]
    fn size(self) -> usize {
        self.modes().size()
    }
    /// The length of the data that the layout needs, `1 + max` of the offsets, as [`Layout::cosize`].
    #[inline(always)]
    fn cosize(self) -> usize {
        cosize(self.modes())
    }
    /// The size of mode `K`, as [`Layout::extent`]. A mode out of range fails to build.
    #[inline(always)]
    fn extent<const K: usize>(self) -> usize {
        const { assert!(K < Self::RANK, "extent: mode range: the layout has not as many modes") }
        self.parts().0.mode_size(K)
    }
    /// The sizes of the modes, as [`Layout::sizes`]. Another number of modes fails to build.
    #[inline(always)]
    fn sizes<const N: usize>(self) -> [usize; N] {
        const { assert!(N == Self::RANK, "sizes: the layout has another number of modes") }
        let shape = self.parts().0;
        core::array::from_fn(|k| shape.mode_size(k))
    }
    /// Returns whether mode `K` is contiguous, as [`Layout::is_contiguous`]. A mode out of range fails to build.
    #[inline(always)]
    fn is_contiguous<const K: usize>(self) -> bool {
        contiguous::is_contiguous::<Self, K>(self)
    }
    /// The offset of the integral coordinate `i`, as [`Layout::offset`]. For another type `C` of coordinates, generic
    /// code needs the bound `C: Coordinate<usize, L::Shape, L::Stride>`. With it,
    /// [`crd2idx`](crate::operation::crd2idx()) and elements of tensors take coordinates of that type.
    ///
    /// ```
    /// use tilework::{AnyLayout, layout, bound::Coordinate, operation::crd2idx};
    /// fn at<L: AnyLayout>(l: L, i: usize, j: usize) -> usize
    /// where
    ///     (usize, usize): Coordinate<usize, L::Shape, L::Stride>,
    /// {
    ///     crd2idx((i, j), l)
    /// }
    /// let m = 4;
    /// assert_eq!(at(layout!((m,(2,3)):(1,(4,8))), 3, 5), 3 + 4 + 2 * 8);
    /// ```
    #[inline(always)]
    fn offset(self, i: usize) -> usize {
        self.modes().offset(i)
    }
}
// The message above says what is wrong; rustc need not explain how modes are made.
#[diagnostic::do_not_recommend]
impl<S: Flatten<D, IsCongruent: IsTrue>, D: Shape> AnyLayout for Layout<S, D> {
    type Shape = S;
    type Stride = D;
    type Modes = Flat<S, D>;
    type IsStatic = <S::IsStatic as Staticness>::And<D::IsStatic>;
    const KNOWN: Option<Self> = match (S::KNOWN, D::KNOWN, Self::Modes::STATIC) {
        (Some(shape), Some(stride), Some(_)) => Some(Layout { shape, stride }),
        _ => None,
    };
    #[inline(always)]
    fn parts(self) -> (S, D) {
        (self.shape, self.stride)
    }
    #[inline(always)]
    fn modes(self) -> Flat<S, D> {
        self.shape.flatten(self.stride, HNil)
    }
    #[inline(always)]
    fn of_parts(parts: Self, _: Sound) -> Self {
        parts
    }
    #[inline(always)]
    fn soundness(self, operation: Operation) -> Soundness {
        self.shape.soundness(self.stride, soundness::NOTHING, operation, 0)
    }
}

/// See [`Layout::cosize`].
#[inline(always)]
pub(crate) fn cosize<M: Modes>(modes: M) -> usize {
    if modes.is_empty() { 0 } else { modes.reach() + 1 }
}

/// The size and the largest offset of a static layout.
const fn static_size(known: Option<(u64, u64)>) -> (usize, usize) {
    match known {
        Some((size, reach)) => (size as usize, reach as usize),
        None => {
            panic!("static layout: a leaf is dynamic; in `layout!` a constant is `const M`")
        }
    }
}

/// The flat modes of a layout.
pub type ModesOf<L> = <L as AnyLayout>::Modes;
impl<S, D> Layout<S, D>
where
    Self: AnyLayout,
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

    /// The number of coordinates of mode `K`, counted from 0: the extent of a leaf, or the product of the extents of a
    /// tuple. A mode out of range does not compile. Generic code has this method on a
    /// [`MatrixLayout`](crate::algorithm::MatrixLayout). On any layout it has the method of [`AnyLayout`] of the same
    /// name, without a further bound.
    ///
    /// ```
    /// let (m, n) = (6, 4);
    /// let l = tilework::layout!((m,(2,n)):(1,(m,20)));
    /// assert_eq!((l.extent::<0>(), l.extent::<1>()), (6, 8));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// tilework::layout!((4,8)).extent::<2>();
    /// ```
    #[inline(always)]
    pub fn extent<const K: usize>(self) -> usize
    where
        Self: HasExtent<K>,
    {
        AnyLayout::extent::<K>(self)
    }

    /// The sizes of the modes, [`Layout::extent`] of each. Another number of modes does not compile, nor do more than
    /// eight. The sizes are integers for modes of any nesting, so generic code can compute with them;
    /// [`Layout::extents`] has a tuple for a nested mode.
    ///
    /// ```
    /// let (m, n) = (6, 4);
    /// let [rows, columns] = tilework::layout!((m,(2,n)):(1,(m,20))).sizes();
    /// assert_eq!((rows, columns), (6, 8));
    /// ```
    #[inline(always)]
    pub fn sizes<const N: usize>(self) -> [usize; N]
    where
        Self: HasRank<N>,
    {
        AnyLayout::sizes(self)
    }

    /// Returns whether neighbors in mode `K`, counted from 0, are neighbors in memory: `L(0, .., c, .., 0) = c` for the
    /// coordinates `c` of the mode. A mode with one coordinate is contiguous. For static leaves the answer is a
    /// constant, so that only one arm of an `if` remains. A mode out of range does not compile. In generic code the
    /// rules of [`Layout::extent`] apply.
    ///
    /// ```
    /// let (m, n) = (6, 4);
    /// let l = tilework::layout!((m,(2,n)):(10,(1,2)));
    /// assert_eq!((l.is_contiguous::<0>(), l.is_contiguous::<1>()), (false, true));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// tilework::layout!((4,8)).is_contiguous::<2>();
    /// ```
    #[inline(always)]
    pub fn is_contiguous<const K: usize>(self) -> bool
    where
        Self: HasExtent<K>,
    {
        AnyLayout::is_contiguous::<K>(self)
    }

    /// The shape in plain numbers: a `usize` for a leaf, a Rust tuple for a tuple of at most eight modes.
    ///
    /// ```
    /// use tilework::{layout, operation::zipped_divide};
    /// let (m, n) = (16_usize, 24_usize);
    /// let tiles = zipped_divide(layout!((m,n)), layout!(<8,8>));
    /// assert_eq!(tiles.extents(), ((8, 8), (2, 3)));
    /// let (_, (rows, columns)) = tiles.extents();
    /// assert_eq!((rows, columns), (2, 3));
    /// ```
    #[inline(always)]
    pub fn extents<E>(self) -> E
    where
        <Self as AnyLayout>::Shape: Numbers<Numbers = E>,
    {
        self.parts().0.numbers()
    }

    /// Returns whether there are no coordinates, because a dynamic extent is 0. Then size and cosize are 0.
    ///
    /// ```
    /// let (k, n) = (0, 8);
    /// let rows = tilework::layout!((k,n):row_major);
    /// assert!(rows.is_empty());
    /// assert_eq!((rows.size(), rows.cosize()), (0, 0));
    /// ```
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.modes().is_empty()
    }

    /// One more than the largest offset on the domain: `1 + sum (s_i - 1) d_i`, or 0 if the domain is empty. Offsets
    /// that are coordinates have no largest one; the *codomain* takes its place.
    ///
    /// ```
    /// assert_eq!(tilework::layout!((4,8):(1,10)).cosize(), 74);
    /// ```
    #[inline(always)]
    pub fn cosize<K: WithLargest>(self) -> usize
    where
        D: OfKind<K>,
    {
        cosize(self.modes())
    }

    /// The offsets of a static layout, usable in constants: `offsets()[i]` is the offset of the integral coordinate
    /// `i`. The length of the array is the size of the layout. Another length, offsets that are coordinates, and
    /// dynamic leaves fail to build.
    ///
    /// ```
    /// use tilework::{AnyLayout, Layout, layout};
    /// type Tile = Layout!((2,3):(3,1));
    /// const OFFSETS: [usize; Tile::SIZE] = layout!((2,3):(3,1)).offsets();
    /// assert_eq!(OFFSETS, [0, 3, 1, 4, 2, 5]);
    /// ```
    pub const fn offsets<const N: usize>(self) -> [usize; N] {
        const {
            not_coordinates(<ModesOf<Self> as Modes>::CODOMAIN);
            match <ModesOf<Self> as Modes>::STATIC {
                Some((size, _)) if size == N as u64 => {}
                Some((size, _)) => {
                    let text = Text::new("offsets: the array has ").number(N as u64);
                    let text = text.then(" elements, the layout ").number(size);
                    panic!("{}", text.as_str())
                }
                None => panic!(
                    "offsets: static layout: a leaf is dynamic; in `layout!` a constant is `const M`"
                ),
            }
        }
        <ModesOf<Self> as Modes>::LIST
            .offsets(matches!(<ModesOf<Self> as Modes>::CODOMAIN, Codomain::Bits))
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

    /// The number of leaves ([003](crate::guide::papers), definition 2.3.1.2).
    ///
    /// ```
    /// assert_eq!(tilework::layout!(((2,3),4):((1,2),6)).length(), 3);
    /// ```
    #[inline(always)]
    pub const fn length(self) -> usize {
        <Self as AnyLayout>::LENGTH
    }
}
