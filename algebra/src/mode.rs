//! One flat mode of a layout.

/// An extent and its stride: the layout `shape:stride` with the function `i -> i * stride`. The
/// stride is an integer unless `D` says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mode<D = i64> {
    /// The extent; it is at least 0 in a [`Layout`](crate::Layout).
    pub shape: i64,
    /// The stride; an integer may have either sign.
    pub stride: D,
}

impl Mode {
    /// `shape * stride`, the offset one step past the end, if it fits.
    #[inline]
    pub fn span(self) -> Option<i64> {
        self.shape.checked_mul(self.stride)
    }
}
