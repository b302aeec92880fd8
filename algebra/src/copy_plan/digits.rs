//! The binary digits of the coordinates of loops, and tiles that consist of such digits.

use alloc::vec::Vec;

use super::loops::Loops;
use crate::error::Error;
use crate::layout::Layout;
use crate::mode::Mode;
use crate::tuple::int_tuple::IntTuple;
use crate::tuple::profile::Profile;

/// A digit: the loop, and the position in its coordinate.
pub(super) type Place = (usize, u32);

/// A digit of a loop: its position, and its steps on both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Digit {
    pub of: usize,
    pub place: u32,
    pub steps: [i64; 2],
    /// True if the extent is a multiple of the span of this digit.
    whole: bool,
    /// True if tiles that end with this digit reach past the extent by at most an eighth.
    fits: bool,
}

/// All digits of all loops, and for each side their indices, the nearest digit first.
#[derive(Debug)]
pub(super) struct Digits {
    pub all: Vec<Digit>,
    order: [Vec<usize>; 2],
}

impl Digits {
    pub fn of(loops: &Loops) -> Self {
        let mut all = Vec::new();
        for (of, each) in loops.all.iter().enumerate() {
            for place in (0..63).take_while(|place| 1i64 << place < each.extent) {
                let span = 2i128 << place;
                let extent = i128::from(each.extent);
                let padded = (extent + span - 1) / span * span;
                // This is less than the extent times the stride.
                let steps = each.strides.map(|stride| stride << place);
                let (whole, fits) = (extent % span == 0, padded * 8 <= extent * 9);
                all.push(Digit { of, place, steps, whole, fits });
            }
        }
        let order = [0, 1].map(|side| {
            let mut order: Vec<usize> = (0..all.len()).collect();
            // A digit with step 0 counts as the farthest.
            let far = |digit: &Digit| digit.steps[side].unsigned_abs().wrapping_sub(1);
            order.sort_by_key(|&at| (!all[at].fits, far(&all[at]), all[at].of, all[at].place));
            order
        });
        Digits { all, order }
    }

    /// The loops and positions of digits.
    pub fn places(&self, digits: &[usize]) -> Vec<Place> {
        digits.iter().map(|&at| (self.all[at].of, self.all[at].place)).collect()
    }

    /// The rank of a digit among the nearest on a side; digits that no loop has come last.
    pub fn rank(&self, side: usize, (of, place): Place) -> usize {
        let is = |at: usize| (self.all[at].of, self.all[at].place) == (of, place);
        self.nearest(side).position(is).unwrap_or(usize::MAX)
    }

    /// The digits in the order of their distance on a side.
    pub fn nearest(&self, side: usize) -> impl Iterator<Item = usize> + '_ {
        self.order[side].iter().copied()
    }

    /// The digits of the vectors of a side, of at most `most` elements: the widest vectors that are contiguous and
    /// begin at multiples of their length.
    pub fn vector(&self, loops: &Loops, side: usize, most: i64) -> Vec<usize> {
        let mut run = Vec::new();
        while (1 << run.len()) < most {
            let next = self
                .all
                .iter()
                .position(|digit| digit.whole && digit.steps[side] == 1 << run.len());
            let Some(next) = next else { break };
            run.push(next);
        }
        // Digits outside the vector move by multiples of its length.
        let aligned = |run: &[usize]| {
            let count = run.len();
            let low = (1i64 << count) - 1;
            loops.all.iter().enumerate().all(|(of, each)| {
                let own = run.iter().filter(|&&at| self.all[at].of == of).count();
                each.extent >> own <= 1 || (each.strides[side] << own) & low == 0
            })
        };
        while !aligned(&run) {
            run.pop();
        }
        run
    }

    /// The number of nearest digits of a side that a tile has before the first missing one.
    fn run(&self, side: usize, tile: &Tile) -> usize {
        self.nearest(side).take_while(|&at| tile.has(&self.all[at])).count()
    }

    /// Adds a digit to a tile: the nearest missing digit of the side whose run of nearest digits is shorter. If no
    /// digit is missing, adds one beyond the largest loop.
    pub fn grow(&self, loops: &Loops, tile: &mut Tile) -> Place {
        let sides = if self.run(0, tile) < self.run(1, tile) { [0, 1] } else { [1, 0] };
        let missing = |side| self.nearest(side).find(|&at| !tile.has(&self.all[at]));
        let of = match sides.into_iter().find_map(missing) {
            Some(at) => self.all[at].of,
            None => {
                let largest = loops.all.iter().enumerate().max_by_key(|(at, of)| (of.extent, *at));
                largest.map_or(0, |(at, _)| at)
            }
        };
        tile.push(of)
    }
}

/// A tile: the number of binary digits of each loop.
#[derive(Clone, Debug)]
pub(super) struct Tile {
    places: Vec<u32>,
}

impl Tile {
    pub fn new(loops: &Loops) -> Self {
        Tile { places: alloc::vec![0; loops.all.len()] }
    }

    pub fn has(&self, digit: &Digit) -> bool {
        digit.place < self.places[digit.of]
    }

    /// Adds the next digit of a loop.
    pub fn push(&mut self, of: usize) -> Place {
        self.places[of] += 1;
        (of, self.places[of] - 1)
    }

    /// Extends the tile to include this digit and those below it.
    pub fn include(&mut self, digit: &Digit) {
        let places = &mut self.places[digit.of];
        *places = (*places).max(digit.place + 1);
    }

    /// The number of elements of the tile, as an exponent of 2.
    pub fn bits(&self) -> u32 {
        self.places.iter().sum()
    }

    /// All digits, loop after loop.
    pub fn digits(&self) -> impl Iterator<Item = Place> + '_ {
        let each = self.places.iter().enumerate();
        each.flat_map(|(of, &places)| (0..places).map(move |place| (of, place)))
    }

    pub fn shape(&self) -> IntTuple {
        let extents: Vec<i64> = self.places.iter().map(|&places| 1i64 << places).collect();
        let profile = match extents.len() {
            1 => Profile::leaf(),
            rank => Profile::flat(rank),
        };
        IntTuple::of_parts(extents.into_iter().collect(), profile)
    }

    /// The number of such tiles in the loops.
    pub fn tiles(&self, loops: &Loops) -> u128 {
        let each = loops.all.iter().zip(&self.places);
        each.fold(1, |tiles, (of, &places)| {
            tiles * u128::from(of.extent.unsigned_abs()).div_ceil(1 << places)
        })
    }

    /// The layout of threads and values with these digits of the integral coordinate.
    pub fn layout(&self, threads: &[Place], values: &[Place]) -> Result<Layout, Error> {
        let mode = |digits: &[Place]| {
            let mut modes: Vec<Mode> = Vec::new();
            for &(of, place) in digits {
                let stride = 1i64 << (self.places[..of].iter().sum::<u32>() + place);
                match modes.last_mut() {
                    Some(last) if last.shape * last.stride == stride => last.shape *= 2,
                    _ => modes.push(Mode { shape: 2, stride }),
                }
            }
            Layout::of_flat_checked(modes.into_iter().collect())
        };
        Layout::concatenate([mode(threads)?, mode(values)?])
    }
}
