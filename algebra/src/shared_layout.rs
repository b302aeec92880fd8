//! A search for the layout of a tile in shared memory that suits the accesses of the threads.

use alloc::vec::Vec;
use core::fmt;

use crate::bank_conflicts::Access;
use crate::budget::{Budget, SHARED_LAYOUT};
use crate::error::{Error, Operation, Rule};
use crate::layout::Layout;
use crate::layout::composed::Composed;
use crate::operation::compact::identity;
use crate::stride::xor::{Xor, mapped};
use crate::tuple::int_tuple::IntTuple;

mod access;
mod asked;
mod banks;
mod exchange;
mod exclusive_or;
mod fixed;
mod linear;
mod listed;
mod padded;
mod repeated;
mod span;
mod steps;
mod vectors;

pub use access::SharedAccess;
use access::{Coordinates, InTile, Instruction};

/// The largest numbers of bits of a coordinate of a tile, of bits of threads and values of an access, and of accesses.
const TILE_BITS: u32 = 20;
const ACCESS_BITS: u32 = 40;
const ACCESSES: usize = 6;
/// The largest number of bytes that a thread accesses with one instruction, which is also the length of a row of a
/// matrix.
const VECTOR: i64 = 16;
/// The number of bytes of shared memory of a block (NVIDIA GPUs of compute capability 9.0: 227 KiB).
const SPACE: i64 = 227 << 10;

fn error(rule: Rule) -> Error {
    Error::new(Operation::SharedLayout, rule)
}

/// Shared memory: its banks, as in [`Access`](crate::Access), and the number of bytes that a tile may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedMemory {
    banks: i64,
    bank_width: i64,
    space: i64,
}

impl Default for SharedMemory {
    /// 32 banks of 4 bytes, and 227 KiB.
    fn default() -> Self {
        SharedMemory { banks: 32, bank_width: 4, space: SPACE }
    }
}

impl SharedMemory {
    /// Sets the number of banks and their width.
    ///
    /// # Errors
    /// [`Rule::PowerOfTwoUpTo`] for numbers that are not powers of 2, or are above 2^15.
    pub fn banks(self, banks: i64, bank_width: i64) -> Result<Self, Error> {
        for extent in [banks, bank_width] {
            if !(1..=1 << 15).contains(&extent) || !extent.unsigned_abs().is_power_of_two() {
                return Err(error(Rule::PowerOfTwoUpTo { number: extent, most: 1 << 15 }));
            }
        }
        Ok(SharedMemory { banks, bank_width, ..self })
    }

    /// Returns whether no tile fits.
    pub(crate) fn is_none(&self) -> bool {
        self.space <= 0
    }

    /// The access of vectors of `vector` elements to these banks.
    pub(crate) fn access(&self, element: i64, vector: i64) -> Result<Access, Error> {
        Access::new(element)?.banks(self.banks, self.bank_width)?.vector(vector)
    }

    /// Sets the largest number of bytes of the tile.
    pub fn space(self, space: i64) -> Self {
        SharedMemory { space, ..self }
    }
}

/// A layout that was found. It has integer strides if possible, otherwise XOR strides; otherwise it is composed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Placed {
    /// A layout with integer strides.
    Integers(Layout),
    /// A layout with XOR strides.
    Bits(Layout<Xor>),
    /// A swizzle after integer strides that carry. A tile for `wgmma` gets such a layout if neither of its extents is a
    /// power of 2.
    Composed(Composed),
}

impl Placed {
    /// The offset of the element at an integral coordinate.
    ///
    /// # Errors
    /// The errors of [`Layout::offset`].
    pub fn offset(&self, i: i64) -> Result<i64, Error> {
        match self {
            Placed::Integers(layout) => layout.offset(i),
            Placed::Bits(layout) => layout.offset(i),
            Placed::Composed(layout) => layout.offset(i),
        }
    }

    /// The shape.
    pub fn shape(&self) -> IntTuple {
        match self {
            Placed::Integers(layout) => layout.shape(),
            Placed::Bits(layout) => layout.shape(),
            Placed::Composed(layout) => layout.inner().shape(),
        }
    }

