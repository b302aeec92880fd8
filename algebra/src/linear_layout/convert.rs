//! Linear layouts as layouts, and back.

use alloc::vec::Vec;

use super::{Bases, Input, LinearLayout, error, log2};
use crate::error::{Error, Operation, Rule};
use crate::layout::{Layout, Modes};
use crate::mode::Mode;
use crate::operation::coalesce::coalesced;
use crate::stride::xor::Xor;
use crate::stride::xor::basis::Basis;

/// The layout with these values at the powers of 2, of one mode or of several in a tuple.
fn of_columns(columns: &[i64]) -> Layout<Xor> {
    let modes = columns.iter().map(|&bits| Mode { shape: 2, stride: Xor::trusted(bits) });
    Layout::of_flat(coalesced(&modes.collect::<Modes<Xor>>()))
}

/// The span of vectors of bits, which are numbered by the bits of their positions.
pub(super) fn span(vectors: &[i64]) -> Basis {
    let columns: Vec<(i64, i64)> =
        vectors.iter().enumerate().map(|(at, &vector)| (1 << at, vector)).collect();
    Basis::of(&columns)
}

impl LinearLayout {
    /// The layout that other operations take: for registers the thread-value layout
    /// `((lane, warp, block), register) -> i`, where `i` is the integral coordinate of the element, dimension 0
    /// fastest, and for shared memory the layout of the tensor, from coordinates to offsets.
    ///
    /// Warps and blocks are left out if there is one of them, and the threads are one mode if there is one warp and one
    /// block. [`Layout::to_integers`] has integer strides, if no bits overlap.
    ///
    /// # Errors
    /// For shared memory, [`Rule::Compactness`] if the elements are not at all offsets, each once, or if several blocks
    /// have different ones.
    ///
    /// ```
    /// use tilework_algebra::linear_layout::{Encoding, Grouping, SwizzledSharedEncoding};
    /// let swizzled = Encoding::SwizzledShared(SwizzledSharedEncoding {
    ///     vector: 1, per_phase: 1, max_phase: 8, order: vec![1, 0], blocks: Grouping::one(2),
    /// });
    /// assert_eq!(swizzled.of_shape(&[8, 8])?.to_layout()?.to_string(), "(8,8):(f9,f1)");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn to_layout(&self) -> Result<Layout<Xor>, Error> {
        if self.is_shared {
            return self.memory();
        }
        let part = |input: Input| of_columns(&self.bases[input as usize]);
        let mut threads = Vec::from([part(Input::Lane), part(Input::Warp), part(Input::Block)]);
        let inputs = [Input::Lane, Input::Warp, Input::Block];
        while threads.len() > 1 && self.size(inputs[threads.len() - 1]) == 1 {
            threads.pop();
        }
        let threads = match &threads[..] {
            [lanes] => lanes.clone(),
            _ => Layout::concatenate(threads)?,
        };
        Layout::concatenate([threads, part(Input::Register)])
    }

    /// The offset of each element.
    fn memory(&self) -> Result<Layout<Xor>, Error> {
        let offsets = &self.bases[Input::Offset as usize];
        let others = self.bases[Input::Block as usize].iter().any(|&basis| basis != 0);
        let span = span(offsets);
        if others || span.vectors.len() != self.bits() || offsets.len() != self.bits() {
            return Err(error(Rule::Compactness));
        }
        let mut bit = 0;
        let modes = self.shape.iter().map(|&extent| {
            let bits = bit..bit + log2(extent);
            bit = bits.end;
            let columns = bits.map(|bit| span.preimage(1 << bit)).collect::<Option<Vec<i64>>>();
            columns.map(|columns| of_columns(&columns)).ok_or(error(Rule::Compactness))
        });
        let modes = modes.collect::<Result<Vec<_>, _>>()?;
        match &modes[..] {
            [only] if only.profile().is_leaf() => Ok(only.clone()),
            _ => Layout::concatenate(modes),
        }
    }

    /// The linear layout of a thread-value layout with XOR strides, of a tensor of this shape: of the threads, the first
    /// `lanes` are a warp and the first `warps` warps a block.
    ///
    /// # Errors
    /// [`Rule::Profile`] for a layout that has not two modes, threads and values; [`Rule::PowerOfTwo`] for extents that
    /// are not powers of 2; the errors of [`LinearLayout::new`].
    ///
    /// ```
    /// use tilework_algebra::{Layout, Xor, linear_layout::{Input, LinearLayout}};
    /// let c: Layout = "((4,8),(2,2)):((32,1),(16,8))".parse()?;
    /// let c = LinearLayout::of_layout(&Layout::<Xor>::of_integers(&c)?, &[16, 8], 32, 1)?;
    /// assert_eq!(c.bases(Input::Register), [[0, 1], [8, 0]]);
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn of_layout(
        layout: &Layout<Xor>,
        shape: &[i64],
        lanes: i64,
        warps: i64,
    ) -> Result<Self, Error> {
        let part = |at: usize| layout.mode(at).ok_or(error(Rule::Profile));
        if layout.rank() != 2 {
            return Err(error(Rule::Profile));
        }
        check_extents(layout)?;
        LinearLayout::of_columns(&columns(&part(0)?)?, &columns(&part(1)?)?, shape, lanes, warps)
    }

    /// The linear layout in shared memory of a layout from the coordinates of a tensor to offsets, such as a swizzle of
    /// rows. The tensor has an extent for each mode.
    ///
    /// # Errors
    /// [`Rule::PowerOfTwo`] for extents that are not powers of 2; [`Rule::Compactness`] if the offsets are not
    /// `0..size`, each once; the errors of [`LinearLayout::new`].
    ///
    /// ```
    /// use tilework_algebra::{Layout, Xor, linear_layout::{Input, LinearLayout}};
    /// let swizzled: Layout<Xor> = "(4,4):(f5,f1)".parse()?;
    /// let memory = LinearLayout::of_memory(&swizzled)?;
    /// assert_eq!(memory.bases(Input::Offset), [[0, 1], [0, 2], [1, 1], [2, 2]]);
    /// assert_eq!(memory.to_layout()?, swizzled);
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn of_memory(layout: &Layout<Xor>) -> Result<Self, Error> {
        check_extents(layout)?;
        let shape: Vec<i64> = match layout.profile().is_leaf() {
            true => Vec::from([layout.size()]),
            false => layout.modes().map(|mode| mode.size()).collect(),
        };
        super::check_shape(&shape)?;
        let columns = columns(layout)?;
        let span = span(&columns);
        let inverse = (0..columns.len()).map(|bit| span.preimage(1 << bit));
        let inverse = inverse.collect::<Option<Vec<i64>>>();
        let offsets = inverse.ok_or(error(Rule::Compactness))?;
        let mut bases: [Vec<i64>; 5] = Default::default();
        bases[Input::Offset as usize] = offsets;
        Ok(LinearLayout { shape, is_shared: true, bases })
    }

    /// The linear layout with these integral coordinates at the powers of 2 of threads and of values.
    fn of_columns(
        threads: &[i64],
        values: &[i64],
        shape: &[i64],
        lanes: i64,
        warps: i64,
    ) -> Result<Self, Error> {
        super::check_shape(shape)?;
        let size: i64 = shape.iter().product();
        let layout =
            LinearLayout { shape: shape.into(), is_shared: false, bases: Default::default() };
        let bases = |columns: &[i64]| -> Result<Bases, Error> {
            let bases = columns.iter().map(|&coordinate| match (0..size).contains(&coordinate) {
                true => Ok(layout.split(coordinate)),
                false => Err(error(Rule::CoordinateRange { coordinate, extent: size })),
            });
            bases.collect()
        };
        let lanes = log2(super::power_of_two(lanes)?).min(threads.len());
        let warps = log2(super::power_of_two(warps)?).min(threads.len() - lanes);
        let (of_lanes, rest) = threads.split_at(lanes);
        let (of_warps, of_blocks) = rest.split_at(warps);
        let inputs = [
            (Input::Register, bases(values)?),
            (Input::Lane, bases(of_lanes)?),
            (Input::Warp, bases(of_warps)?),
            (Input::Block, bases(of_blocks)?),
        ];
        LinearLayout::new(shape, inputs)
    }
}

/// Checks that the extents are powers of 2: of others, coordinates are not taken bit by bit.
fn check_extents(layout: &Layout<Xor>) -> Result<(), Error> {
    let mut extents = layout.flat_modes().iter().map(|mode| mode.shape);
    extents.try_for_each(|extent| super::power_of_two(extent).map(drop))
}

/// The offsets at the powers of 2.
fn columns(layout: &Layout<Xor>) -> Result<Vec<i64>, Error> {
    let offsets = (0..log2(layout.size())).map(|bit| layout.offset(1 << bit));
    let offsets = offsets.collect::<Result<Vec<i64>, Error>>();
    offsets.map_err(|error| error.during(Operation::LinearLayout))
}
