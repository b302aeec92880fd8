//! Proofs of swizzled tiles in shared memory. `wgmma` receives a swizzle and two distances for a tile, and the copy
//! engine a swizzle and a box. The proofs show that both find each element where the layout has it.

use core::marker::PhantomData;

use typenum::{Integer, U0, Unsigned};

use super::{Text, offset, static_size};
use tilework::internal::{AnyLayout, Composed, Static, Swizzle, TwoModes};

/// The content of a matrix descriptor of `wgmma` (PTX ISA, *Matrix Descriptor Format*) for an operand in shared memory,
/// except its address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Descriptor {
    /// The number of address bits that the swizzle changes. Its rows have `16 << bits` bytes.
    pub bits: u32,
    /// The leading dimension byte offset: the distance in bytes of two adjacent rows if the depth `k` is not
    /// contiguous, otherwise 0.
    pub leading: u32,
    /// The stride dimension byte offset: the distance in bytes to the next 8 such rows.
    pub stride: u32,
}

/// Proofs for tiles of elements `E` in shared memory: [`descriptor`](Self::descriptor) for operands of `wgmma`,
/// [`boxes`](Self::boxes) for the copy engine.
///
/// ```
/// use tilework_atom::{TiledMma, WgmmaM64K16F16Ss};
/// use tilework_atom::proof::{Descriptor, InShared};
/// use tilework::typenum::{P3, U3, U64};
/// use tilework::{Composed, Swizzle, layout};
/// // 128 x 128 elements in rows of 64: two warpgroups have 64 rows each, and 8 times 16 columns.
/// let tile = layout!(((8,16),(64,2)):((64,512),(1,8192)));
/// let shared = Composed::of(Swizzle::<U3, U3, P3>::new(), tile);
/// let mma = TiledMma::new(WgmmaM64K16F16Ss::<U64>::new(), layout!((2,1,1)));
/// let descriptor = InShared::<u16>::descriptor(|| mma.partition_a(shared));
/// assert_eq!(descriptor, Descriptor { bits: 3, leading: 0, stride: 1024 });
/// ```
///
/// With rows of 128 elements it fails to build, since a row of the swizzle has 64: *the element (1, 0) lies 256 bytes
/// behind the first, where a descriptor of rows of 128 bytes has it 128 bytes behind*.
///
/// ```compile_fail
/// # use tilework_atom::{TiledMma, WgmmaM64K16F16Ss};
/// # use tilework_atom::proof::InShared;
/// # use tilework::typenum::{P3, U3, U64};
/// # use tilework::{Composed, Swizzle, layout};
/// # let mma = TiledMma::new(WgmmaM64K16F16Ss::<U64>::new(), layout!((2,1,1)));
/// let shared = Composed::of(Swizzle::<U3, U3, P3>::new(), layout!((128,128):(128,1)));
/// InShared::<u16>::descriptor(|| mma.partition_a(shared));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct InShared<E>(PhantomData<E>);

/// A partition by a [`TiledMma`](crate::TiledMma) whose instructions have operands in shared memory:
/// `(thread, ((row, depth), rest))`, where `row` and `depth` are those of one instruction.
pub trait ByInstruction:
    TwoModes<Second: TwoModes<First: TwoModes, Second = Self::Repeats>>
{
    /// The instructions that a thread takes part in: `rest`.
    type Repeats: AnyLayout;
}
impl<L, V, R> ByInstruction for L
where
    L: TwoModes<Second = V>,
    V: TwoModes<First: TwoModes, Second = R>,
    R: AnyLayout,
{
    type Repeats = R;
}
type Of<L> = <<L as TwoModes>::Second as TwoModes>::First;

