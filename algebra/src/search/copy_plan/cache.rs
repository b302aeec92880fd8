//! A search for the loops with which a processor copies from one layout to another: the order that fetches the fewest
//! lines into a cache.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::lines::distinct;
use super::loops::{Loop, Loops};
use super::{error, power};
use crate::budget::{Budget, COPY_LOOPS};
use crate::error::{Error, Operation, Rule};
use crate::layout::Layout;
use crate::search::shared_layout::Placed;

/// The largest number of blocks of modes that are tried in combination.
const TRIED: usize = 1 << 12;
/// The largest number of bytes of a line, and of a vector.
const MOST: i64 = 1 << 10;

/// A cache, and the vector registers of the processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cache {
    bytes: i64,
    line: i64,
    vector: i64,
}

impl Default for Cache {
    /// 32 KiB in lines of 64 bytes, and vectors of 32 bytes.
    fn default() -> Self {
        Cache { bytes: 32 << 10, line: 64, vector: 32 }
    }
}

impl Cache {
    /// The default number of bytes of a line.
    #[cfg(feature = "expression")]
    pub(crate) const LINE: i64 = 64;

    /// The number of bytes of a line.
    #[cfg(feature = "expression")]
    pub(crate) fn line(&self) -> i64 {
        self.line
    }

    /// A cache of `bytes` bytes, in lines of `line` bytes.
    ///
    /// # Errors
    /// [`Rule::PowerOfTwo`] unless the bytes of a line are a power of 2 up to 1024; [`Rule::Space`] for fewer than two
    /// lines.
    pub fn new(bytes: i64, line: i64) -> Result<Self, Error> {
        let line = power(line, MOST)?;
        match bytes / line >= 2 {
            true => Ok(Cache { bytes, line, ..Cache::default() }),
            false => Err(error(Rule::Space { bytes: 2 * line, space: bytes })),
        }
    }

    /// Sets the largest number of bytes of a vector.
    ///
    /// # Errors
    /// [`Rule::PowerOfTwo`] unless it is a power of 2 up to 1024.
    pub fn vector(self, bytes: i64) -> Result<Self, Error> {
        Ok(Cache { vector: power(bytes, MOST)?, ..self })
    }

    fn lines(&self) -> i64 {
        self.bytes / self.line
    }
}

/// A loop of a copy. It ends when `end` elements of the mode, or all that are left, have been copied. A mode that is
/// cut into blocks has several loops; the loop within a block comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CopyLoop {
    /// The mode, in [`CopyLoops::from`] and [`CopyLoops::to`].
    pub mode: usize,
    /// The coordinate at which the loop ends.
    pub end: i64,
}

/// The loops with which a processor copies: see [`copy_loops`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopyLoops {
    /// The layout that is read, by the loops that both sides have in common: `from(c)` goes to `to(c)`.
    pub from: Layout,
    /// The layout that is written, with the same shape.
    pub to: Layout,
    /// The loops, innermost first.
    pub loops: Vec<CopyLoop>,
    /// The numbers of elements that are read and written at once. If both are more than one and different modes are
    /// contiguous on the two sides, squares of elements are transposed in registers.
    pub vectors: [i64; 2],
    /// The numbers of lines that are fetched, for reading and for writing: [`copy_lines`].
    pub lines: [i64; 2],
    /// The numbers of different lines.
    pub least: [i64; 2],
}

