//! Size and cosize as types: leaves, and lengths of arrays.

use generic_array::ArrayLength;
use tilework_algebra::Rule;

use crate::layout::codomain::IntegerStride;
use crate::layout::{AnyLayout, Shape};
use crate::leaf::int::{Leaf, Static};
use crate::leaf::integers::OneType;
use crate::leaf::number::{Leaves, Number, Reach};

/// The number of coordinates as a leaf, the product of the extents: static if all extents are.
/// `complement(tile, size(a))` is what `tile` leaves of that many offsets.
///
/// ```
/// use tilework::{
///     AnyLayout, Layout, layout, bound::{ComplementIn, HasSize}, operation::{complement, size},
///     result::Size,
/// };
/// fn rest<T: ComplementIn<Size<A>>, A: HasSize>(tile: T, a: A) -> usize {
///     complement(tile, size(a)).size()
/// }
/// assert_eq!(rest(layout!(4:1), layout!((8,3):(3,1))), 6);
/// let others: Layout!(6:4) = complement(layout!(4:1), size(layout!((8,3):(3,1))));
/// # assert_eq!(others.size(), 6);
/// let m = 5_usize;
/// assert_eq!(size(layout!((m,3):(3,1))).0, 15);
/// ```
#[inline(always)]
pub fn size<L: HasSize<Size = N>, N>(layout: L) -> N {
    layout.size_leaf()
}

/// Layouts whose size is a leaf, which have all dynamic extents of one integer type: the bound of [`size`].
#[diagnostic::on_unimplemented(
    message = "size: not a layout whose dynamic extents are of one integer type, or in generic code one without the bound `HasSize`"
)]
pub trait HasSize: AnyLayout {
    /// The product of the extents.
    type Size: Leaf;
    /// See [`size`].
    fn size_leaf(self) -> Self::Size;
}
#[diagnostic::do_not_recommend]
impl<L: AnyLayout<Shape: Shape<Integers: OneType<()>>>> HasSize for L {
    type Size = SizeOf<L::Shape>;
    #[inline(always)]
    fn size_leaf(self) -> Self::Size {
        match Leaf::try_of(self.shape().product() as u64) {
            Ok(size) => size,
            Err(_) => unreachable!("the size of a layout fits"),
        }
    }
}
/// The size of the shape `S` as a leaf.
pub type SizeOf<S> = <<S as Shape>::Size as Number>::Leaf;
/// The product of the extents of a shape.
///
/// # Errors
/// [`Rule::Overflow`]
#[inline(always)]
pub(crate) fn size_of_shape<S: Shape<Integers: OneType<()>>>(shape: S) -> Result<SizeOf<S>, Rule> {
    shape.checked_product().ok_or(Rule::Overflow).and_then(Leaf::try_of)
}
/// The size of a layout as a leaf: `Static<N>` if every extent is static.
pub type Size<L> = <L as HasSize>::Size;

/// The cosize of a static layout as a typenum integer: the length of an array that the layout indexes. Generic code
/// needs no other bound for such an array.
///
/// ```
/// use tilework::generic_array::GenericArray;
/// use tilework::{AnyLayout, layout, bound::HasCosize, result::Cosize};
/// fn memory<L: AnyLayout + HasCosize>(_: L) -> GenericArray<u8, Cosize<L>> {
///     GenericArray::default()
/// }
/// assert_eq!(memory(layout!((4,8):(1,10))).len(), 74);
/// ```
#[diagnostic::on_unimplemented(
    message = "cosize: not a layout of static leaves with integer strides, or in generic code one without the bound `HasCosize`",
    note = "composed layouts see data through `Tensor::through`, and layouts with dynamic leaves `Tensor::new`",
    note = "a constant is a static leaf as `const M`, `layout!((const M,8))`; a name alone is dynamic"
)]
pub trait HasCosize {
    /// `1 + sum (s - 1) d`
    type Cosize: ArrayLength;
}
#[diagnostic::do_not_recommend]
impl<L, S, D, N> HasCosize for L
where
    L: AnyLayout<Shape = S, Stride = D>,
    S: Leaves<D>,
    D: IntegerStride,
    Reach<S, D>: Number<Leaf = Static<N>>,
    N: Number<Next: ArrayLength>,
{
    type Cosize = N::Next;
}
/// The cosize of a static layout as a typenum integer, the length of an array that the layout indexes:
/// `GenericArray<T, Cosize<L>>`.
pub type Cosize<L> = <L as HasCosize>::Cosize;

/// The number of coordinates of a layout with static extents as a typenum integer: the length of an
/// array with an element for each coordinate.
///
/// ```
/// use tilework::generic_array::GenericArray;
/// use tilework::{AnyLayout, layout, bound::HasKnownSize, result::KnownSize};
/// fn offsets<L: AnyLayout + HasKnownSize>(layout: L) -> GenericArray<usize, KnownSize<L>> {
///     GenericArray::generate(|i| layout.offset(i))
/// }
/// # use tilework::generic_array::sequence::GenericSequence;
/// assert_eq!(offsets(layout!((2,3):(3,1))).as_slice(), [0, 3, 1, 4, 2, 5]);
/// ```
#[diagnostic::on_unimplemented(
    message = "size: not a layout of static extents, or in generic code one without the bound `HasKnownSize`",
    note = "a constant is a static extent as `const M`, `layout!((const M,8))`; a name alone is dynamic"
)]
pub trait HasKnownSize {
    /// The product of the extents.
    type Size: ArrayLength;
}
#[diagnostic::do_not_recommend]
impl<L: HasSize<Size = Static<N>>, N: ArrayLength> HasKnownSize for L {
    type Size = N;
}
/// The size of a layout with static extents as a typenum integer: `GenericArray<T, KnownSize<L>>`.
/// [`Size`] is the leaf.
pub type KnownSize<L> = <L as HasKnownSize>::Size;
