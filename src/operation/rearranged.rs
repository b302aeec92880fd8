//! Rearrangements: results whose modes are modes of the operand, each with its numbers.
//!
//! In the types, a rearrangement is a function of [`Leaves`]: mode `K` (`mode.rs`) and the modes between two (`take.rs`),
//! joined by [`Tree::Before`](crate::operation::kind::tree::Tree::Before). At run time nothing is computed: where the
//! numbers of the result are in the operand is a constant. Two operands count as one, the layout of both as its modes.

use tilework_algebra::Mode;

use crate::layout::Layout;
use crate::layout::fill_from_modes::{FillFromNumbers, Sound};
use crate::layout::same_extents::TopModes;
use crate::leaf::stride::MOST_LEAVES;
use crate::operation::kind::leaves::Leaves;
use crate::operation::kind::nat::Number;

/// A rearrangement of the leaves of an operand.
pub trait Rearranged {
    /// The place in the operand of each leaf of the result.
    const FROM: From;
}
/// All leaves stay in their order.
pub struct InPlace;
impl Rearranged for InPlace {
    const FROM: From = From::At(0);
}
/// Places of leaves.
pub enum From {
    /// One after another from this place on.
    At(usize),
    /// The place of each leaf.
    Each([u8; MOST_LEAVES]),
}
impl From {
    /// The leaves of `modes` from mode `K` on.
    pub const fn mode<K: Number>(modes: &TopModes) -> Self {
        Self::At(span(modes, position::<K>()).0)
    }
    /// All leaves except those in `dropped`, which has one bit for each, from the lowest.
    pub const fn without(dropped: u128) -> Self {
        let (mut from, mut count, mut leaf) = ([0; MOST_LEAVES], 0, 0);
        while leaf < MOST_LEAVES {
            if dropped >> leaf & 1 == 0 {
                from[count] = leaf as u8;
                count += 1;
            }
            leaf += 1;
        }
        Self::Each(from)
    }
    /// The leaves of the modes at these positions.
    pub const fn modes(mut positions: &Positions, modes: &TopModes) -> Self {
        let mut each = Each::NONE;
        while let Positions::One(position, behind) = positions {
            each = each.then(span(modes, *position));
            positions = behind;
        }
        Self::Each(each.places)
    }
    /// The leaves of the modes in reverse order.
    pub const fn reversed(modes: &TopModes) -> Self {
        let (mut each, mut position) = (Each::NONE, modes.count());
        while position > 0 {
            position -= 1;
            each = each.then(span(modes, position as u64));
        }
        Self::Each(each.places)
    }
}
/// The places of the first leaves of a result.
struct Each {
    places: [u8; MOST_LEAVES],
    count: usize,
}
impl Each {
    const NONE: Self = Each { places: [0; MOST_LEAVES], count: 0 };
    /// These, then the places from `begin` on and before `end`.
    const fn then(mut self, (begin, end): (usize, usize)) -> Self {
        let mut place = begin;
        while place < end && self.count < MOST_LEAVES {
            self.places[self.count] = place as u8;
            (place, self.count) = (place + 1, self.count + 1);
        }
        self
    }
}
/// The first leaf of the mode at `position`, and the first leaf after it.
const fn span(mut modes: &TopModes, position: u64) -> (usize, usize) {
    let (mut at, mut left) = (0, position);
    while let TopModes::Mode { leaves, others, .. } = modes {
        if left == 0 {
            return (at, at + *leaves);
        }
        (at, left, modes) = (at + *leaves, left - 1, others);
    }
    (at, at)
}
/// The value of a static position.
pub const fn position<K: Number>() -> u64 {
    match K::STATIC {
        Some(position) => position,
        None => u64::MAX,
    }
}
/// Positions of modes, from left to right.
pub enum Positions {
    /// No more positions.
    None,
    /// A position, and those after it.
    One(u64, &'static Positions),
}
impl Positions {
    /// Returns whether a position occurs several times.
    pub const fn repeated(&self) -> bool {
        let mut from = self;
        while let Positions::One(position, behind) = from {
            let mut others = *behind;
            while let Positions::One(other, rest) = others {
                if *other == *position {
                    return true;
                }
                others = rest;
            }
            from = behind;
        }
        false
    }
}

/// The rearrangement `F` of the layout, of the type `R`.
#[inline(always)]
pub fn rearranged<F: Rearranged, S: Leaves<D>, D: Copy, R: FillFromNumbers>(
    layout: Layout<S, D>,
) -> R {
    if const { R::IS_REFUSED || size_of::<Layout<S, D>>() == 0 } {
        return R::fill_from_numbers(&[], 0, Sound::YES);
    }
    // A small array stays in registers.
    if const { S::TERMS > 1 } {
        gathered::<{ 8 * MOST_LEAVES }, F, S, D, R>(layout)
    } else if const { S::LEAVES <= 4 && R::COUNT <= 4 } {
        gathered::<4, F, S, D, R>(layout)
    } else if const { S::LEAVES <= 16 && R::COUNT <= 16 } {
        gathered::<16, F, S, D, R>(layout)
    } else {
        gathered::<MOST_LEAVES, F, S, D, R>(layout)
    }
}
#[inline(always)]
fn gathered<const N: usize, F: Rearranged, S: Leaves<D>, D: Copy, R: FillFromNumbers>(
    layout: Layout<S, D>,
) -> R {
    const {
        let most = if S::LEAVES > R::COUNT { S::LEAVES } else { R::COUNT };
        assert!(most <= MOST_LEAVES, "a layout with dynamic leaves has at most 128 leaves")
    };
    let mut numbers = [Mode { shape: 0, stride: 0 }; N];
    let (shape, stride) = layout.into_parts();
    if const { S::TERMS > 1 } {
        let terms = numbers.as_chunks_mut::<MOST_LEAVES>().0.iter_mut();
        for (term, numbers) in terms.take(S::TERMS).enumerate() {
            shape.put_term(stride, term, 0, numbers);
        }
    } else {
        shape.put(stride, 0, &mut numbers);
    }
    match &const { F::FROM } {
        From::At(first) => R::fill_from_numbers(&numbers, *first, Sound::YES),
        From::Each(from) => {
            let mut gathered = [Mode { shape: 0, stride: 0 }; N];
            for (numbers, gathered) in
                numbers.chunks(MOST_LEAVES).zip(gathered.chunks_mut(MOST_LEAVES))
            {
                for (to, &from) in gathered.iter_mut().zip(&from[..R::COUNT]) {
                    *to = numbers[from as usize];
                }
            }
            R::fill_from_numbers(&gathered, 0, Sound::YES)
        }
    }
}