    /// The number of elements.
    pub fn size(&self) -> i64 {
        match self {
            Placed::Integers(layout) => layout.size(),
            Placed::Bits(layout) => layout.size(),
            Placed::Composed(layout) => layout.inner().size(),
        }
    }

    /// The cosize: the number of offsets up to the last one.
    ///
    /// # Errors
    /// The errors of [`Layout::cosize`].
    pub fn cosize(&self) -> Result<i64, Error> {
        match self {
            Placed::Integers(layout) => layout.cosize(),
            Placed::Bits(layout) => layout.cosize(),
            Placed::Composed(layout) => layout.cosize(),
        }
    }

    /// The layout in which bit `k` of the offset is the sum of the bits of the coordinate in `functions[k]`.
    fn of_functions(tile: &IntTuple, functions: &[u64]) -> Result<Self, Error> {
        let offset = |i: i64| {
            let bits = functions.iter().enumerate();
            let ones = bits.filter(|(_, function)| span::value(**function, i.unsigned_abs()));
            Some(ones.map(|(place, _)| 1i64 << place).sum())
        };
        let coordinates = Layout::<Xor>::of_integers(&identity(tile)?)?;
        let layout = mapped(Operation::SharedLayout, &coordinates, offset)?;
        Ok(Placed::from(layout))
    }
}

impl From<Layout<Xor>> for Placed {
    fn from(layout: Layout<Xor>) -> Self {
        match layout.to_integers() {
            Ok(integers) => Placed::Integers(integers),
            Err(_) => Placed::Bits(layout),
        }
    }
}

impl fmt::Display for Placed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Placed::Integers(layout) => layout.fmt(f),
            Placed::Bits(layout) => layout.fmt(f),
            Placed::Composed(layout) => layout.fmt(f),
        }
    }
}

/// The cost of an access with a given layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// The number of elements of a vector, or of a row of a matrix.
    pub vector: i64,
    /// The number of deliveries of the banks, for all threads and all values together.
    pub wavefronts: i64,
    /// The least number of deliveries with vectors of this width for any layout: one for each phase.
    pub least: i64,
}

/// The reason why there is no better layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Certificate {
    /// No access has a conflict, and no layout of this size has wider vectors for all accesses together.
    LowerBound,
    /// All layouts of this size that are linear in the bits have been searched; none is better.
    Searched,
    /// The search ended after a limited number of steps; none of the layouts that it saw is better.
    Ended {
        /// The number of steps.
        steps: u64,
    },
    /// Instructions fix the layout, and none of the layouts that they accept is better.
    Fixed {
        /// The number of layouts that they accept.
        layouts: usize,
    },
    /// Two kinds of layouts have been searched, and none is better: layouts that repeat a layout of the largest part of
    /// the tile whose extents are powers of 2, and layouts of the modes in some order with the first stride padded.
    Repeated,
    /// All layouts of the modes in some order, with the first stride padded by up to all banks, have been searched;
    /// none is better.
    Padded {
        /// The number of such layouts.
        layouts: usize,
    },
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Certificate::LowerBound => f.write_str(
                "no access has a conflict, and no layout of this size has wider vectors",
            ),
            Certificate::Searched => {
                f.write_str("all linear layouts of this size were searched: none is better")
            }
            Certificate::Ended { steps } => {
                write!(f, "the search ended after {steps} steps: it saw none that is better")
            }
            Certificate::Fixed { layouts } => {
                write!(f, "of the {layouts} layouts that the instructions take none is better")
            }
            Certificate::Repeated => f.write_str(
                "of the layouts that repeat one of the parts that are powers of 2 none is better, nor of those with padded strides",
            ),
            Certificate::Padded { layouts } => {
                write!(f, "of {layouts} layouts with padded strides none is better")
            }
        }
    }
}

