//! Copy plans: a search for how threads copy from one layout to another. It prefers the widest vectors, then the fewest
//! sectors.

use alloc::vec::Vec;
use core::fmt;

use crate::budget::{Budget, COPY_PLAN};
use crate::error::{Error, Operation, Rule};
use crate::layout::Layout;
use crate::shared_layout::{Placed, SharedLayout, SharedMemory};
use crate::stride::xor::Xor;
use crate::tuple::int_tuple::IntTuple;

mod cache;
mod count;
mod digits;
mod direct;
mod lines;
mod loops;
mod staged;

pub use cache::{Cache, CopyLoop, CopyLoops, copy_lines, copy_loops};
use count::Counted;
use digits::{Digits, Place, Tile};
use loops::Loops;

/// The largest number of bytes that a thread reads or writes with one instruction.
const VECTOR: i64 = 16;
/// The largest number of threads of a block.
const THREADS: i64 = 1 << 10;
/// The largest number of binary digits of the elements of a tile.
const TILE_BITS: u32 = 16;

fn error(rule: Rule) -> Error {
    Error::new(Operation::CopyPlan, rule)
}

/// One side of a copy. It is a layout of global memory, which is accessed in sectors, or of shared memory, which is
/// accessed in banks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopySide {
    layout: Placed,
    shared: bool,
}

impl CopySide {
    /// A layout of global memory.
    pub fn global(layout: &Layout) -> Self {
        CopySide { layout: Placed::Integers(layout.clone()), shared: false }
    }

    /// A layout of shared memory with integer or XOR strides, for example one that
    /// [`shared_layout`](crate::shared_layout()) found.
    pub fn shared(layout: impl Into<Placed>) -> Self {
        CopySide { layout: layout.into(), shared: true }
    }
}

impl From<Layout> for Placed {
    fn from(layout: Layout) -> Self {
        Placed::Integers(layout)
    }
}

/// The threads that copy, and the resources that they copy with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copier {
    threads: i64,
    element: i64,
    warp: i64,
    vector: i64,
    sector: i64,
    registers: i64,
    memory: SharedMemory,
}

impl Copier {
    /// The default number of bytes in the registers of a thread that exchanges elements in them.
    pub const REGISTERS: i64 = 128;

    /// `threads` threads in warps of 32 copy elements of `element` bytes. They use vectors of up to 16 bytes, memory in
    /// sectors of 32 bytes, up to 227 KiB of shared memory in 32 banks, and up to 32 registers of 4 bytes for each
    /// thread.
    ///
    /// # Errors
    /// [`Rule::PowerOfTwo`] unless `threads` is a power of 2 up to 1024 and `element` is one up to 16.
    pub fn new(threads: i64, element: i64) -> Result<Self, Error> {
        let copier = Copier {
            threads: power(threads, THREADS)?,
            element: power(element, VECTOR)?,
            warp: 32,
            vector: VECTOR,
            sector: 32,
            registers: Copier::REGISTERS,
            memory: SharedMemory::default(),
        };
        Ok(copier)
    }

    /// Sets the number of threads of a warp.
    ///
    /// # Errors
    /// [`Rule::PowerOfTwo`] unless it is a power of 2 up to 1024.
    pub fn warp(self, threads: i64) -> Result<Self, Error> {
        Ok(Copier { warp: power(threads, THREADS)?, ..self })
    }

    /// Sets the largest number of bytes of a vector. The data begins at a multiple of this number.
    ///
    /// # Errors
    /// [`Rule::PowerOfTwo`] unless it is a power of 2 up to 16.
    pub fn vector(self, bytes: i64) -> Result<Self, Error> {
        Ok(Copier { vector: power(bytes, VECTOR)?, ..self })
    }

    /// Sets the number of bytes of a sector, or line.
    ///
    /// # Errors
    /// [`Rule::PowerOfTwo`] unless it is a power of 2 up to 1024.
    pub fn sector(self, bytes: i64) -> Result<Self, Error> {
        Ok(Copier { sector: power(bytes, THREADS)?, ..self })
    }

    /// Sets the largest number of bytes in the registers of a thread that exchanges elements in them.
    pub fn registers(self, bytes: i64) -> Self {
        Copier { registers: bytes, ..self }
    }

    /// Sets the shared memory; a space of 0 means none.
    pub fn memory(self, memory: SharedMemory) -> Self {
        Copier { memory, ..self }
    }
}

/// A power of 2 from 1 to `most`.
fn power(extent: i64, most: i64) -> Result<i64, Error> {
    match (1..=most).contains(&extent) && extent.unsigned_abs().is_power_of_two() {
        true => Ok(extent),
        false => Err(error(Rule::PowerOfTwo { extent })),
    }
}

