//! Map by threads.

use crate::tensor::accessor::Accessor;
use crate::tensor::{HasOwned, Owned, OwnedLayout, Tensor};

impl<A: Accessor<Item: Copy>, L: HasOwned> Tensor<A, L> {
    /// The tensor of `f` of every element, computed on the threads of rayon's current pool: `R(c) = f(T(c))`. It owns
    /// its elements and is the same as `t.map(f).par_to_owned()`, where [`Tensor::map`] alone computes nothing.
    ///
    /// # Panics
    /// As [`Tensor::par_to_owned`].
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let t = Tensor::new([1.0_f32, 4.0, 9.0, 16.0], layout!((2,2):row_major))?;
    /// assert_eq!(t.par_map(f32::sqrt).data(), [1.0, 2.0, 3.0, 4.0]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn par_map<'s, U, F>(&'s self, f: F) -> Owned<U, OwnedLayout<L>>
    where
        A::Shared<'s>: Sync,
        U: Copy + Send,
        F: Fn(A::Item) -> U + Copy + Sync,
    {
        self.map(f).par_to_owned()
    }
}
