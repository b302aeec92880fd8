//! Size and cosize as types: lengths of arrays.

use generic_array::ArrayLength;

use crate::layout::modes::{StaticReach, StaticSize};
use crate::layout::{AnyLayout, ModesOf};
use crate::leaf::int::Static;

/// The size of a layout as a leaf: `Static<N>` where every extent is static.
pub type Size<L> = <ModesOf<L> as StaticSize>::Size;

/// The length of a static layout's image counted from 0, as typenum integer: the length of an
/// array that the layout indexes. It is all that generic code asks of a layout for that.
///
/// ```
/// use tilework::generic_array::GenericArray;
/// use tilework::{AnyLayout, Cosize, HasCosize, layout};
/// fn memory<L: AnyLayout + HasCosize>(_: L) -> GenericArray<u8, Cosize<L>> {
///     GenericArray::default()
/// }
/// assert_eq!(memory(layout!((4,8):(1,10))).len(), 74);
/// ```
pub trait HasCosize {
    /// `1 + sum (s - 1) d`
    type Cosize: ArrayLength;
}
impl<L: AnyLayout, N> HasCosize for L
where
    ModesOf<L>: StaticReach<Reach = Static<N>>,
    N: core::ops::Add<typenum::B1, Output: ArrayLength>,
{
    type Cosize = typenum::Add1<N>;
}
/// The cosize of a static layout as a typenum integer, the length of an array that the layout
/// indexes: `GenericArray<T, Cosize<L>>`.
pub type Cosize<L> = <L as HasCosize>::Cosize;

/// The number of coordinates of a layout with static extents as a typenum integer: the length of an
/// array with an element for each coordinate.
///
/// ```
/// use tilework::generic_array::GenericArray;
/// use tilework::{AnyLayout, HasSize, KnownSize, layout};
/// fn offsets<L: AnyLayout + HasSize>(layout: L) -> GenericArray<usize, KnownSize<L>> {
///     GenericArray::generate(|i| layout.offset(i))
/// }
/// # use tilework::generic_array::sequence::GenericSequence;
/// assert_eq!(offsets(layout!((2,3):(3,1))).as_slice(), [0, 3, 1, 4, 2, 5]);
/// ```
pub trait HasSize {
    /// The product of the extents.
    type Size: ArrayLength;
}
impl<L: AnyLayout, N: ArrayLength> HasSize for L
where
    ModesOf<L>: StaticSize<Size = Static<N>>,
{
    type Size = N;
}
/// The size of a layout with static extents as a typenum integer: `GenericArray<T, KnownSize<L>>`.
/// [`Size`] is the leaf.
pub type KnownSize<L> = <L as HasSize>::Size;