/// The numbers of lines that a cache fetches in a copy with these loops, innermost first, for reading and for writing.
/// `from` and `to` are flat and have the same shape, and both begin at the beginning of a line.
///
/// Let `D(j)` be the number of lines of one side that the `j` innermost loops touch, from coordinate 0 on, and `F(j)`
/// that of both sides. Lines stay in the cache as long as there is room: if `F(j-1)` fits, the next iteration of the
/// loop `j` finds the lines of the one before. So the result is `D(j)` for the largest such `j`, times the iterations
/// of the loops around it. This is the usual model of loops and caches. It ignores associativity and prefetching, and
/// it counts every block like the first one, which begins with a line. A cache with twice as many lines that evicts the
/// least recently used line fetches no more if all steps except those of one element are whole lines, and otherwise at
/// most twice as many.
///
/// # Errors
/// [`Rule::PowerOfTwo`] for elements of a size other than 1, 2, 4, 8 or 16 bytes; [`Rule::Congruence`] for layouts that
/// are not flat or have different shapes; [`Rule::CoordinateRange`] for loops of modes that do not exist, or that end
/// before they begin; [`Rule::Overflow`]; [`Rule::Undecided`] after 2^26 steps, or if more than 2^20 runs interleave.
///
/// ```
/// use tilework_algebra::{Cache, CopyLoop, Layout, copy_lines};
/// let (from, to): (Layout, Layout) = ("(4096,4096):(1,4096)".parse()?, "(4096,4096):(4096,1)".parse()?);
/// let of = |loops: &[(usize, i64)]| {
///     let loops: Vec<CopyLoop> = loops.iter().map(|&(mode, end)| CopyLoop { mode, end }).collect();
///     copy_lines(&from, &to, &loops, 4, &Cache::default())
/// };
/// // Rows are written one after another: each element that is read is in another line.
/// assert_eq!(of(&[(1, 4096), (0, 4096)])?, [1 << 24, 1 << 20]);
/// // In blocks of one line, every line is fetched once.
/// assert_eq!(of(&[(1, 16), (0, 16), (1, 4096), (0, 4096)])?, [1 << 20, 1 << 20]);
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn copy_lines(
    from: &Layout,
    to: &Layout,
    loops: &[CopyLoop],
    element: i64,
    cache: &Cache,
) -> Result<[i64; 2], Error> {
    power(element, 16)?;
    if from.shape() != to.shape() || from.shape().depth() > 1 {
        return Err(error(Rule::Congruence));
    }
    let both = [from, to].map(Layout::flat_modes);
    let modes: Vec<Loop> = both[0]
        .iter()
        .zip(both[1].iter())
        .map(|(from, to)| Loop { extent: from.shape, strides: [from.stride, to.stride] })
        .collect();
    let mut blocks: Vec<i64> = modes.iter().map(|_| 1).collect();
    let budget = Budget::new(Operation::CopyPlan, COPY_LOOPS);
    // The lines so far, and whether the inner loops fit the cache.
    let (mut lines, mut fits) = ([1, 1], true);
    for &CopyLoop { mode, end } in loops {
        let range = |extent| error(Rule::CoordinateRange { coordinate: end, extent });
        let (of, block) = modes.get(mode).zip(blocks.get_mut(mode)).ok_or(range(0))?;
        if end < *block || end > of.extent {
            return Err(range(of.extent));
        }
        let turns = (end - 1) / *block + 1;
        *block = end;
        if fits {
            lines = touched(&modes, &blocks, element, cache, &budget)?;
            fits = lines[0].saturating_add(lines[1]) <= cache.lines();
        } else {
            for lines in &mut lines {
                *lines = lines.checked_mul(turns).ok_or(error(Rule::Overflow))?;
            }
        }
    }
    Ok(lines)
}

/// The lines of each side in a block of these extents.
fn touched(
    modes: &[Loop],
    blocks: &[i64],
    element: i64,
    cache: &Cache,
    budget: &Budget<'_>,
) -> Result<[i64; 2], Error> {
    let side = |side: usize| {
        let of = modes.iter().zip(blocks).map(|(mode, &block)| (block, mode.strides[side]));
        distinct(of, element, cache.line, budget)
    };
    Ok([side(0)?, side(1)?])
}

