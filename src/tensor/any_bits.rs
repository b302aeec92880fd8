//! Views of elements as elements of another type, by their bytes.

use core::slice;

use tilework_algebra::{Error, Operation, Rule};
use typenum::{U1, U2, U4, U8, U16};

use super::{Tensor, View, ViewMut};
use crate::layout::AnyLayout;
use crate::layout::offset_map::OffsetMap;
use crate::leaf::int::{Known, Static};
use crate::operation::composed::recast::{FunctionRecast, RecastFunction};
use crate::operation::kind::Number;
use crate::operation::recast::{Recast, RecastBy};
use crate::plain::plain_in;
use crate::tensor::accessor::{Contiguous, ContiguousMut, Through};

mod sealed {
    pub trait Sealed {}
}

/// Integers and floats, for which each pattern of bits is a value, and all of whose bytes are bits of it: the elements
/// that [`Tensor::recast`] views as others.
///
/// # Safety
/// It is sealed. `Bytes` is the size of the type, which has no padding, and all patterns of bits are values.
#[diagnostic::on_unimplemented(
    message = "recast: `{Self}` is neither an integer nor a float, or in generic code it is without the bound `AnyBits`; elements as vectors `[T; N]` are `t.upcast::<4>()`, and vectors as elements `t.downcast()`",
    label = "has bits without a value"
)]
pub unsafe trait AnyBits: Copy + 'static + sealed::Sealed {
    /// The number of bytes, a typenum integer.
    type Bytes: Number;
}
macro_rules! any_bits {
    ($($bytes:ident: $($t:ident)*;)*) => {$($(
        impl sealed::Sealed for $t {}
        // SAFETY: these are primitive integers and floats.
        unsafe impl AnyBits for $t {
            type Bytes = $bytes;
        }
        const _: () = assert!(matches!($bytes::STATIC, Some(bytes) if bytes == size_of::<$t>() as u64));
    )*)*};
}
any_bits! {
    U1: u8 i8;
    U2: u16 i16;
    U4: u32 i32 f32;
    U8: u64 i64 f64;
    U16: u128 i128;
}
#[cfg(target_pointer_width = "32")]
any_bits!(U4: usize isize;);
#[cfg(target_pointer_width = "64")]
any_bits!(U8: usize isize;);

/// The number of elements `U` in so many elements `T`, whose first one is at `address`.
///
/// # Errors
/// [`Rule::Address`] if no `U` can be there.
#[inline(always)]
fn count<T, U>(address: usize, length: usize) -> Result<usize, Error> {
    let count = length * size_of::<T>() / size_of::<U>();
    let past = address % align_of::<U>();
    if const { align_of::<U>() > align_of::<T>() } && past > 0 && count > 0 {
        return Err(misaligned(past, align_of::<U>()));
    }
    Ok(count)
}
#[cold]
fn misaligned(past: usize, align: usize) -> Error {
    let rule = Rule::Address { past: past as i64, align: align as i64 };
    Error::new(Operation::Recast, rule)
}

/// The same bytes as elements `U`. At the end, fewer bytes than an element has are left out.
///
/// # Errors
/// [`Rule::Address`] if the first one would not be aligned.
#[inline(always)]
fn recast<T: AnyBits, U: AnyBits>(data: &[T]) -> Result<&[U], Error> {
    Ok(match count::<T, U>(data.as_ptr().addr(), data.len())? {
        0 => &[],
        // SAFETY: so many `U` lie in these bytes, and the address is aligned for them. Any bits are a value.
        count => unsafe { slice::from_raw_parts(data.as_ptr().cast(), count) },
    })
}
/// [`recast`] for writing.
#[inline(always)]
fn recast_mut<T: AnyBits, U: AnyBits>(data: &mut [T]) -> Result<&mut [U], Error> {
    Ok(match count::<T, U>(data.as_ptr().addr(), data.len())? {
        0 => &mut [],
        // SAFETY: as above, and any bits that are written are a value of `T`.
        count => unsafe { slice::from_raw_parts_mut(data.as_mut_ptr().cast(), count) },
    })
}

