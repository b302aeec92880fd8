//! Tiled copies: an atom that copies some values of some threads, repeated over a tile.

use alloc::vec::Vec;

use super::tiled_mma::halves;
use super::{DataLayout, Load};
use crate::error::{Error, Operation, Rule};
use crate::layout::Layout;
use crate::layout::thread_value::ThreadValue;
use crate::layout::tiler::Tiler;
use crate::mode::Mode;
use crate::operation::coalesce::coalesce;
use crate::operation::composition::composition;
use crate::operation::contiguous_block::ContiguousBlock;
use crate::operation::divide::zipped_divide;
use crate::operation::product::{logical_product, raked_product};
use crate::operation::recast::upcast;
use crate::operation::right_inverse::right_inverse;
use crate::stride::{Stride, codomain::Codomain as _};
use crate::tuple::int_tuple::IntTuple;

/// The copy that an instruction performs. It has three layouts from thread and value to the number of the element: for
/// reading, for writing, and for the numbering of threads and values in a [`TiledCopy`]. CuTe calls it `Copy_Atom`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopyAtom {
    source: Layout,
    destination: Layout,
    reference: Layout,
    reads: i64,
    writes: i64,
}

impl CopyAtom {
    /// The copy of `n` elements at once by one thread. CuTe calls it `UniversalCopy`.
    ///
    /// # Errors
    /// [`Rule::Extent`] for less than one element.
    #[inline]
    pub fn vector(n: i64) -> Result<Self, Error> {
        let layout = Layout::concatenate([Layout::leaf(1, 0)?, Layout::leaf(n, 1)?])?;
        layout.positive(Operation::Layout)?;
        let [source, destination] = [layout.clone(), layout.clone()];
        Ok(CopyAtom { source, destination, reference: layout, reads: n, writes: n })
    }

    /// A load of elements of `bits` bits, numbered as they are written. Both sides map thread and bit to the number of
    /// the bit, so that `side(t, i + bits v) = i + bits element(t, v)` for `0 <= i < bits`.
    ///
    /// `ldmatrix` moves 32 bits of a row to one thread, or 16 bits if transposed.
    ///
    /// # Errors
    /// [`Rule::WholeElements`] if the bits of an element come from or go to several threads, or change their order;
    /// [`Rule::Extent`] for elements of less than one bit.
    ///
    /// ```
    /// use tilework_algebra::atom::{CopyAtom, LDMATRIX};
    /// let atom = CopyAtom::load(LDMATRIX.iter().find(|load| load.name == "ldmatrix.x4").unwrap(), 16)?;
    /// assert_eq!(atom.source().to_string(), "(32,8):(8,1)");
    /// assert_eq!(atom.destination().to_string(), "(32,(2,4)):(2,(1,64))");
    /// let transposed = LDMATRIX.iter().find(|load| load.name == "ldmatrix.x4.trans").unwrap();
    /// assert_eq!(
    ///     CopyAtom::load(transposed, 32).unwrap_err().to_string(),
    ///     "copy_atom: whole elements: the instruction keeps 16 bits together, and tears elements of 32: \
    ///      those of a divisor of 16 stay whole",
    /// );
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    #[inline]
    pub fn load(load: &Load, bits: i64) -> Result<Self, Error> {
        let (from, to) = (load.from()?, load.to()?);
        let [source, destination] = of_elements([from.layout(), to.layout()], bits)?;
        let reads = halves(&source)?[1].size();
        Ok(CopyAtom { source, reference: destination.clone(), destination, reads, writes: 1 })
    }

    /// The store that is the reverse of a load, as `stmatrix` is the reverse of `ldmatrix`. The elements have `bits`
    /// bits and are numbered as they are read from registers.
    ///
    /// # Errors
    /// The errors of [`CopyAtom::load`].
    ///
    /// ```
    /// use tilework_algebra::atom::{CopyAtom, LDMATRIX};
    /// let load = LDMATRIX.iter().find(|load| load.name == "ldmatrix.x4").unwrap();
    /// let stmatrix = CopyAtom::store(load, 16)?;
    /// assert_eq!(stmatrix.source().to_string(), "(32,(2,4)):(2,(1,64))");
    /// assert_eq!(stmatrix.destination().to_string(), "(32,8):(8,1)");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    #[inline]
    pub fn store(load: &Load, bits: i64) -> Result<Self, Error> {
        let CopyAtom { source, destination, reference, reads, writes } = Self::load(load, bits)?;
        let [source, destination] = [destination, source];
        Ok(CopyAtom { source, destination, reference, reads: writes, writes: reads })
    }

