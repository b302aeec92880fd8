//! Recasts: elements grouped into vectors, and vectors split into elements.

use tilework_algebra::Error;
use typenum::{Const, ToUInt, U, U1};

use super::{Tensor, View, ViewMut};
use crate::layout::AnyLayout;
use crate::layout::offset_map::OffsetMap;
use crate::leaf::int::{Known, Static};
use crate::operation::composed::recast::{FunctionRecast, RecastFunction};
use crate::operation::recast::{Downcast, DowncastBy, Upcast, UpcastBy};
use crate::plain::plain_in;
use crate::tensor::accessor::{Contiguous, ContiguousMut, Through};

/// Methods `try_upcast` and `upcast`, or those for writing, of tensors of the elements `$of`: the type of the vectors,
/// its bounds, and how the vectors are made. Names and bound are on one line, which saves three lines in an error.
macro_rules! upcasts {
    ($(
        $(#[$all:meta])*
        all;
        $(#[$try_doc:meta])*
        try;
        $(#[$doc:meta])*
        $try:ident $plain:ident where {$($bounds:tt)*} [$($receiver:tt)*]
        [$($g:tt)*] $of:ty => $vectors:ty; |$accessor:ident| $groups:expr;
    )*) => {$(
        impl<T, $($g)*, L: AnyLayout> Tensor<$of, L> {
            $(#[$all])*
            $(#[$try_doc])*
            #[inline]
            pub fn $try<const N: usize>($($receiver)* self) -> Result<$vectors, Error>
            where
                Const<N>: ToUInt,
                $($bounds)*
            {
                let layout = crate::operation::try_upcast(self.layout, Static::new())?;
                let $accessor = $($receiver)* self.accessor;
                Tensor::checked($groups, layout)
            }

            $(#[$all])*
            ///
            /// # Panics
            /// If the method with `try_` before its name returns an error.
            $(#[$doc])*
            #[inline]
            #[track_caller]
            pub fn $plain<const N: usize>($($receiver)* self) -> $vectors
            where
                Const<N>: ToUInt,
                $($bounds)*
            {
                let layout = self.layout;
                plain_in(layout, self.$try())
            }
        }
    )*};
}
upcasts! {
    /// The same data as vectors of `N` elements, through [`upcast`](crate::operation::upcast()). The vector at the
    /// offset `x` has the elements at `N x, ..., N x + N - 1`. ([004](crate::guide::papers), section 3.4.2.)
    all;
    ///
    /// # Errors
    /// Those of [`upcast`](crate::operation::upcast()), and [`Rule::Length`](crate::Rule) if the last vector reaches
    /// past the data.
    try;
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let data: Vec<u8> = (0..32).collect();
    /// let rows = Tensor::new(&data[..], layout!((4,8):(8,1)))?;
    /// let vectors = rows.upcast::<4>();
    /// assert_eq!(vectors.layout().to_string(), "(4,2):(2,1)");
    /// assert_eq!(vectors[(1, 1)], [12, 13, 14, 15]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    try_upcast upcast where {L: UpcastBy<U<N>>} [&]
    [A: Contiguous<Item = T>] A => View<'_, [T; N], Upcast<L, U<N>>>;
    |elements| elements.as_slice().as_chunks().0;

    /// [`Tensor::try_upcast`] with vectors that can be written.
    all;
    ///
    /// # Errors
    /// Those of [`Tensor::try_upcast`], and [`Rule::Injectivity`](crate::Rule) if several coordinates have the same
    /// vector.
    try;
    try_upcast_mut upcast_mut where {L: UpcastBy<U<N>>} [&mut]
    [A: ContiguousMut<Item = T>] A => ViewMut<'_, [T; N], Upcast<L, U<N>>>;
    |elements| elements.as_mut_slice().as_chunks_mut().0;

    /// The same data as vectors of `N` elements, which the swizzle keeps together:
    /// [`recast`](crate::operation::recast()) of the composed layout.
    all;
    ///
    /// # Errors
    /// Those of [`upcast`](crate::operation::upcast()), [`Rule::Length`](crate::Rule) if the last vector reaches past
    /// the data, and [`Rule::Alignment`](crate::Rule) if the tensor does not begin at a vector.
    try;
    ///
    /// ```
    /// use tilework::typenum::{P3, U2};
    /// use tilework::{Composed, Swizzle, Tensor, layout};
    /// let data: Vec<u8> = (0..64).collect();
    /// let swizzled = Composed::of(Swizzle::<U2, U2, P3>::new(), layout!((4,16):(16,1)));
    /// let elements = Tensor::through(&data[..], swizzled)?;
    /// let vectors = elements.upcast::<4>();
    /// assert_eq!(vectors.composed().to_string(), "Sw<2,0,3> o 0 o (4,4):(4,1)");
    /// assert_eq!(vectors[(2, 1)], [32, 33, 34, 35]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    try_upcast upcast where {L: UpcastBy<U<N>>, F: RecastFunction<U1, U<N>>} [&]
    [A: Contiguous<Item = T>, F: OffsetMap] Through<A, F>
        => Tensor<Through<&[[T; N]], FunctionRecast<F, U1, U<N>>>, Upcast<L, U<N>>>;
    |through| {
        let (first, length) = through.in_vectors(N)?;
        Through::new(through.elements().as_slice().as_chunks().0, Known::VALUE, first, length)?
    };

    /// [`Tensor::try_upcast`] with vectors that can be written.
    all;
    ///
    /// # Errors
    /// Those of [`Tensor::try_upcast`], and [`Rule::Injectivity`](crate::Rule) if several coordinates have the same
    /// vector.
    try;
    try_upcast_mut upcast_mut where {L: UpcastBy<U<N>>, F: RecastFunction<U1, U<N>>} [&mut]
    [A: ContiguousMut<Item = T>, F: OffsetMap] Through<A, F>
        => Tensor<Through<&mut [[T; N]], FunctionRecast<F, U1, U<N>>>, Upcast<L, U<N>>>;
    |through| {
        let (first, length) = through.in_vectors(N)?;
        Through::new(through.elements_mut().as_mut_slice().as_chunks_mut().0, Known::VALUE, first, length)?
    };
}

/// Methods `try_downcast` and `downcast`, or those for writing, of tensors of vectors.
macro_rules! downcasts {
    ($(
        $(#[$all:meta])*
        all;
        $(#[$try_doc:meta])*
        try;
        $(#[$doc:meta])*
        $try:ident $plain:ident where {$($bounds:tt)*} [$($receiver:tt)*]
        [$($g:tt)*] $of:ty => $elements:ty; |$accessor:ident| $one_by_one:expr;
    )*) => {$(
        impl<T, const N: usize, $($g)*, L: AnyLayout> Tensor<$of, L>
        where
            Const<N>: ToUInt,
        {
            $(#[$all])*
            $(#[$try_doc])*
            #[inline]
            pub fn $try($($receiver)* self) -> Result<$elements, Error>
            where
                $($bounds)*
            {
                let layout = crate::operation::try_downcast(self.layout, Static::new())?;
                let $accessor = $($receiver)* self.accessor;
                Tensor::checked($one_by_one, layout)
            }

            $(#[$all])*
            ///
            /// # Panics
            /// If the method with `try_` before its name returns an error.
            $(#[$doc])*
            #[inline]
            #[track_caller]
            pub fn $plain($($receiver)* self) -> $elements
            where
                $($bounds)*
            {
                let layout = self.layout;
                plain_in(layout, self.$try())
            }
        }
    )*};
}
downcasts! {
    /// The single elements of vectors of `N`, along the mode of stride 1, through
    /// [`downcast`](crate::operation::downcast()). If no mode has that stride, the first element of each vector.
    all;
    ///
    /// # Errors
    /// Those of [`downcast`](crate::operation::downcast()).
    try;
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let data = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]];
    /// let points = Tensor::new(&data[..], layout!(3:1))?;
    /// let numbers = points.downcast();
    /// assert_eq!(numbers.layout().to_string(), "6:1");
    /// assert_eq!(numbers[4], 5.0);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    try_downcast downcast where {L: DowncastBy<U<N>>} [&]
    [A: Contiguous<Item = [T; N]>] A => View<'_, T, Downcast<L, U<N>>>;
    |vectors| vectors.as_slice().as_flattened();

    /// [`Tensor::try_downcast`] with elements that can be written.
    all;
    ///
    /// # Errors
    /// Those of [`Tensor::try_downcast`].
    try;
    try_downcast_mut downcast_mut where {L: DowncastBy<U<N>>} [&mut]
    [A: ContiguousMut<Item = [T; N]>] A => ViewMut<'_, T, Downcast<L, U<N>>>;
    |vectors| vectors.as_mut_slice().as_flattened_mut();

    /// The single elements of vectors of `N`, along the mode of stride 1, if there is one:
    /// [`recast`](crate::operation::recast()) of the composed layout.
    all;
    ///
    /// # Errors
    /// Those of [`downcast`](crate::operation::downcast()).
    try;
    ///
    /// ```
    /// use tilework::typenum::{P2, U0, U1};
    /// use tilework::{Composed, Swizzle, Tensor, layout};
    /// let data = [[0, 1], [2, 3], [4, 5], [6, 7], [8, 9], [10, 11], [12, 13], [14, 15]];
    /// let swizzled = Composed::of(Swizzle::<U1, U0, P2>::new(), layout!((2,4):(4,1)));
    /// let pairs = Tensor::through(&data[..], swizzled)?;
    /// let numbers = pairs.downcast();
    /// assert_eq!(numbers.composed().to_string(), "Sw<1,1,2> o 0 o (2,8):(8,1)");
    /// assert!(numbers.slice((1, ..)).iter().eq(&[10, 11, 8, 9, 14, 15, 12, 13]));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    try_downcast downcast where {L: DowncastBy<U<N>>, F: RecastFunction<U<N>, U1>} [&]
    [A: Contiguous<Item = [T; N]>, F: OffsetMap] Through<A, F>
        => Tensor<Through<&[T], FunctionRecast<F, U<N>, U1>>, Downcast<L, U<N>>>;
    |through| {
        let (first, length) = through.one_by_one(N)?;
        Through::new(through.elements().as_slice().as_flattened(), Known::VALUE, first, length)?
    };

    /// [`Tensor::try_downcast`] with elements that can be written.
    all;
    ///
    /// # Errors
    /// Those of [`Tensor::try_downcast`].
    try;
    try_downcast_mut downcast_mut where {L: DowncastBy<U<N>>, F: RecastFunction<U<N>, U1>} [&mut]
    [A: ContiguousMut<Item = [T; N]>, F: OffsetMap] Through<A, F>
        => Tensor<Through<&mut [T], FunctionRecast<F, U<N>, U1>>, Downcast<L, U<N>>>;
    |through| {
        let (first, length) = through.one_by_one(N)?;
        Through::new(through.elements_mut().as_mut_slice().as_flattened_mut(), Known::VALUE, first, length)?
    };
}