/// Finds the order of loops in which a processor copies the element `from(i)` to `to(i)` for all `i` and fetches the
/// fewest lines into its cache, by [`copy_lines`]. Among these it prefers the fewest modes that are cut into blocks,
/// then the smallest blocks.
///
/// The loops are those that both layouts have in common, as in [`copy_plan`](crate::copy_plan()), cut into blocks whose
/// extents are powers of 2. All combinations of blocks are tried, if there are at most 2^12. Otherwise only the blocks
/// of modes whose steps stay within a line on a side are combined; if that takes too long, only these modes have
/// blocks. The part that fits the cache is one block of all modes, and one loop around it. So the least over all blocks
/// and loops is the least over all orders, if more iterations never touch fewer lines per iteration.
///
/// # Errors
/// The errors of [`copy_lines`]; [`Rule::EqualExtents`] for layouts of different sizes; [`Rule::Divisibility`] if their
/// modes have no common loops, as in `(4,9)` and `(6,6)`; [`Rule::Extent`] for empty layouts.
///
/// ```
/// use tilework_algebra::{Cache, CopyLoop, Layout, copy_loops};
/// let (from, to): (Layout, Layout) = ("(4096,4096):(1,4096)".parse()?, "(4096,4096):(4096,1)".parse()?);
/// let plan = copy_loops(&from, &to, 4, &Cache::default())?;
/// // Squares of 8 x 8 floats; every line is fetched once, since each iteration reads 16 columns.
/// assert_eq!((plan.vectors, plan.lines), ([8, 8], plan.least));
/// assert_eq!(plan.loops[..2], [CopyLoop { mode: 0, end: 16 }, CopyLoop { mode: 1, end: 4096 }]);
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn copy_loops(
    from: &Layout,
    to: &Layout,
    element: i64,
    cache: &Cache,
) -> Result<CopyLoops, Error> {
    power(element, 16)?;
    let sides = [from, to].map(|side| Placed::Integers(side.clone()));
    let common = Loops::new(&sides[0], &sides[1])?;
    let modes = &common.all;
    let budget = Budget::new(Operation::CopyPlan, COPY_LOOPS);
    // Compute this first, since no block has more lines to count.
    let whole: Vec<i64> = modes.iter().map(|mode| mode.extent).collect();
    let least = touched(modes, &whole, element, cache, &budget)?;
    let mut lists = choices(modes, element, cache).into_iter().peekable();
    let mut best = None;
    while let (None, Some(choices)) = (&best, lists.next()) {
        // If another list follows, half of the steps are left for it.
        let most = if lists.peek().is_some() { COPY_LOOPS / 2 } else { COPY_LOOPS };
        let part = budget.part(Operation::CopyPlan, most);
        best = match best_of(modes, &choices, (element, cache), &part) {
            Ok(found) => Some(found),
            Err(error)
                if matches!(error.rule, Rule::Undecided { .. }) && lists.peek().is_some() =>
            {
                None
            }
            Err(error) => return Err(error),
        };
    }
    let Best { block, around, lines, .. } = best.ok_or(error(Rule::Overflow))?;
    let flat = |side| match common.placed(side)? {
        Placed::Integers(layout) => Ok(layout),
        Placed::Bits(_) | Placed::Composed(_) => Err(error(Rule::Overflow)),
    };
    Ok(CopyLoops {
        from: flat(0)?,
        to: flat(1)?,
        loops: in_order(modes, &block, around),
        vectors: vectors(modes, element, cache),
        lines,
        least,
    })
}

/// The best block, and the mode of the loop around it.
struct Best {
    cost: Cost,
    block: Vec<i64>,
    around: usize,
    lines: [i64; 2],
}

/// The best of the blocks with these extents.
fn best_of(
    modes: &[Loop],
    choices: &[Vec<i64>],
    (element, cache): (i64, &Cache),
    budget: &Budget<'_>,
) -> Result<Best, Error> {
    // For each block, each mode may have the loop around it, and the iterations of all modes are counted.
    let blocks = choices.iter().fold(1, |count: u64, of| count.saturating_mul(of.len() as u64));
    budget.spend(blocks.saturating_mul(modes.len() as u64).saturating_mul(modes.len() as u64))?;
    // The lines of each block. A block that is longer in one mode is usually one of the blocks that are tried, too.
    let mut known: BTreeMap<Vec<i64>, [i64; 2]> = BTreeMap::new();
    let mut lines_of = |block: &[i64], is_tried: bool| match known.get(block) {
        Some(lines) => Ok(*lines),
        None => {
            let lines = touched(modes, block, element, cache, budget)?;
            if is_tried {
                known.insert(block.to_vec(), lines);
            }
            Ok::<_, Error>(lines)
        }
    };
    let mut best: Option<Best> = None;
    let mut at: Vec<usize> = modes.iter().map(|_| 0).collect();
    loop {
        let block: Vec<i64> = at.iter().zip(choices).map(|(&at, of)| of[at]).collect();
        let inside = lines_of(&block, true)?;
        if inside[0].saturating_add(inside[1]) <= cache.lines() {
            for around in 0..modes.len() {
                let whole = block[around] == modes[around].extent;
                // A mode that is complete already has no loop around the block, unless all are complete.
                if whole && block.iter().zip(modes).any(|(block, mode)| *block < mode.extent) {
                    continue;
                }
                let mut longer = block.clone();
                longer[around] = modes[around].extent;
                let is_tried = choices[around].last() == longer.get(around);
                let mut lines = lines_of(&longer, is_tried)?;
                for (mode, block) in modes.iter().zip(&longer) {
                    for lines in &mut lines {
                        let turns = (mode.extent - 1) / block + 1;
                        *lines = lines.checked_mul(turns).ok_or(error(Rule::Overflow))?;
                    }
                }
                let cut = block.iter().zip(modes).filter(|(b, mode)| **b > 1 && **b < mode.extent);
                let elements = block.iter().fold(1i64, |all, block| all.saturating_mul(*block));
                let cost = Cost {
                    lines: lines[0].saturating_add(lines[1]),
                    cut: cut.count(),
                    elements,
                    step: modes[around].strides[1].unsigned_abs(),
                };
                if best.as_ref().is_none_or(|best| cost < best.cost) {
                    best = Some(Best { cost, block: block.clone(), around, lines });
                }
            }
        }
        let Some(next) = (0..at.len()).find(|&mode| at[mode] + 1 < choices[mode].len()) else {
            // A block of one element touches two lines, which fit.
            return best.ok_or(error(Rule::Overflow));
        };
        at[..next].fill(0);
        at[next] += 1;
    }
}