/// Methods `try_recast` and `recast`, or those for writing, of tensors of the elements `$of`: the type of the view, and
/// how its data is made.
macro_rules! recasts {
    ($(
        $(#[$all:meta])*
        all;
        $(#[$try_doc:meta])*
        try;
        $(#[$doc:meta])*
        $try:ident $plain:ident where {$($bounds:tt)*} [$($receiver:tt)*]
        [$($g:tt)*] $of:ty => $view:ty; |$accessor:ident| $recast:expr;
    )*) => {$(
        impl<T: AnyBits, $($g)*, L: AnyLayout> Tensor<$of, L> {
            $(#[$all])*
            $(#[$try_doc])*
            #[inline]
            pub fn $try<U: AnyBits>($($receiver)* self) -> Result<$view, Error>
            where
                $($bounds)*
            {
                let layout = crate::operation::try_recast(
                    self.layout,
                    Static::<T::Bytes>::new(),
                    Static::<U::Bytes>::new(),
                )?;
                let $accessor = $($receiver)* self.accessor;
                Tensor::checked($recast, layout)
            }

            $(#[$all])*
            ///
            /// # Panics
            /// If the method with `try_` before its name returns an error.
            $(#[$doc])*
            #[inline]
            #[track_caller]
            pub fn $plain<U: AnyBits>($($receiver)* self) -> $view
            where
                $($bounds)*
            {
                let layout = self.layout;
                plain_in(layout, self.$try())
            }
        }
    )*};
}
recasts! {
    /// The same bytes as integers or floats of another type `U`, through [`recast`](crate::operation::recast()): CuTe's
    /// `recast<U>(t)`. The mode of stride 1 counts the new elements, and all strides do.
    ///
    /// If `U` is `n` times as wide as `T`, the bytes of the element at the offset `x` are those of the elements at the
    /// offsets `n x, .., n x + n - 1`. If `T` is `n` times as wide, the elements at `n x, .., n x + n - 1` have the bytes
    /// of the one at `x`. Bytes are in the order of the machine, that of `to_ne_bytes`.
    all;
    ///
    /// # Errors
    /// Those of [`recast`](crate::operation::recast()). If the elements become wider, the extent of the mode of stride 1
    /// and all other strides must be multiples of `n`. [`Rule::Address`](crate::Rule) if the data does not begin where a
    /// `U` can be, and [`Rule::Length`](crate::Rule) if the last element reaches past the data.
    try;
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let words = [1_u32, 0x0302_0100, u32::MAX, 7, 8, 9];
    /// let t = Tensor::new(&words[..], layout!((2,3):row_major))?;
    /// let bytes = t.recast::<u8>();
    /// assert_eq!(bytes.layout().to_string(), "(2,12):(12,1)");
    /// let second: [u8; 4] = core::array::from_fn(|i| bytes[(0, 4 + i)]);
    /// assert_eq!(second, 0x0302_0100_u32.to_ne_bytes());
    /// assert_eq!(bytes.recast::<u32>().layout().to_string(), "(2,3):(3,1)");
    /// assert_eq!(bytes.recast::<u32>(), t);
    /// // The last column of bytes is missing.
    /// assert_eq!(
    ///     bytes.slice((.., 0..11)).try_recast::<u32>().unwrap_err().to_string(),
    ///     "recast: divisibility, mode 1: 11 and 4 do not divide each other",
    /// );
    /// # Ok::<(), tilework::Error>(())
    /// ```
    try_recast recast where {L: RecastBy<T::Bytes, U::Bytes>} [&]
    [A: Contiguous<Item = T>] A => View<'_, U, Recast<L, T::Bytes, U::Bytes>>;
    |elements| recast(elements.as_slice())?;

    /// [`Tensor::recast`] for writing.
    all;
    ///
    /// # Errors
    /// Those of [`Tensor::try_recast`], and [`Rule::Injectivity`](crate::Rule) if several coordinates have the same
    /// element.
    try;
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let mut data = [1.0_f32, -2.0, 3.0, -4.0];
    /// let mut t = Tensor::new(&mut data[..], layout!((2,2)))?;
    /// // Without their sign bits.
    /// t.recast_mut::<u32>().map_inplace(|bits| *bits &= 0x7FFF_FFFF);
    /// assert_eq!(data, [1.0, 2.0, 3.0, 4.0]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    try_recast_mut recast_mut where {L: RecastBy<T::Bytes, U::Bytes>} [&mut]
    [A: ContiguousMut<Item = T>] A => ViewMut<'_, U, Recast<L, T::Bytes, U::Bytes>>;
    |elements| recast_mut(elements.as_mut_slice())?;

    /// The same bytes as integers or floats of another type `U`, which the swizzle keeps together:
    /// [`recast`](crate::operation::recast()) of the composed layout.
    all;
    ///
    /// # Errors
    /// Those of [`recast`](crate::operation::recast()), [`Rule::Address`](crate::Rule) and
    /// [`Rule::Length`](crate::Rule) of the data, and [`Rule::Alignment`](crate::Rule) if the tensor does not begin at
    /// an element `U`.
    try;
    ///
    /// ```
    /// use tilework::typenum::{P3, U0, U3};
    /// use tilework::{Composed, Swizzle, Tensor, layout};
    /// let data: [u32; 64] = core::array::from_fn(|i| i as u32);
    /// let swizzled = Composed::of(Swizzle::<U3, U0, P3>::new(), layout!((8,8):row_major));
    /// let bytes = Tensor::through(&data[..], swizzled)?;
    /// let bytes = bytes.recast::<u8>();
    /// assert_eq!(bytes.composed().to_string(), "Sw<3,2,3> o 0 o (8,32):(32,1)");
    /// # Ok::<(), tilework::Error>(())
    /// ```
    try_recast recast where {L: RecastBy<T::Bytes, U::Bytes>, F: RecastFunction<T::Bytes, U::Bytes>} [&]
    [A: Contiguous<Item = T>, F: OffsetMap] Through<A, F>
        => Tensor<Through<&[U], FunctionRecast<F, T::Bytes, U::Bytes>>, Recast<L, T::Bytes, U::Bytes>>;
    |through| {
        let (first, length) = through.recast(size_of::<T>(), size_of::<U>())?;
        Through::new(recast(through.elements().as_slice())?, Known::VALUE, first, length)?
    };

    /// [`Tensor::recast`] for writing.
    all;
    ///
    /// # Errors
    /// Those of [`Tensor::try_recast`], and [`Rule::Injectivity`](crate::Rule) if several coordinates have the same
    /// element.
    try;
    try_recast_mut recast_mut where {L: RecastBy<T::Bytes, U::Bytes>, F: RecastFunction<T::Bytes, U::Bytes>} [&mut]
    [A: ContiguousMut<Item = T>, F: OffsetMap] Through<A, F>
        => Tensor<Through<&mut [U], FunctionRecast<F, T::Bytes, U::Bytes>>, Recast<L, T::Bytes, U::Bytes>>;
    |through| {
        let (first, length) = through.recast(size_of::<T>(), size_of::<U>())?;
        Through::new(recast_mut(through.elements_mut().as_mut_slice())?, Known::VALUE, first, length)?
    };
}