    /// The layout from thread and value to the element that is read.
    #[inline]
    pub fn source(&self) -> &Layout {
        &self.source
    }

    /// The layout from thread and value to the element that is written.
    #[inline]
    pub fn destination(&self) -> &Layout {
        &self.destination
    }

    /// The layout from thread and value to the element, in the numbering of a [`TiledCopy`].
    pub fn reference(&self) -> &Layout {
        &self.reference
    }

    /// The number of consecutive elements of memory that a thread reads at once.
    pub fn reads(&self) -> i64 {
        self.reads
    }

    /// The number of consecutive elements of memory that a thread writes at once.
    pub fn writes(&self) -> i64 {
        self.writes
    }
}

/// A copy of a tile by an atom that is repeated over the threads and values of a thread-value layout. CuTe calls it
/// `TiledCopy`.
///
/// ```
/// use tilework_algebra::Layout;
/// use tilework_algebra::atom::{CopyAtom, TiledCopy};
/// // 4 x 32 threads in row-major order, with 4 x 8 values each in row-major order.
/// let (threads, values) = ("(4,32):(32,1)".parse()?, "(4,8):(8,1)".parse()?);
/// let copy = TiledCopy::new(CopyAtom::vector(8)?, &threads, &values)?;
/// assert_eq!(copy.thread_value().layout().to_string(), "((32,4),(8,4)):((128,4),(16,1))");
/// let data: Layout = "(16,512):(512,1)".parse()?;
/// // (thread, (value, atom), (rest, rest))
/// assert_eq!(
///     copy.partition_s(&data)?.to_string(),
///     "((32,4),(8,4),(1,2)):((8,2048),(1,512),(0,256))",
/// );
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TiledCopy {
    atom: CopyAtom,
    tv: ThreadValue,
    /// The position of the tile in the data.
    tiler: Tiler,
}

impl TiledCopy {
    /// The copy by threads and values that are arranged next to one another in the tile. `threads` maps a coordinate to
    /// the index of the thread, and `values` maps a coordinate within that to the number of the value. CuTe calls it
    /// `make_tiled_copy`.
    ///
    /// # Errors
    /// The errors of [`raked_product`](crate::raked_product()) of both and of its
    /// [`right_inverse`](crate::right_inverse()); those of [`TiledCopy::of`].
    #[inline]
    pub fn new(atom: CopyAtom, threads: &Layout, values: &Layout) -> Result<Self, Error> {
        let during = |error: Error| error.during(Operation::Partition);
        let number = raked_product(threads, values).map_err(during)?;
        let tile = IntTuple::tuple(number.modes().map(|mode| IntTuple::leaf(mode.size())));
        let sizes = [threads.size(), values.size()];
        let shape = Layout::new(
            &IntTuple::tuple(sizes.map(IntTuple::leaf)),
            &IntTuple::tuple([1.into(), sizes[0].into()]),
        )?;
        let tv = composition(&right_inverse(&number).map_err(during)?, &shape).map_err(during)?;
        TiledCopy::of(atom, ThreadValue::new(&tile, tv)?)
    }

    /// The copy with these elements for each thread, for example those of an operand of a
    /// [`TiledMma`](super::TiledMma).
    ///
    /// # Errors
    /// [`Rule::Evenness`] unless the numbers of threads and values of the atom divide those of `tv`.
    #[inline]
    pub fn of(atom: CopyAtom, tv: ThreadValue) -> Result<Self, Error> {
        let copy = TiledCopy { atom, tiler: tv.tiler()?, tv };
        copy.atoms()?;
        Ok(copy)
    }

    /// The atom.
    pub fn atom(&self) -> &CopyAtom {
        &self.atom
    }

    /// The elements of each thread, in the numbering of the atom's reference.
    pub fn thread_value(&self) -> &ThreadValue {
        &self.tv
    }

    /// The position of the tile in the data. The tiler has the sizes of the tile, unless the copy is
    /// [cotiled](TiledCopy::cotiled). CuTe calls it `Tiler_MN`.
    pub fn tiler(&self) -> &Tiler {
        &self.tiler
    }

    /// The same copy with the tile at another position in the data.
    #[inline]
    pub(super) fn with_tiler(self, tiler: Tiler) -> Self {
        TiledCopy { tiler, ..self }
    }

    /// The elements of the tile that each thread reads: `(thread, (value, atom))`. CuTe calls it `get_layoutS_TV`.
    ///
    /// # Errors
    /// The errors of [`composition`](crate::composition()).
    #[inline]
    pub fn source(&self) -> Result<ThreadValue, Error> {
        ThreadValue::new(self.tv.tile(), self.of_atom(&self.atom.source)?)
    }