/// The cost, compared field by field.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Cost {
    lines: i64,
    cut: usize,
    elements: i64,
    step: u64,
}

/// The extents of the blocks of each mode that are tried, in one or two lists. All powers of 2 are tried, unless there
/// are too many combinations. Then only modes whose steps stay within a line on a side have such blocks, or only blocks
/// that fill a line. If these are still too many, a second list follows in which the other modes have blocks of one
/// element.
fn choices(modes: &[Loop], element: i64, cache: &Cache) -> Vec<Vec<Vec<i64>>> {
    let near = |mode: &Loop| {
        let bytes = mode.strides.map(|stride| stride.saturating_abs().saturating_mul(element));
        bytes.iter().any(|bytes| *bytes < cache.line)
    };
    let of = |tried: &dyn Fn(&Loop, i64) -> bool| -> Vec<Vec<i64>> {
        let each = modes.iter().map(|mode| {
            let below = (0..62).map(|place| 1i64 << place).take_while(|block| *block < mode.extent);
            let mut all: Vec<i64> =
                below.filter(|&block| block == 1 || tried(mode, block)).collect();
            all.push(mode.extent);
            all
        });
        each.collect()
    };
    let few = |all: &Vec<Vec<i64>>| {
        all.iter().fold(1usize, |count, of| count.saturating_mul(of.len())) <= TRIED
    };
    let line = (cache.line / element).max(1);
    let lines = of(&|mode, block| near(mode) && block == line);
    let all = [of(&|_, _| true), of(&|mode, _| near(mode)), lines.clone()];
    if let Some(all) = all.into_iter().find(few) {
        return Vec::from([all]);
    }
    let each = lines.iter().zip(modes);
    let of_near = each.map(|(of, mode)| if near(mode) { of.clone() } else { Vec::from([1]) });
    let of_near = of_near.collect();
    Vec::from([lines, of_near])
}

/// The loops within a block, the loop around it, and the other loops. In each group, the mode with the smallest step in
/// the written layout comes first.
fn in_order(modes: &[Loop], block: &[i64], around: usize) -> Vec<CopyLoop> {
    let mut by_step: Vec<usize> = (0..modes.len()).collect();
    let step = |mode: usize| modes[mode].strides.map(i64::unsigned_abs);
    by_step.sort_by_key(|&mode| (step(mode)[1], step(mode)[0]));
    let whole = |mode: usize| CopyLoop { mode, end: modes[mode].extent };
    let inside = by_step.iter().filter(|&&mode| block[mode] > 1);
    let mut loops: Vec<CopyLoop> =
        inside.map(|&mode| CopyLoop { mode, end: block[mode] }).collect();
    let rest = by_step.iter().filter(|&&mode| mode != around && block[mode] < modes[mode].extent);
    if block[around] < modes[around].extent || loops.is_empty() {
        loops.push(whole(around));
    }
    loops.extend(rest.map(|&mode| whole(mode)));
    loops
}

/// The elements that are moved at once: along a mode that is contiguous on both sides, or along two modes that are
/// transposed.
fn vectors(modes: &[Loop], element: i64, cache: &Cache) -> [i64; 2] {
    let together =
        |side: usize| modes.iter().position(|mode| mode.strides[side] == 1 && mode.extent > 1);
    let widest = |mode: usize| {
        let most = (cache.vector / element).max(1).min(modes[mode].extent);
        1i64 << (63 - most.leading_zeros())
    };
    match [0, 1].map(together) {
        [Some(read), Some(written)] => [widest(read), widest(written)],
        _ => [1, 1],
    }
}
