//! XOR strides: vectors of bits.

use core::cmp::Ordering;
use core::fmt;

use smallvec::SmallVec;

use crate::budget::Budget;
use crate::coalesce::{coalesce, coalesced};
use crate::complement::Rounding;
use crate::composition::by_values;
use crate::error::{Error, Operation, Rule};
use crate::layout::{Layout, Modes};
use crate::mode::Mode;
use crate::stride::{Stride, codomain::Codomain};
use crate::tiler::Tile;
use crate::together::Together;

mod basis;
mod collision;
mod complement;
mod image;
mod inverse;

/// A vector of 63 bits, `f5` for the bits of 5: addition is XOR, and `n` times `f_k` is the product
/// without carries, the XOR of `k` shifted by the place of each bit of `n` (004, section 2.3.1 and
/// table 1).
///
/// So a layout `(4,4):(f1,f5)` is `((2,2),(2,2)):((f1,f2),(f5,f10))`, linear over F2 in the bits of
/// its coordinates. Its offsets are integers.
///
/// ```
/// use tilework_algebra::{Layout, Stride, Xor};
/// assert_eq!(Xor::new(3)?.times(3), Some(Xor::new(5)?));
/// let layout: Layout<Xor> = "(4,4):(f1,f5)".parse()?;
/// assert_eq!((0..8).map(|i| layout.offset(i).unwrap()).collect::<Vec<_>>(), [0, 1, 2, 3, 5, 4, 7, 6]);
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Xor(i64);

impl Xor {
    /// The vector of the bits of an integer.
    ///
    /// # Errors
    /// [`Rule::NaturalStride`] for one below 0.
    pub fn new(bits: i64) -> Result<Self, Error> {
        if bits < 0 {
            let rule = Rule::NaturalStride { stride: bits };
            return Err(Error::new(Operation::Layout, rule));
        }
        Ok(Xor(bits))
    }

    /// As [`Xor::new`], where the caller knows that the integer is at least 0.
    pub(crate) fn trusted(bits: i64) -> Self {
        debug_assert!(bits >= 0);
        Xor(bits)
    }

    /// The integer with these bits.
    pub fn bits(self) -> i64 {
        self.0
    }
}

impl fmt::Display for Xor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("0"),
            bits => write!(f, "f{bits}"),
        }
    }
}

impl fmt::Debug for Xor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Stride for Xor {
    type Offset = i64;
    type Extent = i64;
    type Inverse = Xor;

    fn zero() -> Self {
        Xor(0)
    }

    fn is_zero(&self) -> bool {
        self.0 == 0
    }

    fn plus(&self, other: &Self) -> Option<Self> {
        Some(Xor(self.0 ^ other.0))
    }

    fn times(&self, n: i64) -> Option<Self> {
        let product = self.accumulate(n, 0)?;
        i64::try_from(product).ok().map(Xor)
    }
}

impl Codomain for Xor {
    type Sum = u128;

    const BITWISE: bool = true;

    fn accumulate(&self, n: i64, sum: u128) -> Option<u128> {
        let (mut rest, mut sum) = (u64::try_from(n).ok()?, sum);
        // Of two integers below 2^63 the product has at most 125 bits.
        let factor = u128::from(self.0.unsigned_abs());
        while rest != 0 {
            sum ^= factor << rest.trailing_zeros();
            rest &= rest - 1;
        }
        Some(sum)
    }

    fn of_sum(sum: u128) -> Option<Xor> {
        i64::try_from(sum).ok().map(Xor)
    }

    fn offset(_: &Layout<Self>, sum: u128) -> Option<i64> {
        i64::try_from(sum).ok()
    }

    fn add_offsets(left: i64, right: i64) -> Option<i64> {
        Some(left ^ right)
    }

    fn continues(&self, extent: i64, next: &Self) -> bool {
        // `i + 2^k j` is their XOR for `i` below `2^k`; for other extents it carries, unless nothing
        // moves.
        let straight = is_power_of_two(extent) || self.is_zero();
        straight && self.times(extent) == Some(*next)
    }

    fn to_elements(&self, n: i64) -> Result<i64, Rule> {
        // By a power of 2 bits are shifted, as the product without carries does.
        if is_power_of_two(n) {
            return Ok(self.0);
        }
        Err(Rule::PowerOfTwo { extent: n })
    }

    fn of_elements(integer: i64) -> Option<Xor> {
        Xor::new(integer).ok()
    }

    fn exact(
        left: &[Mode<Self>],
        b: &Layout,
        _budget: &mut Budget,
    ) -> Result<Option<Layout<Self>>, Error> {
        // Of linear functions products of matrices are quick, and of any size.
        let bits = Layout::of_integers(b).and_then(|b| compose_bits(left, &b));
        bits.map(Some).or_else(|_| by_values::of_integral(left, b))
    }

    fn order(a: &i64, b: &i64) -> Ordering {
        a.cmp(b)
    }