impl<E> InShared<E> {
    /// The descriptor of each warpgroup's part of a tile that begins at a multiple of 1024 bytes and whose depth, `k`,
    /// is contiguous. The closure is not called: the type of its result has the layout.
    ///
    /// It proves three properties. All threads of a warpgroup have the same operands. Each element of an instruction
    /// lies where the descriptor has it. And all instructions begin where the swizzle does not change addresses, so
    /// that the offset of the layout leads from one to the next. Otherwise it does not compile, as in the example of
    /// [`InShared`].
    #[inline(always)]
    pub fn descriptor<B: Unsigned, M: Unsigned, S: Integer, L: ByInstruction>(
        _: impl FnOnce() -> Composed<Swizzle<B, M, S>, Static<U0>, L>,
    ) -> Descriptor {
        const { Self::descriptor_by::<B, M, S, L>(true) }
    }
    /// [`InShared::descriptor`] for generic code, by the type of the partition. `depth_first` says whether the depth is
    /// contiguous or the rows are.
    ///
    /// # Panics
    /// If there is no descriptor. In a constant this is an error at compile time.
    #[track_caller]
    pub const fn descriptor_by<B: Unsigned, M: Unsigned, S: Integer, L: ByInstruction>(
        depth_first: bool,
    ) -> Descriptor {
        let (threads, rows, depth) = (
            static_size::<L::First>(),
            static_size::<<Of<L> as TwoModes>::First>(),
            static_size::<<Of<L> as TwoModes>::Second>(),
        );
        Rows::of::<B, M, S>(size_of::<E>() as u64).descriptor::<L>(
            threads,
            [rows, depth],
            depth_first,
        )
    }

    /// Proves that a divided tile `(box, rest)`, which begins at a multiple of 1024 bytes, consists of boxes of the
    /// copy engine. `extents` are the columns and rows of a box. Each element of a box lies where the copy engine has
    /// it, and each box begins at a multiple of 8 swizzled rows.
    ///
    /// ```
    /// use tilework::typenum::{P3, U3};
    /// use tilework::layout;
    /// use tilework_atom::proof::InShared;
    /// const {
    ///     // 128 rows of 2 boxes of 64 columns.
    ///     let tile = layout!(((128,64),(1,2)):((64,1),(0,8192)));
    ///     InShared::<u16>::boxes::<U3, U3, P3, _>(tile, [64, 128]);
    /// }
    /// ```
    ///
    /// # Panics
    /// If it does not. In a constant this is an error at compile time.
    #[track_caller]
    pub const fn boxes<B: Unsigned, M: Unsigned, S: Integer, L: TwoModes>(_: L, extents: [u32; 2]) {
        Self::boxes_by::<B, M, S, L>(extents);
    }
    /// [`InShared::boxes`] for generic code, by the type of the layout.
    ///
    /// # Panics
    /// Those of [`InShared::boxes`].
    #[track_caller]
    pub const fn boxes_by<B: Unsigned, M: Unsigned, S: Integer, L: TwoModes>(
        [columns, rows]: [u32; 2],
    ) {
        Rows::of::<B, M, S>(size_of::<E>() as u64)
            .boxes::<L>(static_size::<L::First>(), [columns as u64, rows as u64]);
    }
}

/// Rows of `16 << bits` bytes with elements of `bytes` bytes, swizzled by `bits` bits.
struct Rows {
    bits: u32,
    bytes: u64,
}
impl Rows {
    const fn of<B: Unsigned, M: Unsigned, S: Integer>(bytes: u64) -> Self {
        assert!(
            bytes.is_power_of_two()
                && B::U32 >= 1
                && B::U32 <= 3
                && M::U32 + bytes.trailing_zeros() == 4
                && S::I64 == 3,
            "swizzle: in units of bytes it is `Sw<1,4,3>`, `Sw<2,4,3>` or `Sw<3,4,3>`, that of an atom `WgmmaK128B`"
        );
        Rows { bits: B::U32, bytes }
    }
    const fn width(&self) -> u64 {
        16 << self.bits
    }
    /// The bits of an address that the swizzle reads.
    const fn seen(&self, address: u64) -> u64 {
        address & (((1 << self.bits) - 1) << 7)
    }