/// The layout that was found, and the reason why it is the best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedLayout {
    /// The layout of the tile.
    pub layout: Placed,
    /// The cost of each access; `None` for an access that fixes the layout, since no thread carries it out.
    pub uses: Vec<Option<Use>>,
    /// The number of bits that are XORed with others.
    pub xor_bits: u32,
    /// `true` if no layout with these vectors and conflicts XORs fewer bits.
    pub fewest_xor_bits: bool,
    /// The reason why there is no better layout.
    pub certificate: Certificate,
}

/// Finds the layout of a tile in shared memory that has the widest vectors for these accesses, that is, the fewest
/// instructions in total. Among these it prefers the fewest bank conflicts, then the fewest XORed bits, then the least
/// space.
///
/// If the extents of the tile are powers of 2, and the accesses are linear in the bits of thread, value and coordinate,
/// the layout is a bijection onto `0..size`. It has integer strides if possible, otherwise XOR strides. Other tiles get
/// a layout that repeats a layout of the largest part whose extents are powers of 2, if all accesses repeat an access
/// of that part, or a layout with integer strides, one of which is padded. Within a vector, elements are in the same
/// order for every thread. This need not be the order of the values, which only decides which register holds which
/// value. `docs/rules/shared_layout.md` says when two accesses are free of conflicts. Banks and phases are those of
/// [`bank_conflicts`](crate::bank_conflicts()).
///
/// TMA and `wgmma` fix the layout up to a choice of a few, for all extents that they accept. If a swizzle follows
/// strides that carry, the layout is [`Placed::Composed`]. The accesses of these instructions themselves are not
/// counted.
///
/// # Errors
/// [`Rule::PowerOfTwoUpTo`] for elements of a size other than 1, 2, 4, 8 or 16 bytes; the errors of
/// [`ThreadValue::new`](crate::ThreadValue::new) for an access that does not lie in the tile; [`Rule::WholeElements`]
/// for elements that matrix accesses would tear, which are those of more than 4 bytes, or more than 2 if transposed;
/// [`Rule::ListLength`] for more than 6 accesses; [`Rule::UndecidedSize`] for a tile of more than 2^20 elements;
/// [`Rule::Space`] if the tile does not fit; [`Rule::RowsApart`] if no layout keeps the rows of matrices together;
/// [`Rule::FixedLayout`] if no layout is accepted by all instructions that fix it; [`Rule::Undecided`].
///
/// ```
/// use tilework_algebra::{Layout, SharedAccess, SharedMemory, shared_layout};
/// // 32 x 32 floats are written column by column and read row by row, each access by one warp.
/// let (columns, rows): (Layout, Layout) = ("(32,32):(1,32)".parse()?, "(32,32):(32,1)".parse()?);
/// let accesses = [SharedAccess::vectors(&columns, 4)?, SharedAccess::vectors(&rows, 4)?];
/// let found = shared_layout(&"(32,32)".parse()?, 4, &accesses, &SharedMemory::default())?;
/// assert_eq!(found.layout.to_string(), "(32,32):(f33,f1)");
/// assert!(found.uses.iter().flatten().all(|access| access.wavefronts == access.least));
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn shared_layout(
    tile: &IntTuple,
    element: i64,
    accesses: &[SharedAccess],
    memory: &SharedMemory,
) -> Result<SharedLayout, Error> {
    let budget = Budget::new(Operation::SharedLayout, SHARED_LAYOUT);
    shared_layout_within(tile, element, accesses, memory, &budget)
}

