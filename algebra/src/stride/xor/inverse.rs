//! Inverses of layouts with XOR strides: coordinates with given bits.

use alloc::vec::Vec;

use smallvec::{SmallVec, smallvec};

use super::Xor;
use super::basis::Basis;
use super::bits::{bit_length, bit_modes, bits_fit, columns, flat, is_power_of_two};
use super::image::largest_offset;
use crate::budget::Budget;
use crate::error::{Error, Operation, Rule};
use crate::layout::{Layout, Modes};
use crate::mode::Mode;
use crate::operation::euclidean::Polynomial;
use crate::operation::left_inverse::interpolated_inverse;
use crate::stride::Stride;

/// The largest number of coordinates of a layout whose right inverse is searched value by value.
const POINTS: i64 = 1 << 12;

/// The largest right inverse. `docs/rules/right_inverse.md` has the proof.
#[inline]
pub(super) fn right_inverse(
    layout: &Layout<Xor>,
    budget: &Budget<'_>,
) -> Result<Layout<Xor>, Error> {
    let Some(bits) = CoordinateBits::of(Operation::RightInverse, layout)? else {
        return Search::inverse(layout, budget);
    };
    let basis = Basis::of(&bits.columns);
    // The least of all coordinates with a value. Bits whose values are sums of values of lower bits, which are the
    // leading bits of the vectors of the kernel, occur in no preimage.
    let preimages = (0..63).map_while(|place| basis.preimage(1 << place));
    let least: SmallVec<[i64; 16]> = preimages.collect();
    // All values below the bound are at coordinates of the layout; the bound itself is not.
    let bound = first_at_least(&least, bits.size).unwrap_or_else(|| 1 << least.len());
    let extent = if is_power_of_two(bound) {
        bound
    } else {
        // The last mode must be linear. It takes as many whole steps as fit below the bound.
        let mut first = bit_length(bound) - 1;
        while first > 0 && Xor(least[first - 1]).times(2) == Some(Xor(least[first])) {
            first -= 1;
        }
        bound >> first << first
    };
    if extent < bound && !basis.kernel.is_empty() {
        // Other coordinates with these values may be linear even if the least ones are not.
        return Search::inverse(layout, budget);
    }
    let modes = bit_modes(extent, &least[..bit_length(extent - 1)]).unwrap_or_default();
    flat(Operation::RightInverse, modes)
}

#[inline]
pub(super) fn left_inverse(
    layout: &Layout<Xor>,
    budget: &Budget<'_>,
) -> Result<Layout<Xor>, Error> {
    let Some(bits) = CoordinateBits::of(Operation::LeftInverse, layout)? else {
        let coordinate = |&offset: &i64| smallvec![offset];
        if let Some(found) = interpolated_inverse::<_, Polynomial>(layout, coordinate, budget)? {
            return Ok(found.into_iter().next().unwrap_or(Layout::unit()));
        }
        let odd = layout.flat_modes().iter().position(|mode| !is_power_of_two(mode.shape));
        let at = odd.unwrap_or_default();
        let rule = Rule::PowerOfTwo { extent: layout.flat_modes()[at].shape };
        return Err(Error::new(Operation::LeftInverse, rule).at(at));
    };
    let basis = Basis::of(&bits.columns);
    let places = basis.end().trailing_zeros();
    let digit = |place: u32| {
        let vector = basis.vectors.iter().find(|vector| vector.leading() == place);
        Xor(vector.map_or(0, |vector| vector.preimage))
    };
    let strides: SmallVec<[Xor; 16]> = (0..places).map(digit).collect();
    let Some(mut last) = strides.len().checked_sub(1) else { return Ok(Layout::unit()) };
    // The digits of the last mode are linear up to the digit of the largest offset.
    while last > 0 && strides[last - 1].times(2) == Some(strides[last]) {
        last -= 1;
    }
    let end = (largest_offset(Operation::LeftInverse, layout)? >> last).checked_add(1);
    let end = end.ok_or(Error::new(Operation::LeftInverse, Rule::Overflow))?;
    let mut modes: Modes<Xor> =
        strides[..last].iter().map(|&stride| Mode { shape: 2, stride }).collect();
    modes.push(Mode { shape: end, stride: strides[last] });
    flat(Operation::LeftInverse, modes)
}

/// The values of the bits of the integral coordinate of a layout. Its extents are powers of 2, except the last extent
/// above 1.
struct CoordinateBits {
    /// The bits with their values.
    columns: SmallVec<[(i64, i64); 16]>,
    /// The size.
    size: i64,
}