    /// The elements of the tile that each thread writes: `(thread, (value, atom))`. CuTe calls it `get_layoutD_TV`.
    ///
    /// # Errors
    /// The errors of [`composition`](crate::composition()).
    #[inline]
    pub fn destination(&self) -> Result<ThreadValue, Error> {
        ThreadValue::new(self.tv.tile(), self.of_atom(&self.atom.destination)?)
    }

    /// The elements that each thread reads in all tiles of the data: `(thread, (value, atom), rest)`. CuTe calls it
    /// `tidfrg_S`.
    ///
    /// # Errors
    /// The errors of [`zipped_divide`](crate::zipped_divide()) for data that is not a whole number of tiles, and those
    /// of [`composition`](crate::composition()). [`Rule::Alignment`] unless the elements that are read at once are
    /// adjacent and begin at a multiple of their number; for that, all other strides must be multiples of this number.
    /// The error names the mode of the data, a leaf, whose stride is not. Layouts into coordinates are not checked,
    /// since coordinates are not places in memory. For a composed layout, the functions must also keep these elements
    /// together, which is checked at all offsets that occur, up to 2^16.
    ///
    /// Multiples are counted from the beginning of the data. The caller must align the data in memory.
    ///
    /// ```
    /// use tilework_algebra::Layout;
    /// use tilework_algebra::atom::{CopyAtom, TiledCopy};
    /// let columns = (&"(32,4):(1,32)".parse()?, &"(8,1):(1,0)".parse()?);
    /// let copy = TiledCopy::new(CopyAtom::vector(8)?, columns.0, columns.1)?;
    /// let rows: Layout = "(256,8):(512,1)".parse()?;
    /// assert_eq!(
    ///     copy.partition_s(&rows).unwrap_err().to_string(),
    ///     "partition: alignment: 1 offsets stay together, not 8",
    /// );
    /// // Rows of 513 elements, one after another.
    /// let padded: Layout = "(256,8):(1,513)".parse()?;
    /// assert_eq!(
    ///     copy.partition_s(&padded).unwrap_err().to_string(),
    ///     "partition: alignment, mode 1: 1 offsets stay together, not 8",
    /// );
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn partition_s<L: DataLayout>(&self, data: &L) -> Result<L, Error> {
        self.partition(&self.source()?, data, self.atom.reads)
    }

    /// The elements that each thread writes, otherwise like [`TiledCopy::partition_s`]. CuTe calls it `tidfrg_D`.
    ///
    /// # Errors
    /// The errors of [`TiledCopy::partition_s`].
    pub fn partition_d<L: DataLayout>(&self, data: &L) -> Result<L, Error> {
        self.partition(&self.destination()?, data, self.atom.writes)
    }

    /// Rearranges a fragment `(v, x, y, ...)` of a thread as this copy takes it: `((value, atom), x', y', ...)`. The
    /// fragment is, for example, that of an operand of a [`TiledMma`](super::TiledMma) whose thread-value layout the
    /// copy has. CuTe calls it `retile_D`.
    ///
    /// `v` are the first values of the thread-value layout, and the tile consists of repeats of them.
    ///
    /// # Errors
    /// The errors of the operations that are used, if the tile does not have this form.
    pub fn retile<D: Stride>(&self, fragment: &Layout<D>) -> Result<Layout<D>, Error> {
        let during = |error: Error| error.during(Operation::Partition);
        let values = fragment.mode(0).map_or(1, |mode| mode.size());
        let sizes =
            self.tv.tile().modes().map(|mode| mode.size()).collect::<Result<Vec<_>, _>>()?;
        // From the tile to the repeat that contains the element.
        let compact = compact(&sizes)?;
        let inverse = right_inverse(self.tv.layout()).map_err(during)?;
        let number = composition(&inverse, &compact).map_err(during)?;
        let repeat = upcast(&number, self.tv.threads() * values).map_err(during)?;
        // From the value to the coordinate in the part of the fragment for one tile.
        let repeats = right_inverse(&repeat).map_err(during)?;
        let order = logical_product(&Layout::leaf(values, 1)?, &repeats).map_err(during)?;
        let of_atom = Layout::leaf(halves(&self.atom.reference)?[1].size(), 1)?;
        let order = zipped_divide(&order, &of_atom).map_err(during)?;
        let extents = repeat.modes().map(|mode| mode.size());
        let tilers = core::iter::once(values).chain(extents).map(Tiler::leaf);
        let tiler = Tiler::Modes(tilers.collect::<Result<_, _>>()?);
        let [tile, rest] = halves(&zipped_divide(fragment, &tiler).map_err(during)?)?;
        let tile = composition(&tile, &order).map_err(during)?;
        // No values are left.
        Layout::concatenate(core::iter::once(tile).chain(rest.modes().skip(1))).map_err(during)
    }

