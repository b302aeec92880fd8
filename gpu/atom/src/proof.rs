//! Proofs at compile time for static layouts: which elements the threads of a GPU access at the same time.
//!
//! All of it is constant. In `const { .. }`, or in a constant, a wrong claim fails to build, and the error names two
//! threads that violate it:
//!
//! ```
//! use tilework::typenum::{P5, U0, U5};
//! use tilework::{Swizzle, layout};
//! use tilework_atom::proof::{Access, covers_once};
//! const {
//!     // A tile of 32 x 32 f32 in shared memory: columns are written, and rows are read.
//!     let column = Access::new(layout!(32:1), 4);
//!     column.without_bank_conflicts();
//!     let row = Access::new(layout!(32:32), 4);
//!     assert!(row.bank_conflicts() == 31);
//!     // With the row XORed to the column, or with a stride of 33, neither has bank conflicts.
//!     row.through(Swizzle::<U5, U0, P5>::new()).without_bank_conflicts();
//!     Access::new(layout!(32:33), 4).without_bank_conflicts();
//!     // 16 bytes each, one after another: 16 sectors of 32 bytes, and fewer are impossible.
//!     Access::new(layout!(32:1), 16).in_fewest_sectors();
//!     // 32 threads with 4 elements each have the tile of 8 x 16, each element once.
//!     covers_once(layout!(((4,8),4):((32,1),8)), 128);
//! }
//! ```
//!
//! There are also proofs for the parameters of a kernel: that they fit the machine, and that one divides the other.
//!
//! ```
//! use tilework::typenum::U16;
//! use tilework_atom::WgmmaK128B;
//! use tilework_atom::proof;
//! const {
//!     // Steps of 128 x 64 and 256 x 64 elements of 2 bytes, and for each two barriers of 8 bytes.
//!     let step = 2 * (128 + 256) * 64;
//!     assert!(proof::fits_shared_memory(4, step, 4 * 16) == 4 * step + 64);
//!     proof::evenly_divides("columns of the tile", 256, "columns of the instruction", 128);
//!     proof::whole_atoms::<WgmmaK128B<U16>>(128, 64);
//!     assert!(proof::atom_bits::<WgmmaK128B<U16>>() == 16);
//!     proof::has_bits("result: by columns", ("C", 16), ("bf16", 16), "write `ByRows<f32>`");
//!     // Two warpgroups have 128 of the 128 x 256 sums for each thread, and may have 232 registers.
//!     proof::fits_registers(128, 232);
//! }
//! ```
//!
//! A row without the swizzle fails to build:
//!
//! ```compile_fail
//! # use tilework::layout;
//! # use tilework_atom::proof::Access;
//! const { Access::new(layout!(32:32), 4).without_bank_conflicts() };
//! ```

mod partition;
mod parts;
mod resources;
mod shared;
mod tiling;

pub use partition::{Addressed, Covering, OfWarps};
pub use parts::{lies_within, parts_are_disjoint};
pub use resources::{SHARED_MEMORY, fits_registers, fits_shared_memory};
pub use shared::{ByInstruction, Descriptor, InShared};
pub use tiling::{atom_bits, atom_shape, evenly_divides, has_bits, is_vector, whole_atoms};

use frunk_core::HList;
use typenum::{Integer, Unsigned};

use tilework::internal::{
    AnyLayout, Codomain, Layout, Modes, ModesOf, Shape, StaticModes, Swizzle, Text,
};

/// The number of threads of a warp.
const WARP: usize = 32;
/// The bytes of all banks of shared memory, and of one bank: 32 banks of 4 bytes.
const BANKS: u64 = 128;
const BANK: u64 = 4;
/// The bytes of a sector, the unit of accesses to global memory.
const SECTOR: u64 = 32;

/// The offset of a static layout at an integral coordinate below its size.
const fn offset<L: AnyLayout>(mut i: u64) -> u64 {
    let modes: &StaticModes = &<ModesOf<L> as Modes>::LIST;
    let bits = matches!(<ModesOf<L> as Modes>::CODOMAIN, Codomain::Bits);
    let (mut sum, mut at) = (0, 0);
    while at < modes.count() {
        let (extent, stride) = modes.leaf(at);
        let coordinate = i % extent;
        i /= extent;
        if bits {
            // The stride is XORed for each bit of the coordinate, without carries.
            let mut bit = 0;
            while coordinate >> bit > 0 {
                if coordinate >> bit & 1 == 1 {
                    sum ^= stride << bit;
                }
                bit += 1;
            }
        } else {
            sum += coordinate * stride;
        }
        at += 1;
    }
    sum
}
/// The size of a static layout whose offsets are integers.
const fn static_size<L: AnyLayout>() -> u64 {
    assert!(
        !matches!(<ModesOf<L> as Modes>::CODOMAIN, Codomain::Coordinates),
        "proof: codomain: coordinates lie nowhere"
    );
    match <ModesOf<L> as Modes>::STATIC {
        Some((size, _)) => size,
        None => panic!("proof: static extent: nothing is proved of dynamic integers"),
    }
}