    const fn descriptor<L: AnyLayout>(
        &self,
        threads: u64,
        [rows, depth]: [u64; 2],
        depth_first: bool,
    ) -> Descriptor {
        let (width, values) = (self.width(), rows * depth);
        let start = self.byte::<L>(0);
        let leading = if depth_first || rows * self.bytes <= width {
            0
        } else {
            self.byte::<L>(threads * (width / self.bytes)) - start
        };
        let (eight, further) = if depth_first { (8, rows > 8) } else { (8 * rows, depth > 8) };
        let stride = if further { self.byte::<L>(threads * eight) - start } else { 8 * width };
        assert!(
            depth_first || self.bits == 3,
            "descriptor: where rows are contiguous the swizzle is one of 128 bytes"
        );
        let mut i = 0;
        while i < values {
            let (row, k) = (i % rows, i / rows);
            let expected = if depth_first {
                row % 8 * width + row / 8 * stride + k * self.bytes
            } else {
                let column = row * self.bytes;
                column % width + column / width * leading + k % 8 * width + k / 8 * stride
            };
            let found = self.byte::<L>(threads * i);
            if found != start + expected {
                let text = Text::new("descriptor: the element (").number(row).then(", ").number(k);
                let text = text
                    .then(") lies ")
                    .number(found - start)
                    .then(" bytes behind the first, where a descriptor of rows of ");
                let text = text.number(width).then(" bytes has it ").number(expected);
                panic!("{}", text.then(" bytes behind").as_str());
            }
            i += 1;
        }
        self.begins::<L>(threads, values);
        if !leading.is_multiple_of(16)
            || !stride.is_multiple_of(16)
            || leading > LIMIT
            || stride > LIMIT
        {
            let text = Text::new("descriptor: the distances ")
                .number(leading)
                .then(" and ")
                .number(stride);
            panic!("{}", text.then(" are no multiples of 16 bytes below 262144").as_str());
        }
        Descriptor { bits: self.bits, leading: leading as u32, stride: stride as u32 }
    }
    /// Proves that all threads of a warpgroup begin at the same address, and that no instruction begins where the
    /// swizzle changes addresses.
    const fn begins<L: AnyLayout>(&self, threads: u64, values: u64) {
        let (rest, mut thread) = (static_size::<L>() / (threads * values), 0);
        while thread < threads {
            let first = thread / WARPGROUP * WARPGROUP;
            if self.byte::<L>(thread) != self.byte::<L>(first) {
                let text = Text::new("descriptor: the threads ").number(first).then(" and ");
                let text = text.number(thread).then(" of a warpgroup have different operands");
                panic!("{}", text.as_str());
            }
            thread += 1;
        }
        let mut i = 0;
        while i < rest {
            let mut thread = 0;
            while thread < threads {
                let begin = self.byte::<L>(thread + threads * values * i);
                if !begin.is_multiple_of(16) || self.seen(begin) != 0 {
                    let text = Text::new("descriptor: the instruction ")
                        .number(i)
                        .then(" of the thread ")
                        .number(thread);
                    let text = text
                        .then(" begins at ")
                        .number(begin)
                        .then(" bytes: no multiple of 16, or in a row that is swizzled");
                    panic!("{}", text.as_str());
                }
                thread += WARPGROUP;
            }
            i += 1;
        }
    }

    const fn boxes<L: AnyLayout>(&self, size: u64, [columns, rows]: [u64; 2]) {
        if columns * self.bytes != self.width() {
            let text = Text::new("copy engine: a row of a box is ").number(columns * self.bytes);
            let text = text.then(" bytes, and one that is swizzled ").number(self.width());
            panic!("{}", text.as_str());
        }
        if rows == 0 || rows > 256 {
            let text =
                Text::new("copy engine: a box of ").number(rows).then(" rows: it has 1 to 256");
            panic!("{}", text.as_str());
        }
        if size != columns * rows {
            let text = Text::new("copy engine: the tile is divided by ")
                .number(size)
                .then(" elements, and a box has ");
            panic!("{}", text.number(columns).then(" by ").number(rows).as_str());
        }
        let (rest, mut i) = (static_size::<L>() / size, 0);
        while i < rest {
            let begin = self.byte::<L>(size * i);
            if !begin.is_multiple_of(8 * self.width()) {
                let text =
                    Text::new("copy engine: the box ").number(i).then(" begins at ").number(begin);
                let text = text.then(" bytes, no multiple of 8 rows of ").number(self.width());
                panic!("{}", text.as_str());
            }
            i += 1;
        }
        let mut i = 0;
        while i < size {
            let at = i / rows + i % rows * columns;
            if self.byte::<L>(i) != at * self.bytes {
                let text =
                    Text::new("copy engine: the element ").number(i).then(" of a box lies at ");
                let text =
                    text.number(self.byte::<L>(i)).then(" bytes, and the copy engine has it at ");
                panic!("{}", text.number(at * self.bytes).as_str());
            }
            i += 1;
        }
    }
    /// The byte address of the element at an integral coordinate, before the swizzle.
    const fn byte<L: AnyLayout>(&self, i: u64) -> u64 {
        self.bytes * offset::<L>(i)
    }
}
/// The number of threads of a warpgroup.
const WARPGROUP: u64 = 128;
/// The longest distance that fits a descriptor: 14 bits, in units of 16 bytes.
const LIMIT: u64 = 0x3fff << 4;