/// The way in which one side is read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopyAccess {
    /// The integral coordinates, within a tile, of the values of each thread. The values of a vector are consecutive.
    pub tv: Layout,
    /// The number of elements of a vector: each instruction moves one vector for each thread.
    pub vector: i64,
    /// The number of sectors that all instructions of the first tile touch, counted for each warp. For shared memory it
    /// is the number of deliveries of the banks.
    pub sectors: i64,
    /// The least number that this many instructions with such vectors can touch, for any choice of the elements that
    /// each warp has.
    pub least: i64,
}

/// A plan of how threads copy: see [`copy_plan`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopyPlan {
    /// The layout that is read, by the loops that both sides have in common: `from(c)` goes to `to(c)`.
    pub from: Placed,
    /// The layout that is written, with the same shape.
    pub to: Placed,
    /// The part that all threads copy at once: an extent for each loop. If an extent is not a divisor, the last tile
    /// reaches past the end.
    pub tile: IntTuple,
    /// The accesses that read `from`.
    pub read: CopyAccess,
    /// The accesses that write `to`.
    pub write: CopyAccess,
    /// The layout of the tile in shared memory, if elements change threads: they are stored to it as they were read,
    /// and loaded from it as they will be written. Otherwise each thread has the same elements on both sides.
    pub shared: Option<SharedLayout>,
    /// The number of bytes of an element.
    pub element: i64,
    /// The number of bytes in the registers of a thread that keeps its elements, with the widest vectors of both sides.
    pub registers: i64,
}

impl CopyPlan {
    /// The number of bytes of the vectors that are read, and of the vectors that are written.
    pub fn bytes(&self) -> (i64, i64) {
        (self.read.vector * self.element, self.write.vector * self.element)
    }

    /// The number of tiles, including those at the edges.
    pub fn tiles(&self) -> i64 {
        let extents = self.from.shape();
        let each = extents.leaves().iter().zip(self.tile.leaves());
        // At most the number of elements.
        each.map(|(extent, tile)| (extent - 1).div_euclid(*tile) + 1).product()
    }
}

impl fmt::Display for CopyPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (read, write) = self.bytes();
        write!(f, "tile {}: read {} by {read} bytes, ", self.tile, self.read.tv)?;
        if let Some(shared) = &self.shared {
            write!(f, "through {}, ", shared.layout)?;
        }
        write!(f, "write {} by {write} bytes", self.write.tv)
    }
}

/// Finds a plan in which threads copy the element `from(i)` to `to(i)` for all `i`. It has the widest vectors on both
/// sides, then the fewest sectors for each warp on both sides. Threads keep their elements, or exchange them through
/// shared memory if that touches fewer sectors.
///
/// The plan follows the loops that both layouts have in common: their modes, cut at each point at which a mode of
/// either layout ends. Vectors are binary digits of the loops that are adjacent on a side. A thread that has the
/// vectors of both sides exchanges elements in its registers. The lanes of a warp are searched: all choices of binary
/// digits among the nearest of each side are tried. Shared memory holds the tile of the nearest digits of both sides,
/// in a layout found by [`shared_layout`](crate::shared_layout()). Data begins at a multiple of the vectors. If an
/// extent is not a power of 2, the last tile may reach past it, and the elements there are left out.
///
/// # Errors
/// [`Rule::EqualExtents`] for layouts of different sizes; [`Rule::Divisibility`] if their modes have no common loops,
/// as in `(4,9)` and `(6,6)`; [`Rule::Injectivity`] if several elements go to one place; [`Rule::PowerOfTwo`] for XOR
/// strides with extents that are not powers of 2; [`Rule::Extent`] for empty layouts; [`Rule::Overflow`] for offsets
/// that do not fit; [`Rule::Undecided`] after 2^24 steps.
///
/// ```
/// use tilework_algebra::{Copier, CopySide, Layout, copy_plan};
/// let (columns, rows): (Layout, Layout) = ("(256,256):(1,256)".parse()?, "(256,256):(256,1)".parse()?);
/// let [columns, rows] = [&columns, &rows].map(CopySide::global);
/// // Each thread transposes 4 x 4 floats in its registers, a warp 32 x 16.
/// let plan = copy_plan(&columns, &rows, &Copier::new(256, 4)?)?;
/// assert_eq!((plan.bytes(), plan.shared.is_none()), ((16, 16), true));
/// assert_eq!((plan.read.sectors, plan.write.sectors), (plan.read.least, plan.write.least));
/// // Bytes need too many registers for that, so they go through shared memory.
/// let plan = copy_plan(&columns, &rows, &Copier::new(256, 1)?)?;
/// assert_eq!((plan.bytes(), plan.shared.is_some()), ((16, 16), true));
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn copy_plan(from: &CopySide, to: &CopySide, copier: &Copier) -> Result<CopyPlan, Error> {
    let budget = Budget::new(Operation::CopyPlan, COPY_PLAN);
    let collision = match &to.layout {
        Placed::Integers(layout) => layout.collision_within(&budget),
        Placed::Bits(layout) => layout.collision_within(&budget),
        Placed::Composed(layout) => Err(loops::no_strides(layout)),
    };
    if let Some((first, second)) = collision.map_err(|e| e.during(Operation::CopyPlan))? {
        return Err(error(Rule::Injectivity { first, second }));
    }
    let mut problem = Problem::new(from, to, copier, &budget)?;
    let sides = problem.sides;
    let most = (copier.vector / copier.element).max(1);
    let vectors = [0, 1].map(|side| problem.digits.vector(&problem.loops, side, most));
    problem.registers = copier.element << direct::kept(&problem, &vectors).bits();
    let direct = direct::found(&problem, &vectors)?;
    if let Some(direct) = &direct
        && direct.as_few_as_wanted
    {
        return direct.plan.finish(&problem, None);
    }
    let through = match sides.iter().any(|side| side.shared) || copier.memory.is_none() {
        true => None,
        false => staged::found(&problem, &vectors)?,
    };
    let plan = match (direct, through) {
        (Some(direct), Some((through, shared))) if through.cost() < direct.plan.cost() => {
            return through.finish(&problem, Some(shared));
        }
        (None, Some((through, shared))) => return through.finish(&problem, Some(shared)),
        (Some(direct), _) => Some(direct.plan),
        (None, None) => direct::narrower(&problem, vectors)?,
    };
    // A thread always has room for one element.
    let plan = plan.ok_or(error(Rule::Overflow))?;
    plan.finish(&problem, None)
}