/// The access of a warp by one instruction. Each of 32 threads accesses one element of 1, 2, 4, 8 or 16 bytes, at a
/// multiple of its size. The address of the element 0 is a multiple of 128.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    offsets: [u64; WARP],
    bytes: u64,
}
impl Access {
    /// The access by a layout from 32 threads to offsets, in elements of `bytes` bytes.
    ///
    /// # Panics
    /// If the layout is not static, has coordinates as offsets, or is not for 32 threads, and for other numbers of
    /// bytes.
    #[track_caller]
    pub const fn new<L: AnyLayout>(_: L, bytes: u64) -> Self {
        assert!(static_size::<L>() == WARP as u64, "proof: size: a warp is 32 threads");
        let (mut offsets, mut thread) = ([0; WARP], 0);
        while thread < WARP {
            offsets[thread] = offset::<L>(thread as u64);
            thread += 1;
        }
        Access::of_offsets(offsets, bytes)
    }

    /// The access of the offset `offsets[t]` by the thread `t`, in elements of `bytes` bytes.
    ///
    /// # Panics
    /// For other numbers of bytes.
    #[track_caller]
    pub const fn of_offsets(offsets: [u64; 32], bytes: u64) -> Self {
        assert!(
            matches!(bytes, 1 | 2 | 4 | 8 | 16),
            "proof: size: an element of one access is 1, 2, 4, 8 or 16 bytes"
        );
        Access { offsets, bytes }
    }

    /// The access whose offsets go through a swizzle.
    pub const fn through<B: Unsigned, M: Unsigned, S: Integer>(
        mut self,
        swizzle: Swizzle<B, M, S>,
    ) -> Self {
        let mut thread = 0;
        while thread < WARP {
            self.offsets[thread] = swizzle.apply(self.offsets[thread] as usize) as u64;
            thread += 1;
        }
        self
    }

    /// The number of threads that are served at the same time: as many as access all banks.
    const fn phase(&self) -> usize {
        let bytes = if self.bytes < BANK { BANK } else { self.bytes };
        (BANKS / bytes) as usize
    }
    /// The word of a thread, which one bank, or several adjacent banks, deliver at a time. It has the width of the
    /// element, but at least 4 bytes.
    const fn word(&self, thread: usize) -> u64 {
        if self.bytes < BANK {
            self.offsets[thread] * self.bytes / BANK
        } else {
            self.offsets[thread]
        }
    }

    /// The first two threads that are served at the same time and request different words from the same bank, if there
    /// are any.
    pub const fn bank_conflict(&self) -> Option<(usize, usize)> {
        let phase = self.phase();
        let mut second = 0;
        while second < WARP {
            let mut first = second / phase * phase;
            while first < second {
                let (a, b) = (self.word(first), self.word(second));
                if a != b && a % phase as u64 == b % phase as u64 {
                    return Some((first, second));
                }
                first += 1;
            }
            second += 1;
        }
        None
    }

    /// The number of times that the warp waits for shared memory more than it must. In each phase, this is the
    /// number of different words that the busiest bank delivers, beyond one.
    pub const fn bank_conflicts(&self) -> usize {
        let phase = self.phase();
        let (mut conflicts, mut begin) = (0, 0);
        while begin < WARP {
            let (mut most, mut bank) = (1, 0);
            while bank < phase {
                let (mut words, mut thread) = (0, begin);
                while thread < begin + phase {
                    let word = self.word(thread);
                    let (mut new, mut before) = (word % phase as u64 == bank as u64, begin);
                    while before < thread {
                        new = new && self.word(before) != word;
                        before += 1;
                    }
                    words += new as usize;
                    thread += 1;
                }
                if words > most {
                    most = words;
                }
                bank += 1;
            }
            conflicts += most - 1;
            begin += phase;
        }
        conflicts
    }

    /// The sector of global memory that a thread accesses.
    const fn sector(&self, thread: usize) -> u64 {
        self.offsets[thread] * self.bytes / SECTOR
    }

