//! Recasts: elements in groups of several, and one by one.

use tilework_algebra::Error;
use typenum::{Const, ToUInt, U};

use super::{Tensor, View, ViewMut};
use crate::layout::AnyLayout;
use crate::leaf::int::Static;
use crate::operation::recast::{Downcast, DowncastBy, Upcast, UpcastBy};
use crate::plain::plain_in;
use crate::tensor::accessor::{Contiguous, ContiguousMut};

impl<T, A: Contiguous<Item = T>, L: AnyLayout> Tensor<A, L> {
    /// The same data as vectors of `N` elements, through [`upcast`](crate::upcast()): the vector at the
    /// offset `x` has the elements at `N x, ..., N x + N - 1`. (004, section 3.4.2.)
    ///
    /// # Errors
    /// Those of [`upcast`](crate::upcast()); [`Rule::Length`](crate::Rule) if the last vector is not
    /// all in the data.
    #[inline]
    pub fn try_upcast<const N: usize>(&self) -> Result<View<'_, [T; N], Upcast<L, U<N>>>, Error>
    where
        Const<N>: ToUInt,
        L: UpcastBy<U<N>>,
    {
        let layout = crate::try_upcast(self.layout, Static::new())?;
        Tensor::checked(self.data().as_chunks().0, layout)
    }

    /// [`Tensor::try_upcast`].
    ///
    /// # Panics
    /// Where that is an error.
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
    #[inline]
    #[track_caller]
    pub fn upcast<const N: usize>(&self) -> View<'_, [T; N], Upcast<L, U<N>>>
    where
        Const<N>: ToUInt,
        L: UpcastBy<U<N>>,
    {
        plain_in(self.layout, self.try_upcast())
    }
}

impl<T, A: ContiguousMut<Item = T>, L: AnyLayout> Tensor<A, L> {
    /// [`Tensor::try_upcast`] for writing.
    ///
    /// # Errors
    /// As there; [`Rule::Injectivity`](crate::Rule) if several coordinates have the same vector.
    #[inline]
    pub fn try_upcast_mut<const N: usize>(
        &mut self,
    ) -> Result<ViewMut<'_, [T; N], Upcast<L, U<N>>>, Error>
    where
        Const<N>: ToUInt,
        L: UpcastBy<U<N>>,
    {
        let layout = crate::try_upcast(self.layout, Static::new())?;
        Tensor::checked(self.data_mut().as_chunks_mut().0, layout)
    }

    /// [`Tensor::upcast`] for writing.
    ///
    /// # Panics
    /// Where [`Tensor::try_upcast_mut`] is an error.
    #[inline]
    #[track_caller]
    pub fn upcast_mut<const N: usize>(&mut self) -> ViewMut<'_, [T; N], Upcast<L, U<N>>>
    where
        Const<N>: ToUInt,
        L: UpcastBy<U<N>>,
    {
        let layout = self.layout;
        plain_in(layout, self.try_upcast_mut())
    }
}

impl<T, const N: usize, A: Contiguous<Item = [T; N]>, L: AnyLayout> Tensor<A, L>
where
    Const<N>: ToUInt,
{
    /// The elements of vectors of `N` one by one, through [`downcast`](crate::downcast()).
    ///
    /// # Errors
    /// Those of [`downcast`](crate::downcast()).
    #[inline]
    pub fn try_downcast(&self) -> Result<View<'_, T, Downcast<L, U<N>>>, Error>
    where
        L: DowncastBy<U<N>>,
    {
        let layout = crate::try_downcast(self.layout, Static::new())?;
        Tensor::checked(self.data().as_flattened(), layout)
    }

    /// [`Tensor::try_downcast`].
    ///
    /// # Panics
    /// Where that is an error.
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
    #[inline]
    #[track_caller]
    pub fn downcast(&self) -> View<'_, T, Downcast<L, U<N>>>
    where
        L: DowncastBy<U<N>>,
    {
        plain_in(self.layout, self.try_downcast())
    }
}

impl<T, const N: usize, A: ContiguousMut<Item = [T; N]>, L: AnyLayout> Tensor<A, L>
where
    Const<N>: ToUInt,
{
    /// [`Tensor::try_downcast`] for writing.
    ///
    /// # Errors
    /// As there.
    #[inline]
    pub fn try_downcast_mut(&mut self) -> Result<ViewMut<'_, T, Downcast<L, U<N>>>, Error>
    where
        L: DowncastBy<U<N>>,
    {
        let layout = crate::try_downcast(self.layout, Static::new())?;
        Tensor::checked(self.data_mut().as_flattened_mut(), layout)
    }

    /// [`Tensor::downcast`] for writing.
    ///
    /// # Panics
    /// As there.
    #[inline]
    #[track_caller]
    pub fn downcast_mut(&mut self) -> ViewMut<'_, T, Downcast<L, U<N>>>
    where
        L: DowncastBy<U<N>>,
    {
        let layout = self.layout;
        plain_in(layout, self.try_downcast_mut())
    }
}
