//! Shape and stride as types, for a layout that is otherwise unknown.

use typenum::{U0, U1};

use crate::layout::Layout;
use crate::leaf::int::Static;

/// A layout as a type of which nothing else is known.
pub trait Parts: Sized {
    /// The shape.
    type Shape;
    /// The stride.
    type Stride;
    /// The tile of a divided mode; a mode that is not divided is its own tile.
    type Tile: Parts;
    /// The layout over the tiles; `1:0` for a mode that is not divided.
    type Rest: Parts;
    /// `self`
    fn by_parts(self) -> Layout<Self::Shape, Self::Stride>;
    /// The tile and the rest.
    fn halves(self) -> (Self::Tile, Self::Rest);
}
impl<S, D> Parts for Layout<S, D> {
    type Shape = S;
    type Stride = D;
    type Tile = Self;
    type Rest = Layout<Static<U1>, Static<U0>>;
    #[inline(always)]
    fn by_parts(self) -> Self {
        self
    }
    #[inline(always)]
    fn halves(self) -> (Self, Self::Rest) {
        (self, Layout::sound(Static::new(), Static::new()))
    }
}
/// The layout `L` as a [`Layout`].
pub type ByParts<L> = Layout<<L as Parts>::Shape, <L as Parts>::Stride>;
