//! CuTe notation of layouts: `((2,3),4):((1,2),6)`.

use core::fmt;

use crate::layout::Layout;
use crate::leaf::notation::Notation;

/// CuTe notation, `((2,3),4):((1,2),6)`.
impl<S: Notation, D: Notation> fmt::Display for Layout<S, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.shape.write(f)?;
        f.write_str(":")?;
        self.stride.write(f)
    }
}
/// CuTe notation, like [`Display`](fmt::Display).
impl<S: Notation, D: Notation> fmt::Debug for Layout<S, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