    fn tile(layout: &Layout<Self>) -> Tile<'_> {
        Tile::Xor(layout)
    }

    fn in_range<D: Stride>(a: &Layout<D>, b: &Layout<Self>) -> Result<bool, Error> {
        match b.cosize() {
            Ok(cosize) => Ok(cosize <= a.size()),
            Err(Error { rule: Rule::Overflow, .. }) => Ok(false),
            Err(error) => Err(error.during(Operation::ImageInRange)),
        }
    }

    fn collision(modes: &[Mode<Self>]) -> Result<Option<(i64, i64)>, Error> {
        Ok(collision::collision(modes))
    }

    fn together(values: &[Mode<Self>], others: &[Mode<Self>]) -> Together {
        let values = coalesced(values);
        let Some(&Mode { shape: run, stride: Xor(1) }) = values.first() else {
            return Together::DivisorsOf(1);
        };
        // What is added must not move the bits of the values.
        let others = values[1..].iter().chain(others).filter(|mode| mode.shape > 1);
        let others = others.map(|mode| match mode.stride {
            Xor(0) => Together::All,
            Xor(bits) => Together::DivisorsOf(1 << bits.trailing_zeros()),
        });
        others.fold(Together::DivisorsOf(run), Together::and)
    }

    fn compose_xor(layout: &Layout<Self>, b: &Layout<Self>) -> Result<Layout<Self>, Error> {
        compose_bits(layout.flat_modes(), b)
    }

    fn complement(
        rounding: Rounding,
        layout: &Layout<Self>,
        n: i64,
    ) -> Result<Layout<Self>, Error> {
        complement::complement(rounding, layout, n)
    }

    fn complement_ext(layout: &Layout<Self>) -> Result<Layout<Self>, Error> {
        complement::complement_ext(layout)
    }

    fn right_inverse(layout: &Layout<Self>) -> Result<Layout<Self>, Error> {
        inverse::right_inverse(layout)
    }

    fn left_inverse(layout: &Layout<Self>) -> Result<Layout<Self>, Error> {
        inverse::left_inverse(layout)
    }
}

impl Layout<Xor> {
    /// The layout with XOR strides that has the offsets of `layout`: `s:f_d` for each leaf `s:d`.
    ///
    /// # Errors
    /// [`Rule::Carries`] where bits of offsets that are added overlap, so that the sum is not the
    /// XOR; [`Rule::NaturalStride`].
    ///
    /// ```
    /// use tilework_algebra::{Layout, Xor};
    /// let rows: Layout = "(4,8):(8,1)".parse()?;
    /// assert_eq!(Layout::<Xor>::of_integers(&rows)?.to_string(), "(4,8):(f8,f1)");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn of_integers(layout: &Layout) -> Result<Self, Error> {
        for (at, mode) in layout.flat_modes().iter().enumerate() {
            if mode.shape > 1 && mode.stride < 0 {
                let rule = Rule::NaturalStride { stride: mode.stride };
                return Err(Error::new(Operation::ToXor, rule).at(at));
            }
        }
        carry_free(layout.flat_modes()).map_err(|rule| Error::new(Operation::ToXor, rule))?;
        let modes = layout.flat_modes().iter().map(|&Mode { shape, stride }| Mode {
            shape,
            // Of an extent of 1 the stride does not matter.
            stride: Xor(stride.max(0)),
        });
        Ok(Layout::trusted(modes.collect(), layout.profile().clone()))
    }

    /// The layout with integer strides that has the same offsets: `s:d` for each leaf `s:f_d`.
    ///
    /// # Errors
    /// [`Rule::Carries`] where bits of strides that are added overlap, so that the XOR is not the
    /// sum.
    ///
    /// ```
    /// use tilework_algebra::{Layout, Xor};
    /// let rows: Layout<Xor> = "(4,8):(f8,f1)".parse()?;
    /// assert_eq!(rows.to_integers()?.to_string(), "(4,8):(8,1)");
    /// assert!("(4,8):(f9,f1)".parse::<Layout<Xor>>()?.to_integers().is_err());
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn to_integers(&self) -> Result<Layout, Error> {
        let integer = |&Mode { shape, stride: Xor(stride) }: &Mode<Xor>| Mode { shape, stride };
        let modes: Modes = self.flat_modes().iter().map(integer).collect();
        carry_free(&modes).map_err(|rule| Error::new(Operation::ToIntegers, rule))?;
        Ok(Layout::trusted(modes, self.profile().clone()))
    }
}

