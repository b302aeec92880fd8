//! Parents: the coordinates of a part of a layout in the whole layout.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::error::Error;
use crate::layout::Layout;
use crate::layout::coordinate::crd2idx;
use crate::layout::tile::Tile;
use crate::layout::tiler::TilerRef;
use crate::operation::compact::identity;
use crate::operation::composition::composition;
use crate::stride::arithmetic_tuple::ArithmeticTuple;
use crate::stride::axes::make_identity_layout;
use crate::stride::xor::Xor;
use crate::tuple::int_tuple::IntTuple;

/// The largest number of elements of a part that are searched in its parent.
const LOOKED_AT: i64 = 1 << 16;

/// A function to the integral coordinates of a shape, which gives the elements of a part of a layout with that shape.
pub(super) struct Part {
    shape: IntTuple,
    places: Places,
}

enum Places {
    /// The integral coordinates of the layout, plus the first one.
    Integers(Layout, i64),
    Bits(Layout<Xor>),
    Coordinates(Layout<ArithmeticTuple>),
}

impl Part {
    /// The part that a layout into the coordinates of the shape chooses.
    pub fn of_tile(shape: &IntTuple, tile: Tile<'_>) -> Self {
        let places = match tile {
            Tile::Layout(layout) => Places::Integers(layout.clone(), 0),
            Tile::Xor(layout) => Places::Bits(layout.clone()),
            Tile::Coordinates(layout) => Places::Coordinates(layout.clone()),
        };
        Part { shape: shape.clone(), places }
    }

    /// The part that a tiler chooses from a layout of this shape.
    pub fn of_tiler(shape: &IntTuple, tiler: TilerRef<'_>) -> Result<Self, Error> {
        let places = match tiler {
            TilerRef::Layout(layout) => Places::Integers(layout.clone(), 0),
            TilerRef::Xor(layout) => Places::Bits(layout.clone()),
            TilerRef::Coordinates(_) | TilerRef::Modes(_) | TilerRef::Keep => {
                Places::Coordinates(composition(&make_identity_layout(shape)?, tiler)?)
            }
        };
        Ok(Part { shape: shape.clone(), places })
    }

    /// The part given by a layout of integral coordinates, beginning at `first`.
    pub fn of_integers(shape: &IntTuple, layout: Layout, first: i64) -> Self {
        Part { shape: shape.clone(), places: Places::Integers(layout, first) }
    }

    /// The part given by a layout into the coordinates of the shape.
    pub fn of_coordinates(shape: &IntTuple, layout: Layout<ArithmeticTuple>) -> Self {
        Part { shape: shape.clone(), places: Places::Coordinates(layout) }
    }

    /// The number of elements.
    pub fn size(&self) -> i64 {
        match &self.places {
            Places::Integers(layout, _) => layout.size(),
            Places::Bits(layout) => layout.size(),
            Places::Coordinates(layout) => layout.size(),
        }
    }

    /// The integral coordinate of element `i` in the parent, if it lies within its shape.
    pub fn place(&self, i: i64) -> Option<i64> {
        let place = match &self.places {
            Places::Integers(layout, first) => layout.offset(i).ok()?.checked_add(*first)?,
            Places::Bits(layout) => layout.offset(i).ok()?,
            Places::Coordinates(layout) => {
                let coordinate = layout.offset(i).ok()?;
                let whole = identity(&self.shape).ok()?;
                let inside = |(at, extent): (&i64, &i64)| (0..*extent).contains(at);
                if coordinate.leaves().len() == self.shape.leaves().len()
                    && !coordinate.leaves().iter().zip(self.shape.leaves()).all(inside)
                {
                    return None;
                }
                crd2idx(&coordinate, &whole).ok()?
            }
        };
        (0..self.shape.size().ok()?).contains(&place).then_some(place)
    }

    /// The number of first elements that are looked at; fewer, if each has to visit many leaves.
    pub fn looked_at(&self) -> i64 {
        let leaves = match &self.places {
            Places::Integers(layout, _) => layout.length(),
            Places::Bits(layout) => layout.length(),
            Places::Coordinates(layout) => layout.length() + self.shape.leaves().len(),
        };
        self.size().min(LOOKED_AT).min((LOOKED_AT << 6) / leaves.max(1) as i64)
    }

    /// The elements, among those that are looked at, at each position of the parent.
    pub fn by_place(&self) -> BTreeMap<i64, Vec<i64>> {
        let mut all: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
        for i in 0..self.looked_at() {
            if let Some(place) = self.place(i) {
                all.entry(place).or_default().push(i);
            }
        }
        all
    }

    /// A note for the case that not all elements are looked at.
    pub fn note(&self) -> Option<alloc::string::String> {
        let (size, count) = (self.size(), self.looked_at());
        (size > count).then(|| alloc::format!("the first {count} of {size} elements are looked at"))
    }
}