/// The problem that a plan solves.
struct Problem<'a> {
    loops: Loops,
    digits: Digits,
    copier: &'a Copier,
    sides: [&'a CopySide; 2],
    /// The number of bytes of the widest vectors of both sides.
    registers: i64,
    budget: &'a Budget<'a>,
}

impl<'a> Problem<'a> {
    fn new(
        from: &'a CopySide,
        to: &'a CopySide,
        copier: &'a Copier,
        budget: &'a Budget<'a>,
    ) -> Result<Self, Error> {
        let loops = Loops::new(&from.layout, &to.layout)?;
        let digits = Digits::of(&loops);
        Ok(Problem { loops, digits, copier, sides: [from, to], registers: 0, budget })
    }

    /// Spends the steps for `count` offsets.
    fn spend_offsets(&self, count: u64) -> Result<(), Error> {
        self.budget.spend(count.saturating_mul(1 + self.loops.all.len() as u64 / 4))
    }

    /// The number of lanes of a warp, as an exponent of 2.
    fn lanes(&self) -> u32 {
        self.copier.warp.min(self.copier.threads).trailing_zeros()
    }

    /// The number of threads, as an exponent of 2.
    fn threads(&self) -> u32 {
        self.copier.threads.trailing_zeros()
    }
}

/// The digits of threads, then the digits of values.
type Roles = (Vec<Place>, Vec<Place>);

/// A plan before its layouts are written: binary digits of the loops for the threads and values of each side.
struct Planned {
    tile: Tile,
    /// For each side, the digits of threads, then of values. The digits of the vectors come first.
    roles: [Roles; 2],
    vectors: [usize; 2],
    counted: [Counted; 2],
    tiles: u128,
}

impl Planned {
    /// The sectors of all tiles, then the instructions of all tiles, then the elements of a thread.
    fn cost(&self) -> (u128, u128, usize) {
        let each = |of: fn(&Counted) -> i64| -> u128 {
            self.counted.iter().map(|side| u128::from(of(side).unsigned_abs())).sum()
        };
        let all = |count: u128| count.saturating_mul(self.tiles);
        (all(each(|side| side.sectors)), all(each(|side| side.instructions)), self.roles[0].1.len())
    }

    fn finish(
        &self,
        problem: &Problem<'_>,
        shared: Option<SharedLayout>,
    ) -> Result<CopyPlan, Error> {
        let access = |side: usize| {
            let (threads, values) = &self.roles[side];
            Ok::<_, Error>(CopyAccess {
                tv: self.tile.layout(threads, values)?,
                vector: 1 << self.vectors[side],
                sectors: self.counted[side].sectors,
                least: self.counted[side].least,
            })
        };
        Ok(CopyPlan {
            from: problem.loops.placed(0)?,
            to: problem.loops.placed(1)?,
            tile: self.tile.shape(),
            read: access(0)?,
            write: access(1)?,
            shared,
            element: problem.copier.element,
            registers: problem.registers,
        })
    }
}

/// The offset at a coordinate of XOR strides: the product without carries.
fn of_bits(stride: i64, coordinate: i64) -> i64 {
    let places = (0..63u32).filter(|place| coordinate >> place & 1 == 1);
    places.fold(0, |sum, place| sum ^ stride << place)
}

/// A layout with XOR strides, or with integer strides if they are the same.
fn in_bits(layout: Layout<Xor>) -> Placed {
    Placed::from(layout)
}