impl CoordinateBits {
    /// The result is `None` if the coordinate carries over an extent that is not a power of 2.
    #[inline]
    fn of(operation: Operation, layout: &Layout<Xor>) -> Result<Option<Self>, Error> {
        if !layout.flat_modes().iter().all(bits_fit) {
            return Err(Error::new(operation, Rule::Overflow));
        }
        let mut bits = CoordinateBits { columns: SmallVec::new(), size: 1 };
        for mode in layout.flat_modes().iter().filter(|mode| mode.shape > 1) {
            if !is_power_of_two(bits.size) {
                return Ok(None);
            }
            for (place, value) in columns(mode).enumerate() {
                // This fits, because the size does.
                bits.columns.push((bits.size << place, value));
            }
            bits.size *= mode.shape;
        }
        Ok(Some(bits))
    }
}

/// The least `v` for which the XOR of the vectors at the bits of `v` is at least `bound`.
#[inline]
fn first_at_least(vectors: &[i64], bound: i64) -> Option<i64> {
    let reaches = |start: i64, vectors: &[i64]| {
        let columns: SmallVec<[(i64, i64); 16]> = vectors.iter().map(|&v| (0, v)).collect();
        Basis::of(&columns).largest_from(start) >= bound
    };
    if !reaches(0, vectors) {
        return None;
    }
    let (mut v, mut sum) = (0, 0);
    for place in (0..vectors.len()).rev() {
        if !reaches(sum, &vectors[..place]) {
            v |= 1 << place;
            sum ^= vectors[place];
        }
    }
    Some(v)
}

/// The search for the modes of a right inverse, one by one, among all coordinates.
struct Search<'a> {
    /// The values at the coordinates.
    values: Vec<i64>,
    /// The coordinates, sorted by value.
    coordinates: Vec<i64>,
    /// The least number that is not a value.
    bound: i64,
    /// The largest size found, and its modes.
    best: (i64, Modes<Xor>),
    budget: &'a Budget<'a>,
}

impl<'a> Search<'a> {
    #[inline]
    fn inverse(layout: &Layout<Xor>, budget: &'a Budget<'a>) -> Result<Layout<Xor>, Error> {
        if layout.size() > POINTS {
            let rule = Rule::UndecidedSize { size: layout.size(), limit: POINTS };
            return Err(Error::new(Operation::RightInverse, rule));
        }
        let values = (0..layout.size()).map(|i| layout.offset(i));
        let values: Vec<i64> =
            values.collect::<Result<_, _>>().map_err(|e| e.during(Operation::RightInverse))?;
        let mut coordinates: Vec<i64> = (0..layout.size()).collect();
        coordinates.sort_by_key(|&c| values[c as usize]);
        let mut bound = 0;
        for &c in &coordinates {
            bound += i64::from(values[c as usize] == bound);
        }
        let mut search = Search { values, coordinates, bound, best: (0, Modes::new()), budget };
        search.extend(&mut alloc::vec![0], &mut Modes::new())?;
        flat(Operation::RightInverse, search.best.1)
    }

    /// Searches for modes to append to `modes`, which reach the coordinates `reached` of the values `0, 1, 2, ...`.
    /// There are at most 2^12 coordinates, so the recursion is not deep.
    #[inline]
    fn extend(&mut self, reached: &mut Vec<i64>, modes: &mut Modes<Xor>) -> Result<(), Error> {
        // Both fit, because the size does.
        let (length, span) = (reached.len(), reached.len() as i64);
        if span > self.best.0 {
            self.best = (span, modes.clone());
        }
        let begin = self.coordinates.partition_point(|&c| self.values[c as usize] < span);
        for at in begin..self.coordinates.len() {
            let next = self.coordinates[at];
            // The size of a longer inverse is a multiple of the span.
            if self.values[next as usize] != span || self.bound - self.bound % span <= self.best.0 {
                break;
            }
            let stride = Xor(next);
            for times in 1.. {
                let Some(Xor(step)) = stride.times(times) else { break };
                for i in 0..length {
                    self.budget.spend(1)?;
                    let c = reached[i] ^ step;
                    if self.values.get(c as usize) != Some(&(times * span + i as i64)) {
                        break;
                    }
                    reached.push(c);
                }
                let extent = times + 1;
                if reached.len() as i64 != extent * span {
                    break;
                }
                // Any other even extent is found as two modes.
                if extent == 2 || extent % 2 == 1 {
                    modes.push(Mode { shape: extent, stride });
                    self.extend(reached, modes)?;
                    modes.pop();
                }
            }
            reached.truncate(length);
        }
        Ok(())
    }
}