    /// The number of sectors of global memory, of 32 bytes, that are touched, and the number that the elements would
    /// fill without gaps.
    pub const fn sectors(&self) -> (usize, usize) {
        let (mut touched, mut elements, mut thread) = (0, 0, 0);
        while thread < WARP {
            let (mut new_sector, mut new_element, mut before) = (true, true, 0);
            while before < thread {
                new_sector = new_sector && self.sector(before) != self.sector(thread);
                new_element = new_element && self.offsets[before] != self.offsets[thread];
                before += 1;
            }
            touched += new_sector as usize;
            elements += new_element as u64;
            thread += 1;
        }
        (touched, (elements * self.bytes).div_ceil(SECTOR) as usize)
    }

    /// Asserts that no two threads that are served at the same time request different words from one bank of shared
    /// memory.
    ///
    /// # Panics
    /// If two threads do. The message names the first two.
    #[track_caller]
    pub const fn without_bank_conflicts(self) {
        if let Some((first, second)) = self.bank_conflict() {
            let bank =
                self.word(second) % self.phase() as u64 * (BANKS / self.phase() as u64) / BANK;
            let text = Text::new("bank conflict: the threads ").number(first as u64).then(" and ");
            let text = text.number(second as u64).then(" ask the bank ").number(bank);
            let text =
                text.then(" for different words: a swizzle, or another stride, takes them apart");
            panic!("{}", text.as_str());
        }
    }

    /// Asserts that the access touches no more sectors of global memory than the elements would fill without gaps.
    ///
    /// # Panics
    /// If it touches more. The message names the first two consecutive threads in different sectors, the first of which
    /// is not full.
    #[track_caller]
    pub const fn in_fewest_sectors(self) {
        let (touched, fewest) = self.sectors();
        if touched > fewest {
            let (first, second) = self.apart();
            let text = Text::new("sectors: the threads ").number(first as u64).then(" and ");
            let text = text.number(second as u64).then(" lie in different sectors of 32 bytes: ");
            let text =
                text.number(touched as u64).then(" are touched where ").number(fewest as u64);
            panic!("{}", text.then(" would do").as_str());
        }
    }

    /// The first two consecutive threads in different sectors, the first of which is not completely used.
    const fn apart(&self) -> (usize, usize) {
        let mut thread = 0;
        while thread + 1 < WARP {
            let (mut filled, mut other) = (0, 0);
            while other < WARP {
                filled += (self.sector(other) == self.sector(thread)) as u64 * self.bytes;
                other += 1;
            }
            if self.sector(thread) != self.sector(thread + 1) && filled < SECTOR {
                return (thread, thread + 1);
            }
            thread += 1;
        }
        (0, WARP - 1)
    }
}

/// The maximum number of elements that [`covers_once`] counts.
const ELEMENTS: usize = 1 << 15;

/// Asserts that a thread-value layout has each of `elements` once: a tiled copy copies every element, and none
/// twice, and a tiled multiplication adds to every element.
///
/// # Panics
/// If two threads have the same element, or no thread has an element; the message names them. Also for layouts that are
/// not static, and for more than 32,768 elements.
#[track_caller]
pub const fn covers_once<T, V, TD, VD>(_: Layout<HList![T, V], HList![TD, VD]>, elements: usize)
where
    T: Shape,
    Layout<HList![T, V], HList![TD, VD]>: AnyLayout,
{
    let Some(threads) = T::PRODUCT else { panic!("proof: static extent: dynamic threads") };
    each_once::<Layout<HList![T, V], HList![TD, VD]>>(threads, elements);
}
/// [`covers_once`] for any layout whose first mode is `threads` threads.
#[track_caller]
const fn each_once<L: AnyLayout>(threads: u64, elements: usize) {
    let size = static_size::<L>();
    assert!(elements <= ELEMENTS, "proof: size: at most 32768 elements are counted");
    // The thread of each element, counted from 1.
    let (mut owner, mut i) = ([0_u32; ELEMENTS], 0);
    while i < size {
        let at = offset::<L>(i) as usize;
        let thread = i % threads;
        if at >= elements {
            let text = Text::new("coverage: the thread ").number(thread).then(" has the element ");
            panic!("{}", text.number(at as u64).then(" of ").number(elements as u64).as_str());
        }
        if owner[at] > 0 {
            let text =
                Text::new("coverage: the threads ").number((owner[at] - 1) as u64).then(" and ");
            let text = text.number(thread).then(" both have the element ").number(at as u64);
            panic!("{}", text.as_str());
        }
        owner[at] = thread as u32 + 1;
        i += 1;
    }
    let mut at = 0;
    while at < elements {
        if owner[at] == 0 {
            let text = Text::new("coverage: no thread has the element ").number(at as u64);
            panic!("{}", text.as_str());
        }
        at += 1;
    }
}