    /// `(thread, (value, atom), rest)` of the data, in which `wanted` values must stay together.
    fn partition<L: DataLayout>(
        &self,
        tv: &ThreadValue,
        data: &L,
        wanted: i64,
    ) -> Result<L, Error> {
        let [threads, values] = halves(&tv.partition_by(&self.tiler, data.inner())?)?;
        let [values, rest] = halves(&values)?;
        let [value, atoms] = halves(&values)?;
        let others = Layout::concatenate([threads.clone(), atoms, rest.clone()])?;
        let together = |others: &[Mode<L::Stride>]| L::Stride::together(value.flat_modes(), others);
        let error = |together: ContiguousBlock| {
            let rule = Rule::Alignment { together: together.of(wanted), wanted };
            Error::new(Operation::Partition, rule)
        };
        let whole = together(others.flat_modes());
        if !whole.has(wanted) {
            // Only modes that do not contain the vectors themselves.
            let moves = |mode: &Mode<L::Stride>| {
                let one = core::slice::from_ref(mode);
                L::Stride::together(one, &[]) == ContiguousBlock::DivisorsOf(1)
                    && !together(one).has(wanted)
            };
            let mode = match together(&[]).has(wanted) {
                true => data.inner().flat_modes().iter().position(moves),
                false => None,
            };
            return Err(Error { mode, ..error(whole) });
        }
        let part = data.with_inner(Layout::concatenate([threads, values, rest])?);
        match part.keeps(wanted) {
            true => Ok(part),
            false => Err(error(part.together())),
        }
    }

    /// The layout from `((thread, value) of the atom, (threads, values) of the atoms)` to the tile.
    #[inline]
    fn atoms(&self) -> Result<Layout, Error> {
        let [threads, values] = halves(&self.atom.reference)?.map(|mode| mode.size());
        let tiler = Tiler::Modes([Tiler::leaf(threads)?, Tiler::leaf(values)?].into());
        zipped_divide(self.tv.layout(), &tiler).map_err(|error| error.during(Operation::Partition))
    }

    /// The layout from `(thread, (value, atom))` to the tile, with the thread and value of the atom numbered as in
    /// `side`.
    #[inline]
    fn of_atom(&self, side: &Layout) -> Result<Layout, Error> {
        let during = |error: Error| error.during(Operation::Partition);
        let reference = right_inverse(&self.atom.reference).map_err(during)?;
        let to_reference = composition(&reference, side).map_err(during)?;
        let [atom, atoms] = halves(&self.atoms()?)?;
        let atom = composition(&atom, &to_reference).map_err(during)?;
        let ([thread, value], [threads, values]) = (halves(&atom)?, halves(&atoms)?);
        Layout::concatenate([
            coalesce(&Layout::concatenate([thread, threads])?),
            Layout::concatenate([coalesce(&value), coalesce(&values)])?,
        ])
    }
}

/// Converts layouts from thread and bit to the number of the bit into layouts of elements of `bits` bits, if every
/// element is whole in all of them: `side(t, i + bits v) = i + bits element(t, v)`.
#[inline]
pub(super) fn of_elements<const N: usize>(
    sides: [&Layout; N],
    bits: i64,
) -> Result<[Layout; N], Error> {
    let error = |rule| Error::new(Operation::CopyAtom, rule);
    if bits < 1 {
        return Err(error(Rule::Extent { extent: bits }));
    }
    let mut whole = ContiguousBlock::All;
    for side in sides {
        let [threads, values] = halves(side)?;
        whole = whole.and(i64::together(values.flat_modes(), threads.flat_modes()));
    }
    if !whole.has(bits) {
        return Err(error(Rule::WholeElements { together: whole.greatest(), bits }));
    }
    let mut elements = sides.map(Layout::clone);
    for side in &mut elements {
        *side = upcast(side, bits).map_err(|e| e.during(Operation::CopyAtom))?;
    }
    Ok(elements)
}

/// The compact layout with these extents.
#[inline]
fn compact(sizes: &[i64]) -> Result<Layout, Error> {
    let mut span = 1;
    let modes = sizes.iter().map(|&size| {
        let mode = Layout::leaf(size, span);
        span *= size;
        mode
    });
    Layout::concatenate(modes.collect::<Result<Vec<_>, _>>()?)
}
