//! Windows of tensors: views of a given shape at one coordinate or at all coordinates.

use tilework_algebra::{Error, Operation, Rule};

use super::part::parts;
use super::{Exclusive, Shared, Tensor};
use crate::layout::AnyLayout;
use crate::layout::coordinate::Coordinate;
use crate::layout::window::WindowBy;
use crate::plain::plain_in;
use crate::tensor::accessor::{Accessor, AccessorMut};
use crate::tensor::engine::Engine;

parts! {
    /// The elements from the coordinate `origin` on, as many along each mode as `shape` says: `W(c) = T(origin + c)`.
    /// `shape` is a shape, or a layout whose stride is ignored. It is nested as the tensor's shape. If it is static, so
    /// is the shape of the window.
    #[doc(alias = "domain_offset")]
    all;
    ///
    /// **Law.** `window(origin, shape)` is the slice `(.., origin)` of [`Tensor::windows`]. An integral `origin` counts
    /// the positions, with the leftmost mode fastest.
    ///
    /// # Errors
    /// [`Rule::CoordinateRange`] with the mode if a window is larger than the tensor, and [`Rule::CoordinateOutside`]
    /// if it ends outside.
    try;
    ///
    /// ```
    /// use tilework::{Layout, Tensor, layout};
    /// let (w, h) = (40, 30);
    /// let data: Vec<usize> = (0..w * h).collect();
    /// let image = Tensor::new(&data[..], layout!((w,h)))?;
    /// let tile = image.window((16, 8), layout!((18,18)));
    /// let _: Layout!((18,18):(1,_)) = tile.layout();
    /// assert_eq!(tile[(1, 2)], image[(17, 10)]);
    /// assert!(image.try_window((23, 8), layout!((18,18))).is_err());
    /// # Ok::<(), tilework::Error>(())
    /// ```
    try_window window try_window_mut window_mut where {L: WindowBy<W, Window = R, Positions = P>, C: Coordinate<usize, P::Shape, P::Stride>}
    [Accessor checked: R: AnyLayout, P: AnyLayout, C, W] (origin: C, shape: W) -> R;
    |layout, from| window(layout, origin, shape, from);
}

/// The window at `origin`, and the offset where it begins.
#[inline(always)]
fn window<L: WindowBy<W>, C, W>(
    layout: L,
    origin: C,
    shape: W,
    from: usize,
) -> Result<(L::Window, usize), Error>
where
    C: Coordinate<usize, <L::Positions as AnyLayout>::Shape, <L::Positions as AnyLayout>::Stride>,
{
    let (window, positions) = layout.window_by(shape)?;
    let (shape, stride) = positions.parts();
    if !origin.within(shape) {
        return Err(Error::new(Operation::Window, Rule::CoordinateOutside));
    }
    Ok((window, origin.accumulate(shape, stride, from)))
}

impl<A: Accessor, L: AnyLayout> Tensor<A, L> {
    /// All windows of a shape, as a tensor of two modes, `(window, position)`: `R(c, p) = T(p + c)`, with `s - w + 1`
    /// positions for each extent. The slice `(.., p)` is [`Tensor::window`]; the slice `(c, ..)` is the tensor shifted
    /// by `c`.
    ///
    /// Windows overlap, so they are read-only; [`Tensor::window_mut`] is one for writing. In the algebra this is a composition with a layout whose strides
    /// overlap, `8:1 o (3,6):(1,1)`. Use slices for other steps of the positions, `(.., (0..6).step_by(2))`.
    ///
    /// # Errors
    /// [`Rule::CoordinateRange`] with the mode if a window is larger than the tensor, and [`Rule::Overflow`] if the
    /// number of coordinates does not fit.
    #[inline(always)]
    pub fn try_windows<R: AnyLayout, W>(&self, shape: W) -> Result<Shared<'_, A, R>, Error>
    where
        L: WindowBy<W, Windows = R>,
    {
        let layout = self.layout.windows_by(shape)?;
        // Sound: all offsets are those of this layout, which is not empty: it has at least one window of one
        // coordinate.
        Ok(Tensor::sound(self.shared(), layout))
    }

    /// All windows of a shape, as a tensor of two modes, `(window, position)`: `R(c, p) = T(p + c)`, with `s - w + 1`
    /// positions for each extent. The slice `(.., p)` is [`Tensor::window`]; the slice `(c, ..)` is the tensor shifted
    /// by `c`.
    ///
    /// # Panics
    /// If [`Tensor::try_windows`] returns an error.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let data = [1, 5, 2, 4, 3, 6, 7, 0];
    /// let samples = Tensor::new(&data[..], layout!(8:1))?;
    /// let windows = samples.windows(layout!(3:1));
    /// assert_eq!(windows.layout().to_string(), "(3,6):(1,1)");
    /// // The median of three.
    /// let median = |p| {
    ///     let mut window: Vec<i32> = windows.slice((.., p)).iter().copied().collect();
    ///     window.sort();
    ///     window[1]
    /// };
    /// assert_eq!([0, 1, 2, 3, 4, 5].map(median), [2, 4, 3, 4, 6, 6]);
    /// // The composition is the same.
    /// assert_eq!(windows.layout(), samples.compose(layout!((3,6):(1,1))).layout());
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias("windows_mut", "sliding_window_view"))]
    #[inline(always)]
    #[track_caller]
    pub fn windows<R: AnyLayout, W>(&self, shape: W) -> Shared<'_, A, R>
    where
        L: WindowBy<W, Windows = R>,
    {
        plain_in(self.layout, self.try_windows(shape))
    }
}