/// Whether the sum of the values of these modes, of strides of at least 0, is their XOR, and `i d`
/// the product without carries: no two shifts of strides by the bits of coordinates overlap, where
/// a coordinate has both bits.
pub(crate) fn carry_free(modes: &[Mode]) -> Result<(), Rule> {
    let mut seen: SmallVec<[(usize, i64, u128); 16]> = SmallVec::new();
    for (at, mode) in modes.iter().enumerate().filter(|(_, mode)| mode.stride != 0) {
        let mut bit = 1;
        while bit < mode.shape {
            let shifted = u128::from(mode.stride.unsigned_abs()) * u128::from(bit.unsigned_abs());
            for &(other, other_bit, other_shifted) in &seen {
                // Two bits of one coordinate that are never set together may overlap.
                let together = other != at || other_bit + bit < mode.shape;
                if together && other_shifted & shifted != 0 {
                    let number = |n: u128| i64::try_from(n).unwrap_or(i64::MAX);
                    let (left, right) = (number(other_shifted), number(shifted));
                    return Err(Rule::Carries { left, right });
                }
            }
            seen.push((at, bit, shifted));
            let Some(next) = bit.checked_mul(2) else { break };
            bit = next;
        }
    }
    Ok(())
}

/// The values of the bits of the coordinate of a mode; those that do not fit are left out.
pub(crate) fn columns(mode: &Mode<Xor>) -> impl Iterator<Item = i64> {
    let Mode { shape, stride } = *mode;
    let bits = (0..63).map(|place| 1i64 << place).take_while(move |&bit| bit < shape);
    bits.filter_map(move |bit| stride.times(bit).map(Xor::bits))
}

/// Whether the values of all bits of the coordinate fit.
fn bits_fit(mode: &Mode<Xor>) -> bool {
    columns(mode).count() == bit_length(mode.shape - 1)
}

/// The coalesced layout of these modes, whose size may not fit.
fn flat(operation: Operation, modes: Modes<Xor>) -> Result<Layout<Xor>, Error> {
    let layout = Layout::of_flat_checked(modes).map_err(|error| error.during(operation))?;
    Ok(coalesce(&layout))
}

fn is_power_of_two(n: i64) -> bool {
    n.unsigned_abs().is_power_of_two()
}

/// How many bits an integer of at least 0 has.
fn bit_length(n: i64) -> usize {
    64 - n.leading_zeros() as usize
}

/// The modes of a leaf of this extent, the bits of whose coordinate have these values. For an
/// extent that is no power of 2 its odd part is one mode, where there is one.
pub(crate) fn bit_modes(extent: i64, columns: &[i64]) -> Option<Modes<Xor>> {
    let two = extent.trailing_zeros() as usize;
    let odd = extent >> two;
    let mut modes: Modes<Xor> =
        columns.iter().take(two).map(|&bits| Mode { shape: 2, stride: Xor(bits) }).collect();
    if odd > 1 {
        let stride = Xor(*columns.get(two)?);
        let straight = columns[two..].iter().enumerate();
        let straight = straight
            .take(bit_length(odd - 1))
            .all(|(place, &bits)| stride.times(1 << place) == Some(Xor(bits)));
        if !straight {
            return None;
        }
        modes.push(Mode { shape: odd, stride });
    }
    Some(modes)
}

/// `a o b` for a `b` with XOR strides: the product of the matrices of bits, for an `a` whose
/// extents are powers of 2 but for the last.
pub(crate) fn compose_bits(a: &[Mode<Xor>], b: &Layout<Xor>) -> Result<Layout<Xor>, Error> {
    let before = &a[..a.len().saturating_sub(1)];
    if let Some(extent) = before.iter().map(|mode| mode.shape).find(|n| !is_power_of_two(*n)) {
        return Err(Error::new(Operation::Composition, Rule::PowerOfTwo { extent }));
    }
    let value = |offset| Xor::of_sum(Xor::evaluate(a, offset, 0)?).map(Xor::bits);
    mapped(Operation::Composition, b, value)
}

/// The layout `c -> f(b(c))` for a function `f` that is linear over F2.
pub(crate) fn mapped(
    operation: Operation,
    b: &Layout<Xor>,
    f: impl Fn(i64) -> Option<i64>,
) -> Result<Layout<Xor>, Error> {
    let error = |rule| Error::new(operation, rule);
    let mut modes = Modes::new();
    let profile = b.profile().widened(|at| {
        let leaf = &b.flat_modes()[at];
        let values: SmallVec<[i64; 16]> = columns(leaf).collect();
        let mapped = values.iter().map(|&value| f(value)).collect::<Option<SmallVec<[i64; 16]>>>();
        let mapped = mapped.filter(|mapped| mapped.len() == bit_length(leaf.shape - 1));
        let mapped = mapped.ok_or(error(Rule::Overflow).at(at))?;
        let split = bit_modes(leaf.shape, &mapped);
        let split = coalesced(&split.ok_or(error(Rule::PowerOfTwo { extent: leaf.shape }).at(at))?);
        let width = split.len().max(1);
        if split.is_empty() {
            modes.push(Mode { shape: 1, stride: Xor(0) });
        }
        modes.extend(split);
        Ok::<_, Error>(width)
    })?;
    Ok(Layout::trusted(modes, profile))
}