/// [`shared_layout`] within the budget of the calling operation.
pub(crate) fn shared_layout_within(
    tile: &IntTuple,
    element: i64,
    accesses: &[SharedAccess],
    memory: &SharedMemory,
    budget: &Budget<'_>,
) -> Result<SharedLayout, Error> {
    let shape = Layout::new(tile, tile).map_err(|e| e.during(Operation::SharedLayout))?;
    shape.positive(Operation::SharedLayout)?;
    if !(1..=VECTOR).contains(&element) || !element.unsigned_abs().is_power_of_two() {
        return Err(error(Rule::PowerOfTwoUpTo { number: element, most: VECTOR }));
    }
    if accesses.len() > ACCESSES {
        let (size, limit) = (accesses.len() as i64, ACCESSES as i64);
        return Err(error(Rule::ListLength { size, limit }));
    }
    let size = tile.size()?;
    if size > 1 << TILE_BITS {
        return Err(error(Rule::UndecidedSize { size, limit: 1 << TILE_BITS }));
    }
    let bytes = size.saturating_mul(element);
    if bytes > memory.space {
        return Err(error(Rule::Space { bytes, space: memory.space }));
    }
    let mut by_threads = Vec::new();
    for (at, access) in accesses.iter().enumerate() {
        if let Some(of) = &access.of {
            let of = of.in_tile(tile).map_err(|e| e.during(Operation::SharedLayout))?;
            let bits = 8 * element;
            if let Some(together) = access.instruction.keeps().filter(|&keeps| keeps < bits) {
                return Err(error(Rule::WholeElements { together, bits }));
            }
            by_threads.push(InTile { at, of, instruction: access.instruction });
        }
    }
    let problem = linear::problem(tile, element, &by_threads, memory)?;
    let is_fixed = accesses.iter().any(|access| access.as_fixed().is_some());
    match problem {
        Some(problem) if is_fixed => linear::fixed(tile, element, accesses, &problem),
        Some(problem) => linear::found(tile, &problem, budget),
        None if is_fixed => padded::fixed(tile, element, accesses, &by_threads, memory, budget),
        None => {
            let repeated = repeated::found(tile, element, &by_threads, memory, budget)?;
            padded::found(tile, element, &by_threads, memory, repeated, budget)
        }
    }
}

/// The cost of accesses to the layout in which the element at the integral coordinate `i` has the offset `offsets[i]`,
/// computed from the definition. For each access it has the widest vectors, whose elements are the same values in the
/// same order for every thread, and the number of deliveries of the banks. The result is `None` for an access that
/// fixes the layout, and for matrices whose rows lie apart.
///
/// # Errors
/// The errors of [`shared_layout`]; [`Rule::Length`] unless there is one offset for each element.
///
/// ```
/// use tilework_algebra::{Layout, SharedAccess, SharedMemory, offsets, shared_uses};
/// // Each thread has a column, element by element.
/// let columns: Layout = "(32,32):(32,1)".parse()?;
/// let access = SharedAccess::vectors(&columns, 4)?;
/// let of = |layout: &str| {
///     let offsets = offsets(&layout.parse::<Layout>()?)?;
///     let uses = shared_uses(&"(32,32)".parse()?, 4, &[access.clone()], &offsets, &SharedMemory::default())?;
///     let of = uses[0].unwrap();
///     Ok::<_, tilework_algebra::Error>((of.vector, of.wavefronts, of.least))
/// };
/// // The elements of a row are in one bank if columns are 32 elements apart, and in 32 banks if they are 33 apart.
/// assert_eq!(of("(32,32):(1,32)")?, (1, 1024, 32));
/// assert_eq!(of("(32,32):(1,33)")?, (1, 32, 32));
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn shared_uses(
    tile: &IntTuple,
    element: i64,
    accesses: &[SharedAccess],
    offsets: &[i64],
    memory: &SharedMemory,
) -> Result<Vec<Option<Use>>, Error> {
    if !(1..=VECTOR).contains(&element) || !element.unsigned_abs().is_power_of_two() {
        return Err(error(Rule::PowerOfTwoUpTo { number: element, most: VECTOR }));
    }
    let (cosize, len) = (tile.size()?, offsets.len() as i64);
    if cosize != len {
        return Err(error(Rule::Length { cosize, len }));
    }
    let budget = Budget::new(Operation::SharedLayout, SHARED_LAYOUT);
    let each = accesses.iter().enumerate().map(|(at, access)| {
        let Some(of) = &access.of else { return Ok(None) };
        let of = of.in_tile(tile).map_err(|e| e.during(Operation::SharedLayout))?;
        let (threads, values) = of.sizes();
        budget.spend(threads.saturating_mul(values).unsigned_abs())?;
        padded::used(&InTile { at, of, instruction: access.instruction }, offsets, element, memory)
    });
    each.collect()
}
